import Foundation

extension SearchText {
    /// The folded words of a text, parted at everything that is no letter or digit: "O'Brien-Müller" → "o", "brien",
    /// "muller".
    package static func words(in text: String) -> [String] {
        folded(text).split { !isPartOfWord($0) }.map(String.init)
    }

    /// The apostrophes of Hawaiian and of transcribed Arabic (ʻ ʼ ʾ ʿ) are letters to Unicode, but not to whoever types.
    private static func isPartOfWord(_ character: Character) -> Bool {
        guard character.isLetter || character.isNumber else { return false }
        return !character.unicodeScalars.contains { (0x02B0...0x02FF).contains($0.value) }
    }

    /// The text with German umlauts written as two letters, as people without the keys type them: "Müller" → "Mueller".
    package static func withUmlautsSpelledOut(_ text: String) -> String {
        text.lowercased().precomposedStringWithCanonicalMapping.reduce(into: "") { spelled, character in
            switch character {
            case "ä": spelled += "ae"
            case "ö": spelled += "oe"
            case "ü": spelled += "ue"
            default: spelled.append(character)
            }
        }
    }
}
