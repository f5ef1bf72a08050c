import Foundation
import NIOCore

/// Names and addresses that a machine has or a certificate is for.
package struct HostNames: Hashable, Sendable {
    /// In small letters; may begin with `*.` in a certificate.
    package var names: Set<String>
    package var addresses: Set<NetworkAddress>

    package init(names: Set<String>, addresses: Set<NetworkAddress>) {
        self.names = names
        self.addresses = addresses
    }

    /// Whether a host of a web address, without its port, is one of these.
    package func contains(_ host: String) -> Bool {
        if let address = NetworkAddress(host) { return addresses.contains(address) }
        let host = host.lowercased()
        guard !names.contains(host) else { return HostNames.isName(host) }
        // A star stands for exactly one label (RFC 6125, section 6.4.3).
        guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
        return HostNames.isName(host) && names.contains("*\(host[dot...])")
    }

    /// Whether all of the other's are here too.
    package func covers(_ other: HostNames) -> Bool {
        addresses.isSuperset(of: other.addresses) && other.names.allSatisfy { contains($0) }
    }

    package func union(_ other: HostNames) -> HostNames {
        HostNames(names: names.union(other.names), addresses: addresses.union(other.addresses))
    }

    /// Letters, digits, dashes and dots: nothing that could end a header or an address.
    static func isName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x2e
            }
    }

    /// What to tell others to open, best first: the IPv4 addresses, the names that are told on the network, IPv6.
    package var reachable: [String] {
        let far = addresses.filter { !$0.isLoopback }.sorted { $0.description < $1.description }
        let names = names.filter { $0 != "localhost" && !$0.hasPrefix("*") && $0.contains(".") }.sorted()
        return far.filter { !$0.isIPv6 }.map(\.inURL) + names + far.filter(\.isIPv6).map(\.inURL)
    }
}

extension HostNames {
    /// This machine's at present: its name, the name in `.local` by which multicast DNS finds it, localhost, and every
    /// address of its network interfaces that others can use.
    package static func machine() -> HostNames {
        var names: Set<String> = ["localhost"]
        let full = machineName()
        if isName(full), let first = full.split(separator: ".").first {
            names.formUnion([full, String(first), "\(first).local"])
        }
        var addresses = Set(["127.0.0.1", "::1"].compactMap { NetworkAddress($0) })
        let devices: [NIONetworkDevice]
        do {
            devices = try System.enumerateDevices()
        } catch {
            // A machine whose network cannot be listed is still reached by name.
            devices = []
        }
        for device in devices {
            guard let text = device.address?.ipAddress, let address = NetworkAddress(text), !address.isLinkLocal else {
                continue
            }
            addresses.insert(address)
        }
        return HostNames(names: names, addresses: addresses)
    }

    /// What this machine is called, in small letters; empty where the system does not tell.
    static func machineName() -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
    }
}
