import Clinic
import Foundation
import Rendering

/// Somebody in a list of accounts.
struct PersonLine: Sendable {
    let url: String
    let name: String
    /// Nil where the reader may not see whose it is.
    let email: String?
    let roles: String
    let isActive: Bool
    let isOwn: Bool
    let lastSignIn: String
    let sessions: String

    init(_ found: AccountSummary, own: Identifier<Account>?, words: AuditWords) {
        let account = found.account
        let said = words.words
        url = "/people/\(account.id)"
        name = words.name(account)
        email = account.roles.contains(.patient) && !words.namesPatients ? nil : account.email
        roles = Self.roles(account.roles, said)
        isActive = account.isActive
        isOwn = account.id == own
        lastSignIn =
            found.lastSignInAt.map { Dates(said.language).dateAndTime($0, in: words.zone) } ?? said("people.never")
        sessions = "\(found.openSessions)"
    }

    static func roles(_ roles: Set<Role>, _ words: Words) -> String {
        [Role.clinician, .admin, .patient].filter(roles.contains).map { words("people.role.\($0.rawValue)") }
            .joined(separator: ", ")
    }
}

/// Everybody of the staff, who is invited, and how many patients sign in.
struct PeoplePage: Page {
    static let template = "people/index"

    /// Somebody who has a code and no account yet.
    struct InvitedLine: Sendable {
        let name: String
        let email: String
        let roles: String
        let state: String
        let isOpen: Bool
        let revocationURL: String
        /// What the form for another code sends.
        let roleValues: [String]
        let formKey: String
    }

    let staff: [PersonLine]
    let invited: [InvitedLine]
    let hasInvited: Bool
    let activePatients: String
    let inactivePatients: String

    init(
        staff: [AccountSummary], invitations: [StaffInvitation], patients: PatientAccountCounts,
        own: Identifier<Account>, now: Date, words: AuditWords
    ) {
        self.staff = staff.sorted { $0.account.isActive && !$1.account.isActive }
            .map { PersonLine($0, own: own, words: words) }
        invited = invitations.map { invitation in
            InvitedLine(
                name: invitation.whom.name, email: invitation.whom.email,
                roles: PersonLine.roles(invitation.whom.roles, words.words),
                state: invitation.sentence(now: now, words: words) ?? "", isOpen: invitation.isOpen(at: now),
                revocationURL: "/staff-invitations/\(invitation.id)/revocation",
                roleValues: invitation.whom.roles.map(\.rawValue).sorted(), formKey: SecretToken.make())
        }
        hasInvited = !invited.isEmpty
        let count = { (count: Int, key: String) in words.words(key, ["count": "\(count)"]) }
        activePatients = count(patients.active, "people.patients.active")
        inactivePatients = patients.inactive == 0 ? "" : count(patients.inactive, "people.patients.inactive")
    }
}

extension StaffInvitation {
    /// What is to be said of it; nil for one that was used, revoked or replaced.
    func sentence(now: Date, words: AuditWords) -> String? {
        let (said, dates) = (words.words, Dates(words.words.language))
        let values = [
            "author": author ?? said("people.program"), "made": dates.dateAndTime(madeAt, in: words.zone),
            // It ends where the next day begins.
            "until": dates.date(validUntil - 1, in: words.zone),
        ]
        switch end {
        case nil where isOpen(at: now): return said("people.invitation.open", values)
        case nil: return said("people.invitation.expired", values)
        case .failed?: return said("people.invitation.failed", values)
        case .used?, .revoked?, .replaced?: return nil
        }
    }
}

/// Patients' accounts, the latest first.
struct PatientAccountsPage: Page {
    static let template = "people/patients"
    let active: String
    let inactive: String
    let people: [PersonLine]
    let isEmpty: Bool
    /// Whether patients stand there as codes.
    let isPseudonymous: Bool
    let olderURL: String?
    let newestURL: String?

    init(_ found: [AccountSummary], counts: PatientAccountCounts, hasMore: Bool, isFirst: Bool, words: AuditWords) {
        active = words.words("people.patients.active", ["count": "\(counts.active)"])
        inactive =
            counts.inactive == 0
            ? "" : words.words("people.patients.inactive", ["count": "\(counts.inactive)"])
        people = found.map { PersonLine($0, own: nil, words: words) }
        isEmpty = found.isEmpty
        isPseudonymous = !words.namesPatients
        olderURL = hasMore ? found.last.map { "/people/patients?before=\($0.account.id)" } : nil
        newestURL = isFirst ? nil : "/people/patients"
    }
}
