/// A text of the shipped data in every language.
package struct Wording: Sendable, Hashable, Codable {
    private let texts: [String: String]

    package init(_ texts: [Language: String]) {
        self.texts = Dictionary(uniqueKeysWithValues: texts.map { ($0.key.rawValue, $0.value) })
    }

    package init(from decoder: any Decoder) throws {
        texts = try decoder.singleValueContainer().decode([String: String].self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(texts)
    }

    /// The text in a language. English stands in where a later language has none yet.
    package subscript(_ language: Language) -> String {
        texts[language.rawValue] ?? texts[Language.english.rawValue] ?? ""
    }

    /// Whether every language Theralog speaks has its words.
    package var isComplete: Bool {
        Language.allCases.allSatisfy { !(texts[$0.rawValue] ?? "").allSatisfy(\.isWhitespace) }
    }

    /// Every text, those of languages that Theralog does not speak among them.
    package var all: [String] { Array(texts.values) }
}
