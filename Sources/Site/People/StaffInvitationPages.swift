import Clinic
import Rendering

/// The form that invites a colleague.
struct StaffInvitationFormPage: Page {
    static let template = "people/new"
    let problems: [ProblemLine]
    let fields: StaffFields
    let formKey: String

    init(_ form: StaffForm, _ problems: [Problem], words: Words) {
        let builder = FieldBuilder(words: words, problems: problems, prefix: "people")
        self.problems = builder.summary
        fields = StaffFields(form, builder)
        formKey = SecretToken.make()
    }
}

/// The link and the sheet with the code, once.
struct StaffInvitationPage: Page {
    static let template = "people/invitation"
    let name: String
    let url: String
    /// What opens the page with the code typed in.
    let link: String
    /// Whether the address would lead nowhere from another machine.
    let isOnlyHere: Bool
    /// Safe HTML of the sheet.
    let sheet: String

    init(_ invitation: StaffInvitation, link: String, isOnlyHere: Bool, sheet: String) {
        name = invitation.whom.name
        url = invitation.account.map { "/people/\($0)" } ?? "/people"
        self.link = link
        self.isOnlyHere = isOnlyHere
        self.sheet = sheet
    }
}

/// Code and e-mail address.
struct StaffJoinPage: Page {
    static let template = "people/join"
    let problems: [ProblemLine]
    /// Who is signed in in this browser; nil for nobody.
    let signedInAs: String?
    let code: FieldView
    let email: FieldView

    init(code: String, email: String, signedInAs: String?, problems: [Problem], words: Words) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "people.join")
        self.problems = fields.summary
        self.signedInAs = signedInAs
        self.code = fields.field("code", code) {
            $0.autocomplete = "off"
            $0.width = "20"
        }
        self.email = fields.field("email", email) {
            $0.type = "email"
            $0.autocomplete = "username"
        }
    }
}

/// The password, once the code is right.
struct StaffJoinAccountPage: Page {
    static let template = "people/join-account"
    let problems: [ProblemLine]
    let name: String
    let roles: String
    /// Whether the account is there and gets a new password.
    let isRenewal: Bool
    let email: FieldView
    let password: FieldView

    init(_ invitation: StaffInvitation, problems: [Problem], words: Words) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "people.account")
        self.problems = fields.summary
        name = invitation.whom.name
        roles = PersonLine.roles(invitation.whom.roles, words)
        isRenewal = invitation.account != nil
        // For what keeps passwords in the browser; it is not looked at.
        email = fields.field("email", invitation.whom.email) {
            $0.type = "email"
            $0.autocomplete = "username"
            $0.readOnly = true
        }
        password = fields.field("password", "") {
            $0.type = "password"
            $0.autocomplete = "new-password"
        }
    }
}
