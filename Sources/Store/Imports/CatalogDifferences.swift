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
                try Int.fetchOne(db, sql: query.count, arguments: [release]) ?? 0
            }
            // One comparison, of each row in use with the new one of the same key, gives all three.
            let compared = try Row.fetchOne(
                db, sql: query.counts, arguments: [comparison.after, comparison.before])
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
                db, sql: query.list(of: change),
                arguments: query.arguments(for: change) + [key, limit]
            ).map { row in
                func side(_ name: String) -> CatalogDifference.Side? {
                    (row["\(name)_label"] as String?).map {
                        CatalogDifference.Side(
                            label: $0,
                            marks: query.marks.compactMap {
                                CatalogDifference.Mark($0.mark, row["\(name)_\($0.mark.rawValue)"])
                            }, detail: row["\(name)_detail"] ?? "")
                    }
                }
                return CatalogDifference(key: row["key"], before: side("before"), after: side("after"))
            }
        }
    }
}

/// SQL that compares two releases: an index look-up per row.
private struct DifferenceQuery {
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
            isDifferent = "(o.title <> t.title OR o.is_billable <> t.is_billable OR o.terms <> t.terms)"
        }
    }

    /// `t` is the row that is looked at, `o` the one of the same key in the other release.
    func source(of change: CatalogDifference.Change) -> String {
        let other = "SELECT 1 FROM \(table) o WHERE o.release_id = ? AND o.\(key) = t.\(key)"
        switch change {
        case .added, .retired: return "FROM \(table) t WHERE t.release_id = ? AND NOT EXISTS (\(other))"
        case .changed:
            return """
                FROM \(table) t CROSS JOIN \(table) o ON o.\(key) = t.\(key) AND o.release_id = ?
                WHERE t.release_id = ? AND \(isDifferent)
                """
        }
    }

    /// How many rows a release has.
    var count: String { "SELECT count(*) FROM \(table) WHERE release_id = ?" }

    /// How many rows are gone, and how many are different, in the first release that is given.
    var counts: String {
        """
        SELECT count(*) FILTER (WHERE o.\(key) IS NULL), count(*) FILTER (WHERE \(isDifferent))
        FROM \(table) t LEFT JOIN \(table) o ON o.release_id = ? AND o.\(key) = t.\(key) WHERE t.release_id = ?
        """
    }

    /// No release has the number 0, so that nothing is found in it.
    func arguments(for change: CatalogDifference.Change) -> StatementArguments {
        let (before, after) = (comparison.before ?? 0, comparison.after)
        switch change {
        case .added: return [after, before]
        case .retired: return [before, after]
        case .changed: return [before, after]
        }
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
        return "SELECT t.\(key) AS key, \(columns) \(rest) AND t.\(key) > ? ORDER BY t.\(key) LIMIT ?"
    }
}
