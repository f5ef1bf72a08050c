/// A language that Theralog speaks completely.
package enum Language: String, CaseIterable, Sendable, Codable {
    case english = "en"
    case german = "de"

    /// The name of the language in itself, as a language menu shows it.
    package var ownName: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        }
    }
}
