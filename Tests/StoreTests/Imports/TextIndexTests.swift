import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The full-text index of a release")
struct TextIndexTests {
    private static let columns = ["names", "places"]
    private static let words = ["lumbar", "Ménière", "pain", "Straße", "ankle", "of", "x", "radiculopathy", "C4A"]

    /// The words of a row, from its number.
    private static func texts(_ row: Int) -> [String] {
        let count = words.count
        return ["\(words[row % count]) \(words[row / 3 % count]) \(row)", words[row / 7 % count]]
    }

    /// An index of so many rows, copied into a clinic's database.
    private func indexed(_ rows: Int) async throws -> (database: ClinicDatabase, terms: [String]) {
        let fixture = try await ImportFixture()
        let database = fixture.database
        try await database.write(by: .program) { tx in
            try tx.db.execute(
                sql: TextIndex.creation(of: "copied", columns: Self.columns, tokenizer: CatalogTable.tokenizer))
        }
        let index = try TextIndex(columns: Self.columns, tokenizer: CatalogTable.tokenizer)
        for start in stride(from: 0, to: rows, by: 1000) {
            try await index.add { add in
                for row in start..<min(rows, start + 1000) { try add(Int64(row), Self.texts(row)) }
            }
        }
        try await index.merge {}
        try await index.copy(to: "copied", in: database, isShared: false, by: .program) {}
        return (database, try await index.terms())
    }

    @Test("a copy is sound and finds what a table finds that was written directly", arguments: [0, 1, 5000])
    func copy(rows: Int) async throws {
        let (database, terms) = try await indexed(rows)
        try await database.write(by: .program) { tx in
            try tx.db.execute(
                sql: TextIndex.creation(of: "direct", columns: Self.columns, tokenizer: CatalogTable.tokenizer))
            for row in 0..<rows {
                let texts = Self.texts(row)
                try tx.db.execute(
                    sql: "INSERT INTO direct (rowid, names, places) VALUES (?, ?, ?)",
                    arguments: [row, texts[0], texts[1]])
            }
            // Throws when the index contradicts itself.
            try tx.db.execute(sql: "INSERT INTO copied (copied) VALUES ('integrity-check')")
        }
        let queries = [
            "lumb*", "l* r*", "\"4711\"", "men*", "places : pain", "names : x NOT of", "str*", "zzz*", "1* 2*",
        ]
        for query in queries {
            let found = try await database.read { db in
                try ["copied", "direct"].map { table in
                    try Int.fetchAll(
                        db, sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH ? ORDER BY rowid", arguments: [query])
                }
            }
            #expect(found[0] == found[1], "\(query)")
            if rows == 5000, query == "lumb*" { #expect(!found[0].isEmpty) }
        }
        let words = try await database.write(by: .program) { tx in
            try tx.db.execute(sql: "CREATE VIRTUAL TABLE temp.direct_words USING fts5vocab (main, direct, 'row')")
            return try String.fetchAll(tx.db, sql: "SELECT term FROM temp.direct_words")
        }
        #expect(terms == words)
    }

    @Test("a copied index is taken out like any other")
    func removal() async throws {
        let (database, _) = try await indexed(3000)
        try await database.removeText("copied", StagingPace(isShared: false), by: .program)
        let left = try await database.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE name LIKE 'copied%'")
        }
        #expect(left.isEmpty)
    }
}
