import Foundation
import NIOCore

/// An IPv4 or IPv6 address. IPv4 written as IPv6 (`::ffff:192.0.2.1`, as a socket for both has it) is the IPv4 address.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four or sixteen, in network order.
    package let bytes: [UInt8]

    /// - Returns: nil for anything but 4 or 16 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        let isMapped = bytes.count == 16 && bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255])
        self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// Reads "192.0.2.1", "2001:db8::1", "[2001:db8::1]" and "fe80::1%eth0".
    package init?(_ text: String) {
        var literal = text
        if literal.hasPrefix("["), literal.hasSuffix("]") { literal = String(literal.dropFirst().dropLast()) }
        if literal.contains(":"), let zone = literal.firstIndex(of: "%") { literal = String(literal[..<zone]) }
        guard literal.utf8.count <= 45, literal.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else { return nil }
        var bytes = [UInt8](repeating: 0, count: literal.contains(":") ? 16 : 4)
        guard inet_pton(bytes.count == 16 ? AF_INET6 : AF_INET, literal, &bytes) == 1 else { return nil }
        self.init(bytes: bytes)
    }

    package var isIPv6: Bool { bytes.count == 16 }

    /// Reaches nobody but this machine.
    package var isLoopback: Bool { isIPv6 ? bytes == [UInt8](repeating: 0, count: 15) + [1] : bytes[0] == 127 }

    /// Means something on one cable only (fe80::/10, 169.254/16): no address to type into a browser.
    package var isLinkLocal: Bool {
        isIPv6 ? bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80 : bytes[0] == 169 && bytes[1] == 254
    }

    /// What is one client for limits: an IPv6 network hands a whole /64 to one machine.
    var group: [UInt8] { isIPv6 ? Array(bytes.prefix(8)) : bytes }

    package var description: String {
        var text = [CChar](repeating: 0, count: 46)
        _ = inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether this system can listen on IPv6.
    package static var systemHasIPv6: Bool {
        do {
            return try System.enumerateDevices().contains { $0.address?.protocol == .inet6 }
        } catch { return false }
    }

    /// As it stands in a web address.
    package var inURL: String { isIPv6 ? "[\(description)]" : description }
}

/// All addresses that begin with the same bits, such as 10.0.0.0/8.
package struct NetworkRange: Hashable, Sendable {
    private let address: NetworkAddress
    private let bits: Int

    /// Reads an address, alone or with the number of its bits that count.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), let address = NetworkAddress(parts[0]) else { return nil }
        let all = address.bytes.count * 8
        guard parts.count == 2 else {
            (self.address, bits) = (address, all)
            return
        }
        guard let bits = Int(parts[1]), (0...all).contains(bits) else { return nil }
        (self.address, self.bits) = (address, bits)
    }

    package func contains(_ other: NetworkAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let counted = min(max(bits - index * 8, 0), 8)
            return (pair.0 ^ pair.1) >> (8 - counted) == 0 || counted == 0
        }
    }
}
