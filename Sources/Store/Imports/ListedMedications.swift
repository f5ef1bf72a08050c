import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// What the imported list in use says of a medicine; nil where it knows nothing of it or none is loaded.
    /// - Parameter name: its substances, by which it is found too when the list names them in another order.
    package func listedMedication(_ id: MedicationID, name: String = "") async throws -> ListedMedication? {
        try await read { db in
            guard let source = try ListedMedicationSource.current(in: db) else { return nil }
            for id in [id] + MedicationID.everyOrder(ofSubstances: name) {
                if let found = try ListedMedication.one(id, of: source.id, in: db) { return found.medication }
            }
            return nil
        }
    }

    /// Interactions of a medicine in the imported list in use, the gravest first; empty where none is loaded.
    package func listedInteractions(of id: MedicationID, limit: Int = 200) async throws -> [ListedInteraction] {
        try await read { db in
            let release = """
                (SELECT id FROM catalog_release WHERE kind = 'interactions' AND state = 'current')
                """
            let columns = "i.first_name, i.second_name, i.severity, i.text, i.first_medication"
            // Two questions, for an index each.
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT \(columns) FROM listed_interaction i
                        WHERE i.release_id = \(release) AND i.key >= ?1 || ':' AND i.key < ?1 || ';'
                        UNION
                        SELECT \(columns) FROM listed_interaction i
                        WHERE i.release_id = \(release) AND i.second_medication = ?1
                        """), arguments: [id.text])
            let order = ListedInteraction.Severity.allCases
            func rank(_ one: ListedInteraction) -> Int { order.firstIndex(of: one.severity) ?? order.count }
            let found = rows.map { row in
                // The medicine asked for first.
                let isFirst = row[4] as String == id.text
                return ListedInteraction(
                    row[isFirst ? 0 : 1], row[isFirst ? 1 : 0],
                    severity: ListedInteraction.Severity(rawValue: row[2]) ?? .unknown, text: row[3])
            }
            return Array(found.sorted { (rank($0), $0.names[1]) < (rank($1), $1.names[1]) }.prefix(limit))
        }
    }
}

/// The imported list of medicines in use.
struct ListedMedicationSource {
    let id: Int64
    let release: MedicationRelease

    var textTable: String { "listed_medication_text_\(id)" }

    static func current(in db: Database) throws -> ListedMedicationSource? {
        try Row.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT id, name, imported_at FROM catalog_release WHERE kind = 'medications' AND state = 'current'"
            )
        ).map(ListedMedicationSource.init)
    }

    /// The last complete release that has a medicine.
    static func last(having id: MedicationID, in db: Database) throws -> (
        source: ListedMedicationSource, isCurrent: Bool
    )? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT r.id, r.name, r.imported_at, r.state FROM catalog_release r
                    CROSS JOIN listed_medication m ON m.release_id = r.id AND m.key = ?
                    WHERE r.kind = 'medications' AND r.state <> 'staged'
                    ORDER BY r.state = 'current' DESC, r.id DESC LIMIT 1
                    """), arguments: [id.text]
        ).map { (ListedMedicationSource($0), $0["state"] as String == "current") }
    }

    private init(_ row: Row) {
        id = row["id"]
        let imported: Date = row["imported_at"]
        release = MedicationRelease(
            name: row["name"], title: row["name"], asOf: LocalDate(imported, in: .gmt), isReviewed: false)
    }

    /// Medicines in which each word begins a word of the names or brands, then of classes and purposes; names that begin
    /// with what was typed and single substances first.
    func hits(for query: MedicationQuery, limit: Int, in db: Database) throws -> [MedicationHit] {
        guard !query.words.isEmpty else { return [] }
        let begun = query.words.map { "\"\($0)\"*" }.joined(separator: " AND ")
        var found: [MedicationHit] = []
        for columns in ["names brands", "classes purposes"] where found.count < limit {
            // More than asked for, to have the good ones among them.
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT m.* FROM \(textTable) f CROSS JOIN listed_medication m ON m.id = f.rowid
                        WHERE \(textTable) MATCH ? ORDER BY f.rowid LIMIT 200
                        """), arguments: ["{\(columns)} : (\(begun))"])
            let medications = rows.compactMap { ListedMedication($0) }
            let sorted = medications.sorted { (weight($0, query), $0.name) < (weight($1, query), $1.name) }
            found += sorted.filter { one in !found.contains { $0.medication.id == one.id } }.map { medication in
                MedicationHit(
                    medication: MedicationSummary(medication), reason: reason(medication, query, in: columns))
            }
        }
        return Array(found.prefix(limit))
    }

    private func weight(_ medication: ListedMedication, _ query: MedicationQuery) -> Int {
        let isBegun = query.words.first.map { SearchText.folded(medication.name).hasPrefix($0) } ?? false
        return (isBegun ? 0 : 100) + medication.name.utf8.count { $0 == UInt8(ascii: "/") }
    }

    private func reason(
        _ medication: ListedMedication, _ query: MedicationQuery, in columns: String
    ) -> MedicationHit.Reason {
        if query.touches(medication.name) { return .name }
        if let brand = medication.brands.first(where: { query.touches($0) }) { return .brand(brand) }
        if let name = medication.otherNames.first(where: { query.touches($0) }) { return .otherName(name) }
        return columns.hasPrefix("classes") ? .purpose : .name
    }
}

extension MedicationSummary {
    /// An imported medicine as a list shows it: in the list's own words, whatever the language.
    init(_ listed: ListedMedication) {
        func text(_ parts: [String]) -> String { parts.prefix(8).joined(separator: Self.separator) }
        self.init(
            id: listed.id, name: listed.name, tallName: listed.name, internationalName: nil,
            brands: text(listed.brands),
            classes: text(listed.classes), purposes: text(listed.purposes), schedule: listed.schedule,
            isWithdrawn: false)
    }
}
