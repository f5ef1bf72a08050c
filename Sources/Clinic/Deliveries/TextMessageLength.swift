/// How many messages a text becomes on its way to a phone: each is paid for, and each may be late by itself
/// (3GPP TS 23.038, section 6.2.1; TS 23.040, section 9.2.3.24.1).
package struct TextMessageLength: Hashable, Sendable {
    package enum Encoding: String, Sendable {
        /// Seven bits a character, 160 to a message: the letters of western Europe and no others.
        case gsm7
        /// Sixteen bits, 70 to a message: everything else.
        case ucs2
    }

    /// Most characters that gateways take in one go (Twilio's error 21617).
    package static let usualLimit = 1600

    package let encoding: Encoding
    /// Septets or 16-bit units.
    package let units: Int
    /// Messages on the air, 1 or more.
    package let segments: Int

    package init(_ text: String) {
        let costs = text.unicodeScalars.map { Self.septets[$0] }
        if costs.contains(nil) {
            encoding = .ucs2
            let scalars = text.unicodeScalars.map { $0.value > 0xFFFF ? 2 : 1 }
            (units, segments) = Self.pack(scalars, alone: 70, each: 67)
        } else {
            encoding = .gsm7
            (units, segments) = Self.pack(costs.compactMap(\.self), alone: 160, each: 153)
        }
    }

    /// Fills one message after another; what is written with two units is never torn apart.
    private static func pack(_ costs: [Int], alone: Int, each: Int) -> (units: Int, segments: Int) {
        let units = costs.reduce(0, +)
        guard units > alone else { return (units, 1) }
        var (segments, filled) = (1, 0)
        for cost in costs {
            if filled + cost > each { (segments, filled) = (segments + 1, 0) }
            filled += cost
        }
        return (units, segments)
    }

    /// The default alphabet with its extension table, whose characters take two septets.
    private static let septets: [Unicode.Scalar: Int] = {
        let basic = """
            @£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿\
            abcdefghijklmnopqrstuvwxyzäöñüà
            """
        var costs: [Unicode.Scalar: Int] = [:]
        for scalar in basic.unicodeScalars { costs[scalar] = 1 }
        for scalar in "\u{0C}^{}\\[~]|€".unicodeScalars { costs[scalar] = 2 }
        return costs
    }()
}

/// A link that opens the device's own messages with a text already typed (RFC 5724).
package enum TextMessageLink {
    /// - Parameter number: nil lets the person choose there.
    /// - Returns: `sms:+15552013344?&body=…`. The `&` is for iOS, which reads the text only behind one; Android and the RFC want
    ///   the `?`, and an empty field before it means nothing to them.
    package static func url(to number: PhoneNumber?, text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            if unreserved.contains(byte) {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return "sms:\(number?.e164 ?? "")?&body=\(escaped)"
    }

    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
