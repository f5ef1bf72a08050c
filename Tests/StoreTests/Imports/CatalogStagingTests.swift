import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Releases of catalogues other than code lists")
struct CatalogStagingTests {
    private typealias Fixture = ImportFixture

    @Test("a whole list has what its file says and nothing else; the second line of a key is reported")
    func whole() async throws {
        let fixture = try await Fixture()
        try await fixture.stage(.places, [Fixture.place("02139"), Fixture.place("02140")], isCurrent: true)
        let rows = try [Fixture.place("02141"), Fixture.place("02142"), Fixture.place("02141", 43)]
        let second = try await fixture.stage(.places, rows)
        #expect(second.rows == 2 && second.repeated == [2])
        let said = try await fixture.values(
            "SELECT key || ' ' || latitude FROM postal_area WHERE release_id = \(second.number) ORDER BY key")
        #expect(said == ["02141 42.0", "02142 42.0"])
    }

    @Test("a part of a list changes what it mentions and keeps the rest, however many rows that are")
    func part() async throws {
        let fixture = try await Fixture()
        let before = try (10_000..<13_000).map { try Fixture.place("\($0)") }
        let first = try await fixture.stage(.places, before, isCurrent: true)
        let part = try await fixture.stage(
            .places, [Fixture.place("10005", 1), Fixture.place("99999"), Fixture.place("99999")], isWhole: false)
        #expect(part.rows == 3001 && part.repeated == [2])
        let counts = try await fixture.database.differenceCounts(
            CatalogComparison(kind: .places, before: first.number, after: part.number))
        #expect(counts == [.added: 1, .changed: 1, .retired: 0])
        #expect(try await fixture.database.integrityProblems() == [])
    }

    @Test("a part of a list where nothing is in use is all there is")
    func partOfNothing() async throws {
        let fixture = try await Fixture()
        #expect(try await fixture.stage(.places, [Fixture.place("02139")], isWhole: false).rows == 1)
    }

    @Test("lines of one medicine become one, within a step and across steps")
    func merged() async throws {
        let fixture = try await Fixture()
        let rows = try [
            Fixture.medicine("Ibuprofen") { $0.strengths = ["200 mg"] },
            Fixture.medicine("ibuprofen") { $0.strengths = ["400 mg", "200 mg"] },
            Fixture.medicine("Naproxen"),
            Fixture.medicine("IBUPROFEN") {
                $0.strengths = ["600 mg"]
                $0.rxcui = "5640"
            },
        ]
        let release = try await fixture.stage(.medications, rows, isCurrent: true)
        #expect(release.rows == 2 && release.repeated == [])
        let ibuprofen = try #require(try await fixture.database.listedMedication(MedicationID("ibuprofen")))
        #expect(ibuprofen.strengths == ["200 mg", "400 mg", "600 mg"] && ibuprofen.rxcui == "5640")
    }

    @Test("a part of a list adds to what the release before said of a medicine; said once more, it changes nothing")
    func mergedWithBefore() async throws {
        let fixture = try await Fixture()
        let old = try Fixture.medicine("ibuprofen") {
            $0.brands = ["Advil", "Motrin"]
            $0.rxcui = "1"
        }
        let first = try await fixture.stage(.medications, [old, Fixture.medicine("naproxen")], isCurrent: true)
        let new = try Fixture.medicine("ibuprofen") {
            $0.brands = ["Nurofen"]
            $0.rxcui = "5640"
        }
        let second = try await fixture.stage(.medications, [new], isWhole: false, isCurrent: true)
        #expect(second.rows == 2)
        let ibuprofen = try #require(try await fixture.database.listedMedication(MedicationID("ibuprofen")))
        #expect(Set(ibuprofen.brands) == ["Advil", "Motrin", "Nurofen"] && ibuprofen.rxcui == "5640")
        let changes = try await fixture.database.differenceCounts(
            CatalogComparison(kind: .medications, before: first.number, after: second.number))
        #expect(changes == [.added: 0, .changed: 1, .retired: 0])
        // The same part again, in another order than the release in use has it.
        let third = try await fixture.stage(.medications, [new], isWhole: false)
        let same = try await fixture.database.differenceCounts(
            CatalogComparison(kind: .medications, before: second.number, after: third.number))
        #expect(same == [.added: 0, .changed: 0, .retired: 0])
    }

