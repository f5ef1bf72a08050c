import CCurl
import Clinic
import Foundation
import Store

/// Gives text messages to the clinic's gateway over HTTP.
package struct TextGateway: Sendable {
    let settings: GatewaySettings
    /// Nil or empty where none was given.
    let secret: String?
    /// Further authorities that are trusted, as PEM; nil for the system's alone.
    let authorities: URL?
    let limits: TransferLimits

    package init(
        _ settings: GatewaySettings, secret: String?, authorities: URL? = nil,
        limits: TransferLimits = TransferLimits()
    ) {
        self.settings = settings
        self.secret = secret
        self.authorities = authorities
        self.limits = limits
    }

    /// Sends one text.
    /// - Parameter key: what the gateway knows a repetition by, where it does.
    func send(_ text: String, to number: PhoneNumber, key: String, stop: CurlTransfer.Stop) async -> SendingResult {
        guard let scheme = settings.scheme else { return SendingResult(.failedForNow(.notConfigured), words: nil) }
        if settings.signIn != .none, secret?.isEmpty ?? true {
            return SendingResult(.failedForNow(.notConfigured), words: nil)
        }
        let gateway = self
        let ending = await CurlTransfer.run(
            Data(), isPlain: scheme == "http", limits: limits, authorities: authorities, stop: stop
        ) { transfer in
            gateway.prepare(transfer, scheme, gateway.body(text, number), key)
        }
        return TextAnswer(settings).result(ending)
    }

    private func prepare(_ transfer: CurlTransfer, _ scheme: String, _ body: Data, _ key: String) {
        transfer.set(CURLOPT_URL, settings.address)
        transfer.set(CURLOPT_PROTOCOLS_STR, scheme)
        transfer.set(CURLOPT_POST, 1)
        transfer.setBody(body)
        var headers = [
            "Accept: application/json", "Expect:",
            settings.encoding == .json
                ? "Content-Type: application/json" : "Content-Type: application/x-www-form-urlencoded",
        ]
        if !settings.keyHeader.isEmpty { headers.append("\(settings.keyHeader): \(key)") }
        transfer.set(CURLOPT_HTTPHEADER, headers)
        switch settings.signIn {
        case .none, .field: break
        case .basic:
            transfer.set(CURLOPT_HTTPAUTH, Int(CURLAUTH_BASIC_FLAG))
            transfer.set(CURLOPT_USERNAME, settings.user)
            transfer.set(CURLOPT_PASSWORD, secret ?? "")
        case .bearer:
            transfer.set(CURLOPT_HTTPAUTH, Int(CURLAUTH_BEARER_FLAG))
            transfer.set(CURLOPT_XOAUTH2_BEARER, secret ?? "")
        }
    }

    /// The fields in the form that the gateway wants.
    func body(_ text: String, _ number: PhoneNumber) -> Data {
        var fields = settings.fields
        fields.append(.init(name: settings.numberField, value: number.e164))
        fields.append(.init(name: settings.textField, value: text))
        if settings.signIn == .field { fields.append(.init(name: settings.secretField, value: secret ?? "")) }
        switch settings.encoding {
        case .form:
            let pairs = fields.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }
            return Data(pairs.joined(separator: "&").utf8)
        case .json:
            let values = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(values)) ?? Data("{}".utf8)
        }
    }

    /// For a form's body: all but letters, digits and `-._~` as bytes.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}

extension GatewaySettings {
    /// `https` or `http`; nil for an address that is neither.
    package var scheme: String? {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            ["https", "http"].contains(scheme), !(parts.host ?? "").isEmpty
        else { return nil }
        return scheme
    }

    /// The gateway's host; nil for an address without one.
    package var host: String? { URLComponents(string: address)?.host }
}
