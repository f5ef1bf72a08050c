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
    /// - Parameters:
    ///   - picture: what stands in the gateway's field of a picture; nil for none.
    ///   - key: what the gateway knows a repetition by, where it does.
    func send(
        _ text: String, to number: PhoneNumber, picture: String? = nil, key: String, stop: CurlTransfer.Stop
    ) async -> SendingResult {
        guard let scheme = settings.scheme, !lacksSecret else {
            return SendingResult(.failedForNow(.notConfigured), words: nil)
        }
        let gateway = self
        let ending = await CurlTransfer.run(
            Data(), isPlain: scheme == "http", limits: limits, authorities: authorities, stop: stop
        ) { transfer in
            gateway.prepare(transfer, scheme, gateway.body(text, number, picture), key)
        }
        return TextAnswer(settings).result(ending)
    }

    /// Asks what became of a message.
    /// - Parameter reference: what the gateway calls it.
    /// - Returns: ``DeliveryArrival/unknown`` where it cannot be asked.
    func arrival(
        of reference: String, stop: CurlTransfer.Stop
    ) async -> (arrival: DeliveryArrival, words: String?) {
        guard let status = settings.status, !lacksSecret, !reference.isEmpty else { return (.unknown, nil) }
        let address = status.address.replacing(GatewaySettings.Status.placeholder, with: Self.escaped(reference))
        guard let scheme = GatewaySettings.scheme(of: address) else { return (.unknown, nil) }
        let gateway = self
        let ending = await CurlTransfer.run(
            Data(), isPlain: scheme == "http", limits: limits, authorities: authorities, stop: stop
        ) { transfer in
            transfer.set(CURLOPT_URL, address)
            // What the gateway calls a message never leads to another place.
            transfer.set(CURLOPT_PATH_AS_IS, 1)
            transfer.set(CURLOPT_PROTOCOLS_STR, scheme)
            transfer.set(CURLOPT_HTTPGET, 1)
            transfer.set(CURLOPT_HTTPHEADER, ["Accept: application/json"])
            gateway.signIn(transfer)
        }
        return StatusAnswer(settings: settings, status: status).arrival(ending)
    }

    private var lacksSecret: Bool { settings.signIn != .none && secret?.isEmpty ?? true }

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
        signIn(transfer)
    }

    private func signIn(_ transfer: CurlTransfer) {
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
    func body(_ text: String, _ number: PhoneNumber, _ picture: String? = nil) -> Data {
        var fields = settings.fields
        fields.append(.init(name: settings.numberField, value: number.e164))
        fields.append(.init(name: settings.textField, value: text))
        if let picture, let pictures = settings.pictures {
            fields.append(.init(name: pictures.field, value: picture))
        }
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
    package var scheme: String? { Self.scheme(of: address) }

    /// The same of any address.
    package static func scheme(of address: String) -> String? {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            ["https", "http"].contains(scheme), !(parts.host ?? "").isEmpty
        else { return nil }
        return scheme
    }

    /// The gateway's host; nil for an address without one.
    package var host: String? { URLComponents(string: address)?.host }
}

extension GatewaySettings.Status {
    /// Whether the address can be asked: as the gateway's own, with the message's name behind the host.
    package var isPossible: Bool {
        let name = "theralog-0"
        let asked = address.replacing(Self.placeholder, with: name)
        guard !address.contains(" "), !address.contains("@"), asked != address, GatewaySettings.scheme(of: asked) != nil
        else { return false }
        return URLComponents(string: asked)?.host?.contains(name) == false
    }
}
