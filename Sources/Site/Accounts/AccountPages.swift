import Clinic
import Foundation
import Rendering

/// First run: the first account.
struct SetUpPage: Page {
    static let template = "accounts/set-up"
    let problems: [ProblemLine]
    let code: String
    let codeError: String?
    let name: FieldView
    let email: FieldView
    let password: FieldView

    init(code: String, draft: AccountDraft?, problems: [Problem], words: Words) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "accounts")
        self.problems = fields.summary
        self.code = code
        codeError = fields.error("code")
        name = fields.field("name", draft?.name ?? "") { $0.autocomplete = "name" }
        email = fields.field("email", draft?.email ?? "") {
            $0.type = "email"
            $0.autocomplete = "username"
        }
        password = fields.field("password", "") {
            $0.type = "password"
            $0.autocomplete = "new-password"
        }
    }
}

/// Shown instead of sign-in while there is nobody who could.
struct NoAccountPage: Page {
    static let template = "accounts/no-account"
}

struct SignInPage: Page {
    static let template = "accounts/sign-in"
    let problems: [ProblemLine]
    let returnPath: String
    /// A form that waits for the end of sign-in.
    let pending: PendingForm?
    let email: FieldView
    let password: FieldView

    init(email: String, returnPath: String, pending: PendingForm? = nil, problems: [Problem], words: Words) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "accounts.sign-in")
        self.problems = fields.summary
        self.returnPath = returnPath
        self.pending = pending
        self.email = fields.field("email", email) {
            $0.type = "email"
            $0.autocomplete = "username"
        }
        password = fields.field("password", "") {
            $0.type = "password"
            $0.autocomplete = "current-password"
        }
    }
}

/// An account as its owner sees it.
struct AccountPage: Page {
    static let template = "accounts/show"

    struct SessionLine: Sendable {
        let id: String
        let browser: String
        let address: String
        let startedAt: String
        let lastSeenAt: String
        let isCurrent: Bool
    }

    let problems: [ProblemLine]
    let name: String
    let email: String
    let password: FieldView
    let newPassword: FieldView
    let sessions: [SessionLine]

    init(
        _ account: Account, sessions: [Session], current: Identifier<Session>, fields: FieldBuilder, zone: TimeZone
    ) {
        let dates = Dates(fields.words.language)
        problems = fields.summary
        name = account.name
        email = account.email
        password = fields.field("password", "") {
            $0.type = "password"
            $0.autocomplete = "current-password"
        }
        newPassword = fields.field("new-password", "") {
            $0.type = "password"
            $0.autocomplete = "new-password"
        }
        self.sessions = sessions.map {
            SessionLine(
                id: $0.id.text, browser: BrowserName.name($0.userAgent), address: $0.address,
                startedAt: dates.dateAndTime($0.startedAt, in: zone),
                lastSeenAt: dates.dateAndTime($0.lastSeenAt, in: zone), isCurrent: $0.id == current)
        }
    }
}
