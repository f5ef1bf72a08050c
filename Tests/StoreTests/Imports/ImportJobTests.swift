import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The life of an import")
struct ImportJobTests {
    @Test("files are checked one at a time, first come, first served, each by the process that has it")
    func claims() async throws {
        let fixture = try await ImportFixture()
        let first = try await fixture.job()
        fixture.fixed.advance(by: 1)
        let line = try await fixture.job(.commandLine)
        fixture.fixed.advance(by: 1)
        let last = try await fixture.job()
        #expect(try await fixture.database.claimImport(for: .server)?.id == first.id)
        #expect(try await fixture.database.claimImport(for: .server) == nil)
        #expect(try await fixture.database.claimImport(line.id, for: .commandLine) == nil)
        try await fixture.database.failCheck(of: first.id, CatalogImport.Failure(.nothing))
        #expect(try await fixture.database.claimImport(line.id, for: .server) == nil)
        #expect(try await fixture.database.claimImport(line.id, for: .commandLine)?.state == .checking)
        try await fixture.database.failCheck(of: line.id, CatalogImport.Failure(.nothing))
        #expect(try await fixture.database.claimImport(for: .server)?.id == last.id)
        #expect(try await fixture.database.hasImportsUnderWay())
        try await fixture.database.failCheck(of: last.id, CatalogImport.Failure(.nothing))
        #expect(try await fixture.database.hasImportsUnderWay() == false)
    }

