import Foundation

/// An account as whoever runs the clinic sees it.
package struct AccountSummary: Sendable, Hashable {
    package let account: Account
    /// Counts the changes of name, address, roles and access from 1.
    package let version: Int
    package let madeAt: Date
    /// Nil for never.
    package let lastSignInAt: Date?
    /// Browsers that are signed in now.
    package let openSessions: Int

    package init(account: Account, version: Int, madeAt: Date, lastSignInAt: Date?, openSessions: Int) {
        self.account = account
        self.version = version
        self.madeAt = madeAt
        self.lastSignInAt = lastSignInAt
        self.openSessions = openSessions
    }
}

/// How many accounts patients have.
package struct PatientAccountCounts: Sendable, Hashable {
    package let active: Int
    /// Switched off.
    package let inactive: Int

    package init(active: Int, inactive: Int) {
        self.active = active
        self.inactive = inactive
    }
}
