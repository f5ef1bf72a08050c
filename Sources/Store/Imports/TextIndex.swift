import Clinic
import Foundation
import GRDB

/// The full-text index of a release, made in a temporary database of its own and then copied into the clinic's. Making it
/// there keeps nobody from writing, can go on beside the writing of the rows, and takes a few large steps instead of many
/// small ones that have to be merged afterwards.
///
/// What is copied are the tables behind an FTS5 table (https://www.sqlite.org/fts5.html#fts5_data_structures), which are
/// plain ones; both are made by the same words, and nobody has looked at the clinic's before its release is put to use.
final class TextIndex: Sendable {
    private static let name = "release_text"
    /// Removed by SQLite when it is closed, kept in memory while it is small.
    private let queue: DatabaseQueue
    private let insertion: String

    /// The statement that makes a full-text table. No text, no sizes and no positions are kept: all that is asked is which
    /// rows have which words in which column.
    /// - Parameter tokenizer: `unicode61`, with options.
    static func creation(of table: String, columns: [String], tokenizer: String) -> String {
        """
        CREATE VIRTUAL TABLE \(table) USING fts5 (\(columns.joined(separator: ", ")), content = '', columnsize = 0,
            detail = column, prefix = '1 2 3 4', tokenize = '\(tokenizer)')
        """
    }

    init(columns: [String], tokenizer: String) throws {
        var configuration = Configuration()
        configuration.label = "text-index"
        configuration.prepareDatabase { db in
            // Whatever goes wrong, all of it is thrown away.
            try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000")
        }
        queue = try DatabaseQueue(path: "", configuration: configuration)
        let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
        insertion = "INSERT INTO \(Self.name) (rowid, \(columns.joined(separator: ", "))) VALUES (\(marks))"
        try queue.write { db in
            try db.execute(
                sql: """
                    \(Self.creation(of: Self.name, columns: columns, tokenizer: tokenizer));
                    INSERT INTO \(Self.name) (\(Self.name), rank) VALUES ('hashsize', 33554432);
                    INSERT INTO \(Self.name) (\(Self.name), rank) VALUES ('automerge', 0);
                    INSERT INTO \(Self.name) (\(Self.name), rank) VALUES ('crisismerge', 1900);
                    """)
        }
    }

    /// Adds rows, each by its id and the texts of the columns.
    func add(
        _ rows: @escaping @Sendable (_ add: (Int64, [String]) throws -> Void) throws -> Void
    ) async throws {
        try await queue.write { [insertion] db in
            let statement = try db.cachedStatement(sql: insertion)
            try rows { id, texts in
                // A closure: a key path would be made anew for each of a million rows.
                let values = texts.map { text in text.databaseValue }
                try statement.execute(arguments: StatementArguments([id.databaseValue] + values))
            }
        }
    }

    /// Makes one part of all: searches read them from the front, each part would be one more to read
    /// (https://www.sqlite.org/fts5.html#the_merge_command).
    /// - Parameter progress: called between two steps; what it throws ends the work.
    func merge(progress: @Sendable () async throws -> Void) async throws {
        var isMerged = false
        // Negative to begin.
        var pages = -2000
        while !isMerged {
            let step = pages
            isMerged = try await queue.write { db in
                let before = db.totalChangesCount
                try db.execute(
                    sql: "INSERT INTO \(Self.name) (\(Self.name), rank) VALUES ('merge', ?)", arguments: [step])
                return db.totalChangesCount - before < 2
            }
            pages = abs(pages)
            try await progress()
        }
    }

    /// All words, each once.
    func terms() async throws -> [String] {
        try await queue.write { db in
            try db.execute(
                sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab (main, \(Self.name), 'row')")
            return try String.fetchAll(db, sql: "SELECT term FROM temp.words")
        }
    }

    /// Copies the index into a table of the clinic's that was just made, in short transactions.
    func copy(
        to table: String, in database: ClinicDatabase, isShared: Bool, by actor: Actor,
        progress: @Sendable () async throws -> Void
    ) async throws {
        let pace = StagingPace(isShared: isShared)
        var page = Int64.min
        while let last = try await copyPages(after: page, to: table, in: database, pace, by: actor) {
            page = last
            try await progress()
            try await pace.rest()
        }
        var entry = IndexEntry(segment: -1, term: Data(), page: 0)
        while let last = try await copyEntries(after: entry, to: table, in: database, pace, by: actor) {
            entry = last
            try await progress()
            try await pace.rest()
        }
    }

    private func copyPages(
        after page: Int64, to table: String, in database: ClinicDatabase, _ pace: StagingPace, by actor: Actor
    ) async throws -> Int64? {
        let pages = try await queue.read { db in
            try Row.fetchAll(
                db, sql: "SELECT id, block FROM \(Self.name)_data WHERE id > ? ORDER BY id LIMIT ?",
                arguments: [page, pace.rows]
            ).map { row in (id: row[0] as Int64, block: row[1] as Data) }
        }
        guard let last = pages.last else { return nil }
        try await database.write(by: actor) { tx in
            try pace.measure(in: tx.db) {
                // A new table has its two first pages.
                let statement = try tx.db.cachedStatement(
                    sql: "INSERT OR REPLACE INTO \(table)_data (id, block) VALUES (?, ?)")
                for page in pages { try statement.execute(arguments: [page.id, page.block]) }
            }
        }
        return last.id
    }

    /// Which page of a part begins with which word.
    private struct IndexEntry: Sendable {
        let segment: Int64
        let term: Data
        let page: Int64
    }

    private func copyEntries(
        after entry: IndexEntry, to table: String, in database: ClinicDatabase, _ pace: StagingPace, by actor: Actor
    ) async throws -> IndexEntry? {
        let entries = try await queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT segid, term, pgno FROM \(Self.name)_idx WHERE (segid, term) > (?, ?)
                    ORDER BY segid, term LIMIT ?
                    """, arguments: [entry.segment, entry.term, pace.rows]
            ).map { IndexEntry(segment: $0[0], term: $0[1], page: $0[2]) }
        }
        guard let last = entries.last else { return nil }
        try await database.write(by: actor) { tx in
            try pace.measure(in: tx.db) {
                let statement = try tx.db.cachedStatement(
                    sql: "INSERT INTO \(table)_idx (segid, term, pgno) VALUES (?, ?, ?)")
                for entry in entries {
                    try statement.execute(arguments: [entry.segment, entry.term, entry.page])
                }
            }
        }
        return last
    }
}
