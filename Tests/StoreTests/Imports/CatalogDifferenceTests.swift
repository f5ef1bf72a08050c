import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("What two releases of a catalogue have differently")
struct CatalogDifferenceTests {
    private typealias Fixture = ImportFixture

    @Test("counts and lists agree, page by page, old and new beside each other")
    func pages() async throws {
        let fixture = try await Fixture()
        let before = try (10_000..<10_050).map { try Fixture.place("\($0)") }
        let after = try (10_010..<10_070).map { try Fixture.place("\($0)", $0 < 10_030 ? 1 : 42) }
        let first = try await fixture.stage(.places, before)
        let second = try await fixture.stage(.places, after)
        let comparison = CatalogComparison(kind: .places, before: first.number, after: second.number)
        let counts = try await fixture.database.differenceCounts(comparison)
        #expect(counts == [.added: 20, .changed: 20, .retired: 10])
        for change in CatalogDifference.Change.allCases {
            var seen: [CatalogDifference] = []
            while true {
                let page = try await fixture.database.differences(
                    change, comparison, after: seen.last?.key ?? "", limit: 7)
                seen += page
                if page.count < 7 { break }
            }
            #expect(seen.count == counts[change])
            #expect(Set(seen.map(\.key)).count == seen.count && seen.map(\.key) == seen.map(\.key).sorted())
            #expect(seen.allSatisfy { ($0.before == nil) == (change == .added) }, "\(change)")
            #expect(seen.allSatisfy { ($0.after == nil) == (change == .retired) }, "\(change)")
        }
        let changed = try await fixture.database.differences(.changed, comparison, limit: 1).first
        #expect(changed?.before?.detail.hasPrefix("42.0") == true && changed?.after?.detail.hasPrefix("1.0") == true)
    }

    @Test("where there was nothing before, everything is new")
    func first() async throws {
        let fixture = try await Fixture()
        let only = try await fixture.stage(.places, [Fixture.place("02139")])
        let comparison = CatalogComparison(kind: .places, before: nil, after: only.number)
        #expect(try await fixture.database.differenceCounts(comparison) == [.added: 1, .changed: 0, .retired: 0])
        #expect(try await fixture.database.differences(.retired, comparison, limit: 5) == [])
    }

    @Test("every kind is listed with its own words")
    func kinds() async throws {
        let fixture = try await Fixture()
        let interaction = ListedInteraction("Warfarin", "Ibuprofen", severity: .major, text: "Bleeding")
        let practice = ListedPractice(key: "k", practice: .named("Lakeside"))
        let rows: [(CatalogKind, CatalogRow, String)] = [
            (.equivalences, Fixture.map(.icd10cm, "M542", nil), "M542 → –"),
            (.medications, try Fixture.medicine("Ibuprofen"), "ibuprofen"),
            (.interactions, .interaction(interaction), "Ibuprofen + Warfarin"),
            (.practices, .practice(practice), "Lakeside"),
            (.places, try Fixture.place("02139"), "02139"),
        ]
        for (kind, row, label) in rows {
            let release = try await fixture.stage(kind, [row])
            let comparison = CatalogComparison(kind: kind, before: nil, after: release.number)
            let added = try await fixture.database.differences(.added, comparison, limit: 5)
            #expect(added.map { $0.after?.label } == [label])
        }
    }

    @Test("code lists are compared by title, by whether they can be billed, and by inclusion terms")
    func codes() async throws {
        let fixture = try await Fixture()
        let first = try await fixture.codes(
            .icd10cm, "FY2026", [("M54", "Dorsalgia", false), ("M542", "Neck", true), ("M545", "Back", true)])
        let second = try await fixture.codes(
            .icd10cm, "FY2027",
            [("M54", "Dorsalgia", false), ("M545", "Back", false), ("M5450", "Back, low", true)], isCurrent: false)
        let comparison = CatalogComparison(kind: .icd10cm, before: first.identifier, after: second.identifier)
        #expect(try await fixture.database.differenceCounts(comparison) == [.added: 1, .changed: 1, .retired: 1])
        let changed = try await fixture.database.differences(.changed, comparison, limit: 5)
        #expect(changed.map(\.key) == ["M545"])
        #expect(changed.first?.before?.detail == "" && changed.first?.after?.detail == "")
        #expect(changed.first?.before?.marks == [] && changed.first?.after?.marks == [.heading])
    }

