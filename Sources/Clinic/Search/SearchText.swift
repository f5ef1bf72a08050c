import Foundation

/// Text as it is compared when people search: without accents, case and width.
package enum SearchText {
    /// "Müller-Lüdenscheidt" → "muller-ludenscheidt", "Đặng" → "dang", "Straße" → "strasse".
    package static func folded(_ text: String) -> String {
        // Most names and all but a few titles are plain: worth a path of their own, since folding costs microseconds.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        // đ, ø, ł and their like carry no combining mark that Foundation could strip.
        let replaced = text.lowercased().reduce(into: "") { folded, character in
            folded += letters[character] ?? String(character)
        }
        return replaced.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
    }

    /// The words of a text, folded: runs of letters and digits. "Gelenk (re.), L4/L5" → gelenk, re, l4, l5.
    package static func words(_ text: String) -> [String] {
        folded(text).unicodeScalars.split { !isPartOfWord($0) }.map { String($0) }
    }

    /// Whether a character is a letter or a digit. ASCII is answered without looking anything up.
    package static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case ..<0x80: false
        default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
    }

    private static let letters: [Character: String] = [
        "đ": "d", "ð": "d", "ø": "o", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ħ": "h",
    ]
}
