/// The site's address as others open it: `https://clinic.example:8443`.
package struct PublicAddress: Hashable, Sendable {
    /// Without a path and without a slash at the end.
    package let text: String

    /// Nil unless it is https, a host with or without a port, and nothing else; and for a host that leads to the reader's own
    /// machine wherever it is opened.
    package init?(_ text: String) {
        let start = "https://"
        guard text.lowercased().hasPrefix(start), text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else { return nil }
        var rest = String(text.dropFirst(start.count)).lowercased()
        if rest.hasSuffix("/") { rest.removeLast() }
        guard let host = RequestHost(rest), !host.isOnlyHere, !host.name.isEmpty,
            Self.isForOthers(host.name)
        else { return nil }
        self.text = start + rest
    }

    private static func isForOthers(_ host: String) -> Bool {
        if let address = NetworkAddress(host) { return !address.isLinkLocal && address.bytes.contains { $0 != 0 } }
        // Browsers take a host that ends in a number for an IPv4 address however it is written: 127.1, 2130706433.
        return host.split(separator: ".").last?.utf8.contains { $0 > 0x39 } == true
    }
}
