/// How the bytes of a catalogue's file were read as text. The raw value is the name that IANA registered, the
/// same in every language.
package enum TextEncoding: String, Hashable, Sendable, Codable, CaseIterable {
    /// ASCII is a part of it.
    case utf8 = "UTF-8"
    case utf16 = "UTF-16"
    case windows1252 = "windows-1252"
    case latin1 = "ISO-8859-1"
}

extension Set<TextEncoding> {
    /// Each once, always in the same order.
    package var inOrder: [TextEncoding] { TextEncoding.allCases.filter(contains) }
}
