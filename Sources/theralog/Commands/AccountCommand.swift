import ArgumentParser
import Clinic
import Foundation
import Rendering
import Site
import Store

/// `theralog account`
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Manage the people who sign in.", subcommands: [AccountAddCommand.self])
}

/// `theralog account add`, for scripts.
struct AccountAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an account.",
        discussion:
            "Give --role twice for somebody who is clinician and admin. The password is read from standard input.")

    @OptionGroup var options: SettingsOptions

    @Option(help: "admin, clinician or patient; may be repeated.")
    var role: [String]

    @Option(help: "The person's name.")
    var name: String

    @Option(help: "The e-mail address to sign in with.")
    var email: String

    @Option(help: "With --role patient: the id of the patient's record.")
    var patient: String?

    @Flag(help: "Read the password from standard input (its first line).")
    var passwordStdin = false

    func run() async throws {
        let settings = try options.settings()
        let roles = try Set(role.map(parsed))
        guard passwordStdin else {
            throw ValidationError("--password-stdin is needed: a password has no place in a command")
        }
        let password = readLine(strippingNewline: true) ?? ""
        let draft = AccountDraft(name: name, email: email, roles: roles, patient: try patientIdentifier())
        var problems = draft.problems
        if let problem = PasswordRule.problem(password, email: draft.email) { problems.append(problem) }
        let words = try Templates(folder: settings.site.viewsFolder).words(in: .english)
        do {
            guard problems.isEmpty else { throw ValidationFailure(problems) }
            let database = try await OpenClinic.database(settings)
            let hash = try await PasswordHasher(cost: settings.site.passwordCost).hash(password)
            let account = try await database.insertAccount(draft, passwordHash: hash, by: .program)
            try database.close()
            print("Added \(account.email) (\(account.id))")
        } catch let failure as ValidationFailure {
            throw ValidationError(failure.problems.map { "\($0.field): \(words($0))" }.joined(separator: "\n"))
        }
    }

    private func parsed(_ text: String) throws -> Role {
        guard let role = Role(rawValue: text) else {
            throw ValidationError("--role: \"\(text)\" is not one of admin, clinician, patient")
        }
        return role
    }

    private func patientIdentifier() throws -> Identifier<Patient>? {
        guard let patient else { return nil }
        guard let id = Identifier<Patient>(untrusted: patient) else {
            throw ValidationError("--patient: \"\(patient)\" is not a record's id")
        }
        return id
    }
}
