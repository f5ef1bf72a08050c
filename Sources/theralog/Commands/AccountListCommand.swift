import ArgumentParser
import Clinic
import Foundation
import Site
import Store

/// `theralog account list`
struct AccountListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the staff who sign in, and how many patients do.",
        discussion: """
            One line each, the parts apart by tabs: e-mail address, name, roles, active or not, last sign-in (UTC), open \
            sessions. The server may be running meanwhile.
            """)

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try options.settings()
        let database = try await OpenClinic.existing(settings)
        let limits = SessionLimits(
            idle: TimeInterval(settings.idleMinutes * 60), absolute: TimeInterval(settings.sessionHours * 3600))
        let staff = try await database.staff(limits)
        let patients = try await database.patientAccountCounts()
        try database.close()
        for found in staff {
            let account = found.account
            let roles = account.roles.map(\.rawValue).sorted().joined(separator: ",")
            let cells = [
                account.email, account.name, roles, account.isActive ? "active" : "deactivated",
                found.lastSignInAt.map { $0.formatted(.iso8601) } ?? "never", "\(found.openSessions)",
            ]
            print(cells.joined(separator: "\t"))
        }
        print("Patients' accounts: \(patients.active) active, \(patients.inactive) deactivated")
    }
}
