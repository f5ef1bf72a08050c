import Foundation

extension SearchText {
    /// The folded words of a text, parted at everything that is no letter or digit: "O'Brien-Müller" → "o", "brien",
    /// "muller".
    package static func words(in text: String) -> [String] {
        folded(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
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
