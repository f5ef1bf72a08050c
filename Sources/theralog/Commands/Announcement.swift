import Foundation
import Site

/// What the program prints once it listens.
struct Announcement {
    let lines: [String]

    /// - Parameter port: the site's.
    init(_ site: Site, settings: Settings, port: Int, setUpPath: String?) {
        guard let network = site.settings.network else {
            let host = settings.network.host ?? "127.0.0.1"
            let address = "http://\(NetworkAddress(host)?.inURL ?? host):\(port)"
            lines = ["Theralog is running at \(address)"] + Self.setUp(address, setUpPath)
            return
        }
        let hosts: [String]
        if let host = settings.network.host {
            hosts = [NetworkAddress(host)?.inURL ?? host]
        } else {
            hosts = network.keeper.names.reachable + ["localhost"]
        }
        let first = network.secureURL(hosts[0])
        var lines = ["Theralog is running at \(first)"]
        let others = hosts.dropFirst().map(network.secureURL)
        if !others.isEmpty { lines.append("Also at \(others.joined(separator: " "))") }
        if let authority = network.keeper.authority {
            lines.append("How devices come to trust it: \(network.plainURL(hosts[0]) ?? first)/trust")
            do {
                lines.append("SHA-256 of the certificate to trust: \(try authority.fingerprint())")
            } catch {
                lines.append("The certificate to trust cannot be read: \(error)")
            }
        }
        let server = network.keeper.server
        if !server.isValid(at: Date()) {
            lines.append("Browsers refuse the certificate: it is valid from \(server.notBefore) to \(server.notAfter).")
        }
        self.lines = lines + Self.setUp(first, setUpPath)
    }

    private static func setUp(_ address: String, _ path: String?) -> [String] {
        path.map { ["Set up the clinic (once, keep it to yourself): \(address)\($0)"] } ?? []
    }
}
