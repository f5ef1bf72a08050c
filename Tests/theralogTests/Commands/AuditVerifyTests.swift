import Foundation
import GRDB
import Testing

@Suite("theralog audit verify")
struct AuditVerifyTests {
    private let data = DataFolder()

    private func verify() async throws -> Program.Outcome {
        try await Program.run(["audit", "verify", "--data-dir", data.url.path])
    }

    /// Makes a clinic with an account and so with one row in its log.
    private func clinic() async throws {
        let added = try await Program.run(
            [
                "account", "add", "--data-dir", data.url.path, "--role", "admin", "--name", "Lee", "--email",
                "lee@example.org", "--password-stdin",
            ], input: "correct horse battery")
        #expect(added.code == 0)
    }

    /// Changes the database as another program would, which knows none of our connection's settings.
    private func tamper(_ sql: String) async throws {
        let queue = try DatabaseQueue(path: data.url.appendingPathComponent("theralog.sqlite").path)
        try await queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    @Test("says that the chain holds, and names a row that was removed behind the program's back")
    func removed() async throws {
        let none = try await verify()
        #expect(none.code != 0 && none.errors.contains("There is no clinic in"))
        try await clinic()
        let whole = try await verify()
        #expect(whole.code == 0 && whole.output.hasSuffix("1 rows, all in their chain\n"))
        try await tamper("DROP TRIGGER audit_entry_is_never_deleted; DELETE FROM audit_entry")
        let broken = try await verify()
        #expect(broken.code == 1 && broken.output.contains("row 1 was removed"))
    }

    private static let columns = "at, action, entity, entity_id, hash"

    @Test(
        "names a row that was changed, put in another's place, or inserted before or after all others",
        arguments: [
            ("DROP TRIGGER audit_entry_is_never_updated; UPDATE audit_entry SET at = at + 1", 1),
            (
                """
                INSERT OR REPLACE INTO audit_entry (id, \(columns))
                SELECT id, at, 'read', entity, entity_id, hash FROM audit_entry
                """, 1
            ),
            ("INSERT INTO audit_entry (id, \(columns)) SELECT 0, \(columns) FROM audit_entry", 0),
            ("INSERT INTO audit_entry (id, \(columns)) SELECT -5, \(columns) FROM audit_entry", -5),
            ("INSERT INTO audit_entry (\(columns)) SELECT \(columns) FROM audit_entry", 2),
        ])
    func altered(sql: String, row: Int) async throws {
        try await clinic()
        try await tamper(sql)
        let broken = try await verify()
        #expect(broken.code == 1)
        #expect(broken.output.contains("row \(row) was changed or inserted\n"))
        #expect(broken.output.hasSuffix("\(row == 1 ? 1 : 2) rows, the chain is broken\n"))
    }
}
