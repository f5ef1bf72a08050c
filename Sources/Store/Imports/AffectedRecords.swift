import Clinic
import Foundation
import GRDB

/// What uses codes or medicines that a new release of a list retires. Counts only: whose it is is not for an admin to see.
package struct AffectedRecords: Hashable, Sendable {
    /// How often something is used.
    package struct Uses: Hashable, Sendable {
        package let favourites: Int
        /// Prescriptions kept as favourites, to begin new ones from.
        package let favouritePrescriptions: Int
        package let drafts: Int
        /// Of therapies: signed in the last year, neither replaced nor cancelled. Of medicines: in force.
        package let prescriptions: Int
    }

    /// A retired entry of the list and how often it is used.
    package struct Line: Hashable, Sendable {
        /// As people read it: `M54.16`; for a medicine its name in addresses.
        package let code: String
        package let title: String
        package let uses: Uses
    }

    /// More entries are not listed, though counted.
    package static let mostLines = 20

    /// The most used first, at most ``mostLines``.
    package let lines: [Line]
    /// How many retired entries are used, those that are not listed too.
    package let count: Int
    /// Of all of them.
    package let uses: Uses
}

extension ClinicDatabase {
    /// What would use retired codes if a release of a code list were put to use. Codes that are used are few: they are
    /// looked up in the release, not the other way round.
    package func affectedRecords(by release: Int64, of system: CodeSystem) async throws -> AffectedRecords {
        let since = surroundings.now().addingTimeInterval(-365 * 86_400)
        // Of the number, which an index knows; it follows the clinic's own days, so a day earlier at most.
        let year = LocalDate(since.addingTimeInterval(-86_400), in: .gmt).year
        return try await read { db in
            let rows = try Row.fetchAll(
                db, sql: AffectedRecords.query,
                arguments: ["system": system.rawValue, "release": release, "since": since, "year": year])
            return AffectedRecords(rows) { DiagnosisCode(system: system, text: $0).display }
        }
    }

    /// What would name medicines that are on no list any more if a release of the medicines beside the program's own were put
    /// to use. Prescriptions keep their words; what goes is what the list says of the medicine.
    package func affectedMedicationRecords(by release: Int64) async throws -> AffectedRecords {
        guard let current = try await currentReleaseNumber(of: .medications), current != release else {
            return AffectedRecords([]) { $0 }
        }
        return try await read { db in
            let rows = try Row.fetchAll(
                db, sql: AffectedRecords.medicationQuery, arguments: ["release": release, "current": current])
            return AffectedRecords(rows) { $0 }
        }
    }
}

extension AffectedRecords {
    /// Reads the columns of ``totals``, the totals from any row.
    fileprivate init(_ rows: [Row], code: (String) -> String) {
        lines = rows.map { Line(code: code($0["code"]), title: $0["title"], uses: Uses($0)) }
        count = rows.first?["entries"] ?? 0
        uses = Uses(rows.first, prefix: "all_")
    }

    /// Sums the uses per entry and over all entries, of which only the first are listed.
    private static let totals = """
        u.code AS code, coalesce(max(u.title), '') AS title, sum(u.favourites) AS favourites, sum(u.kept) AS kept,
            sum(u.drafts) AS drafts, sum(u.prescriptions) AS prescriptions, count(*) OVER () AS entries,
            sum(sum(u.favourites)) OVER () AS all_favourites, sum(sum(u.kept)) OVER () AS all_kept,
            sum(sum(u.drafts)) OVER () AS all_drafts, sum(sum(u.prescriptions)) OVER () AS all_prescriptions
        """
    private static let order = "GROUP BY u.code ORDER BY count(*) DESC, u.code LIMIT \(mostLines)"

    static let query = """
        SELECT \(totals)
        FROM (
            SELECT code, title, 1 AS favourites, 0 AS kept, 0 AS drafts, 0 AS prescriptions
            FROM diagnosis_favourite WHERE system = :system
            UNION ALL
            SELECT d.code, d.title, 0, 1, 0, 0
            FROM favourite_prescription_diagnosis d CROSS JOIN favourite_prescription f ON f.id = d.favourite_id
            WHERE d.system = :system AND f.removed_at IS NULL
            UNION ALL
            SELECT d.code, d.title, 0, 0, 1, 0
            FROM therapy_prescription p CROSS JOIN therapy_prescription_diagnosis d ON d.prescription_id = p.id
            WHERE p.status = 'draft' AND d.system = :system
            UNION ALL
            SELECT d.code, d.title, 0, 0, 0, 1
            FROM therapy_prescription p CROSS JOIN therapy_prescription_diagnosis d ON d.prescription_id = p.id
            WHERE p.status = 'signed' AND p.number_year >= :year AND p.signed_at >= :since AND d.system = :system
        ) u
        WHERE NOT EXISTS (
            SELECT 1 FROM diagnosis n WHERE n.release_id = :release AND n.code = u.code AND n.is_billable = 1)
        \(order)
        """

    static let medicationQuery = """
        SELECT \(totals)
        FROM (
            SELECT fields ->> '$."medicine-id"[0]' AS code, fields ->> '$.medicine[0]' AS title, 0 AS favourites,
                0 AS kept, 1 AS drafts, 0 AS prescriptions
            FROM medication_prescription_draft
            UNION ALL
            SELECT sheet ->> '$.sheet.order.medicine.catalogID', medicine, 0, 0, 0, 1
            FROM medication_prescription WHERE status = 'signed'
        ) u
        WHERE EXISTS (SELECT 1 FROM listed_medication o WHERE o.release_id = :current AND o.key = u.code)
            AND NOT EXISTS (SELECT 1 FROM listed_medication n WHERE n.release_id = :release AND n.key = u.code)
            AND NOT EXISTS (
                SELECT 1 FROM medication m JOIN medication_release r ON r.id = m.release_id
                WHERE m.slug = u.code AND r.is_current)
        \(order)
        """
}

extension AffectedRecords.Uses {
    /// - Parameter row: nil for none at all.
    fileprivate init(_ row: Row?, prefix: String = "") {
        func count(_ name: String) -> Int { row?[prefix + name] ?? 0 }
        self.init(
            favourites: count("favourites"), favouritePrescriptions: count("kept"), drafts: count("drafts"),
            prescriptions: count("prescriptions"))
    }
}
