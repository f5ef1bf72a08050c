import GRDB

extension ClinicDatabase {
    /// What SQLite finds wrong with the file: damaged pages, broken references. Empty when all is well.
    package func integrityProblems() async throws -> [String] {
        try await read { db in
            let damage = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
            let references = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(20).map {
                "row \($0[1] ?? 0 as Int64) of \($0[0] ?? "") refers to nothing"
            }
            return damage + references
        }
    }
}
