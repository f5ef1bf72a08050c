import Foundation
import GRDB

/// Text as it is compared when people search: without accents, case and width.
enum SearchText {
    /// "Müller-Lüdenscheidt" → "muller-ludenscheidt", "Đặng" → "dang", "Straße" → "strasse".
    static func folded(_ text: String) -> String {
        // đ, ø, ł and their like carry no combining mark that Foundation could strip.
        let replaced = text.lowercased().reduce(into: "") { folded, character in
            folded += letters[character] ?? String(character)
        }
        return replaced.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
    }

    /// Makes `folded(text)` callable from SQL.
    static func register(in db: Database) {
        db.add(function: DatabaseFunction("folded", argumentCount: 1, pure: true) { values in
            String.fromDatabaseValue(values[0]).map(folded)
        })
    }

    private static let letters: [Character: String] = [
        "đ": "d", "ð": "d", "ø": "o", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ħ": "h",
    ]
}
