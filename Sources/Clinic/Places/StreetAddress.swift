import Foundation

/// A street in the United States, as far as a place can be looked up for it.
package struct StreetAddress: Hashable, Sendable {
    package let street: String
    package let city: String
    package let state: String
    package let zip: ZIPCode

    package init(street: String, city: String, state: String, zip: ZIPCode) {
        self.street = street
        self.city = city
        self.state = state
        self.zip = zip
    }

    /// Nil outside the United States, without a street, and without a ZIP code that names a place.
    package init?(_ address: PostalAddress) {
        guard let zip = ZIPCode(address), !zip.isMilitary,
            !address.street.allSatisfy({ $0.isWhitespace || $0.isPunctuation })
        else { return nil }
        self.init(street: address.street, city: address.city, state: address.state, zip: zip)
    }

    /// On one line, as it stands on an envelope.
    package var line: String {
        let place = [state, zip.digits].filter { !$0.isEmpty }.joined(separator: " ")
        return [street, city, place].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// What is the same for all spellings of one address: its words in lower case without accents or punctuation.
    package var normalised: String {
        [street, city, state, zip.digits].map { part in
            part.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
                .split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
        }.joined(separator: "\n")
    }
}
