import Clinic
import Foundation
import Rendering

/// One account: who it is, what it may do, where it is signed in.
struct PersonPage: Page {
    static let template = "people/show"

    struct SessionLine: Sendable {
        let revocationURL: String
        let browser: String
        let address: String
        let startedAt: String
        let lastSeenAt: String
        let isCurrent: Bool
    }

    /// A new password by a code; for the staff only.
    struct Password: Sendable {
        /// What is to be said of the last code; nil for nothing.
        let state: String?
        /// Nil unless there is a code that may be used.
        let revocationURL: String?
        let formKey: String
    }

    let problems: [ProblemLine]
    let url: String
    let backURL: String
    let name: String
    let roles: String
    let isActive: Bool
    let isOwn: Bool
    let version: Int
    let made: String
    let lastSignIn: String
    /// Nil for a patient's account.
    let fields: StaffFields?
    /// Nil for a patient's account and one that is switched off.
    let password: Password?
    let sessions: [SessionLine]
    let hasSessions: Bool

    init(
        _ form: StaffForm, _ found: AccountSummary, sessions: [Session], lastInvitation: StaffInvitation?,
        problems: [Problem], reader: (account: Identifier<Account>, session: Identifier<Session>?), now: Date,
        words: AuditWords
    ) {
        let (account, said) = (found.account, words.words)
        let dates = Dates(said.language)
        let builder = FieldBuilder(words: said, problems: problems, prefix: "people")
        let isPatient = account.roles.contains(.patient)
        self.problems = builder.summary
        url = "/people/\(account.id)"
        backURL = isPatient ? "/people/patients" : "/people"
        name = words.name(account)
        roles = PersonLine.roles(account.roles, said)
        isActive = account.isActive
        isOwn = account.id == reader.account
        version = form.version
        made = dates.dateAndTime(found.madeAt, in: words.zone)
        lastSignIn = found.lastSignInAt.map { dates.dateAndTime($0, in: words.zone) } ?? said("people.never")
        fields = isPatient ? nil : StaffFields(form, builder)
        password =
            isPatient || !account.isActive
            ? nil
            : Password(
                state: lastInvitation.flatMap { $0.sentence(now: now, words: words) },
                revocationURL: lastInvitation.flatMap {
                    $0.isOpen(at: now) ? "/staff-invitations/\($0.id)/revocation" : nil
                }, formKey: SecretToken.make())
        self.sessions = sessions.map { session in
            SessionLine(
                revocationURL: "/people/\(account.id)/sessions/\(session.id)/revocation",
                browser: BrowserName.name(session.userAgent), address: session.address,
                startedAt: dates.dateAndTime(session.startedAt, in: words.zone),
                lastSeenAt: dates.dateAndTime(session.lastSeenAt, in: words.zone),
                isCurrent: session.id == reader.session)
        }
        hasSessions = !sessions.isEmpty
    }
}

/// The question before an account is switched off.
struct PersonDeactivationPage: Page {
    static let template = "people/deactivation"
    let question: ConfirmView

    init(_ account: Account, words: AuditWords) {
        let said = words.words
        question = ConfirmView(
            id: "deactivation", title: said("people.deactivation.title", ["name": words.name(account)]),
            text: said("people.deactivation.text"), action: "/people/\(account.id)/deactivation",
            confirmLabel: said("people.deactivate")
        ).page(cancelURL: "/people/\(account.id)")
    }
}
