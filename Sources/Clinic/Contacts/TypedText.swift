import Foundation

/// The rule for every text that people type into a field: outer white space gone, composed (Unicode NFC), bounded, and
/// free of what a reader cannot see but a program obeys.
package enum TypedText {
    /// A text of one line. White space inside, line ends too, becomes single spaces.
    /// - Parameter longest: in Unicode scalars, the way SQLite counts; a character may be many of them.
    /// - Throws: `problems.required`, `problems.too-long` with `max`, `problems.characters`.
    package static func line(
        _ typed: String, field: String, longest: Int = 200, required: Bool = false
    ) throws(Problem) -> String {
        // Cut before anything is composed or split: work stays bounded whatever is sent.
        try checkLength(typed.utf8.count, longest: longest * 16 + 256, saying: longest, field: field)
        let words = visible(typed).split(whereSeparator: \.isWhitespace)
        return try checked(words.joined(separator: " "), field: field, longest: longest, required: required)
    }

    /// A text of several lines: line ends become `\n`, white space at the end of a line goes.
    /// - Parameter longest: in Unicode scalars.
    /// - Throws: as ``line(_:field:longest:required:)``.
    package static func block(
        _ typed: String, field: String, longest: Int = 5000, required: Bool = false
    ) throws(Problem) -> String {
        try checkLength(typed.utf8.count, longest: longest * 16 + 256, saying: longest, field: field)
        let lines = visible(typed).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line in
                String(line.reversed().drop(while: \.isWhitespace).reversed())
            }
        let text = lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        return try checked(text, field: field, longest: longest, required: required)
    }

    private static func checked(
        _ text: String, field: String, longest: Int, required: Bool
    ) throws(Problem) -> String {
        guard !text.isEmpty else {
            if required { throw Problem(field, "problems.required") }
            return ""
        }
        guard text.unicodeScalars.allSatisfy(isPlain) else { throw Problem(field, "problems.characters") }
        let composed = text.precomposedStringWithCanonicalMapping
        try checkLength(composed.unicodeScalars.count, longest: longest, saying: longest, field: field)
        return composed
    }

    private static func checkLength(_ length: Int, longest: Int, saying max: Int, field: String) throws(Problem) {
        guard length <= longest else { throw Problem(field, "problems.too-long", ["max": "\(max)"]) }
    }

    /// Without the invisible leftovers that copying from elsewhere brings: byte-order mark, soft hyphen, zero-width space.
    private static func visible(_ typed: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in typed.unicodeScalars where !leftovers.contains(scalar) { scalars.append(scalar) }
        return String(scalars)
    }

    private static let leftovers: Set<Unicode.Scalar> = ["\u{FEFF}", "\u{00AD}", "\u{200B}"]

    /// Refused are control characters, the marks that turn the direction of what follows (Unicode TR 36, 3.1), tags that
    /// no screen shows and what is no character at all. Joiners and U+200E/F stay: Persian, Arabic and Hebrew need them.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: true
        case 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB, 0xE0000...0xE007F: false
        default: !scalar.properties.isNoncharacterCodePoint && scalar.properties.generalCategory != .control
        }
    }
}
