import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Imported lists of medicines and interactions")
struct ListedMedicationTests {
    private typealias Fixture = ImportFixture

    @Test("finds of an imported list stand behind the program's own, each medicine once")
    func behind() async throws {
        let database = try await ClinicDatabase.withShippedCatalogs(FixedSurroundings())
        let fixture = ImportFixture(database)
        let own = try await database.medications(matching: "ibu", limit: 10).hits.map(\.medication.id.text)
        #expect(own.contains("ibuprofen"))
        try await fixture.stage(
            .medications,
            [
                Fixture.medicine("ibuprofen"), Fixture.medicine("ibuzzanol") { $0.classes = ["Ibuzzanols"] },
                Fixture.medicine("zzfirst") { $0.classes = ["Ibuzz class"] },
                Fixture.medicine("zzsecond") { $0.brands = ["Ibuzz Forte"] },
            ], isCurrent: true)
        let both = try await database.medications(matching: "ibu", limit: 50).hits.map(\.medication.id.text)
        #expect(both == own + ["ibuzzanol", "zzsecond", "zzfirst"])
        // Better found there than guessed here.
        let hits = try await database.medications(matching: "ibuzzan", limit: 10).hits
        #expect(hits.map(\.medication.id.text) == ["ibuzzanol"] && hits.map(\.reason) == [.name])
        let few = try await database.medications(matching: "ibu", limit: 1)
        #expect(few.hits.count == 1 && few.hasMore)
        #expect(try await database.medications(matching: "ibuzz", limit: 2).hasMore)
        let grouped = MedicationSearch(typed: "ibuzz", filter: MedicationFilter(area: .pain))
        #expect(try await database.medications(matching: grouped).hits.map(\.medication.id.text) == [])
    }

    @Test(
        "hostile words find nothing and break nothing",
        arguments: ["\"", "*", "a OR b NOT", "{names} : x", "\0", "🦴", "NEAR("])
    func hostile(typed: String) async throws {
        let fixture = try await Fixture()
        try await fixture.stage(.medications, [Fixture.medicine("zzz")], isCurrent: true)
        #expect(try await fixture.database.medications(matching: typed, limit: 5).hits.isEmpty)
    }

    @Test("a release that was switched back is searched again")
    func back() async throws {
        let fixture = try await Fixture()
        let first = try await fixture.stage(.medications, [Fixture.medicine("alphanol")], isCurrent: true)
        try await fixture.stage(.medications, [Fixture.medicine("betanol")], isCurrent: true)
        #expect(try await fixture.database.medications(matching: "alpha", limit: 5).hits.isEmpty)
        #expect(try await fixture.database.listedMedication(MedicationID("alphanol")) == nil)
        try await fixture.database.makeCurrent(.medications, release: first.number, by: .program)
        #expect(try await fixture.database.medications(matching: "alpha", limit: 5).hits.count == 1)
        #expect(try await fixture.database.listedMedication(MedicationID("alphanol")) != nil)
    }