    @Test("the text can be searched when the release is finished, and what was taken over too")
    func text() async throws {
        let fixture = try await Fixture()
        let many = try (0..<500).map { try Fixture.medicine("substance\($0)") }
        try await fixture.stage(.medications, many, isCurrent: true)
        let part = try await fixture.stage(
            .medications, [Fixture.medicine("Müllerin") { $0.brands = ["Ørsted"] }], isWhole: false)
        let text = "listed_medication_text_\(part.number)"
        for word in ["mullerin", "orsted", "substance499"] {
            let found = try await fixture.values("SELECT rowid FROM \(text) WHERE \(text) MATCH '\(word)'")
            #expect(found.count == 1, "\(word)")
        }
    }

    @Test("removal takes out rows, text and release, and nothing of the others", arguments: [CatalogKind.medications])
    func removal(kind: CatalogKind) async throws {
        let fixture = try await Fixture()
        let rows = try (0..<300).map { try Fixture.medicine("substance\($0)") }
        let first = try await fixture.stage(kind, rows, isCurrent: true)
        await #expect(throws: StoreError.conflict("release is current")) {
            try await fixture.database.removeRelease(of: kind, number: first.number, by: .program)
        }
        let second = try await fixture.stage(kind, rows, isCurrent: true)
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.removeRelease(of: .places, number: first.number, by: .program)
        }
        try await fixture.database.removeRelease(of: kind, number: first.number, by: .program)
        #expect(try await fixture.values("SELECT DISTINCT release_id FROM listed_medication") == ["\(second.number)"])
        #expect(try await fixture.values("SELECT id FROM catalog_release") == ["\(second.number)"])
        let left = try await fixture.values(
            "SELECT name FROM sqlite_master WHERE name GLOB 'listed_medication_text_\(first.number)*'")
        #expect(left == [])
        #expect(try await fixture.database.medications(matching: "substance299", limit: 5).hits.count == 1)
        #expect(try await fixture.database.integrityProblems() == [])
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.removeRelease(of: kind, number: first.number, by: .program)
        }
    }

    @Test("a release is put to use and back; one that is not complete or of another kind never is")
    func flip() async throws {
        let fixture = try await Fixture()
        let first = try await fixture.stage(.places, [Fixture.place("02139")], isCurrent: true)
        let second = try await fixture.stage(.places, [Fixture.place("02140")], isCurrent: true)
        #expect(try await fixture.database.currentReleaseNumber(of: .places) == second.number)
        try await fixture.database.makeCurrent(.places, release: first.number, by: .program)
        try await fixture.database.makeCurrent(.places, release: first.number, by: .program)
        #expect(try await fixture.database.currentReleaseNumber(of: .places) == first.number)
        #expect(try await fixture.database.loadedCatalogs().map(\.number) == [first.number, second.number])
        for (kind, number) in [(CatalogKind.practices, second.number), (.places, 99)] {
            await #expect(throws: StoreError.notFound) {
                try await fixture.database.makeCurrent(kind, release: number, by: .program)
            }
        }
        let draft = CatalogReleaseDraft(kind: .places, name: "3", layouts: [], digest: Data(repeating: 0, count: 32))
        let begun = try #require(
            try await CatalogStaging.begin(
                draft, isWholeList: true, isShared: false, in: fixture.database, by: .program))
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.makeCurrent(.places, release: begun.number, by: .program)
        }
        #expect(try await fixture.database.currentReleaseNumber(of: .places) == first.number)
    }
}
