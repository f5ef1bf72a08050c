import Glibc

/// Which addresses are of this machine or of a private network, so that what is not encrypted stays in the house.
enum PrivateAddress {
    /// - Parameter address: as large as its family needs it.
    static func isPrivate(_ address: UnsafeMutablePointer<sockaddr>) -> Bool {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let bytes = withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
            return isPrivate(ipv4: bytes)
        case AF_INET6:
            let bytes = withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
            return isPrivate(ipv6: bytes)
        default: return false
        }
    }

    /// - Parameter text: an address in numbers.
    /// - Returns: nil for anything else, such as a name.
    static func isPrivate(text: String) -> Bool? {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 { return isPrivate(ipv4: withUnsafeBytes(of: four) { Array($0) }) }
        if inet_pton(AF_INET6, text, &six) == 1 { return isPrivate(ipv6: withUnsafeBytes(of: six) { Array($0) }) }
        return nil
    }

    /// Loopback, RFC 1918 and link-local.
    static func isPrivate(ipv4 bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (127, _), (10, _), (192, 168), (169, 254): true
        case (172, let second): (16...31).contains(second)
        default: false
        }
    }

    /// Loopback, fc00::/7, fe80::/10, and IPv4 inside IPv6.
    static func isPrivate(ipv6 bytes: [UInt8]) -> Bool {
        if bytes.prefix(15).allSatisfy({ $0 == 0 }) { return bytes[15] == 1 }
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
            return isPrivate(ipv4: Array(bytes[12...]))
        }
        return bytes[0] & 0xfe == 0xfc || (bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80)
    }
}
