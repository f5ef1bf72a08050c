import Foundation

/// What stands on the sheet of a therapy prescription, and with which the practice tells the clinic without an account
/// what became of it.
package struct ReturnCode: Hashable, Sendable {
    /// The characters alone, in upper case.
    package let text: String

    /// 15 characters of chance are 68 bits: beside the waits after wrong ones nobody finds one by trying. The last one is
    /// a check, so that a code misheard on the telephone is known to be wrong before it is looked for.
    package static let length = 16

    /// Makes a code of random bytes, two for each character of chance. Nil for fewer than 30.
    package init?(random bytes: Data) {
        guard let body = PaperCode.text(random: bytes, length: Self.length - 1), let check = PaperCode.check(body)
        else {
            return nil
        }
        text = body + String(check)
    }

    /// Reads what was typed or said: small letters, white space, dashes and dots make no difference. Nil for what cannot be
    /// a code, such as one with a wrong character.
    package init?(typed: String) {
        guard let text = PaperCode.read(typed, length: Self.length), let last = text.last,
            PaperCode.check(String(text.dropLast())) == last
        else { return nil }
        self.text = text
    }

    /// In groups of four, as it stands on paper: `K7QF-3MXW-P9TD-HC4M`.
    package var grouped: String { PaperCode.grouped(text) }
}

/// A code as it was issued: one after another for a prescription, one at a time.
package struct IssuedReturnCode: Hashable, Sendable {
    package let id: Identifier<IssuedReturnCode>
    package let prescription: Identifier<TherapyPrescription>
    /// 1 for the first. The code follows from it, the prescription and the server's key.
    package let edition: Int
    /// A hash of the code that nobody can make without the server's key. 32 bytes.
    package let hash: Data
    package let issuedAt: Date
    /// Nil while it is the one in force.
    package let revokedAt: Date?

    package init(
        id: Identifier<IssuedReturnCode>, prescription: Identifier<TherapyPrescription>, edition: Int, hash: Data,
        issuedAt: Date, revokedAt: Date?
    ) {
        self.id = id
        self.prescription = prescription
        self.edition = edition
        self.hash = hash
        self.issuedAt = issuedAt
        self.revokedAt = revokedAt
    }
}
