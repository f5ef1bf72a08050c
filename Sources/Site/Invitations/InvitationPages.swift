import Clinic
import Foundation
import Rendering

/// A patient's own access, as it stands on the page of the record.
struct PatientAccessView: Sendable {
    struct AccountLine: Sendable {
        let id: String
        let email: String
        let made: String
        let lastSignIn: String
        let isActive: Bool
        let formKey: String
    }

    let url: String
    let accounts: [AccountLine]
    let hasAccounts: Bool
    /// What is to be said of the last code; nil for nothing.
    let invitation: String?
    /// Nil unless there is a code that may be used.
    let revocationURL: String?
    let formKey: String

    init(_ access: PatientAccess, of patient: Patient, now: Date, zone: TimeZone, words: Words) {
        let dates = Dates(words.language)
        url = "/patients/\(patient.id)"
        accounts = access.accounts.map { line in
            AccountLine(
                id: line.account.id.text, email: line.account.email, made: dates.date(line.madeAt, in: zone),
                lastSignIn: line.lastSignInAt.map { dates.dateAndTime($0, in: zone) } ?? words("invitations.never"),
                isActive: line.account.isActive, formKey: SecretToken.make())
        }
        hasAccounts = !accounts.isEmpty
        let last = access.lastInvitation
        invitation = last.flatMap { Self.sentence($0, now: now, zone: zone, words: words) }
        revocationURL = last.flatMap { $0.isOpen(at: now) ? "/invitations/\($0.id)/revocation" : nil }
        formKey = SecretToken.make()
    }

    private static func sentence(_ invitation: Invitation, now: Date, zone: TimeZone, words: Words) -> String? {
        let dates = Dates(words.language)
        let values = [
            "author": invitation.author ?? words("patients.versions.program"),
            "made": dates.dateAndTime(invitation.madeAt, in: zone),
            // It ends where the next day begins.
            "until": dates.date(invitation.validUntil - 1, in: zone),
        ]
        switch invitation.end {
        case nil where invitation.isOpen(at: now): return words("invitations.state.open", values)
        case nil: return words("invitations.state.expired", values)
        case .failed?: return words("invitations.state.failed", values)
        case .used?, .revoked?, .replaced?: return nil
        }
    }
}

/// The sheet with the code, once.
struct InvitationPage: Page {
    static let template = "invitations/show"
    let name: String
    let url: String
    /// Whether the address on the sheet would lead nowhere from the patient's telephone.
    let isOnlyHere: Bool
    /// Safe HTML of the sheet, in the patient's language.
    let sheet: String

    init(patient: Patient, isOnlyHere: Bool, sheet: String) {
        name = patient.name.full
        url = "/patients/\(patient.id)"
        self.isOnlyHere = isOnlyHere
        self.sheet = sheet
    }
}

/// The question before a patient's access ends.
struct AccountDeactivationPage: Page {
    static let template = "invitations/deactivation"
    let question: ConfirmView

    init(_ account: Account, of patient: Patient, words: Words) {
        question = ConfirmView(
            id: "deactivation", title: words("invitations.deactivation.title", ["name": patient.name.full]),
            text: words("invitations.deactivation.text", ["email": account.email]),
            action: "/patient-accounts/\(account.id)/deactivation",
            confirmLabel: words("invitations.deactivation.confirm")
        ).page(cancelURL: "/patients/\(patient.id)#account")
    }
}