    @Test("flags and numbers are values, each side its own, so that they can be said in any language")
    func marks() async throws {
        let fixture = try await Fixture()
        let before = try await fixture.stage(
            .equivalences, [Fixture.map(.icd9cm, "7231", "M542"), Fixture.map(.icd10cm, "A00", nil, approximate: true)])
        let after = try await fixture.stage(
            .equivalences,
            [
                Fixture.map(.icd9cm, "7231", "M542", approximate: true),
                Fixture.map(.icd9cm, "7232", "M543", approximate: true, combination: true, scenario: 2, list: 3),
            ])
        let comparison = CatalogComparison(kind: .equivalences, before: before.number, after: after.number)
        func rows(_ change: CatalogDifference.Change) async throws -> [CatalogDifference] {
            try await fixture.database.differences(change, comparison, limit: 5)
        }
        let changed = try #require(try await rows(.changed).first)
        #expect(changed.before?.marks == [] && changed.after?.marks == [.approximate])
        #expect(
            try await rows(.added).map { $0.after?.marks } == [
                [.approximate, .combination, .scenario(2), .choiceList(3)]
            ])
        #expect(try await rows(.retired).map { $0.before?.marks } == [[.approximate, .noMap]])
        #expect(changed.before?.detail == "" && changed.after?.detail == "")

        let pair = ListedInteraction("Warfarin", "Ibuprofen", severity: .major, text: "Bleeding")
        let only = try await fixture.stage(.interactions, [.interaction(pair)])
        let pairs = try await fixture.database.differences(
            .added, CatalogComparison(kind: .interactions, before: nil, after: only.number), limit: 5)
        #expect(pairs.map { $0.after?.marks } == [[.severity(.major)]])
        #expect(pairs.map { $0.after?.detail } == ["Bleeding"])
    }

    @Test(
        "codes whose notes alone are different are changed, old and new beside each other; the same ones are left out"
    )
    func notes() async throws {
        let fixture = try await Fixture()
        func note(_ text: String, _ kind: CodeNotes.Kind = .includes) -> CodeNotes.Note { CodeNotes.Note(kind, text) }
        let (stays, old, new) = (note("stays"), note("old"), note("new"))
        let first = try await fixture.codes(
            .icd10cm, "FY2026",
            [("M54", "Dorsalgia", false), ("M542", "Neck", true), ("M545", "Back", true), ("M546", "Chest", true)],
            notes: ["M54": [stays, old], "M542": [old], "M545": [stays], "M546": [note("turns")]])
        let second = try await fixture.codes(
            .icd10cm, "FY2027",
            [("M54", "Dorsalgia", false), ("M545", "Low back", true), ("M5450", "New", true), ("M546", "Chest", true)],
            notes: ["M54": [stays, new], "M545": [stays], "M5450": [new], "M546": [note("turns", .excludes1)]],
            isCurrent: false)
        let comparison = CatalogComparison(kind: .icd10cm, before: first.identifier, after: second.identifier)
        // M542 is gone with its notes, and is no change.
        #expect(try await fixture.database.differenceCounts(comparison) == [.added: 1, .changed: 3, .retired: 1])
        func differences(_ change: CatalogDifference.Change) async throws -> [CatalogDifference] {
            try await fixture.database.differences(change, comparison, limit: 5)
        }
        let changed = try await differences(.changed)
        #expect(changed.map(\.key) == ["M54", "M545", "M546"])
        #expect(changed.map { $0.before?.notes } == [[stays, old], [], [note("turns")]])
        #expect(changed.map { $0.after?.notes } == [[stays, new], [], [note("turns", .excludes1)]])
        #expect(try await differences(.added).map { $0.after?.notes } == [[new]])
        #expect(try await differences(.retired).map { $0.before?.notes } == [[old]])
        // One note more, or one less, is a change too; nothing is one against itself.
        let third = try await fixture.codes(
            .icd10cm, "FY2028", [("M54", "Dorsalgia", false)], notes: ["M54": [stays]], isCurrent: false)
        for (one, other) in [(second, third), (third, second)] {
            let comparison = CatalogComparison(kind: .icd10cm, before: one.identifier, after: other.identifier)
            #expect(try await fixture.database.differenceCounts(comparison)[.changed] == 1)
        }
        let itself = CatalogComparison(kind: .icd10cm, before: first.identifier, after: first.identifier)
        #expect(try await fixture.database.differenceCounts(itself) == [.added: 0, .changed: 0, .retired: 0])
    }
}
