import Foundation
import GRDB
import Testing

@Suite("theralog audit verify")
struct AuditVerifyTests {
    private let data = DataFolder()

    @Test("says that the chain holds, and names a row that was removed behind the program's back")
    func verify() async throws {
        let none = try await Program.run(["audit", "verify", "--data-dir", data.url.path])
        #expect(none.code != 0 && none.errors.contains("There is no clinic in"))
        let added = try await Program.run(
            [
                "account", "add", "--data-dir", data.url.path, "--role", "admin", "--name", "Lee", "--email",
                "lee@example.org", "--password-stdin",
            ], input: "correct horse battery")
        #expect(added.code == 0)
        let whole = try await Program.run(["audit", "verify", "--data-dir", data.url.path])
        #expect(whole.code == 0 && whole.output.hasSuffix("1 rows, all in their chain\n"))
        let queue = try DatabaseQueue(path: data.url.appendingPathComponent("theralog.sqlite").path)
        try await queue.write {
            try $0.execute(sql: "DROP TRIGGER audit_entry_is_never_deleted; DELETE FROM audit_entry")
        }
        try queue.close()
        let broken = try await Program.run(["audit", "verify", "--data-dir", data.url.path])
        #expect(broken.code == 1 && broken.output.contains("row 1 was removed"))
    }
}
