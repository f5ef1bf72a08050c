import Clinic
import Foundation

/// Addresses as mail servers take them.
enum MailAddress {
    /// The address with its domain in ASCII (RFC 5891); nil where that cannot be.
    static func ascii(_ address: EmailAddress) -> String? {
        let parts = address.text.split(separator: "@")
        guard parts.count == 2, let host = ascii(host: String(parts[1])) else { return nil }
        return "\(parts[0])@\(host)"
    }

    /// A host's name in ASCII; nil where that cannot be.
    static func ascii(host: String) -> String? {
        if host.utf8.allSatisfy({ $0 < 128 }) { return host }
        var parts = URLComponents()
        parts.host = host
        guard let ascii = parts.encodedHost, ascii.utf8.allSatisfy({ $0 < 128 }), !ascii.contains("%") else {
            return nil
        }
        return ascii
    }
}