    @Test("an interaction is found from both sides, the asked one first, the gravest on top")
    func interactions() async throws {
        let fixture = try await Fixture()
        func pair(_ first: String, _ second: String, _ severity: ListedInteraction.Severity) -> CatalogRow {
            .interaction(ListedInteraction(first, second, severity: severity))
        }
        let release = try await fixture.stage(
            .interactions,
            [
                pair("Warfarin", "Aspirin", .minor), pair("Ibuprofen", "Warfarin", .major),
                pair("Aspirin", "Warfarin", .major), pair("Warfarin sodium", "Zinc", .major),
                pair("Warfarin", "Warfarin", .unknown),
            ], isCurrent: true)
        #expect(release.rows == 4 && release.repeated == [2])
        let found = try await fixture.database.listedInteractions(of: MedicationID("warfarin"))
        #expect(
            found.map(\.names) == [["Warfarin", "Ibuprofen"], ["Warfarin", "Aspirin"], ["Warfarin", "Warfarin"]])
        let other = try await fixture.database.listedInteractions(of: MedicationID("aspirin"))
        #expect(other.map(\.names) == [["Aspirin", "Warfarin"]])
        #expect(try await fixture.database.listedInteractions(of: MedicationID("war")) == [])
        #expect(try await fixture.database.listedInteractions(of: MedicationID("warfarin"), limit: 1).count == 1)
    }

    @Test("no query reads the whole of a table that grows")
    func plans() async throws {
        let fixture = try await Fixture()
        let text = try await fixture.stage(.medications, [Fixture.medicine("a")], isCurrent: true).number
        let queries = Self.queries + Self.comparisons
        for query in queries + [
            "SELECT m.* FROM listed_medication_text_\(text) f "
                + "CROSS JOIN listed_medication m ON m.id = f.rowid "
                + "WHERE listed_medication_text_\(text) MATCH '{names brands} : (a*)' ORDER BY f.rowid LIMIT 200"
        ] {
            let plan = try await fixture.database.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.replacing("?", with: "1"))
                    .map { $0["detail"] as String }
            }
            // Releases and favourites are few, and the newest imports are read from an index up to a limit.
            let small = ["SCAN r", "SCAN diagnosis_favourite", "SCAN u", "SCAN CONSTANT ROW", "SCAN (subquery"]
            let scans = plan.filter { line in
                line.hasPrefix("SCAN") && !line.contains("VIRTUAL TABLE") && !line.hasSuffix("catalog_import_by_time")
                    && !small.contains { line == $0 || line.hasPrefix($0 + " ") || line.hasPrefix($0 + "-") }
            }
            #expect(scans == [], "\(query): \(plan)")
        }
    }

    /// Of two releases of a code list and of another catalogue.
    private static let comparisons: [String] = [CatalogKind.icd10cm, .places].flatMap { kind in
        let query = DifferenceQuery(CatalogComparison(kind: kind, before: 1, after: 2))
        let lists = CatalogDifference.Change.allCases.map { query.list(of: $0) }
        return ([query.count, query.counts] + lists).map { $0.replacing(/:[a-z]+/, with: "1") }
    }

    private static let queries = [
        AffectedRecords.query.replacing(/:[a-z]+/, with: "1"),
        "SELECT * FROM listed_medication WHERE release_id = ? AND key = ?",
        "SELECT r.id FROM catalog_release r CROSS JOIN listed_medication m ON m.release_id = r.id AND m.key = ? WHERE r.kind = ? AND r.state <> 'staged' ORDER BY r.state = 'current' DESC, r.id DESC LIMIT 1",
        "SELECT i.text FROM listed_interaction i WHERE i.release_id = ? AND i.key >= ? AND i.key < ? UNION SELECT i.text FROM listed_interaction i WHERE i.release_id = ? AND i.second_medication = ?",
        "SELECT e.code FROM code_equivalence e WHERE e.release_id = (SELECT id FROM catalog_release WHERE kind = 'equivalences' AND state = 'current') AND e.key >= ? AND e.key < ? ORDER BY e.key",
        "SELECT d.title FROM diagnosis_release r JOIN diagnosis d ON d.release_id = r.id AND d.code = ? WHERE r.system = ? AND r.state <> 'staged' ORDER BY r.id DESC LIMIT 1",
        "SELECT id FROM diagnosis WHERE release_id = ? AND is_billable = 1 AND code > ? AND code < ? ORDER BY code LIMIT ?",
        "\(CatalogImport.selection) ORDER BY created_at DESC, id DESC LIMIT ?",
        "SELECT id FROM catalog_import WHERE state = 'waiting' AND runner = ? AND NOT EXISTS (SELECT 1 FROM catalog_import WHERE state = 'checking') ORDER BY created_at, id LIMIT 1",
        "SELECT EXISTS (SELECT 1 FROM catalog_import WHERE state IN ('waiting', 'checking'))",
        "SELECT part FROM catalog_import_problem WHERE import_id = ? AND place > ? ORDER BY place LIMIT ?",
        "SELECT kind FROM diagnosis_note WHERE release_id = ? AND code = ? ORDER BY place",
    ]
}
