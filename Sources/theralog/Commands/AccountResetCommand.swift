import ArgumentParser
import Clinic
import Foundation
import Site
import Store

/// `theralog account reset`, for the day on which nobody who could help gets in.
struct AccountResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Make a code with which somebody of the staff chooses a new password.",
        discussion: """
            The code can be used once, within seven days. Until it is used, the present password works; then all sessions \
            of the account end. Patients get their codes from a clinician. The server may be running meanwhile.
            """)

    @OptionGroup var options: SettingsOptions

    @Option(help: "The e-mail address that the account signs in with.")
    var email: String

    func run() async throws {
        let settings = try options.settings()
        let database = try await OpenClinic.existing(settings)
        guard let account = try await database.staffAccount(email: email) else {
            throw ValidationError("--email: nobody of the staff signs in with \"\(email)\"")
        }
        guard account.isActive else {
            throw ValidationError("\(account.email) is deactivated: an admin gives access again on the page People")
        }
        let site = try OpenClinic.site(settings, database: database, logger: OpenClinic.logger(settings))
        let made = try await site.renewalCode(for: account.id)
        try database.close()
        print("Code for \(account.email): \(made.code.grouped)")
        print("Open \(made.path) on Theralog's address and choose a new password, until \(made.lastDay).")
    }
}
