import Clinic
import GRDB

/// Which medicines are looked at; nil leaves a part open.
package struct MedicationFilter: Hashable, Sendable {
    /// The first letter of the name, a–z; others find nothing.
    package var letter: String?
    package var area: MedicationArea?
    /// The id of a ``MedicationClass``. One that no medicine has finds nothing.
    package var `class`: String?

    package init(letter: String? = nil, area: MedicationArea? = nil, class: String? = nil) {
        self.letter = letter
        self.area = area
        self.class = `class`
    }

    /// Whether it leaves everything open.
    package var isEmpty: Bool { letter == nil && area == nil && `class` == nil }

    /// What has to hold of `m`, each part beginning with AND; made of words of ours alone.
    var conditions: String {
        var conditions = ""
        if letter != nil { conditions += " AND m.sort_name >= ? AND m.sort_name < ?" }
        if area != nil {
            conditions += """
                 AND EXISTS (SELECT 1 FROM medication_area a
                    WHERE a.release_id = m.release_id AND a.area = ? AND a.medication_id = m.id)
                """
        }
        if `class` != nil {
            conditions += """
                 AND EXISTS (SELECT 1 FROM medication_class c
                    WHERE c.release_id = m.release_id AND c.class = ? AND c.medication_id = m.id)
                """
        }
        return conditions
    }

    /// The values of ``conditions``.
    var arguments: StatementArguments {
        var arguments = StatementArguments()
        if let letter { arguments += [letter, letter + "\u{10FFFF}"] }
        if let area { arguments += [area.rawValue] }
        if let `class` { arguments += [`class`] }
        return arguments
    }
}

/// A page of the list of medicines, with what it can be narrowed by.
package struct MedicationPage: Hashable, Sendable {
    /// Nil when none is there.
    package let release: MedicationRelease?
    /// By name.
    package let medications: [MedicationSummary]
    /// How many there are on all pages.
    package let count: Int

    package init(release: MedicationRelease?, medications: [MedicationSummary], count: Int) {
        self.release = release
        self.medications = medications
        self.count = count
    }
}

/// What the list of medicines can be narrowed by.
package struct MedicationGroups: Hashable, Sendable {
    /// First letters of names, in order.
    package let letters: [String]
    /// By name in the language asked for.
    package let classes: [Named]
    package let areas: Set<MedicationArea>

    /// A class by its id.
    package struct Named: Hashable, Sendable {
        package let id: String
        package let name: String
    }
}

extension ClinicDatabase {
    /// How many medicines a page of the list has.
    package static let medicationsPerPage = 50

    /// A page of the current release by name.
    /// - Parameters:
    ///   - page: from 1; taken as the nearest there can be.
    ///   - language: of classes and purposes.
    package func medications(
        _ filter: MedicationFilter, page: Int, in language: Language
    ) async throws -> MedicationPage {
        try readBriefly { db in
            guard let release = try StoredMedicationRelease.current(in: db) else {
                return MedicationPage(release: nil, medications: [], count: 0)
            }
            let place = StatementArguments([release.id]) + filter.arguments
            let count = try Int.fetchOne(
                db.cachedStatement(
                    sql: "SELECT count(*) FROM medication m WHERE m.release_id = ?\(filter.conditions)"),
                arguments: place)
            let offset = (min(max(page, 1), 10_000) - 1) * Self.medicationsPerPage
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT \(MedicationSummary.columns) FROM medication m \(MedicationSummary.wording)
                        WHERE m.release_id = ?\(filter.conditions) ORDER BY m.sort_name, m.id LIMIT ? OFFSET ?
                        """),
                arguments: [language.rawValue] + place + [Self.medicationsPerPage, offset])
            return MedicationPage(
                release: release.release, medications: rows.map { MedicationSummary($0) }, count: count ?? 0)
        }
    }

    /// What the current release can be narrowed by.
    package func medicationGroups(in language: Language) async throws -> MedicationGroups {
        try readBriefly { db in
            guard let release = try StoredMedicationRelease.current(in: db) else {
                return MedicationGroups(letters: [], classes: [], areas: [])
            }
            let letters = try String.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT DISTINCT substr(sort_name, 1, 1) AS letter FROM medication WHERE release_id = ?
                        ORDER BY letter
                        """), arguments: [release.id])
            let classes = try Row.fetchAll(
                db.cachedStatement(
                    sql: "SELECT class, name FROM medication_class_name WHERE release_id = ? AND language = ?"),
                arguments: [release.id, language.rawValue]
            ).map { MedicationGroups.Named(id: $0[0], name: $0[1]) }
            let areas = try String.fetchAll(
                db.cachedStatement(sql: "SELECT DISTINCT area FROM medication_area WHERE release_id = ?"),
                arguments: [release.id])
            return MedicationGroups(
                letters: letters, classes: classes.sorted { SearchText.folded($0.name) < SearchText.folded($1.name) },
                areas: Set(areas.compactMap(MedicationArea.init(rawValue:))))
        }
    }
}
