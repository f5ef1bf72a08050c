import Clinic
import Foundation
import GRDB

/// One row that two releases of a catalogue have differently.
package struct CatalogDifference: Hashable, Sendable {
    package enum Change: String, Hashable, Sendable, CaseIterable {
        case added, changed, retired
    }

    /// What tells the row apart: a code, a medicine's id, an NPI.
    package let key: String
    /// What it said before; nil for an added row.
    package let before: Side?
    /// What it says now; nil for a retired one.
    package let after: Side?

    package struct Side: Hashable, Sendable {
        package let label: String
        /// What is said of the row in words of the program.
        package let marks: [Mark]
        /// The rest, in the catalogue's own words; empty for none.
        package let detail: String
        /// The notes of a code, where the other side has others; else none, so that only what differs is read.
        package let notes: [CodeNotes.Note]
    }

    /// What a row says by a flag or a number, to be said in the reader's language.
    package enum Mark: Hashable, Sendable {
        /// A code that cannot be billed.
        case heading
        /// Flags of an equivalence map.
        case approximate, noMap, combination
        /// Which of the combinations, from 1.
        case scenario(Int)
        /// Which part of the combination, from 1.
        case choiceList(Int)
        case severity(ListedInteraction.Severity)

        /// - Parameter value: what the column says; 0 and NULL say nothing.
        init?(_ column: CatalogTable.Mark, _ value: DatabaseValue) {
            let number = Int.fromDatabaseValue(value) ?? 0
            switch column {
            case .severity:
                guard let text = String.fromDatabaseValue(value) else { return nil }
                self = .severity(ListedInteraction.Severity(rawValue: text) ?? .unknown)
            case _ where number == 0: return nil
            case .heading: self = .heading
            case .approximate: self = .approximate
            case .noMap: self = .noMap
            case .combination: self = .combination
            case .scenario: self = .scenario(number)
            case .choiceList: self = .choiceList(number)
            }
        }
    }
}

/// Two releases to be compared.
package struct CatalogComparison: Hashable, Sendable {
    package let kind: CatalogKind
    /// Nil: there was none before.
    package let before: Int64?
    package let after: Int64

    package init(kind: CatalogKind, before: Int64?, after: Int64) {
        self.kind = kind
        self.before = before
        self.after = after
    }
}

extension ClinicDatabase {
    /// The comparison behind a checked or applied import; nil before.
    package func comparison(of id: Identifier<CatalogImport>) async throws -> CatalogComparison? {
        try await read { db in
            guard let (kind, number) = try CatalogImport.release(of: id, in: db) else { return nil }
            let before = try Int64.fetchOne(
                db, sql: "SELECT compared_with FROM catalog_import WHERE id = ?", arguments: [id])
            return CatalogComparison(kind: kind, before: before, after: number)
        }
    }

    /// The release of a kind that is in use; nil for none.
    package func currentReleaseNumber(of kind: CatalogKind) async throws -> Int64? {
        let surroundings = surroundings
        return try await read { db in
            try Transaction(db: db, actor: .program, surroundings: surroundings).currentRelease(of: kind)
        }
    }

    /// How many rows were added, changed and retired.
    package func differenceCounts(
        _ comparison: CatalogComparison
    ) async throws -> [CatalogDifference.Change: Int] {
        let query = DifferenceQuery(comparison)
        return try await read { db in
            func count(_ release: Int64?) throws -> Int {
                try Int.fetchOne(db, sql: query.count, arguments: ["release": release]) ?? 0
            }
            // One comparison, of each row in use with the new one of the same key, gives all three.
            let compared = try Row.fetchOne(db, sql: query.counts, arguments: query.arguments())
            let retired: Int = compared?[0] ?? 0
            let stayed = try count(comparison.before) - retired
            return [
                .added: try count(comparison.after) - stayed, .changed: compared?[1] ?? 0, .retired: retired,
            ]
        }
    }

    /// Rows that differ in one way, by key.
    /// - Parameter after: the key of the last row seen; empty to begin.
    package func differences(
        _ change: CatalogDifference.Change, _ comparison: CatalogComparison, after key: String = "", limit: Int
    ) async throws -> [CatalogDifference] {
        let query = DifferenceQuery(comparison)
        return try await read { db in
            try Row.fetchAll(
                db, sql: query.list(of: change), arguments: query.arguments(after: key, limit: limit)
            ).map { row in
                let key: String = row["key"]
                let notes = try query.notes(of: key, in: db)
                func side(_ name: String, _ notes: [CodeNotes.Note]) -> CatalogDifference.Side? {
                    (row["\(name)_label"] as String?).map {
                        CatalogDifference.Side(
                            label: $0,
                            marks: query.marks.compactMap {
                                CatalogDifference.Mark($0.mark, row["\(name)_\($0.mark.rawValue)"])
                            }, detail: row["\(name)_detail"] ?? "", notes: notes)
                    }
                }
                return CatalogDifference(
                    key: key, before: side("before", notes.before), after: side("after", notes.after))
            }
        }
    }
}

