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

    @Test(
        "others' writes are saved between the steps of an import, in this process and in another",
        arguments: [false, true])
    func others(isShared: Bool) async throws {
        let fixture = try await ImportFixture()
        // A second pool on the same file is to SQLite what a second process is.
        let other =
            isShared
            ? try await ClinicDatabase.open(
                at: URL(fileURLWithPath: fixture.database.pool.path), surroundings: fixture.fixed.surroundings)
            : fixture.database
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
