import Foundation

/// A code that a clinician gave a patient to make an account with, or to give the account a new password. The code itself
/// is known to nobody but who holds the paper.
package struct Invitation: Sendable, Hashable {
    /// How it came to its end.
    package enum End: String, Sendable, CaseIterable {
        case used, revoked
        /// A newer code, or an account made in another way, took its place.
        case replaced
        /// Too many wrong dates of birth.
        case failed
    }

    /// How long a code is valid.
    package static let validDays = 14
    /// Wrong dates of birth after which a code is dead.
    package static let mostFailures = 5
    /// Seconds in which the same form sent again is a double tap and gets the same code.
    package static let repeatSeconds: TimeInterval = 60

    package let id: Identifier<Invitation>
    package let patient: Identifier<Patient>
    /// The account that gets a new password; nil for one that makes an account.
    package let account: Identifier<Account>?
    package let madeAt: Date
    /// The name of who made it; nil for the program itself.
    package let author: String?
    package let validUntil: Date
    /// Nil while it may be used, or has run out by itself.
    package let end: End?

    package init(
        id: Identifier<Invitation>, patient: Identifier<Patient>, account: Identifier<Account>?, madeAt: Date,
        author: String?, validUntil: Date, end: End?
    ) {
        self.id = id
        self.patient = patient
        self.account = account
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

/// A new invitation, as the store takes it.
package struct InvitationDraft: Sendable, Hashable {
    package let patient: Identifier<Patient>
    /// The account that gets a new password; nil to make an account.
    package let account: Identifier<Account>?
    /// A hash of the code that nobody can make without the server's key. 32 bytes.
    package let codeHash: Data
    package let validUntil: Date

    package init(patient: Identifier<Patient>, account: Identifier<Account>?, codeHash: Data, validUntil: Date) {
        self.patient = patient
        self.account = account
        self.codeHash = codeHash
        self.validUntil = validUntil
    }
}

/// An invitation with whom it is for.
package struct InvitationOffer: Sendable {
    package let invitation: Invitation
    /// The record as it stands.
    package let patient: Patient
    /// The account that gets a new password; nil for an invitation that makes one.
    package let account: Account?

    package init(invitation: Invitation, patient: Patient, account: Account?) {
        self.invitation = invitation
        self.patient = patient
        self.account = account
    }

    /// The account as it will be: the name is the record's, the address what the patient types.
    package func draft(email: String) -> AccountDraft {
        // An account's name is shorter than a patient's may be.
        let name = String(String.UnicodeScalarView(patient.name.full.unicodeScalars.prefix(200)))
        return AccountDraft(
            name: account?.name ?? name, email: email, roles: [.patient], patient: account?.patient ?? patient.id)
    }
}

/// What a patient typed who used an invitation.
package struct InvitationAnswer: Sendable {
    package let email: String
    package let passwordHash: String
    /// Nil follows the browser; an account that is there keeps its own.
    package let language: Language?

    package init(email: String, passwordHash: String, language: Language?) {
        self.email = email
        self.passwordHash = passwordHash
        self.language = language
    }
}

/// Why no invitation was made.
package enum InvitationRefusal: Error, Hashable, Sendable {
    /// The same form made one before, and its code was shown then.
    case shownBefore
    /// The patient has an account meanwhile.
    case hasAccount
}

/// A patient's account as the clinic sees it.
package struct PatientAccount: Sendable, Hashable {
    package let account: Account
    package let madeAt: Date
    /// Nil for never.
    package let lastSignInAt: Date?

    package init(account: Account, madeAt: Date, lastSignInAt: Date?) {
        self.account = account
        self.madeAt = madeAt
        self.lastSignInAt = lastSignInAt
    }
}

/// How a patient gets at the own record.
package struct PatientAccess: Sendable, Hashable {
    /// Active ones first. More than one only where two records with accounts were merged.
    package let accounts: [PatientAccount]
    /// The invitation made last, however it ended; nil when there never was one.
    package let lastInvitation: Invitation?

    package init(accounts: [PatientAccount], lastInvitation: Invitation?) {
        self.accounts = accounts
        self.lastInvitation = lastInvitation
    }
}
