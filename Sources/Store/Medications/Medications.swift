import Clinic
import GRDB

extension ClinicDatabase {
    /// A medicine with everything known of it, and the release that says so: the current one, or for a medicine that it
    /// has no more the last that had it. A medicine that only an imported list has is said in that list's words.
    /// - Throws: ``StoreError/notFound`` when no release has it.
    package func medication(_ id: MedicationID) async throws -> StoredMedication {
        try await read { db in
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT m.*, r.name AS release_name, r.title, r.as_of, r.is_reviewed, r.source, r.licence,
                            r.is_current
                        FROM medication m JOIN medication_release r ON r.id = m.release_id
                        WHERE m.slug = ? ORDER BY m.release_id DESC LIMIT 1
                        """), arguments: [id.text])
            guard let row, row["is_current"] as Bool else {
                if let (source, isCurrent) = try ListedMedicationSource.last(having: id, in: db),
                    isCurrent || row == nil,
                    let listed = try ListedMedication.one(id, of: source.id, in: db)
                {
                    return StoredMedication(
                        medication: Medication(listed.medication), release: source.release, isRetired: !isCurrent,
                        isListed: true)
                }
                guard let row else { throw StoreError.notFound }
                return try StoredMedication(row, in: db)
            }
            return try StoredMedication(row, in: db)
        }
    }

    /// Some medicines as a list shows them, by name; those that the current release has not are left out.
    /// - Parameter language: of classes and purposes.
    package func medications(_ ids: [MedicationID], in language: Language) async throws -> [MedicationSummary] {
        try await read { db in
            guard let release = try StoredMedicationRelease.current(in: db) else { return [] }
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(MedicationSummary.columns) FROM medication m \(MedicationSummary.wording)
                    WHERE m.slug = ? AND m.release_id = ?
                    """)
            return try ids.prefix(100).compactMap { id in
                try Row.fetchOne(statement, arguments: [language.rawValue, id.text, release.id])
                    .map { MedicationSummary($0) }
            }.sorted { $0.name < $1.name }
        }
    }
}

/// A medicine and where it is from.
package struct StoredMedication: Hashable, Sendable {
    package let medication: Medication
    package let release: MedicationRelease
    /// The current release has it no more: it can be read, but not be prescribed from the list.
    package let isRetired: Bool
    /// Only an imported list has it.
    package let isListed: Bool

    package init(medication: Medication, release: MedicationRelease, isRetired: Bool, isListed: Bool = false) {
        self.medication = medication
        self.release = release
        self.isRetired = isRetired
        self.isListed = isListed
    }

    /// Reads a row of `medication` joined with its release.
    fileprivate init(_ row: Row, in db: Database) throws {
        self.init(
            medication: try Medication(row, in: db),
            release: MedicationRelease(
                name: row["release_name"], title: row["title"], asOf: row["as_of"], isReviewed: row["is_reviewed"],
                source: row["source"], licence: row["licence"]),
            isRetired: !(row["is_current"] as Bool))
    }
}

extension MedicationSummary {
    /// What is read of the table `m`, and of its wording `w` in one language. Named constants of ours, never typed text.
    static let columns = """
        m.id, m.slug, m.name, m.tall_name, m.international_name, m.brands, w.classes, w.purposes, m.schedule,
        m.withdrawn_on IS NOT NULL, m.other_names
        """
    /// Joins the wording; its language is the statement's first argument.
    static let wording = "JOIN medication_wording w ON w.language = ? AND w.medication_id = m.id"

    /// Reads ``columns``.
    init(_ row: Row) {
        self.init(
            id: MedicationID(row[1]), name: row[2], tallName: row[3], internationalName: row[4], brands: row[5],
            classes: row[6], purposes: row[7],
            schedule: (row[8] as String?).flatMap(ControlledSchedule.init(rawValue:)), isWithdrawn: row[9])
    }
}

extension Medication {
    /// Reads a whole row of `medication`, and what belongs to it.
    fileprivate init(_ row: Row, in db: Database) throws {
        let id: Int64 = row["id"]
        let wordings = try MedicationWordings(id: id, in: db)
        let classes = try String.fetchAll(
            db, sql: "SELECT class FROM medication_class WHERE medication_id = ? ORDER BY place", arguments: [id])
        let areas = try String.fetchAll(
            db, sql: "SELECT area FROM medication_area WHERE medication_id = ? ORDER BY place", arguments: [id])
        let units = MedicationSummary.parts(of: row["units"]).map { DoseUnit(rawValue: $0) ?? .dose }
        self.init(
            id: MedicationID(row["slug"]),
            names: Names(
                row["name"], tall: row["tall_name"], international: row["international_name"],
                other: Self.words(row["other_names"]), brands: MedicationSummary.parts(of: row["brands"])),
            classes: zip(classes, wordings.list("classes")).map { MedicationClass(id: $0, name: $1) },
            classWords: Self.words(row["class_words"]), areas: areas.compactMap(MedicationArea.init(rawValue:)),
            purposes: wordings.list("purposes"),
            forms: zip(wordings.list("forms"), units).map { MedicationForm(name: $0, unit: $1) },
            routes: wordings.list("routes"),
            effects: SideEffects(
                common: wordings.list("common_effects"), serious: wordings.list("serious_effects")),
            rules: Rules(
                supply: MedicationSupply(rawValue: row["supply"]) ?? .prescription,
                schedule: (row["schedule"] as String?).flatMap(ControlledSchedule.init(rawValue:)),
                isWeeklyOnly: row["is_weekly_only"], withdrawnOn: row["withdrawn_on"]),
            lookalikes: Self.words(row["lookalikes"]).map { MedicationID($0) }, leaflet: wordings.text("leaflet"),
            codes: MedicationCodes(rxcui: row["rxcui"], atc: MedicationSummary.parts(of: row["atc"])))
    }

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}

/// What is read of a medicine, by language.
private struct MedicationWordings {
    private let rows: [(language: Language, row: Row)]

    init(id: Int64, in db: Database) throws {
        rows = try Row.fetchAll(
            db, sql: "SELECT * FROM medication_wording WHERE medication_id = ?", arguments: [id]
        ).compactMap { row in Language(rawValue: row["language"]).map { ($0, row) } }
    }

    func text(_ column: String) -> Wording {
        let texts = rows.map { ($0.language, $0.row[column] as String) }.filter { !$0.1.isEmpty }
        return Wording(Dictionary(texts) { first, _ in first })
    }

    func list(_ column: String) -> [Wording] {
        let lists = rows.map { ($0.language, MedicationSummary.parts(of: $0.row[column])) }
        return (0..<(lists.map(\.1.count).min() ?? 0)).map { place in
            Wording(Dictionary(lists.map { ($0.0, $0.1[place]) }) { first, _ in first })
        }
    }
}
