import Foundation
import Testing

@Suite("theralog diagnostics")
struct DiagnosticsCommandTests {
    @Test("prints the same as the page, but for what only a running server knows")
    func prints() async throws {
        let data = DataFolder()
        let nothing = try await Program.run(["diagnostics", "--data-dir", data.url.path])
        #expect(nothing.code == 64)
        _ = try await Program.run(
            [
                "account", "add", "--data-dir", data.url.path, "--role", "admin", "--name", "Morgan Ellis", "--email",
                "morgan@example.org", "--password-stdin",
            ], input: "correct horse battery\n")
        let outcome = try await Program.run(["diagnostics", "--check", "--data-dir", data.url.path])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("quick check       ok"))
        #expect(!outcome.output.contains("Errors since") && !outcome.output.contains("morgan"))
    }
}
