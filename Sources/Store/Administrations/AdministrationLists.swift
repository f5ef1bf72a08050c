import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// An entry of the log.
    /// - Throws: ``StoreError/notFound``.
    package func administration(_ id: Identifier<Administration>) async throws -> Administration {
        try readBriefly { db in
            guard let administration = try AdministrationRows.administration(id, db) else { throw StoreError.notFound }
            return administration
        }
    }

    /// What an entry said before its corrections, the newest first; empty when it was never changed.
    package func administrationVersions(
        of id: Identifier<Administration>
    ) async throws -> [AdministrationVersion] {
        try await read { db in
            var reader = AdministrationRows.Reader()
            return try Row.fetchAll(
                db, sql: "\(AdministrationRows.versions) WHERE v.administration_id = ? ORDER BY v.version DESC",
                arguments: [id]
            ).map { try reader.version($0) }
        }
    }

    /// The log of a series, newest first, without what was taken back.
    /// - Parameter before: the last entry of the page before; nil for the first page.
    package func administrations(
        ofSeries series: Identifier<MedicationPrescription>, before: Administration? = nil, limit: Int = 25
    ) async throws -> [Administration] {
        try readBriefly { db in
            let page = before == nil ? "" : "AND (e.at, e.id) < (?, ?)"
            let statement = try db.cachedStatement(
                sql: """
                    \(AdministrationRows.query) WHERE e.series_id = ? AND e.status <> 'undone' \(page)
                    ORDER BY e.at DESC, e.id DESC LIMIT ?
                    """)
            let arguments: StatementArguments =
                if let before { [series, before.details.at, before.id, limit] } else { [series, limit] }
            return try AdministrationRows.administrations(statement, arguments)
        }
    }

    /// The entries that count for some days of the plan, in the order of taking, without what was taken back.
    package func administrations(
        ofSeries series: Identifier<MedicationPrescription>, days: ClosedRange<LocalDate>
    ) async throws -> [Administration] {
        try readBriefly { db in
            let statement = try db.cachedStatement(
                sql: """
                    \(AdministrationRows.query)
                    WHERE e.series_id = ? AND e.day BETWEEN ? AND ? AND e.status <> 'undone' ORDER BY e.at, e.id
                    """)
            return try AdministrationRows.administrations(statement, [series, days.lowerBound, days.upperBound])
        }
    }

    /// How many doses of each day were taken and not taken; days without an entry are left out.
    package func administrationCounts(
        ofSeries series: Identifier<MedicationPrescription>, days: ClosedRange<LocalDate>
    ) async throws -> [AdministrationCount] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT day, taken, not_taken FROM administration_day
                    WHERE series_id = ? AND day BETWEEN ? AND ? AND taken + not_taken > 0 ORDER BY day
                    """)
            return try Row.fetchAll(statement, arguments: [series, days.lowerBound, days.upperBound]).map {
                AdministrationCount(day: $0[0], taken: $0[1], notTaken: $0[2])
            }
        }
    }

    /// Which slots of some days are answered, for the marks of a plan.
    package func answeredSlots(
        ofSeries series: Identifier<MedicationPrescription>, days: ClosedRange<LocalDate>
    ) async throws -> Set<String> {
        try readBriefly { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT slot FROM administration
                    WHERE series_id = ? AND day BETWEEN ? AND ? AND status <> 'undone' AND slot IS NOT NULL
                    """)
            return try String.fetchSet(statement, arguments: [series, days.lowerBound, days.upperBound])
        }
    }
}

extension ClinicDatabase {
    /// How many entries of some days answer no expected dose: as needed, extra or unplanned. Days without one are left out.
    package func unplannedCounts(
        ofSeries series: Identifier<MedicationPrescription>, days: ClosedRange<LocalDate>
    ) async throws -> [LocalDate: Int] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT day, count(*) AS entries FROM administration INDEXED BY administration_unplanned
                    WHERE series_id = ? AND day BETWEEN ? AND ? AND slot IS NULL AND status <> 'undone' GROUP BY day
                    """)
            return try Row.fetchAll(statement, arguments: [series, days.lowerBound, days.upperBound])
                .reduce(into: [:]) { $0[$1[0]] = $1[1] }
        }
    }
}
