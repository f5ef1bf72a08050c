import Clinic
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("Work that goes on while a catalogue is imported")
struct ImportBesideOthersTests {
    /// Counts writes of somebody who logs something, until told that the import is over.
    private final class Log: Sendable {
        let isOver = Mutex(false)

        /// Every write has to succeed; returns how many there were while the import was under way.
        func keep(in database: ClinicDatabase) async throws -> Int {
            var count = 0
            while !isOver.withLock({ $0 }) {
                try await database.write(by: .program) { try $0.audit(.updated, "account", "x") }
                count += 1
            }
            return count
        }
    }

    /// Where the others write: a second pool on the same file is to SQLite what a second process is.
    private func other(_ isShared: Bool, beside fixture: ImportFixture) async throws -> ClinicDatabase {
        guard isShared else { return fixture.database }
        return try await ClinicDatabase.open(
            at: URL(fileURLWithPath: fixture.database.pool.path), surroundings: fixture.fixed.surroundings)
    }

    @Test(
        "others' writes are saved between the steps of an import, in this process and in another",
        arguments: [false, true])
    func others(isShared: Bool) async throws {
        let fixture = try await ImportFixture()
        let other = try await self.other(isShared, beside: fixture)
        let rows = try (0..<6000).map { try ImportFixture.medicine("substance\($0)") }
        let draft = CatalogReleaseDraft(
            kind: .medications, name: "1", layouts: [], digest: Data(repeating: 0, count: 32))
        let staging = try #require(
            try await CatalogStaging.begin(
                draft, isWholeList: true, isShared: isShared, in: fixture.database, by: .program))
        let log = Log()
        let writer = Task { try await log.keep(in: other) }
        var start = 0
        var between: [Int] = []
        while start < rows.count {
            let end = min(rows.count, start + staging.rowsPerStep)
            _ = try await staging.write(Array(rows[start..<end]), after: start)
            start = end
            let written = try await fixture.values("SELECT max(id) FROM audit_entry").first.flatMap { Int($0) } ?? 0
            between.append(written)
        }
        let count = try await staging.finish(after: start)
        log.isOver.withLock { $0 = true }
        #expect(try await writer.value > 0)
        #expect(count == rows.count)
        // More was saved at the end than in the beginning: the import did not hold the file.
        #expect((between.first ?? 0) < (between.last ?? 0))
        if isShared { try other.close() }
    }

    @Test("others' writes are saved while a release is taken out", arguments: [false, true])
    func besideRemoval(isShared: Bool) async throws {
        let fixture = try await ImportFixture()
        let other = try await self.other(isShared, beside: fixture)
        let rows = try (0..<6000).map { try ImportFixture.medicine("substance\($0)") }
        let release = try await fixture.stage(.medications, rows)
        let log = Log()
        let writer = Task { try await log.keep(in: other) }
        try await fixture.database.removeRelease(
            of: .medications, number: release.number, isShared: isShared, by: .program)
        log.isOver.withLock { $0 = true }
        #expect(try await writer.value > 0)
        #expect(try await fixture.values("SELECT key FROM listed_medication") == [])
        if isShared { try other.close() }
    }

    @Test(
        "a removal rests between its steps and hears there that it is to end; the rest goes with the next one",
        arguments: [false, true])
    func brokenOff(isShared: Bool) async throws {
        let fixture = try await ImportFixture()
        let database = fixture.database
        let list = try await fixture.codes(
            .icd10cm, "FY2026", (0..<500).map { ("S\(10_000 + $0)", "Sprain \($0)", true) }, isCurrent: false)
        let places = try await fixture.stage(.places, (10_000..<10_500).map { try ImportFixture.place("\($0)") })
        for (kind, number) in [(CatalogKind.icd10cm, list.identifier), (.places, places.number)] {
            let removal = Task {
                while !Task.isCancelled { await Task.yield() }
                try await database.removeRelease(of: kind, number: number, isShared: isShared, by: .program)
            }
            removal.cancel()
            await #expect(throws: CancellationError.self) { try await removal.value }
        }
        let tables = "SELECT 'code' FROM diagnosis UNION SELECT 'place' FROM postal_area"
        #expect(try await fixture.values(tables) == ["code", "place"])
        let states = "SELECT state FROM diagnosis_release UNION ALL SELECT state FROM catalog_release"
        #expect(try await fixture.values(states) == ["staged", "staged"])
        try await database.removeUnfinishedImports(isRestart: false, isShared: isShared, by: .program)
        #expect(try await fixture.values(tables) == [])
        #expect(try await fixture.values(states) == [])
    }

    @Test("a step of an import holds few rows, however many come")
    func steps() async throws {
        let fixture = try await ImportFixture()
        let titles = (0..<5000).map { ("M\(String($0 + 10_000))", "Pain \($0)", true) }
        let release = CatalogRelease(
            system: .icd10cm, name: "1", title: "1", effectiveFrom: try #require(LocalDate(iso: "2025-10-01")),
            effectiveUntil: nil)
        let catalog = DiagnosisCatalog(
            release: release, rows: titles.map { DiagnosisRow(code: $0, parent: nil, isBillable: $2, title: $1) })
        let steps = Mutex<[Int]>([])
        let database = fixture.database
        // Whoever writes at any step gets through: each write here waits for none of the import's own.
        _ = try await database.stage(
            catalog, origin: .imported, digest: Data(repeating: 0, count: 32), pace: StagingPace(isShared: false),
            by: .program
        ) { done in
            steps.withLock { $0.append(done) }
            try await database.write(by: .program) { try $0.audit(.updated, "account", "x") }
        }
        let ends = steps.withLock { $0 }
        #expect(zip([0] + ends, ends).allSatisfy { $1 - $0 <= 4000 } && ends.count >= 3)
        #expect(ends.last == 5000)
    }
}