/// SQL that compares two releases: an index look-up per row.
struct DifferenceQuery {
    private let comparison: CatalogComparison
    private let table: String
    private let key: String
    private let label: String
    private let detail: String
    /// What is said in words of the program, as SQL over `t`.
    let marks: [(mark: CatalogTable.Mark, value: String)]
    private let isDifferent: String

    init(_ comparison: CatalogComparison) {
        self.comparison = comparison
        if let table = CatalogTable.of(comparison.kind) {
            self.table = table.name
            key = "key"
            label = table.label
            detail = table.detail
            marks = table.marks
            isDifferent = "o.digest <> t.digest"
        } else {
            table = "diagnosis"
            key = "code"
            label = "t.title"
            detail = "t.terms"
            marks = [(.heading, "NOT t.is_billable")]
            isDifferent = """
                (o.title <> t.title OR o.is_billable <> t.is_billable OR o.terms <> t.terms
                OR t.code IN (\(Self.differentNotes)))
                """
        }
    }

    /// Codes with a note that the other release has not. It names no row of the lists, so SQLite asks it once however long
    /// they are, and is done at once where neither release has notes.
    private static let differentNotes = [("after", "before"), ("before", "after")].map { one, other in
        """
        SELECT n.code FROM diagnosis_note n WHERE n.release_id = :\(one) AND NOT EXISTS (
            SELECT 1 FROM diagnosis_note m WHERE m.release_id = :\(other) AND m.code = n.code AND m.place = n.place
                AND m.kind = n.kind AND m.text = n.text)
        """
    }.joined(separator: " UNION ALL ")

    /// `t` is the row that is looked at, `o` the one of the same key in the other release.
    private func source(of change: CatalogDifference.Change) -> String {
        func missing(in release: String) -> String {
            "NOT EXISTS (SELECT 1 FROM \(table) o WHERE o.release_id = :\(release) AND o.\(key) = t.\(key))"
        }
        switch change {
        case .added: return "FROM \(table) t WHERE t.release_id = :after AND \(missing(in: "before"))"
        case .retired: return "FROM \(table) t WHERE t.release_id = :before AND \(missing(in: "after"))"
        case .changed:
            return """
                FROM \(table) t CROSS JOIN \(table) o ON o.\(key) = t.\(key) AND o.release_id = :before
                WHERE t.release_id = :after AND \(isDifferent)
                """
        }
    }

    /// How many rows a release has.
    var count: String { "SELECT count(*) FROM \(table) WHERE release_id = :release" }

    /// How many rows of the release in use are gone from the new one, and how many are different there.
    var counts: String {
        """
        SELECT count(*) FILTER (WHERE o.\(key) IS NULL),
            count(*) FILTER (WHERE o.\(key) IS NOT NULL AND \(isDifferent))
        FROM \(table) t LEFT JOIN \(table) o ON o.release_id = :after AND o.\(key) = t.\(key)
        WHERE t.release_id = :before
        """
    }

    /// No release has the number 0, so that nothing is found in it.
    func arguments(after key: String = "", limit: Int = 0) -> StatementArguments {
        ["before": comparison.before ?? 0, "after": comparison.after, "key": key, "limit": limit]
    }

    /// The notes of a code in both releases where they differ; else none.
    func notes(of code: String, in db: Database) throws -> (before: [CodeNotes.Note], after: [CodeNotes.Note]) {
        guard comparison.kind.codeSystem != nil else { return ([], []) }
        let before = try CodeNotes.Note.all(of: code, release: comparison.before ?? 0, in: db)
        let after = try CodeNotes.Note.all(of: code, release: comparison.after, in: db)
        return before == after ? ([], []) : (before, after)
    }

    func list(of change: CatalogDifference.Change) -> String {
        let marks = self.marks.map { ", \($0.value) AS %_\($0.mark.rawValue)" }.joined()
        let said = "\(label) AS %_label, \(detail) AS %_detail\(marks)"
        func own(_ name: String) -> String { said.replacing("%", with: name) }
        func others(_ name: String) -> String { own(name).replacing("t.", with: "o.") }
        let columns =
            switch change {
            case .added: own("after")
            case .retired: own("before")
            case .changed: "\(own("after")), \(others("before"))"
            }
        let rest = source(of: change)
        return "SELECT t.\(key) AS key, \(columns) \(rest) AND t.\(key) > :key ORDER BY t.\(key) LIMIT :limit"
    }
}
