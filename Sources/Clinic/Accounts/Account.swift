import Foundation

/// What an account may do. One person may hold several; a patient's account holds only that.
package enum Role: String, CaseIterable, Sendable, Codable {
    case admin, clinician, patient
}

/// Somebody who signs in.
package struct Account: Sendable, Hashable {
    package let id: Identifier<Account>
    package var name: String
    /// Lower-cased; unique among accounts.
    package var email: String
    package var roles: Set<Role>
    /// The patient whose record this account may read; nil unless the role is ``Role/patient``.
    package var patient: Identifier<Patient>?
    /// Nil follows the browser.
    package var language: Language?
    package var isActive: Bool

    package init(
        id: Identifier<Account>, name: String, email: String, roles: Set<Role>,
        patient: Identifier<Patient>? = nil, language: Language? = nil, isActive: Bool = true
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.roles = roles
        self.patient = patient
        self.language = language
        self.isActive = isActive
    }
}

/// One browser that is signed in.
package struct Session: Sendable, Hashable {
    package let id: Identifier<Session>
    package let account: Account
    package let startedAt: Date
    /// Written at most once a minute.
    package let lastSeenAt: Date
    /// The browser's `User-Agent`, cut at 200 characters.
    package let userAgent: String
    /// The peer's address as text.
    package let address: String
    /// When the account last showed its password in this session: at sign-in or since.
    package let provedAt: Date

    /// - Parameter provedAt: nil for at sign-in.
    package init(
        id: Identifier<Session>, account: Account, startedAt: Date, lastSeenAt: Date, userAgent: String,
        address: String, provedAt: Date? = nil
    ) {
        self.provedAt = provedAt ?? startedAt
        self.id = id
        self.account = account
        self.startedAt = startedAt
        self.lastSeenAt = lastSeenAt
        self.userAgent = userAgent
        self.address = address
    }
}
