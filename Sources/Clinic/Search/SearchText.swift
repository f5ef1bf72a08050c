import Foundation

/// Text as it is compared when people search: without accents, case and width.
package enum SearchText {
    /// "Müller-Lüdenscheidt" → "muller-ludenscheidt", "Đặng" → "dang", "Straße" → "strasse".
    package static func folded(_ text: String) -> String {
        // đ, ø, ł and their like carry no combining mark that Foundation could strip.
        let replaced = text.lowercased().reduce(into: "") { folded, character in
            folded += letters[character] ?? String(character)
        }
        return replaced.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
    }

    private static let letters: [Character: String] = [
        "đ": "d", "ð": "d", "ø": "o", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ħ": "h",
    ]
}
