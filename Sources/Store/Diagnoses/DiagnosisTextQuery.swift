import Clinic
import GRDB

/// Makes queries for SQLite's full-text index out of typed words. Only words that are letters and digits, or that the index
/// itself gave, are put into the text, so nothing typed can be taken for an operator.
struct DiagnosisTextQuery {
    private let db: Database
    private let release: DiagnosisReleaseID?
    private var expansions: [String: Expansion] = [:]

    /// Beginnings up to this length have an index of their own (`prefix` of the text table).
    private static let indexedPrefixLength = 4
    /// More words with the same beginning than this are left to SQLite, which collects them all before the first find.
    private static let termLimit = 24

    private enum Expansion {
        case none
        case terms([String])
        case prefix
    }

    init(db: Database, release: DiagnosisReleaseID?) {
        self.db = db
        self.release = release
    }

    /// All of the words, in any order, in one of the columns each. Nil when some word is in no text, so that there is
    /// nothing to find.
    /// - Parameters:
    ///   - columns: names of columns, ours.
    ///   - whole: only whole words; else words may be beginnings of words.
    mutating func expression(_ words: [String], columns: String, whole: Bool) throws -> String? {
        var parts: [String] = []
        for word in words {
            if whole {
                guard word.isPlain else { return nil }
                parts.append("\"\(word)\"")
                continue
            }
            switch try expansion(of: word) {
            case .none: return nil
            case .prefix: parts.append("\"\(word)\"*")
            case .terms(let terms): parts.append("(" + terms.map { "\"\($0)\"" }.joined(separator: " OR ") + ")")
            }
        }
        return parts.isEmpty ? nil : "{\(columns)} : (" + parts.joined(separator: " AND ") + ")"
    }

    /// The few words a beginning may mean: read one by one they give their finds at once, while a beginning without an
    /// index of its own would first be collected whole.
    private mutating func expansion(of word: String) throws -> Expansion {
        if word.isPlain, word.utf8.count <= Self.indexedPrefixLength { return .prefix }
        if let known = expansions[word] { return known }
        let terms = try String.fetchAll(
            db.cachedStatement(
                sql: "SELECT term FROM diagnosis_term WHERE release_id = ? AND term >= ? AND term < ? LIMIT ?"),
            arguments: [release?.number, word, word + "\u{10FFFF}", Self.termLimit + 1])
        let expansion: Expansion =
            terms.isEmpty
            ? .none
            : terms.count > Self.termLimit && word.isPlain ? .prefix : .terms(Array(terms.prefix(Self.termLimit)))
        expansions[word] = expansion
        return expansion
    }
}

extension String {
    /// Nothing but a–z and 0–9.
    fileprivate var isPlain: Bool {
        utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }
}
