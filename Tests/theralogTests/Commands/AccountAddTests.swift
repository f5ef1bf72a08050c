import Clinic
import Foundation
import Store
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

    @Test("an account for a patient needs a record that is there, and the role")
    func patient() async throws {
        let id = "01920000-0000-7000-8000-00000000ffff"
        let unknown = try await add(roles: ["patient"], ["--password-stdin", "--patient", id])
        #expect(unknown.errors.contains("patient: There is no patient's record with this id"))
        #expect(unknown.code == 64)
        let clinician = try await add(["--password-stdin", "--patient", id])
        #expect(
            clinician.errors.contains("patient: Only an account with the role patient belongs to a patient's record"))
        #expect(clinician.code == 64)
    }

    @Test("a patient's account is joined to the record, and a patient has one")
    func joined() async throws {
        let file = data.url.appendingPathComponent("theralog.sqlite")
        #expect(try await add().code == 0)
        let database = try await ClinicDatabase.open(at: file, surroundings: .machine)
        let born = try #require(LocalDate(iso: "1948-03-12"))
        let patient = try await database.insertPatient(
            PatientDraft(name: PersonName(given: "Maria", family: "Lopez"), birthDate: born, sex: .female),
            by: .program)
        let more = ["--password-stdin", "--patient", patient.id.text]
        #expect(try await add(roles: ["patient"], email: "maria@example.org", more).code == 0)
        #expect(try await database.credentials(email: "maria@example.org")?.account.patient == patient.id)
        let second = try await add(roles: ["patient"], email: "lopez@example.org", more)
        #expect(second.errors.contains("patient: This patient has an account already"))
        #expect(second.code == 64)
        try database.close()
    }
}
