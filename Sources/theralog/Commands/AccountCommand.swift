import ArgumentParser
import Clinic
import Foundation
import Rendering
import Site
import Store

/// `theralog account`
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Manage the people who sign in.",
        subcommands: [AccountAddCommand.self, AccountListCommand.self, AccountResetCommand.self])
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
        let roles = role.map { (typed: $0, role: Role(rawValue: $0)) }
        let patient = patient.map { (typed: $0, id: Identifier<Patient>(untrusted: $0)) }
        let password = passwordStdin ? readLine(strippingNewline: true) ?? "" : nil
        let draft = AccountDraft(
            name: name, email: email, roles: Set(roles.compactMap(\.role)), patient: patient?.id)

        var problems: [String] = []
        for (typed, role) in roles where role == nil {
            problems.append("--role: \"\(typed)\" is not one of admin, clinician, patient")
        }
        if let patient, patient.id == nil { problems.append("--patient: \"\(patient.typed)\" is not a record's id") }
        if password == nil { problems.append("--password-stdin is needed: a password has no place in a command") }
        let words = try Templates(folder: settings.site.viewsFolder).words(in: .english)
        // A role that is none was reported above.
        var found = draft.problems.filter { $0.field != "role" || !draft.roles.isEmpty }
        if let password, let problem = PasswordRule.problem(password, email: draft.email) { found.append(problem) }
        problems += found.map { "\($0.field): \(words($0))" }
        guard problems.isEmpty, let password else { throw ValidationError(problems.joined(separator: "\n")) }
        try await add(draft, password: password, settings: settings, words: words)
    }

    private func add(_ draft: AccountDraft, password: String, settings: Settings, words: Words) async throws {
        let database = try await OpenClinic.database(settings)
        let hash = try await PasswordHasher(cost: settings.site.passwordCost).hash(password)
        do {
            let account = try await database.insertAccount(draft, passwordHash: hash, by: .program)
            try database.close()
            print("Added \(account.email) (\(account.id))")
        } catch let failure as ValidationFailure {
            throw ValidationError(failure.problems.map { "\($0.field): \(words($0))" }.joined(separator: "\n"))
        }
    }
}
