import Foundation
import Testing

@testable import theralog

@Suite("theralog account add")
struct AccountAddTests {
    private let data = DataFolder()

    private func add(
        roles: [String] = ["clinician"], name: String = "Dana Reyes", email: String = "dana@example.org",
        _ more: [String] = ["--password-stdin"], password: String = "correct horse battery\n"
    ) async throws -> Program.Outcome {
        try await Program.run(
            ["account", "add", "--data-dir", data.url.path, "--name", name, "--email", email]
                + roles.flatMap { ["--role", $0] } + more, input: password)
    }

    @Test("an account may have two roles; its address is kept in lower case")
    func added() async throws {
        let outcome = try await add(roles: ["admin", "clinician"], email: "Dana@Example.org")
        #expect(outcome.output.hasPrefix("Added dana@example.org ("))
        #expect(outcome.code == 0)
    }

    @Test("everything that is wrong is named at once, in words")
    func allProblems() async throws {
        let outcome = try await add(
            roles: ["patient", "admin", "chief"], name: "", email: "x", ["--password-stdin", "--patient", "7"],
            password: "short\n")
        let expected = [
            "--role: \"chief\" is not one of admin, clinician, patient", "--patient: \"7\" is not a record's id",
            "name: Fill this in", "email: Enter an e-mail address such as name@example.org",
            "role: A patient's account cannot have another role", "password: Use at least 10 characters",
        ]
        for line in expected { #expect(outcome.errors.contains(line), "\(line)") }
        #expect(outcome.code == 64)
        #expect(
            !FileManager.default.fileExists(atPath: data.url.path), "nothing is made for an account that is refused")
    }

    @Test("a password is read from standard input only", arguments: [[], ["--password", "correct horse battery"]])
    func passwordOnlyFromInput(more: [String]) async throws {
        let outcome = try await add(more)
        #expect(outcome.errors.contains("--password"))
        #expect(outcome.code == 64)
    }

    @Test(
        "a password that is missing, long, plain or the address is refused",
        arguments: ["", "\n", "aaaaaaaaaaaa\n", "dana@example.org\n", String(repeating: "ab1 ", count: 51) + "\n"])
    func badPassword(password: String) async throws {
        let outcome = try await add(password: password)
        #expect(outcome.errors.contains("password: "))
        #expect(outcome.code == 64)
    }

    @Test(
        "a name or an address that could carry something else is refused",
        arguments: [("Dana\nReyes", "dana@example.org"), ("Dana", "a@b@c"), ("Dana", "a b@c"), ("Dana", "<x>@c")])
    func hostile(name: String, email: String) async throws {
        let outcome = try await add(name: name, email: email)
        #expect(outcome.errors.contains(email == "dana@example.org" ? "name: " : "email: "))
        #expect(outcome.code == 64)
    }

    @Test("a second account with the same address is refused")
    func taken() async throws {
        #expect(try await add().code == 0)
        let second = try await add(email: "DANA@example.org")
        #expect(second.errors.contains("email: There is already an account with this e-mail address"))
        #expect(second.code == 64)
    }
}
