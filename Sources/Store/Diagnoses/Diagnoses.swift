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

    /// The rows right below a heading of the current release, in the list's own order.
    package func diagnoses(below code: DiagnosisCode) async throws -> [Diagnosis] {
        try await read { db in
            guard let release = try StoredRelease.current(of: code.system, in: db) else { return [] }
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
}
