import Clinic
import GRDB

extension ClinicDatabase {
    /// A row of the current release of a code's list.
    /// - Throws: ``StoreError/notFound`` when it has no such code.
    package func diagnosis(_ code: DiagnosisCode) async throws -> (diagnosis: Diagnosis, release: CatalogRelease) {
        try await read { db in
            guard let release = try StoredRelease.current(of: code.system, in: db),
                let diagnosis = try Diagnosis.one(code, of: release, in: db)
            else { throw StoreError.notFound }
            return (diagnosis, release.release)
        }
    }

    /// A row of the current release with what is around it.
    /// - Parameter account: whose favourite it may be.
    /// - Throws: ``StoreError/notFound`` when the current release has no such code.
    package func diagnosisSurroundings(
        of code: DiagnosisCode, for account: Identifier<Account>
    ) async throws -> DiagnosisSurroundings {
        try await read { db in
            guard let release = try StoredRelease.current(of: code.system, in: db),
                let diagnosis = try Diagnosis.one(code, of: release, in: db)
            else { throw StoreError.notFound }
            var above: [Diagnosis] = []
            while let parent = above.first?.parent ?? (above.isEmpty ? diagnosis.parent : nil),
                let heading = try Diagnosis.one(parent, of: release, in: db)
            { above.insert(heading, at: 0) }
            let isFavourite = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM diagnosis_favourite WHERE account_id = ? AND system = ? AND code = ?)
                    """, arguments: [account, code.system.rawValue, code.text])
            return DiagnosisSurroundings(
                diagnosis: diagnosis, release: release.release, above: above,
                below: try Diagnosis.below(code, of: release, in: db), isFavourite: isFavourite ?? false)
        }
    }

    /// The rows right below a heading of the current release, in the list's own order.
    package func diagnoses(below code: DiagnosisCode) async throws -> [Diagnosis] {
        try await read { db in
            guard let release = try StoredRelease.current(of: code.system, in: db) else { return [] }
            return try Diagnosis.below(code, of: release, in: db)
        }
    }
}

/// A diagnosis and its place in its list.
package struct DiagnosisSurroundings: Hashable, Sendable {
    package let diagnosis: Diagnosis
    package let release: CatalogRelease
    /// The headings above, the widest first.
    package let above: [Diagnosis]
    /// What is right below, in the list's order; empty for a billable code.
    package let below: [Diagnosis]
    /// Whether the asker keeps it.
    package let isFavourite: Bool
}

extension Diagnosis {
    /// Reads the columns id, code, title, is_billable, parent, in this order.
    init(_ row: Row, of release: CatalogRelease) {
        let system = release.system
        self.init(
            code: DiagnosisCode(system: system, text: row[1]), title: row[2], isBillable: row[3],
            parent: (row[4] as String?).map { DiagnosisCode(system: system, text: $0) }, release: release.name)
    }

    static func one(_ code: DiagnosisCode, of release: StoredRelease, in db: Database) throws -> Diagnosis? {
        let statement = try db.cachedStatement(
            sql: "SELECT id, code, title, is_billable, parent FROM diagnosis WHERE release_id = ? AND code = ?")
        return try Row.fetchOne(statement, arguments: [release.id.number, code.text]).map {
            Diagnosis($0, of: release.release)
        }
    }

    /// All below a heading begin with its code, so the index gives a short range to look through.
    static func below(_ code: DiagnosisCode, of release: StoredRelease, in db: Database) throws -> [Diagnosis] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, code, title, is_billable, parent FROM diagnosis
                WHERE release_id = ? AND code > ? AND code < ? AND parent = ? ORDER BY position
                """)
        return try Row.fetchAll(
            statement, arguments: [release.id.number, code.text, code.text + "~", code.text]
        ).map { Diagnosis($0, of: release.release) }
    }
}
