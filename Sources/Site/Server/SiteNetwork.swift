import Foundation
import Synchronization

/// How the clinic's network reaches the site: the certificate, and the ports once the server listens.
package final class SiteNetwork: Sendable {
    package let keeper: CertificateKeeper
    private let ports = Mutex<(secure: Int?, plain: Int?)>((nil, nil))

    package init(_ keeper: CertificateKeeper) { self.keeper = keeper }

    /// Of HTTPS; nil before the server listens.
    package var securePort: Int? { ports.withLock { $0.secure } }
    /// Of plain HTTP; nil when there is none.
    package var plainPort: Int? { ports.withLock { $0.plain } }

    func listens(secure: Int) { ports.withLock { $0.secure = secure } }
    func listens(plain: Int) { ports.withLock { $0.plain = plain } }

    /// The site's address at a host.
    package func secureURL(_ host: String) -> String { Self.url("https", host, securePort ?? 443, usual: 443) }

    /// The address without TLS at a host; nil when there is none.
    package func plainURL(_ host: String) -> String? { plainPort.map { Self.url("http", host, $0, usual: 80) } }

    private static func url(_ scheme: String, _ host: String, _ port: Int, usual: Int) -> String {
        port == usual ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }
}

/// The `Host` of a request without its port, small; nil when it cannot be one.
struct RequestHost {
    let name: String

    init?(_ authority: String?) {
        guard let authority, authority.utf8.count <= 260 else { return nil }
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]"), let address = NetworkAddress(String(authority[...end])),
                Self.isPort(authority[authority.index(after: end)...])
            else { return nil }
            name = address.inURL
        } else {
            let end = authority.firstIndex(of: ":") ?? authority.endIndex
            let name = authority[..<end].lowercased()
            guard HostNames.isName(name), Self.isPort(authority[end...]) else { return nil }
            self.name = name
        }
    }

    /// Leads to the machine itself wherever it is opened.
    var isOnlyHere: Bool {
        name == "localhost" || name.hasSuffix(".localhost") || NetworkAddress(name)?.isLoopback == true
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty
            || (text.hasPrefix(":") && text.utf8.count <= 6
                && text.utf8.dropFirst().allSatisfy {
                    (0x30...0x39).contains($0)
                })
    }
}
