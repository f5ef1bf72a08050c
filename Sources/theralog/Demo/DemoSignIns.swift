import Clinic
import Foundation

/// What the person at the terminal needs to enter the demo clinic.
struct DemoSignIns: CustomStringConvertible {
    let clinic: String
    let accounts: [Account]
    let password: String
    /// Where the clinic stays; nil when it goes with the program.
    let folder: URL?

    var description: String {
        let end = folder.map { "It stays in \($0.path)." } ?? "What you do in it is gone when you stop it."
        let lines = accounts.map { account in
            let roles = Role.allCases.filter(account.roles.contains).map(\.rawValue).joined(separator: ", ")
            return "    \(Self.column(roles, 10)) \(Self.column(account.email, longest)) \(account.name)"
        }
        return """
            \(clinic) is invented, and so is everybody in it. \(end)
            Sign in with the password "\(password)" as

            \(lines.joined(separator: "\n"))

            """
    }

    private var longest: Int { accounts.map(\.email.count).max() ?? 0 }

    private static func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
