import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Anything may be typed into the medicine search")
struct HostileMedicationQueryTests {
    @Test(
        "operators, quotes and control characters are words or nothing",
        arguments: [
            "", " ", "\"", "\"\"", "'", "\\", "*", "a*", "^a", "-a", "a -b", "NOT a", "a OR b", "a AND", "NEAR(a b, 2)",
            "names:lis", "{names} : lis", "(((", ")", "a)b", "x;DROP TABLE medication", "%", "_", "\0", "li\0sin",
            "\u{202E}lirponisil", "🦴", "👨‍👩‍👧‍👦 pain", "ظهر", "背痛", "𞤀𞤁", "a𞤀b", "ǅ", "ß", "İ", "\u{FFFD}", "½", "²",
            "\r\n", "\t", "1e999", "NULL", "x'00'", "?1", ":a", "@a", "$a", "a\u{301}\u{301}\u{301}", "½½½½½", "ﬁﬁﬁﬁﬁ",
        ])
    func hostile(typed: String) async throws {
        #expect(try await Shipped.medications(typed).hits.count <= 25)
    }

    @Test("10,000 characters are answered")
    func long() async throws {
        #expect(try await Shipped.medications(String(repeating: "x", count: 10_000)).hits.isEmpty)
        #expect(try await Shipped.medications(String(repeating: "a ", count: 5_000)).hits.count == 25)
        #expect(try await !Shipped.medications(String(repeating: "lisinopril ", count: 2_000)).hits.isEmpty)
        #expect(try await Shipped.medications(String(repeating: "qxqx wzwz ", count: 2_000)).hits.isEmpty)
    }

    @Test("a filter may be anything")
    func filters() async throws {
        let database = try await Shipped.database.value
        for text in ["", "'", "\0", "%", "a' OR 1", "\u{10FFFF}", "🦴"] {
            #expect(try await Shipped.medications("lis", filter: MedicationFilter(class: text)).hits.isEmpty)
            let page = try await database.medications(MedicationFilter(class: text), page: 1, in: .english)
            #expect(page.medications.isEmpty && page.count == 0)
        }
    }

    @Test("no query reads the whole of a table, and none sorts what it can read in order")
    func plans() async throws {
        let database = try await Shipped.database.value
        let plans = try await database.read { db in
            try Self.queries.map { query in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.replacing("?", with: "'a'")).map {
                    $0["detail"] as String
                }
            }
        }
        for plan in plans {
            let scans = plan.filter { $0.hasPrefix("SCAN") && !$0.contains("VIRTUAL TABLE") }
            #expect(scans == [], "\(plan)")
        }
        for plan in plans.prefix(4) { #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)") }
    }

    private static let filter = MedicationFilter(letter: "a", area: .heart, class: "statin")

    /// The queries of the search and its neighbours; the first four must not sort.
    private static let queries = [
        """
        SELECT \(MedicationSummary.columns) FROM medication_text f
        CROSS JOIN medication m ON m.id = f.rowid \(MedicationSummary.wording)
        WHERE medication_text MATCH 'a*'\(filter.conditions) ORDER BY f.rowid LIMIT 26
        """,
        """
        SELECT \(MedicationSummary.columns) FROM medication m \(MedicationSummary.wording)
        WHERE m.release_id = 1\(filter.conditions) ORDER BY m.sort_name, m.id LIMIT 50 OFFSET 0
        """,
        "SELECT m.slug FROM medication m WHERE m.slug = 'a' ORDER BY m.release_id DESC LIMIT 1",
        "SELECT class FROM medication_class WHERE medication_id = 1 ORDER BY place",
        "SELECT id FROM medication_release WHERE is_current = 1",
        "SELECT area FROM medication_area WHERE medication_id = 1 ORDER BY place",
        "SELECT name FROM medication_class_name WHERE release_id = 1 AND language = 'en'",
        "SELECT DISTINCT area FROM medication_area WHERE release_id = 1",
        "SELECT DISTINCT substr(sort_name, 1, 1) AS letter FROM medication WHERE release_id = 1 ORDER BY letter",
        "SELECT * FROM medication_wording WHERE medication_id = 1",
    ]
}
