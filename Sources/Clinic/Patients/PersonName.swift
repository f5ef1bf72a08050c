/// A person's name as it was given. A person with one name has an empty other part; nobody has two empty ones.
package struct PersonName: Hashable, Sendable {
    /// Which part the person's own culture says first.
    package enum Order: String, Sendable, CaseIterable {
        case givenFirst = "given-first"
        case familyFirst = "family-first"
    }

    /// The longest part that is kept, in Unicode scalars.
    package static let longestPart = 200

    /// Given and middle names.
    package var given: String
    package var family: String
    package var order: Order

    package init(given: String, family: String, order: Order = .givenFirst) {
        self.given = given
        self.family = family
        self.order = order
    }

    /// The whole name in the person's own order.
    package var full: String {
        let parts = order == .givenFirst ? [given, family] : [family, given]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// "Family, Given": for lists that are read by family name.
    package var listed: String {
        [family, given].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The words of the name as search compares them: folded, parted at everything that is no letter or digit.
    package var searchWords: [String] { SearchText.words(in: given + " " + family) }
}
