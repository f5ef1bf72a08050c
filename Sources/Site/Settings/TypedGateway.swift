import Clinic
import Foundation
import Sending

/// The gateway as typed.
struct TypedGateway: TypedSending {
    static let path = "/settings/texts"
    static let channel = DeliveryChannel.textMessage
    static let names = [
        "address", "sign-in", "user", "secret-field", "encoding", "number-field", "text-field", "fields", "key-header",
        "reference-path", "code-path", "words-path", "landline-codes", "status-address", "status-path",
        "delivered-values", "undelivered-values", "status-code-path", "status-words-path", "picture-manner",
        "picture-field",
    ]
    private let texts: [String: String]

    init(_ form: Form) {
        texts = Dictionary(Self.names.map { ($0, form.text($0)) }, uniquingKeysWith: { $1 })
    }

    /// Nil: as Twilio wants it.
    init(_ known: SendingSettings) {
        let settings = known.gateway ?? GatewaySettings(address: "")
        let status = settings.status ?? GatewaySettings.Status(address: "")
        texts = [
            "address": settings.address, "sign-in": settings.signIn.rawValue, "user": settings.user,
            "secret-field": settings.secretField, "encoding": settings.encoding.rawValue,
            "number-field": settings.numberField, "text-field": settings.textField,
            "fields": settings.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "\n"),
            "key-header": settings.keyHeader, "reference-path": settings.referencePath,
            "code-path": settings.codePath, "words-path": settings.wordsPath,
            "landline-codes": settings.landlineCodes.joined(separator: " "), "status-address": status.address,
            "status-path": status.path, "delivered-values": status.delivered.joined(separator: " "),
            "undelivered-values": status.undelivered.joined(separator: " "), "status-code-path": status.codePath,
            "status-words-path": status.wordsPath, "picture-manner": settings.pictures?.manner.rawValue ?? "none",
            "picture-field": settings.pictures?.field ?? "MediaUrl",
        ]
    }

    subscript(name: String) -> String { texts[name] ?? "" }

    func change(_ settings: inout SendingSettings) throws { settings.gateway = try self.settings() }

    static func testAddress(_ form: Form, _ site: Site, _ context: AdminContext) throws -> DeliveryAddress {
        let country = site.clinic.address.country ?? .unitedStates
        var checks = FieldChecks()
        let number = checks.value(try PhoneNumber.read(form.text("number"), in: country, field: "number")) ?? nil
        guard let number, let bare = PhoneNumber(e164: number.e164) else {
            throw ValidationFailure(
                checks.problems.isEmpty ? [Problem("number", "problems.required")] : checks.problems)
        }
        return .textMessage(bare)
    }

    func page(_ around: SendingSettingsAround) -> GatewaySettingsPage { GatewaySettingsPage(self, around) }

    private func line(_ name: String, _ checks: inout FieldChecks, required: Bool = false) -> String {
        checks.value(try TypedText.line(self[name], field: name, longest: 200, required: required)) ?? ""
    }

    /// Words with spaces or commas between.
    private func list(_ name: String, _ checks: inout FieldChecks, required: Bool = false) -> [String] {
        let typed = line(name, &checks, required: required)
        let list = typed.split { " ,;".contains($0) }.map(String.init)
        if required, list.isEmpty, !typed.isEmpty { checks.note(Problem(name, "problems.required")) }
        return list
    }

    /// Nil when no address is given: text messages are then off.
    /// - Throws: ``ValidationFailure``.
    private func settings() throws -> GatewaySettings? {
        var checks = FieldChecks()
        let address = checks.value(try TypedText.line(self["address"], field: "address", longest: 500)) ?? ""
        if address.isEmpty, checks.problems.isEmpty { return nil }
        var settings = GatewaySettings(address: address)
        if settings.scheme == nil || address.contains(" ") || address.contains("@") {
            checks.note(Problem("address", "outbox.problem.address"))
        }
        if let signIn = GatewaySettings.SignIn(rawValue: self["sign-in"]) {
            settings.signIn = signIn
        } else {
            checks.note(Problem("sign-in", "settings.problem.choice"))
        }
        if let encoding = GatewaySettings.Encoding(rawValue: self["encoding"]) {
            settings.encoding = encoding
        } else {
            checks.note(Problem("encoding", "settings.problem.choice"))
        }
        settings.user = line("user", &checks, required: settings.signIn == .basic)
        if settings.user.contains(":") { checks.note(Problem("user", "outbox.problem.user")) }
        settings.secretField = line("secret-field", &checks, required: settings.signIn == .field)
        settings.numberField = line("number-field", &checks, required: true)
        settings.textField = line("text-field", &checks, required: true)
        settings.fields = fields(&checks)
        settings.keyHeader = line("key-header", &checks)
        if !settings.keyHeader.utf8.allSatisfy(Self.isNameByte) {
            checks.note(Problem("key-header", "outbox.problem.header"))
        }
        settings.referencePath = line("reference-path", &checks)
        settings.codePath = line("code-path", &checks)
        settings.wordsPath = line("words-path", &checks)
        settings.landlineCodes = list("landline-codes", &checks)
        settings.status = status(settings.signIn, &checks)
        settings.pictures = pictures(&checks)
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return settings
    }

    /// How the gateway is asked later; nil where no address is given.
    private func status(
        _ signIn: GatewaySettings.SignIn, _ checks: inout FieldChecks
    ) -> GatewaySettings.Status? {
        let address =
            checks.value(try TypedText.line(self["status-address"], field: "status-address", longest: 500)) ?? ""
        if address.isEmpty { return nil }
        var status = GatewaySettings.Status(address: address)
        if !status.isPossible { checks.note(Problem("status-address", "outbox.problem.status-address")) }
        // A secret in an address would stand in the logs of everything on the way.
        if signIn == .field { checks.note(Problem("status-address", "outbox.problem.status-sign-in")) }
        status.path = line("status-path", &checks, required: true)
        status.delivered = list("delivered-values", &checks, required: true)
        status.undelivered = list("undelivered-values", &checks)
        status.codePath = line("status-code-path", &checks)
        status.wordsPath = line("status-words-path", &checks)
        return status
    }

    /// How the gateway takes pictures; nil for not at all.
    private func pictures(_ checks: inout FieldChecks) -> GatewaySettings.Pictures? {
        guard let manner = GatewaySettings.Pictures.Manner(rawValue: self["picture-manner"]) else {
            if !["none", ""].contains(self["picture-manner"]) {
                checks.note(Problem("picture-manner", "settings.problem.choice"))
            }
            return nil
        }
        return GatewaySettings.Pictures(manner, field: line("picture-field", &checks, required: true))
    }

    /// Lines of name and value with an equals sign between.
    private func fields(_ checks: inout FieldChecks) -> [GatewaySettings.Field] {
        let text = checks.value(try TypedText.block(self["fields"], field: "fields", longest: 2000)) ?? ""
        var fields: [GatewaySettings.Field] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            guard parts.count == 2, !name.isEmpty else {
                checks.note(Problem("fields", "outbox.problem.fields"))
                break
            }
            fields.append(.init(name: name, value: parts[1].trimmingCharacters(in: .whitespaces)))
        }
        return fields
    }

    /// What the name of a header is made of (RFC 9110, section 5.6.2).
    static func isNameByte(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
