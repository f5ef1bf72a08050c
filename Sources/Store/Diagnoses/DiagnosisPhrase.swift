import Clinic
import GRDB

/// Words that people say, found for a query.
struct DiagnosisPhrase {
    let phrase: String
    /// Beginnings of codes in one list, the likeliest first.
    let codes: [String]
    /// Whether the query is the whole phrase, in any order of its words.
    let isExact: Bool

    /// Shorter queries could mean half of the phrases, unless they are one: "ms".
    private static let shortestQuery = 3
    private static let limit = 5

    /// Phrases that begin like the query, the shortest first; then those that have its words in another order.
    static func all(matching query: DiagnosisQuery, in system: CodeSystem, _ db: Database) throws -> [DiagnosisPhrase] {
        let typed = query.words.joined(separator: " ")
        guard !typed.isEmpty else { return [] }
        // The column's name is the system's raw value, one of two.
        let column = system.rawValue
        let isShort = typed.count < shortestQuery
        let begun = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT phrase, \(column), words FROM diagnosis_synonym
                    WHERE words >= ? AND words < ? AND \(column) <> '' ORDER BY words LIMIT ?
                    """),
            arguments: [typed, isShort ? typed + "\u{1}" : typed + "\u{10FFFF}", limit])
        let rows =
            begun.isEmpty && !isShort
            ? try Row.fetchAll(anyOrder(column, db), arguments: [expression(query), limit]) : begun
        let words = query.words.sorted()
        return rows.map { row in
            DiagnosisPhrase(
                phrase: row[0], codes: (row[1] as String).split(separator: " ").map(String.init),
                isExact: (row[2] as String).split(separator: " ").map(String.init).sorted() == words)
        }
    }

    private static func anyOrder(_ column: String, _ db: Database) throws -> Statement {
        try db.cachedStatement(
            sql: """
                SELECT s.phrase, s.\(column), s.words FROM diagnosis_synonym_text t
                CROSS JOIN diagnosis_synonym s ON s.id = t.rowid
                WHERE diagnosis_synonym_text MATCH ? AND s.\(column) <> '' ORDER BY t.rowid LIMIT ?
                """)
    }

    /// Words are letters and digits only, so the quotes hold.
    private static func expression(_ query: DiagnosisQuery) -> String {
        query.words.map { "\"\($0)\"*" }.joined(separator: " AND ")
    }
}
