import Foundation

/// What a patient types from a sheet of paper to make an account: long enough not to be guessed, made of characters that
/// are not taken for one another.
package struct InvitationCode: Hashable, Sendable {
    /// The characters alone, in upper case.
    package let text: String

    /// 55 bits: beside the waits after wrong ones, and the date of birth, far more than can be tried in the days it is valid.
    package static let length = 12

    /// Makes a code of random bytes, two for each character. Nil for fewer than 24.
    package init?(random bytes: Data) {
        guard let text = PaperCode.text(random: bytes, length: Self.length) else { return nil }
        self.text = text
    }

    /// Reads what was typed: small letters, white space, dashes and dots make no difference. Nil for what cannot be a code.
    package init?(typed: String) {
        guard let text = PaperCode.read(typed, length: Self.length) else { return nil }
        self.text = text
    }

    /// In groups of four, as it stands on paper: `K7QF-3MXW-P9TD`.
    package var grouped: String { PaperCode.grouped(text) }
}
