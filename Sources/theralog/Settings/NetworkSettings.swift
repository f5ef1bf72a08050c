import Foundation
import Site

/// How the site is reached: on which addresses, with which certificate, past which proxies.
struct NetworkSettings: Sendable {
    /// What the server shows to browsers.
    enum Certificate: Sendable, Equatable {
        /// Plain HTTP.
        case none
        /// Made by the clinic's own authority in the data folder.
        case authority
        case files(certificate: URL, key: URL)
    }

    /// The address to listen on; nil for all of this machine.
    let host: String?
    let port: Int
    /// For plain HTTP beside TLS; nil for none.
    let httpPort: Int?
    let certificate: Certificate
    let trustedProxies: [NetworkRange]
    /// Where practices outside reach the site; nil where they cannot.
    let publicAddress: String?

    /// Notes problems in the reader.
    init(_ reader: inout SettingsReader) {
        let isLAN = reader.flag("lan")
        certificate = Self.certificate(&reader, isLAN: isLAN)
        let isSecure = certificate != .none
        let said = reader.typed("host") == nil ? nil : reader.text("host", standard: "127.0.0.1")
        host = said ?? (isLAN ? nil : "127.0.0.1")
        port = reader.number("port", 0...65_535, standard: isSecure ? 8443 : 8080)
        if let (text, _) = reader.typed("http-port"), text.lowercased() == "off" {
            httpPort = nil
        } else {
            let plain = reader.number("http-port", 0...65_535, standard: 8080)
            httpPort = isSecure ? plain : nil
        }
        if let httpPort, httpPort == port, port != 0 {
            let source = reader.typed("http-port")?.source ?? "--port"
            reader.problems.append("\(source): \(port) cannot be both the port for HTTPS and the one for plain HTTP")
        }
        trustedProxies = reader.list("trusted-proxy", "an address such as 192.0.2.1 or 10.0.0.0/8") { NetworkRange($0) }
        publicAddress = reader.publicAddress()
        if !isSecure, trustedProxies.isEmpty, let host, !host.isEmpty, !Self.isLoopback(host),
            reader.typed("trusted-proxy") == nil
        {
            let source = reader.typed("host")?.source ?? "--host"
            reader.problems.append(
                """
                \(source): at \(host) others could read passwords and patients' data on their way, because plain HTTP is \
                not encrypted. Use --lan, which encrypts with a certificate of the clinic's own; or --certificate and \
                --certificate-key; or name the proxy that encrypts with --trusted-proxy
                """)
        }
    }

    private static func certificate(_ reader: inout SettingsReader, isLAN: Bool) -> Certificate {
        let sources = (reader.typed("certificate")?.source, reader.typed("certificate-key")?.source)
        switch (reader.file("certificate"), reader.file("certificate-key")) {
        case (let certificate?, let key?): return .files(certificate: certificate, key: key)
        case (nil, nil): return isLAN ? .authority : .none
        case (_?, nil):
            reader.problems.append("\(sources.0 ?? "--certificate"): needs --certificate-key too")
        case (nil, _?):
            reader.problems.append("\(sources.1 ?? "--certificate-key"): needs --certificate too")
        }
        // Not plain HTTP: the problem is one already.
        return .authority
    }

    private static func isLoopback(_ host: String) -> Bool {
        host.lowercased() == "localhost" || NetworkAddress(host)?.isLoopback == true
    }
}
