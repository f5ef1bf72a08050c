import Clinic
import Rendering

/// Code and date of birth.
struct JoinPage: Page {
    static let template = "invitations/join"
    let problems: [ProblemLine]
    /// Who is signed in in this browser; nil for nobody.
    let signedInAs: String?
    let code: FieldView
    let birthDate: FieldView

    init(_ typed: JoinForm, signedInAs: String?, problems: [Problem], words: Words) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "invitations.join")
        self.problems = fields.summary
        self.signedInAs = signedInAs
        code = fields.field("code", typed.typedCode) {
            $0.autocomplete = "off"
            $0.width = "20"
        }
        birthDate = fields.field("birth-date", typed.typedBirthDate) {
            $0.autocomplete = "bday"
            $0.width = "20"
        }
    }
}

/// E-mail address and password, once the code is right.
struct JoinAccountPage: Page {
    static let template = "invitations/account"
    let problems: [ProblemLine]
    let name: String
    /// Whether the account is there and gets a new password.
    let isRenewal: Bool
    let email: FieldView
    let password: FieldView

    init(_ offer: InvitationOffer, email: String, problems: [Problem], words: Words) {
        let fields = FieldBuilder(words: words, problems: problems, prefix: "invitations.account")
        self.problems = fields.summary
        name = offer.patient.name.full
        isRenewal = offer.account != nil
        self.email = fields.field("email", email) {
            $0.type = "email"
            $0.autocomplete = "username"
        }
        password = fields.field("password", "") {
            $0.type = "password"
            $0.autocomplete = "new-password"
        }
    }
}