    @Test("a check that was cancelled hears of it at its next word")
    func cancelled() async throws {
        let fixture = try await ImportFixture()
        let job = try await fixture.job()
        _ = try await fixture.database.claimImport(for: .server)
        try await fixture.database.noteProgress(.init(done: 1, total: 5), of: job.id)
        #expect(try await fixture.database.catalogImport(job.id).progress.percent == 20)
        try await fixture.database.cancelImport(job.id, by: .program)
        await #expect(throws: CancellationError.self) {
            try await fixture.database.noteProgress(.init(done: 2, total: 5), of: job.id)
        }
        let findings = CatalogImport.Findings(kind: .places, layouts: [], isWholeList: true, releaseName: "1")
        await #expect(throws: CancellationError.self) {
            try await fixture.database.finishCheck(
                of: job.id, findings, release: 1, comparedWith: nil, problems: [])
        }
        // What the check says when it ends changes nothing any more.
        try await fixture.database.failCheck(of: job.id, CatalogImport.Failure(.unexpected))
        #expect(try await fixture.state(job.id) == .cancelled)
        await #expect(throws: ImportRefusal.notChecked) {
            try await fixture.database.cancelImport(job.id, by: .program)
        }
    }

    @Test("cancelling what was checked takes its rows out")
    func discarded() async throws {
        let fixture = try await ImportFixture()
        let release = try await fixture.stage(.places, [ImportFixture.place("02139")])
        let job = try await fixture.checked(.places, release: release.number)
        try await fixture.database.cancelImport(job, by: .program)
        #expect(try await fixture.values("SELECT key FROM postal_area") == [])
        #expect(try await fixture.values("SELECT id FROM catalog_release") == [])
    }

    @Test("a server that is silent begins anew, a command line that is silent has failed; one that speaks goes on")
    func silence() async throws {
        let fixture = try await ImportFixture()
        let server = try await fixture.job()
        _ = try await fixture.database.claimImport(for: .server)
        let waiting = try await fixture.job(.commandLine)
        fixture.fixed.advance(by: 29)
        try await fixture.database.noteProgress(.init(done: 1, total: 5), of: server.id)
        #expect(try await fixture.database.claimImport(waiting.id, for: .commandLine) == nil)
        fixture.fixed.advance(by: 29)
        #expect(try await fixture.database.claimImport(waiting.id, for: .commandLine) == nil)
        #expect(try await fixture.state(server.id) == .checking)
        fixture.fixed.advance(by: 2)
        #expect(try await fixture.database.claimImport(waiting.id, for: .commandLine) != nil)
        #expect(try await fixture.state(server.id) == .waiting)
        fixture.fixed.advance(by: 31)
        #expect(try await fixture.database.claimImport(for: .server)?.id == server.id)
        #expect(try await fixture.state(waiting.id) == .failed)
        #expect(try await fixture.database.catalogImport(waiting.id).failure?.reason == .interrupted)
    }

    @Test("what a broken-off check wrote is taken out once nobody checks, and not before")
    func leftovers() async throws {
        let fixture = try await ImportFixture()
        let job = try await fixture.job(.commandLine)
        _ = try await fixture.database.claimImport(job.id, for: .commandLine)
        let draft = CatalogReleaseDraft(
            kind: .medications, name: "1", layouts: [], digest: Data(repeating: 0, count: 32))
        let staging = try #require(
            try await CatalogStaging.begin(
                draft, isWholeList: true, isShared: false, in: fixture.database, by: .program))
        _ = try await staging.write([try ImportFixture.medicine("Ibuprofen")], after: 0)
        try await fixture.database.removeUnfinishedImports(isRestart: true, by: .program)
        #expect(try await fixture.values("SELECT key FROM listed_medication") == ["ibuprofen"])
        fixture.fixed.advance(by: 31)
        try await fixture.database.removeUnfinishedImports(isRestart: false, by: .program)
        #expect(try await fixture.values("SELECT key FROM listed_medication") == [])
        #expect(try await fixture.values("SELECT name FROM sqlite_master WHERE name GLOB '*_text_1*'") == [])
        #expect(try await fixture.state(job.id) == .failed)
    }

    @Test("a check that is broken off because the program stops is begun anew; one that is over stays over")
    func postponed() async throws {
        let fixture = try await ImportFixture()
        let job = try await fixture.job()
        _ = try await fixture.database.claimImport(for: .server)
        try await fixture.database.noteProgress(.init(done: 1, total: 5), of: job.id)
        try await fixture.database.postponeCheck(of: job.id)
        #expect(try await fixture.database.catalogImport(job.id).progress == .init(done: 0, total: 0))
        #expect(try await fixture.database.claimImport(for: .server)?.id == job.id)
        try await fixture.database.cancelImport(job.id, by: .program)
        try await fixture.database.postponeCheck(of: job.id)
        #expect(try await fixture.state(job.id) == .cancelled)
    }

    @Test("a whole release whose check ended before its result is taken out; what an import names or was in use stays")
    func nameless() async throws {
        let fixture = try await ImportFixture()
        try await fixture.stage(.places, [ImportFixture.place("02139")], isCurrent: true)
        let named = try await fixture.stage(.places, [ImportFixture.place("02140")])
        _ = try await fixture.checked(.places, release: named.number)
        try await fixture.stage(.places, [ImportFixture.place("02141")])
        try await fixture.stage(.places, [ImportFixture.place("02142")], isCurrent: true)
        // The second list has the number of the release that the import names, and is of another kind.
        try await fixture.codes(.icd10cm, "FY2026", [("M542", "Neck", true)])
        try await fixture.codes(.icd9cm, "v32", [("7231", "Cervicalgia", true)], isCurrent: false)
        try await fixture.database.removeUnfinishedImports(isRestart: false, by: .program)
        #expect(try await fixture.values("SELECT key FROM postal_area ORDER BY key") == ["02139", "02140", "02142"])
        #expect(try await fixture.values("SELECT code FROM diagnosis") == ["M542"])
    }

    @Test("a list of the program's own that a starting server writes is left alone by a command line")
    func shipped() async throws {
        let fixture = try await ImportFixture()
        try await fixture.codes(.icd10cm, "FY2026", [("M542", "Neck", true)], isCurrent: false)
        try await fixture.database.write(by: .program) { tx in
            try tx.db.execute(sql: "UPDATE diagnosis_release SET state = 'staged', origin = 'shipped'")
        }
        try await fixture.database.removeUnfinishedImports(isRestart: false, by: .program)
        #expect(try await fixture.values("SELECT code FROM diagnosis") == ["M542"])
        try await fixture.database.removeUnfinishedImports(isRestart: true, by: .program)
        #expect(try await fixture.values("SELECT code FROM diagnosis") == [])
    }

    @Test("ZIP codes of the program's own that a server is loading are left alone by a command line too")
    func shippedPlaces() async throws {
        let fixture = try await ImportFixture()
        let draft = CatalogReleaseDraft(
            kind: .places, name: "1", layouts: [.zipAreas], digest: Data(repeating: 0, count: 32))
        let staging = try #require(
            try await CatalogStaging.begin(
                draft, isWholeList: true, isShared: false, in: fixture.database, by: .program))
        _ = try await staging.write([ImportFixture.place("02139")], after: 0)
        try await fixture.database.removeUnfinishedImports(isRestart: false, isShared: true, by: .program)
        #expect(try await fixture.values("SELECT key FROM postal_area") == ["02139"])
        #expect(try await staging.finish(after: 1) == 1)

        // One that was broken off goes with the server's next start; whoever wrote it hears that it is gone.
        let broken = try #require(
            try await CatalogStaging.begin(
                draft, isWholeList: true, isShared: false, in: fixture.database, by: .program))
        _ = try await broken.write([ImportFixture.place("02140")], after: 0)
        try await fixture.database.removeUnfinishedImports(isRestart: true, by: .program)
        #expect(try await fixture.values("SELECT key FROM postal_area") == ["02139"])
        await #expect(throws: StoreError.notFound) { _ = try await broken.finish(after: 1) }
        #expect(try await fixture.values("SELECT state FROM catalog_release") == ["ready"])
    }

    @Test("two processes that take out the same leftovers do not stumble over each other")
    func removedTwice() async throws {
        let fixture = try await ImportFixture()
        let other = try await ClinicDatabase.open(
            at: URL(fileURLWithPath: fixture.database.pool.path), surroundings: fixture.fixed.surroundings)
        let rows = try (0..<2000).map { try ImportFixture.medicine("substance\($0)") }
        try await fixture.stage(.medications, rows)
        try await fixture.database.write(by: .program) { tx in
            try tx.db.execute(sql: "UPDATE catalog_release SET state = 'staged'")
        }
        async let first: Void = fixture.database.removeUnfinishedImports(isRestart: false, by: .program)
        async let second: Void = other.removeUnfinishedImports(isRestart: false, by: .program)
        _ = try await (first, second)
        #expect(try await fixture.values("SELECT key FROM listed_medication") == [])
        #expect(try await fixture.values("SELECT id FROM catalog_release") == [])
        try other.close()
    }

    @Test("what was compared with a release that is no longer in use is not put to use")
    func outdated() async throws {
        let fixture = try await ImportFixture()
        let first = try await fixture.stage(.places, [ImportFixture.place("02139")])
        let job = try await fixture.checked(.places, release: first.number)
        try await fixture.stage(.places, [ImportFixture.place("02140")], isCurrent: true)
        await #expect(throws: ImportRefusal.outdated) {
            try await fixture.database.applyImport(job, naming: ReleaseNaming(name: "x"), by: .program)
        }
        #expect(try await fixture.state(job) == .checked)
        try await fixture.database.recheckImport(job, choices: .init(isWholeList: false), by: .program)
        let again = try #require(try await fixture.database.claimImport(for: .server))
        #expect(again.id == job && again.choices.isWholeList == false && again.findings == nil)
        #expect(try await fixture.database.comparison(of: job) == nil)
        // What the check before wrote is gone.
        #expect(try await fixture.values("SELECT key FROM postal_area") == ["02140"])
        await #expect(throws: ImportRefusal.notChecked) {
            try await fixture.database.recheckImport(job, choices: .init(), by: .program)
        }
    }

    @Test("what a command line brought is applied or discarded, never checked anew: its file is not here")
    func recheckOfCommandLine() async throws {
        let fixture = try await ImportFixture()
        let release = try await fixture.stage(.places, [ImportFixture.place("02139")])
        let job = try await fixture.checked(.places, release: release.number, runner: .commandLine)
        await #expect(throws: ImportRefusal.notChecked) {
            try await fixture.database.recheckImport(job, choices: .init(), by: .program)
        }
        try await fixture.database.applyImport(job, naming: ReleaseNaming(name: "Mine"), by: .program)
        #expect(try await fixture.database.loadedCatalogs().map(\.name) == ["Mine"])
        await #expect(throws: ImportRefusal.notChecked) {
            try await fixture.database.applyImport(job, naming: ReleaseNaming(name: "Mine"), by: .program)
        }
    }

    @Test("pieces are counted forwards only, and the last one lets the file wait for its check")
    func pieces() async throws {
        let fixture = try await ImportFixture()
        let job = try await fixture.database.insertImport(fileName: "a", size: 10, by: .program)
        #expect(try await fixture.database.updateImport(job.id, received: 4, by: .program).state == .receiving)
        for wrong in [3, 11, -1] {
            await #expect(throws: StoreError.notFound) {
                _ = try await fixture.database.updateImport(job.id, received: wrong, by: .program)
            }
        }
        #expect(try await fixture.database.updateImport(job.id, received: 10, by: .program).state == .waiting)
    }
}
