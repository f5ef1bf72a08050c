import Foundation

/// A new account as somebody fills it in; turned into an ``Account`` by the store.
package struct AccountDraft: Sendable, Hashable {
    /// 1–200 characters.
    package var name: String
    /// One address, as typed; stored in lower case.
    package var email: String
    package var roles: Set<Role>
    /// For the role ``Role/patient``: whose record the account may read.
    package var patient: Identifier<Patient>?

    package init(name: String, email: String, roles: Set<Role>, patient: Identifier<Patient>? = nil) {
        self.name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        self.email = email.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        self.roles = roles
        self.patient = patient
    }

    /// What is wrong with the name, the address and the roles.
    package var problems: [Problem] {
        var problems: [Problem] = []
        if name.isEmpty {
            problems.append(Problem("name", "problems.required"))
        } else if name.count > 200 || name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        {
            problems.append(Problem("name", "accounts.problem.name"))
        }
        if email.isEmpty {
            problems.append(Problem("email", "problems.required"))
        } else if !Self.isEmail(email) {
            problems.append(Problem("email", "accounts.problem.email"))
        }
        if roles.contains(.patient), roles.count > 1 { problems.append(Problem("role", "accounts.problem.roles")) }
        if roles.isEmpty { problems.append(Problem("role", "problems.required")) }
        if patient != nil, !roles.isEmpty, !roles.contains(.patient) {
            problems.append(Problem("patient", "accounts.problem.patient-role"))
        }
        return problems
    }

    /// One `@` with something printable on either side; the rest is for the mail server to say.
    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
            && text.utf8.allSatisfy { $0 > 32 && $0 != 127 && !"<>()[],;:\\\"".utf8.contains($0) }
    }
}

/// The rule for passwords, after NIST SP 800-63B, section 3.1.1: long enough, no composition rules.
package enum PasswordRule {
    package static let shortest = 10
    package static let longest = 200

    /// What is wrong with a new password; nil for nothing.
    package static func problem(_ password: String, email: String, field: String = "password") -> Problem? {
        if password.isEmpty { return Problem(field, "problems.required") }
        if password.count < shortest {
            return Problem(field, "accounts.problem.password-short", ["min": "\(shortest)"])
        }
        if password.count > longest { return Problem(field, "accounts.problem.password-long", ["max": "\(longest)"]) }
        let lowered = password.lowercased()
        let isPlain = Set(lowered).count < 4 || (!email.isEmpty && lowered.contains(email.lowercased()))
        return isPlain ? Problem(field, "accounts.problem.password-plain") : nil
    }
}

/// How long somebody who keeps failing to sign in has to wait.
package enum SignInThrottle {
    /// Failures after which the first wait begins: for one account, and for one network address (a clinic shares one).
    package static let freeForAccount = 5
    package static let freeForAddress = 30
    /// For return codes of everybody together: a clinic's practices mistype a few a day, a search for codes thousands.
    package static let freeForReturns = 300

    /// Seconds to wait after the last of `failures`: 0 while they are free, then 2, 4, 8 … at most 15 minutes.
    package static func wait(failures: Int, free: Int) -> TimeInterval {
        guard failures >= free else { return 0 }
        return min(pow(2, Double(min(failures - free, 20) + 1)), 900)
    }
}
