import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Anything may be typed into the diagnosis search")
struct HostileDiagnosisQueryTests {
    @Test(
        "operators, quotes and control characters are words or nothing",
        arguments: [
            "", " ", "\"", "\"\"", "'", "\\", "*", "a*", "^a", "-a", "a -b", "NOT a", "a OR b", "a AND", "NEAR(a b, 2)",
            "title:pain", "{title} : pain", "(((", ")", "a)b", "pain;DROP TABLE diagnosis", "%", "_", "\0", "pa\0in",
            "\u{202E}niap", "🦴", "👨‍👩‍👧‍👦 pain", "ظهر", "背痛", "𞤀𞤁", "a𞤀b", "ǅ", "ß", "İ", "\u{FFFD}", "\u{FEFF}pain", "½",
            "²", "\r\n", "\t", "1e999", "NULL", "x'00'", "?1", ":a", "@a", "$a", "a\u{301}\u{301}\u{301}",
        ])
    func hostile(typed: String) async throws {
        for system in CodeSystem.allCases {
            let hits = try await Shipped.hits(typed, in: system)
            #expect(hits.hits.count <= 25)
        }
    }

    @Test(
        "signs around a word do not hide it",
        arguments: [
            "\"radiculopathy\" lumbar*", "radiculopathy\0lumbar", "((radiculopathy) lumbar",
            "\u{FEFF}radiculopathy lumbar 🦴", "^radiculopathy -lumbar", "'radiculopathy'; lumbar--",
        ])
    func stillFound(typed: String) async throws {
        #expect(try await Shipped.codes(typed).prefix(3).contains("M54.16"))
    }

    @Test("10,000 characters are answered")
    func long() async throws {
        #expect(try await Shipped.hits(String(repeating: "x", count: 10_000)).hits.isEmpty)
        #expect(try await Shipped.hits(String(repeating: "a ", count: 5_000)).hits.count == 25)
        #expect(try await !Shipped.hits(String(repeating: "pain ", count: 2_000)).hits.isEmpty)
        #expect(try await Shipped.hits(String(repeating: "\"", count: 10_000)).hits.isEmpty)
    }

    @Test("any text is answered, and all finds are of the list", arguments: 0..<150)
    func random(seed: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let pieces = [
            "pain", "fract", "m54", "S13.4", "left", "of", "a", "\"", "*", " ", "\0", "é", "ß", "🦴", "(", "OR", ":",
            "-",
            "7", "slipped", "disc", "\u{202E}", "ظ", "^", "z", "hyper", "unspecified", ".",
        ]
        let count = Int.random(in: 1...8, using: &generator)
        let typed = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }
            .joined(separator: Bool.random(using: &generator) ? " " : "")
        for system in CodeSystem.allCases {
            let found = try await Shipped.hits(typed, in: system, limit: 10)
            #expect(found.hits.count <= 10)
            #expect(found.hits.allSatisfy { $0.diagnosis.system == system })
            #expect(!found.isOnlyInOtherSystem || found.hits.isEmpty)
        }
    }

    @Test("no query reads a whole table that grows, and none sorts what it could read in order")
    func plans() async throws {
        let database = try await Shipped.database.value
        let plans = try await database.read { db in
            let table = try #require(try StoredRelease.current(of: .icd10cm, in: db)).id.textTable
            return try Self.queries(textTable: table).map { query in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(query)").map { $0["detail"] as String }
            }
        }
        for plan in plans {
            let scans = plan.filter { $0.hasPrefix("SCAN") && !$0.contains("VIRTUAL TABLE") }
            #expect(scans == [], "\(plan)")
        }
        for plan in plans.prefix(4) { #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)") }
    }

    /// The queries of the search and its neighbours; the first four must not sort.
    private static func queries(textTable: String) -> [String] {
        [
            """
            SELECT * FROM diagnosis d WHERE d.release_id = 1 AND d.is_billable = 1 AND d.code >= 'M' AND d.code < 'M~'
            ORDER BY d.code LIMIT 26
            """,
            """
            SELECT * FROM \(textTable) f CROSS JOIN diagnosis d ON d.id = f.rowid
            WHERE \(textTable) MATCH 'a*' AND f.rowid <= 9 ORDER BY f.rowid LIMIT 26
            """,
            """
            SELECT code FROM diagnosis_use INDEXED BY diagnosis_use_most WHERE account_id = 'x' AND system = 'icd10cm'
            ORDER BY uses DESC, last_used_at DESC LIMIT 300
            """,
            "SELECT phrase FROM diagnosis_synonym WHERE words >= 'a' AND words < 'b' ORDER BY words LIMIT 5",
            "SELECT * FROM diagnosis d WHERE d.release_id = 1 AND d.code = 'M545'",
            "SELECT term FROM diagnosis_term WHERE release_id = 1 AND term >= 'a' AND term < 'b' LIMIT 25",
            """
            SELECT code FROM diagnosis WHERE release_id = 1 AND code > 'M54' AND code < 'M54~' AND parent = 'M54'
            ORDER BY position
            """,
            """
            SELECT code FROM diagnosis_use t WHERE t.account_id = 'x' AND t.system = 'icd10cm'
            ORDER BY last_used_at DESC LIMIT 10
            """,
            "SELECT code FROM diagnosis_favourite WHERE account_id = 'x' AND system = 'icd10cm' ORDER BY added_at LIMIT 9",
        ]
    }
}

/// Chance that is the same on every run.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
