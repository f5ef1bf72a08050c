import Foundation
import GRDB

/// The numbered SQL files beside this one, in order. A released file is never edited.
enum Schema {
    /// Brings a database up to date; copies it aside first when it holds anything.
    static func migrate(_ pool: DatabasePool, file: URL) throws {
        let migrations = try files()
        let applied = try pool.read { db in
            try db.tableExists("grdb_migrations")
                ? Set(String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")) : []
        }
        let unknown = applied.subtracting(migrations.map(\.name)).sorted()
        guard unknown.isEmpty else { throw StoreError.newerSchema(unknown) }
        let pending = migrations.filter { !applied.contains($0.name) }
        guard let first = pending.first else { return }
        if !applied.isEmpty { try copyAside(pool, file: file, before: first.name) }
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { db in try db.execute(sql: migration.sql) }
        }
        try migrator.migrate(pool)
    }

    private struct Migration: Sendable {
        let name: String
        let sql: String
    }

    private static func files() throws -> [Migration] {
        guard let folder = Bundle.module.url(forResource: "SQL", withExtension: nil) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "sql" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map {
                Migration(
                    name: $0.deletingPathExtension().lastPathComponent, sql: try String(contentsOf: $0, encoding: .utf8)
                )
            }
    }

    private static func copyAside(_ pool: DatabasePool, file: URL, before migration: String) throws {
        let copy = file.appendingPathExtension("before-\(migration)")
        if FileManager.default.fileExists(atPath: copy.path) { try FileManager.default.removeItem(at: copy) }
        try pool.writeWithoutTransaction { db in
            try db.execute(sql: "VACUUM INTO ?", arguments: [copy.path])
        }
    }
}
