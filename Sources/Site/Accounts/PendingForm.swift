import Clinic
import Hummingbird
import Rendering

/// A form that was sent after its session had run out. It travels through the sign-in page as hidden fields and is
/// offered again afterwards, to the same account only, so that nothing typed is lost and nobody else gets to see it.
struct PendingForm: Sendable {
    /// One hidden field.
    struct Field: Sendable {
        let name: String
        let value: String
    }

    /// The path the form was sent to.
    let action: String
    let fields: [Field]
    /// Proves whose form it is.
    let token: String

    private static let prefix = "pending:"

    /// The form of an account whose session ran out. Passwords and tokens are left behind.
    init(_ form: Form, action: String, account: Identifier<Account>, seal: FormSeal) {
        self.action = action
        token = seal.token(for: Self.secret(action, account))
        fields = form.fields.filter { $0.name != "csrf" && !$0.name.contains("password") }
            .map { Field(name: $0.name, value: $0.value) }
    }

    /// The form as it came along in a sign-in; nil when there is none.
    init?(_ signIn: Form) {
        action = signIn.text("pending-action")
        token = signIn.text("pending-token")
        guard !action.isEmpty, LocalPath(action).text == action else { return nil }
        fields = signIn.fields.filter { $0.name.hasPrefix(Self.prefix) }
            .map { Field(name: String($0.name.dropFirst(Self.prefix.count)), value: $0.value) }
    }

    /// Whether the form was this account's.
    func belongs(to account: Identifier<Account>, _ seal: FormSeal) -> Bool {
        seal.isValid(token, for: Self.secret(action, account))
    }

    private static func secret(_ action: String, _ account: Identifier<Account>) -> String {
        "pending:\(account):\(action)"
    }
}

/// After sign-in: the form that was waiting, to be sent on or dropped.
struct ResumePage: Page {
    static let template = "accounts/resume"
    let pending: PendingForm
}
