import Foundation

/// What `EXPLAIN QUERY PLAN` says of a query, for tests that a page's cost does not grow with a table.
package struct QueryPlan: Sendable {
    /// SQLite's lines, such as `SEARCH session USING INDEX …`.
    package let lines: [String]

    package init(lines: [String]) { self.lines = lines }

    /// The tables that are read from end to end. A scan of a covering index counts, one of an FTS5 table does not: SQLite
    /// says SCAN for every virtual table, also when it looks a word up.
    package var fullScans: [String] {
        lines.compactMap { line in
            guard line.hasPrefix("SCAN "), !line.contains("VIRTUAL TABLE"), !line.contains("CONSTANT ROW") else {
                return nil
            }
            return line.split(separator: " ").dropFirst().first.map(String.init)
        }
    }
}
