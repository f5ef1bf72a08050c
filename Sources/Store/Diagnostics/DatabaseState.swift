import Clinic
import Foundation
import GRDB

/// How the database is, in figures that tell of nobody.
package struct DatabaseState: Hashable, Sendable {
    /// How many rows a table has.
    package struct Table: Hashable, Sendable {
        package let name: String
        /// Nil for a table that is damaged.
        package let rows: Int?
    }

    /// SQLite's own version.
    package let sqlite: String
    /// The last migration that was applied.
    package let schema: String
    /// Bytes; nil where the system does not say.
    package let fileBytes: Int64?
    /// Bytes of the write-ahead log.
    package let logBytes: Int64?
    /// Bytes free where the file is.
    package let freeBytes: Int64?
    /// By name; without those that full-text search keeps for itself.
    package let tables: [Table]
}

extension ClinicDatabase {
    /// The figures of now.
    package func state() async throws -> DatabaseState {
        let path = pool.path
        return try await read { db in
            let names = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
                        AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations' ORDER BY name
                    """)
            return DatabaseState(
                sqlite: try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "",
                schema: try String.fetchOne(db, sql: "SELECT max(identifier) FROM grdb_migrations") ?? "none",
                fileBytes: Self.bytes(path), logBytes: Self.bytes("\(path)-wal"), freeBytes: Self.freeBytes(at: path),
                tables: try names.map { name in
                    DatabaseState.Table(name: name, rows: try Self.rows(of: name, in: db))
                })
        }
    }

    /// Bytes free where the database is; nil where the system does not say.
    package var freeBytes: Int64? { Self.freeBytes(at: pool.path) }

    /// What SQLite finds damaged when it looks briefly: pages and rows, not indexes. Empty when all is well.
    package func quickCheck() async throws -> [String] {
        try await read { db in
            do {
                return try String.fetchAll(db, sql: "PRAGMA quick_check(20)").filter { $0 != "ok" }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                // So badly that it cannot be looked through.
                return [error.message ?? "damaged"]
            }
        }
    }

    private static func rows(of table: String, in db: Database) throws -> Int? {
        do {
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT { return nil }
    }

    private static func bytes(_ path: String) -> Int64? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        return (attributes[.size] as? NSNumber)?.int64Value
    }

    private static func freeBytes(at path: String) -> Int64? {
        guard let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path) else { return nil }
        return (attributes[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
