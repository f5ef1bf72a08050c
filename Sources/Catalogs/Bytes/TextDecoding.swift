import Clinic

/// Makes text of bytes whose encoding a file does not state: UTF-8, or an encoding of one byte a character. The first
/// bytes beyond ASCII decide for the whole file; a piece that belongs to the other encoding is refused.
struct TextDecoding {
    /// Encodings of one byte a character. ISO-8859-1 has no characters of its own for 0x80 to 0x9F.
    enum Fallback { case windows1252, latin1 }

    private enum State { case undecided, utf8, fallback }
    private let fallback: Fallback?
    private var state = State.undecided

    /// - Parameter fallback: nil: UTF-8 or nothing.
    init(fallback: Fallback?) { self.fallback = fallback }

    /// What has been found so far. Nothing but ASCII is UTF-8 too.
    var encoding: TextEncoding {
        guard state == .fallback, let fallback else { return .utf8 }
        return switch fallback {
        case .windows1252: .windows1252
        case .latin1: .latin1
        }
    }

    /// - Throws: ``RowProblem/Reason/notText``, ``RowProblem/Reason/mixedEncoding``.
    mutating func text(_ bytes: ArraySlice<UInt8>) throws(RowProblem.Reason) -> String {
        if bytes.isASCII { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) {
            guard state != .fallback else { throw .mixedEncoding }
            state = .utf8
            return text
        }
        guard let fallback else { throw .notText }
        guard state != .utf8 else { throw .mixedEncoding }
        guard let text = Self.text(bytes, fallback) else { throw .notText }
        state = .fallback
        return text
    }

    /// One character a byte; nil where the encoding has none.
    private static func text(_ bytes: ArraySlice<UInt8>, _ encoding: Fallback) -> String? {
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            guard byte >= 0x80, byte < 0xA0 else {
                scalars.append(Unicode.Scalar(byte))
                continue
            }
            guard encoding == .windows1252, let scalar = windows1252[Int(byte) - 0x80] else { return nil }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// 0x80 to 0x9F, after the WHATWG's table with its five unused places left out.
    private static let windows1252: [Unicode.Scalar?] = [
        "\u{20AC}", nil, "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
        "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", nil, "\u{017D}", nil,
        nil, "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
        "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", nil, "\u{017E}", "\u{0178}",
    ]
}
