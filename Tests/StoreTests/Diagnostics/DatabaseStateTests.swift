import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The figures of a database")
struct DatabaseStateTests {
    @Test("name the schema and count the rows of every table, but for those of full-text search")
    func state() async throws {
        let fixture = try await StaffFixture()
        let state = try await fixture.database.state()
        #expect(state.sqlite.hasPrefix("3."))
        let migrations = try await fixture.database.read {
            try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier")
        }
        #expect(state.schema == migrations.last)
        #expect(state.fileBytes ?? 0 > 4096 && state.logBytes != nil && state.freeBytes ?? 0 > 0)
        let rows = Dictionary(uniqueKeysWithValues: state.tables.map { ($0.name, $0.rows) })
        #expect(rows["account"] == 3 && rows["patient"] == 1 && rows["staff_invitation"] == 0)
        #expect(!rows.keys.contains { $0.hasSuffix("_idx") || $0.hasSuffix("_docsize") || $0.hasPrefix("sqlite_") })
    }

    @Test("a look through the file finds nothing in a sound one, and the damage in a damaged one")
    func check() async throws {
        let file = TemporaryFolder.newFile("sqlite")
        let surroundings = FixedSurroundings().surroundings
        var database = try await ClinicDatabase.open(at: file, surroundings: surroundings)
        #expect(try await database.quickCheck() == [])
        let page = try await database.read {
            try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'audit_entry'") ?? 0
        }
        let size = try await database.read { try Int.fetchOne($0, sql: "PRAGMA page_size") ?? 0 }
        try database.close()
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: UInt64((page - 1) * size))
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 64))
        try handle.close()
        database = try await ClinicDatabase.open(at: file, surroundings: surroundings)
        let found = try await database.quickCheck()
        #expect(!found.isEmpty)
        // The figures are there all the same: this is when somebody asks for help.
        let state = try await database.state()
        #expect(state.tables.contains { $0.name == "audit_entry" })
    }
}
