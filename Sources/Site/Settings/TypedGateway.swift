import Clinic
import Foundation
import Sending

/// The gateway as typed.
struct TypedGateway: Sendable {
    static let names = [
        "address", "sign-in", "user", "secret-field", "encoding", "number-field", "text-field", "fields", "key-header",
        "reference-path", "code-path", "words-path", "landline-codes",
    ]
    private let texts: [String: String]

    init(_ form: Form) {
        texts = Dictionary(Self.names.map { ($0, form.text($0)) }, uniquingKeysWith: { $1 })
    }

    /// Nil: as Twilio wants it.
    init(_ known: GatewaySettings?) {
        let settings = known ?? GatewaySettings(address: "")
        texts = [
            "address": settings.address, "sign-in": settings.signIn.rawValue, "user": settings.user,
            "secret-field": settings.secretField, "encoding": settings.encoding.rawValue,
            "number-field": settings.numberField, "text-field": settings.textField,
            "fields": settings.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "\n"),
            "key-header": settings.keyHeader, "reference-path": settings.referencePath,
            "code-path": settings.codePath, "words-path": settings.wordsPath,
            "landline-codes": settings.landlineCodes.joined(separator: " "),
        ]
    }

    subscript(name: String) -> String { texts[name] ?? "" }

    /// Nil when no address is given: text messages are then off.
    /// - Throws: ``ValidationFailure``.
    func settings() throws -> GatewaySettings? {
        var checks = FieldChecks()
        func line(_ name: String, _ checks: inout FieldChecks, required: Bool = false) -> String {
            checks.value(try TypedText.line(self[name], field: name, longest: 200, required: required)) ?? ""
        }
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
        settings.landlineCodes = line("landline-codes", &checks).split { " ,;".contains($0) }.map(String.init)
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return settings
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
