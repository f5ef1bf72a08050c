/// Text as people may type it, without what could mislead a reader or a program.
package enum PlainText {
    /// The text with line ends as `\n`, outer white space gone, and without control characters and the marks that turn
    /// the direction of what follows: those could make a sheet read differently from what it says.
    /// Marks that only join or order letters (U+200C–U+200F) stay, since Persian, Arabic and Hebrew need them.
    package static func cleaned(_ text: String) -> String {
        // Most of what people type has nothing to clean.
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        if isPlain, text.utf8.first != 0x20, text.utf8.last != 0x20 { return text }
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        var kept = String.UnicodeScalarView()
        for scalar in lines.unicodeScalars where isKept(scalar) { kept.append(scalar) }
        let clean = String(kept)
        let isOuter = { (character: Character) in character.isWhitespace }
        return String(clean.drop(while: isOuter).reversed().drop(while: isOuter).reversed())
    }

    /// What is wrong with a text as typed that holds what ``cleaned(_:)`` would drop: a sheet must say what was typed, so
    /// it is refused and not left out. Nil for nothing. A byte-order mark that copying brought is no fault of anybody's.
    package static func problem(_ typed: String, field: String) -> Problem? {
        let lines = typed.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        let isPlain = lines.unicodeScalars.allSatisfy { $0.value == 0xFEFF || isKept($0) }
        return isPlain ? nil : Problem(field, "problems.characters")
    }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: true
        case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: false
        case 0xFFFE, 0xFFFF: false
        default: scalar.properties.generalCategory != .control
        }
    }
}
