import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The schema and its migrations")
struct SchemaTests {
    private func file() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID().uuidString).sqlite")
    }

    @Test("opening twice changes nothing and makes no copy")
    func twice() async throws {
        let file = file()
        try await ClinicDatabase.open(at: file, surroundings: FixedSurroundings().surroundings).close()
        try await ClinicDatabase.open(at: file, surroundings: FixedSurroundings().surroundings).close()
        let beside = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
        #expect(!beside.contains { $0.hasPrefix("\(file.lastPathComponent).before") })
    }

    @Test("a database of a newer version is refused and left alone")
    func newer() async throws {
        let file = file()
        let database = try await ClinicDatabase.open(at: file, surroundings: FixedSurroundings().surroundings)
        try await database.pool.write {
            try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('999_from_the_future')")
        }
        try database.close()
        let error = await #expect(throws: StoreError.self) {
            try await ClinicDatabase.open(at: file, surroundings: FixedSurroundings().surroundings)
        }
        #expect(error == .newerSchema(["999_from_the_future"]))
    }

    @Test("an older database is copied aside before it is changed")
    func copyAside() async throws {
        let file = file()
        let old = try DatabaseQueue(path: file.path)
        try await old.write { db in
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            try db.execute(sql: "CREATE TABLE keepsake (text TEXT); INSERT INTO keepsake VALUES ('here')")
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('001_accounts')")
            let sql = try String(
                contentsOf: Project.folder("Sources/Store/Migrations/SQL/001_accounts.sql"), encoding: .utf8)
            try db.execute(sql: sql)
        }
        try old.close()
        try await ClinicDatabase.open(at: file, surroundings: FixedSurroundings().surroundings).close()
        let folder = file.deletingLastPathComponent()
        let copy = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .first { $0.hasPrefix("\(file.lastPathComponent).before-") })
        let kept = try DatabaseQueue(path: folder.appendingPathComponent(copy).path)
        #expect(try await kept.read { try String.fetchOne($0, sql: "SELECT text FROM keepsake") } == "here")
        #expect(
            try await kept.read { try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations") } == [
                "001_accounts"
            ])
    }

    @Test("commits are flushed, references are enforced, the log is a WAL")
    func durability() async throws {
        let database = try await ClinicDatabase.temporary()
        for (pragma, value) in [("synchronous", "2"), ("foreign_keys", "1"), ("journal_mode", "wal")] {
            let actual = try await database.read { try String.fetchOne($0, sql: "PRAGMA \(pragma)") }
            #expect(actual == value, "\(pragma)")
        }
        #expect(try await database.integrityProblems() == [])
    }
}
