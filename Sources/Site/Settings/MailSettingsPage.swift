import Clinic
import Foundation
import Rendering
import Store

/// The mail server as typed.
struct TypedMail: TypedSending {
    static let path = "/settings/mail"
    static let channel = DeliveryChannel.email
    static let names = ["host", "port", "security", "user", "from", "from-name", "reply-to"]
    private let texts: [String: String]

    init(_ form: Form) {
        texts = Dictionary(Self.names.map { ($0, form.text($0)) }, uniquingKeysWith: { $1 })
    }

    init(_ settings: SendingSettings) {
        let settings = settings.mail
        texts = [
            "host": settings?.host ?? "", "port": settings.map { "\($0.port)" } ?? "",
            "security": (settings?.security ?? .startTLS).rawValue, "user": settings?.user ?? "",
            "from": settings?.from.text ?? "", "from-name": settings?.fromName ?? "",
            "reply-to": settings?.replyTo?.text ?? "",
        ]
    }

    subscript(name: String) -> String { texts[name] ?? "" }

    func change(_ settings: inout SendingSettings) throws { settings.mail = try self.settings() }

    static func testAddress(_ form: Form, _ site: Site, _ context: AdminContext) throws -> DeliveryAddress {
        guard let address = EmailAddress(context.account.email) else { throw StoreError.notFound }
        return .email(address)
    }

    func page(_ around: SendingSettingsAround) -> MailSettingsPage { MailSettingsPage(self, around) }

    /// Nil when no server is named: mail is then off.
    /// - Throws: ``ValidationFailure``.
    private func settings() throws -> MailSettings? {
        var checks = FieldChecks()
        let host = checks.value(try TypedText.line(self["host"], field: "host", longest: 253)) ?? ""
        if host.isEmpty, checks.problems.isEmpty { return nil }
        if !TypedHost.isHost(host) { checks.note(Problem("host", "outbox.problem.host")) }
        let security = MailSettings.Security(rawValue: self["security"])
        if security == nil { checks.note(Problem("security", "settings.problem.choice")) }
        let typedPort = self["port"].trimmingCharacters(in: .whitespaces)
        let port = typedPort.isEmpty ? (security ?? .startTLS).usualPort : Int(typedPort) ?? 0
        if !(1...65_535).contains(port) { checks.note(Problem("port", "outbox.problem.port")) }
        let user = checks.value(try TypedText.line(self["user"], field: "user", longest: 200)) ?? ""
        let from = checks.value(try EmailAddress.read(self["from"], field: "from")) ?? nil
        if self["from"].isEmpty { checks.note(Problem("from", "problems.required")) }
        let name = checks.value(try TypedText.line(self["from-name"], field: "from-name", longest: 100)) ?? ""
        let replyTo = checks.value(try EmailAddress.read(self["reply-to"], field: "reply-to")) ?? nil
        guard checks.problems.isEmpty, let security, let from else { throw ValidationFailure(checks.problems) }
        return MailSettings(
            host: host, port: port, security: security, user: user, from: from, fromName: name, replyTo: replyTo)
    }
}

/// A host as it is typed.
enum TypedHost {
    /// Whether it can stand in an address: letters, digits, dots and hyphens, or an IPv6 address.
    static func isHost(_ text: String) -> Bool {
        var parts = URLComponents()
        parts.host = text.contains(":") ? "[\(text)]" : text
        guard let encoded = parts.encodedHost, !encoded.isEmpty else { return false }
        return encoded.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte) || (65...90).contains(byte)
                || ".-:[]".utf8.contains(byte)
        }
    }
}

/// The form of the mail server.
struct MailSettingsPage: Page {
    static let template = "outbox/mail"
    let problems: [ProblemLine]
    let version: Int
    let host: FieldView
    let security: ChoiceFieldView
    let fields: [FieldView]
    /// Whether nothing is encrypted.
    let isPlain: Bool
    let isSetUp: Bool
    /// Whether a password is needed and not there.
    let lacksSecret: Bool
    /// The address that a test goes to.
    let own: String
    let result: TestResultView?

    init(_ typed: TypedMail, _ around: SendingSettingsAround) {
        let words = around.words
        let builder = FieldBuilder(words: words, problems: around.problems, prefix: "outbox.mail")
        problems = builder.summary
        version = around.version
        isSetUp = around.isSetUp
        lacksSecret = around.lacksSecret
        own = around.email
        result = around.result
        isPlain = typed["security"] == MailSettings.Security.none.rawValue
        func field(_ name: String, _ change: (inout FieldView) -> Void = { _ in }) -> FieldView {
            builder.field(name, typed[name]) {
                $0.autocomplete = "off"
                $0.required = false
                change(&$0)
            }
        }
        host = field("host")
        security = builder.choice(
            "security", MailSettings.Security.allCases.map { ($0.rawValue, words("outbox.security.\($0.rawValue)")) },
            chosen: [typed["security"]])
        fields = [
            field("port") {
                $0.width = "4"
                $0.inputMode = "numeric"
                $0.optional = true
            }, field("user") { $0.optional = true }, field("from") { $0.type = "email" },
            field("from-name") { $0.optional = true },
            field("reply-to") {
                $0.type = "email"
                $0.optional = true
            },
        ]
    }
}
