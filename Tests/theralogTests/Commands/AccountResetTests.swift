import Foundation
import Testing

@Suite("theralog account list and reset")
struct AccountResetTests {
    private let data = DataFolder()

    private func account(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.run(
            ["account", arguments[0], "--data-dir", data.url.path] + arguments.dropFirst(),
            input: "correct horse battery\n")
    }

    @Test("the staff with roles and last sign-in, and how many patients; nothing where there is no clinic")
    func list() async throws {
        let nothing = try await account("list")
        #expect(nothing.code == 64 && nothing.errors.contains("There is no clinic in"))
        _ = try await account(
            "add", "--role", "admin", "--role", "clinician", "--name", "Dana Reyes", "--email", "dana@example.org",
            "--password-stdin")
        let listed = try await account("list")
        #expect(listed.code == 0)
        #expect(
            listed.output == """
                dana@example.org\tDana Reyes\tadmin,clinician\tactive\tnever\t0
                Patients' accounts: 0 active, 0 deactivated

                """)
    }

    @Test("a code for somebody of the staff and where to type it; a clear word for an address that is nobody's")
    func reset() async throws {
        _ = try await account(
            "add", "--role", "admin", "--name", "Morgan Ellis", "--email", "morgan@example.org", "--password-stdin")
        let made = try await account("reset", "--email", "Morgan@example.org")
        #expect(made.code == 0)
        let code = try #require(made.output.firstMatch(of: /morgan@example.org: (\w{4}-\w{4}-\w{4})\n/)?.1)
        #expect(made.output.contains("/join/staff?code=\(code)"))
        let wrong = try await account("reset", "--email", "nobody@example.org")
        #expect(wrong.code == 64 && wrong.errors.contains("nobody of the staff signs in with \"nobody@example.org\""))
    }
}
