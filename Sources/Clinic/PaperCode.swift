import Foundation

/// Codes that people read from paper, type or say over the telephone: made of characters that are not taken for one
/// another.
enum PaperCode {
    /// None of 0 and O, 1, I and L; of 2 and Z, 5 and S, 8 and B, U and V only the digits; and no vowel, so that no word
    /// comes out. 24 characters: 4.58 bits each.
    static let alphabet = Array("23456789CDFGHJKMNPQRTWXY")
    /// What somebody means who types a letter that looks like a digit.
    private static let lookalikes: [Character: Character] = ["Z": "2", "S": "5", "B": "8"]
    /// Longer text is none; white space and dashes included.
    private static let longestTyped = 200

    /// Characters of random bytes, two bytes for each. Nil for too few.
    static func text(random bytes: Data, length: Int) -> String? {
        guard bytes.count >= length * 2 else { return nil }
        let bytes = Array(bytes)
        return String(
            (0..<length).map { place in
                alphabet[(Int(bytes[place * 2]) << 8 | Int(bytes[place * 2 + 1])) % alphabet.count]
            })
    }

    /// Reads what was typed: small letters, white space, dashes and dots make no difference. Nil for what cannot be a code
    /// of that length.
    static func read(_ typed: String, length: Int) -> String? {
        guard typed.utf8.count <= longestTyped else { return nil }
        var text = ""
        for character in typed.precomposedStringWithCompatibilityMapping {
            if character.isWhitespace || ".,_·".contains(character) || isDash(character) { continue }
            // One for one: ß is no SS.
            let large = character.uppercased()
            guard large.count == 1, let letter = large.first else { return nil }
            let meant = lookalikes[letter] ?? letter
            guard alphabet.contains(meant) else { return nil }
            text.append(meant)
        }
        return text.count == length ? text : nil
    }

    private static func isDash(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .dashPunctuation }
    }

    /// In groups of four, as it stands on paper: `K7QF-3MXW-P9TD`.
    static func grouped(_ text: String) -> String {
        stride(from: 0, to: text.count, by: 4).map { String(text.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }

    /// The character that a text is to end with so that one wrong character, and nearly all pairs of neighbours swapped, are
    /// found: Luhn's sum over the whole alphabet.
    static func check(_ text: String) -> Character? {
        var sum = 0
        for (place, character) in text.reversed().enumerated() {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            // The last one is doubled: the check itself will stand behind it.
            let weighed = place.isMultiple(of: 2) ? value * 2 : value
            sum += weighed / alphabet.count + weighed % alphabet.count
        }
        return alphabet[(alphabet.count - sum % alphabet.count) % alphabet.count]
    }
}
