import Foundation

/// What a patient types from a sheet of paper to make an account: long enough not to be guessed, made of characters that
/// are not taken for one another.
package struct InvitationCode: Hashable, Sendable {
    /// The characters alone, in upper case.
    package let text: String

    /// 55 bits: beside the waits after wrong ones, and the date of birth, far more than can be tried in the days it is valid.
    package static let length = 12
    /// None of 0 and O, 1, I and L; of 2 and Z, 5 and S, 8 and B, U and V only the digits; and no vowel, so that no word
    /// comes out.
    private static let alphabet = Array("23456789CDFGHJKMNPQRTWXY")
    /// What somebody means who types a letter that looks like a digit.
    private static let lookalikes: [Character: Character] = ["Z": "2", "S": "5", "B": "8"]
    /// Longer text is none; white space and dashes included.
    private static let longestTyped = 200

    /// Makes a code of random bytes, two for each character. Nil for fewer than 24.
    package init?(random bytes: Data) {
        guard bytes.count >= Self.length * 2 else { return nil }
        let bytes = Array(bytes)
        text = String(
            (0..<Self.length).map { place in
                let number = Int(bytes[place * 2]) << 8 | Int(bytes[place * 2 + 1])
                return Self.alphabet[number % Self.alphabet.count]
            })
    }

    /// Reads what was typed: small letters, white space, dashes and dots make no difference. Nil for what cannot be a code.
    package init?(typed: String) {
        guard typed.utf8.count <= Self.longestTyped else { return nil }
        var text = ""
        for character in typed.precomposedStringWithCompatibilityMapping {
            if character.isWhitespace || ".,_·".contains(character) || Self.isDash(character) { continue }
            // One for one: ß is no SS.
            let large = character.uppercased()
            guard large.count == 1, let letter = large.first else { return nil }
            let meant = Self.lookalikes[letter] ?? letter
            guard Self.alphabet.contains(meant) else { return nil }
            text.append(meant)
        }
        guard text.count == Self.length else { return nil }
        self.text = text
    }

    private static func isDash(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .dashPunctuation }
    }

    /// In groups of four, as it stands on paper: `K7QF-3MXW-P9TD`.
    package var grouped: String {
        stride(from: 0, to: text.count, by: 4).map { String(text.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }
}
