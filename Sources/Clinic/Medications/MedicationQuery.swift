/// What somebody typed to find a medicine, taken apart. Anything may be typed; what is not a letter or a digit only
/// separates words.
package struct MedicationQuery: Hashable, Sendable {
    /// More than this many Unicode scalars are not looked at.
    package static let scalarLimit = 200
    /// More words than this are not looked at.
    package static let wordLimit = 12

    /// Folded words in the order typed, each once.
    package let words: [String]

    package init(typed: String) {
        let text = String(String.UnicodeScalarView(typed.unicodeScalars.prefix(Self.scalarLimit)))
        var words: [String] = []
        for word in SearchText.words(text) where !words.contains(word) { words.append(word) }
        self.words = Array(words.prefix(Self.wordLimit))
    }

    /// Nothing that could be looked up.
    package var isEmpty: Bool { words.isEmpty }

    /// Whether each word of the query begins a word of a text.
    package func matches(_ text: String) -> Bool {
        let present = SearchText.words(text)
        return words.allSatisfy { word in present.contains { $0.hasPrefix(word) } }
    }

    /// Whether some word of the query begins a word of a text.
    package func touches(_ text: String) -> Bool {
        let present = SearchText.words(text)
        return words.contains { word in present.contains { $0.hasPrefix(word) } }
    }
}
