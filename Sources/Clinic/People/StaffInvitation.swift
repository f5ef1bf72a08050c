import Foundation

/// A code with which a colleague makes an account of the staff, or gives it a new password. The code itself is known to
/// nobody but who was given it.
package struct StaffInvitation: Sendable, Hashable {
    /// How long a code is valid.
    package static let validDays = 7
    /// Times that a code may come with another e-mail address; then it is dead.
    package static let mostFailures = 5

    package let id: Identifier<StaffInvitation>
    /// The account that gets a new password; nil for one that makes an account.
    package let account: Identifier<Account>?
    /// Whose account it is or will be: of one that is there, as it is now.
    package let whom: AccountDraft
    package let madeAt: Date
    /// The name of who made it; nil for the program itself.
    package let author: String?
    package let validUntil: Date
    /// Nil while it may be used, or has run out by itself.
    package let end: Invitation.End?

    package init(
        id: Identifier<StaffInvitation>, account: Identifier<Account>?, whom: AccountDraft, madeAt: Date,
        author: String?, validUntil: Date, end: Invitation.End?
    ) {
        self.id = id
        self.account = account
        self.whom = whom
        self.madeAt = madeAt
        self.author = author
        self.validUntil = validUntil
        self.end = end
    }

    /// Whether it may be used.
    package func isOpen(at now: Date) -> Bool { end == nil && now < validUntil }

    /// The last day on which a code made on a day may be used.
    package static func lastDay(madeOn day: LocalDate) -> LocalDate { day.adding(days: validDays) }
}

/// A new invitation of a colleague, as the store takes it.
package struct StaffInvitationDraft: Sendable, Hashable {
    /// Who gets it.
    package enum Whom: Sendable, Hashable {
        /// Somebody without an account, with what the account will be.
        case colleague(AccountDraft)
        /// An account that gets a new password.
        case account(Identifier<Account>)
    }

    package let whom: Whom
    /// A hash of the code that nobody can make without the server's key. 32 bytes.
    package let codeHash: Data
    package let validUntil: Date

    package init(_ whom: Whom, codeHash: Data, validUntil: Date) {
        self.whom = whom
        self.codeHash = codeHash
        self.validUntil = validUntil
    }
}

extension AccountDraft {
    /// The same, held against the rules for somebody of the staff as well: a patient's account is made from the record.
    package var staffProblems: [Problem] {
        roles.contains(.patient) ? problems + [Problem("role", "people.problem.patient")] : problems
    }
}
