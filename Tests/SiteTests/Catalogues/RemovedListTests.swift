import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Site

@Suite("A list of the program's that an admin removed")
struct RemovedListTests {
    private func lists(_ database: ClinicDatabase, _ kind: CatalogKind = .icd10cm) async throws -> [LoadedCatalog] {
        try await database.loadedCatalogs().filter { $0.kind == kind }
    }

    /// FY2026 in use again after FY2027, which came with a newer program.
    private func wentBack(_ folder: ShippedFolder, _ database: ClinicDatabase) async throws -> LoadedCatalog {
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        try await catalogs.bringUpToDate(database)
        let first = try #require(try await lists(database).first)
        try folder.write("icd10cm", release: "FY2027", from: "2026-10-01", title: "Pain of the neck")
        try await catalogs.bringUpToDate(database)
        try await database.makeCurrent(.icd10cm, release: first.number, by: .program)
        return try #require(try await lists(database).first { !$0.isCurrent })
    }

    /// A list of the program's that waits to be switched to.
    private func stageFY2027(digest: Data, in database: ClinicDatabase) async throws -> DiagnosisReleaseID {
        let release = CatalogRelease(
            system: .icd10cm, name: "FY2027", title: "ICD-10-CM FY2027",
            effectiveFrom: try #require(LocalDate(iso: "2026-10-01")), effectiveUntil: nil)
        let rows = [DiagnosisRow(code: "M542", parent: nil, isBillable: true, title: "Cervicalgia")]
        return try await database.stage(
            DiagnosisCatalog(release: release, rows: rows), origin: .shipped, digest: digest, by: .program)
    }

    @Test("stays removed over restarts, and a newer one is offered, not put to use")
    func staysAway() async throws {
        let folder = try ShippedFolder()
        let database = try await ClinicDatabase.temporary()
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        let removed = try await wentBack(folder, database)
        try await database.removeRelease(of: .icd10cm, number: removed.number, by: .program)
        for _ in 1...2 {
            #expect(try await catalogs.bringUpToDate(database).isEmpty)
            #expect(try await lists(database).map(\.name) == ["FY2026"])
        }
        #expect(try await database.removedReleases().map(\.name) == ["FY2027"])
        try folder.write("icd10cm", release: "FY2028", from: "2027-10-01", title: "Neck pain")
        #expect(try await catalogs.bringUpToDate(database).map(\.name) == ["FY2028"])
        let now = try await lists(database)
        #expect(now.map(\.name) == ["FY2026", "FY2028"])
        #expect(now.map { $0.currentSince == nil } == [false, true])
    }

    @Test("that was only offered, beside an admin's own, is not offered again before there is a newer one")
    func offer() async throws {
        let folder = try ShippedFolder()
        let database = try await ClinicDatabase.temporary()
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        let own = CatalogRelease(
            system: .icd10cm, name: "FY2025", title: "ICD-10-CM FY2025",
            effectiveFrom: try #require(LocalDate(iso: "2024-10-01")), effectiveUntil: nil)
        let rows = [DiagnosisRow(code: "M542", parent: nil, isBillable: true, title: "The admin's")]
        let id = try await database.stage(
            DiagnosisCatalog(release: own, rows: rows), origin: .imported, digest: Data(repeating: 3, count: 32),
            by: .program)
        try await database.makeCurrent(id, by: .program)
        try await catalogs.bringUpToDate(database)
        let offered = try #require(try await lists(database).first { $0.name == "FY2026" })
        try await database.removeRelease(of: .icd10cm, number: offered.number, by: .program)
        try await catalogs.bringUpToDate(database)
        #expect(try await lists(database).map(\.name) == ["FY2025"])
        try folder.write("icd10cm", release: "FY2027", from: "2026-10-01", title: "Pain of the neck")
        try await catalogs.bringUpToDate(database)
        #expect(try await lists(database).map(\.name) == ["FY2025", "FY2027"])
        #expect(try await lists(database).map(\.isCurrent) == [true, false])
    }

    @Test("and was replaced by a newer one long ago holds up nothing: the program goes on to its next")
    func outdated() async throws {
        let folder = try ShippedFolder()
        let database = try await ClinicDatabase.temporary()
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        try await catalogs.bringUpToDate(database)
        try folder.write("icd10cm", release: "FY2027", from: "2026-10-01", title: "Pain of the neck")
        try await catalogs.bringUpToDate(database)
        let old = try #require(try await lists(database).first { !$0.isCurrent })
        try await database.removeRelease(of: .icd10cm, number: old.number, by: .program)
        try folder.write("icd10cm", release: "FY2028", from: "2027-10-01", title: "Neck pain")
        try await catalogs.bringUpToDate(database)
        #expect(try await lists(database).map(\.name) == ["FY2028", "FY2027"])
    }

    @Test("of ZIP codes stays removed too, and comes back when it is wanted")
    func places() async throws {
        let folder = try ShippedFolder()
        let database = try await ClinicDatabase.temporary()
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        try await catalogs.bringUpToDate(database)
        let first = try #require(try await lists(database, .places).first)
        let file = TemporaryFolder.newFile("txt")
        try Data("US\t04101\tPortland\tMaine\tME\t\t\t\t\t43.9\t-70.26\t4\n".utf8).write(to: file)
        try await ShippedRows(file, kind: .places, release: "GeoNames").bring(into: database)
        try await database.removeRelease(of: .places, number: first.number, by: .program)
        try await catalogs.bringUpToDate(database)
        try await catalogs.bringBack(.places, into: database)
        #expect(try await lists(database, .places).map(\.name) == ["GeoNames"])

        let removed = try #require(try await database.removedReleases().first)
        #expect(removed.kind == .places && catalogs.has(removed))
        try await database.wantBack(removed, by: .program)
        try await catalogs.bringBack(.places, into: database)
        let loaded = try await lists(database, .places)
        #expect(loaded.map(\.isShipped) == [false, true] && loaded.map(\.rowCount) == [1, 1])
        #expect(loaded.map { $0.currentSince == nil } == [false, true])
        #expect(try await database.removedReleases() == [])
        // Removed once more it stays away once more.
        try await database.removeRelease(of: .places, number: try #require(loaded.last?.number), by: .program)
        try await catalogs.bringUpToDate(database)
        #expect(try await lists(database, .places).map(\.name) == ["GeoNames"])
    }

    @Test("is told of on the page of catalogues and loaded again there, in the background and not in use")
    func page() async throws {
        let folder = try ShippedFolder()
        let site = try await TestSite { $0.dataFolder = folder.url }
        let removed = try await wentBack(folder, site.database)
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        let admin = try await site.account("Morgan Ellis", [.admin])
        try await site.run { browser in
            try await browser.signIn(admin)
            #expect(!(try await browser.get("/catalogues").text.contains("Load again")))
            let path = "/catalogues/icd10cm/\(removed.number)/removal"
            let question = try await browser.post(path)
            #expect(question.text.contains("It stays removed when the program starts again."))
            #expect(try await browser.post(path, ["confirmed": "yes"]).status == 303)
            for _ in 1...2 {
                let page = try await browser.get("/catalogues").text
                #expect(page.contains("FY2027 came with the program and was removed on Nov 21, 2026"), "\(page)")
                #expect(page.contains("Load again") && !page.contains("Not in use"))
                try await catalogs.bringUpToDate(site.database)
            }
            for other in ["icd9cm", "places", "practices"] {
                #expect(try await browser.post("/catalogues/\(other)/restoration").status == 404)
            }
            #expect(try await browser.post("/catalogues/icd11/restoration").status == 404)

            // Twice, as an impatient hand does.
            for _ in 1...2 {
                let answer = try await browser.post("/catalogues/icd10cm/restoration")
                #expect(answer.status == 303 && answer.location == "/catalogues#icd10cm")
            }
            await site.site.imports.waitUntilIdle()
            let back = try await browser.get("/catalogues")
            #expect(back.text.contains("FY2027 came with the program and is not in use"))
            #expect(!back.text.contains("Load again") && back.headers[.refresh] == nil)
            // Once more on a page that was open all the time.
            #expect(try await browser.post("/catalogues/icd10cm/restoration").status == 303)
            await site.site.imports.waitUntilIdle()
            let now = try await lists(site.database)
            #expect(now.map(\.name) == ["FY2026", "FY2027"] && now.map(\.isCurrent) == [true, false])
            #expect(try await catalogs.bringUpToDate(site.database).isEmpty)

            let newest = try #require(now.last?.number)
            #expect(try await browser.post("/catalogues/icd10cm/\(newest)/use").status == 303)
            #expect(try await site.database.currentRelease(of: .icd10cm)?.release.name == "FY2027")
        }
        let audit = try await site.database.auditEntries().filter {
            $0.entity == "diagnosis-release" && $0.entityID == "\(removed.number)" && $0.actor.account == admin.id
        }
        #expect(Set(audit.map(\.action)) == [.removed, .updated])
    }

    @Test("says that it is being loaded, or could not be, and can then be wanted once more, in the reader's language")
    func states() async throws {
        let folder = try ShippedFolder()
        let site = try await TestSite { $0.dataFolder = folder.url }
        let first = try await wentBack(folder, site.database)
        try await site.database.removeRelease(of: .icd10cm, number: first.number, by: .program)
        let admin = try await site.account("Morgan Ellis", [.admin])
        try await site.run { browser in
            try await browser.signIn(admin)
            let removed = try #require(try await site.database.removedReleases().first)
            try await site.database.wantBack(removed, by: .program)
            var page = try await browser.get("/catalogues")
            #expect(page.text.contains("FY2027 is being loaded again.") && !page.text.contains("Load again"))
            #expect(page.headers[.refresh] == "2")
            // Its file is gone.
            let nowhere = ShippedCatalogs(dataFolder: TemporaryFolder.newFile("data"))
            site.site.imports.bringBack(.icd10cm, from: nowhere)
            await site.site.imports.waitUntilIdle()
            page = try await browser.get("/catalogues")
            #expect(page.text.contains("FY2027 could not be loaded again"))
            #expect(page.text.contains("Load again") && page.headers[.refresh] == nil)
            try await browser.post("/language", ["language": "de", "return": "/catalogues"])
            page = try await browser.get("/catalogues")
            #expect(page.text.contains("Die Liste FY2027 konnte nicht wieder geladen werden"))
            #expect(try await browser.post("/catalogues/icd10cm/restoration").status == 303)
            await site.site.imports.waitUntilIdle()
            #expect(try await lists(site.database).map(\.name) == ["FY2026", "FY2027"])
        }
    }

    @Test("and that is wanted back is left by a start to the time after it, when the program already answers")
    func afterStart() async throws {
        let folder = try ShippedFolder()
        let site = try await TestSite { $0.dataFolder = folder.url }
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        let first = try await wentBack(folder, site.database)
        try await site.database.removeRelease(of: .icd10cm, number: first.number, by: .program)
        let removed = try #require(try await site.database.removedReleases().first)
        try await site.database.wantBack(removed, by: .program)
        #expect(try await catalogs.bringUpToDate(site.database).isEmpty)
        #expect(try await lists(site.database).map(\.name) == ["FY2026"])
        try await site.site.imports.resume(with: catalogs)
        await site.site.imports.waitUntilIdle()
        #expect(try await lists(site.database).map(\.name) == ["FY2026", "FY2027"])
    }

    @Test("and cannot be loaded again does not keep the program from starting, and the page says so")
    func startWithDamaged() async throws {
        let folder = try ShippedFolder()
        let site = try await TestSite { $0.dataFolder = folder.url }
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        try await catalogs.bringUpToDate(site.database)
        try folder.write("icd10cm", release: "FY2027", from: "2026-10-01", title: "Cervicalgia\nM54")
        let id = try await stageFY2027(
            digest: try ShippedCatalogs.digest(of: try catalogs.file(of: .icd10cm)), in: site.database)
        try await site.database.removeRelease(id, by: .program)
        let removed = try #require(try await site.database.removedReleases().first)
        try await site.database.wantBack(removed, by: .program)
        #expect(try await catalogs.bringUpToDate(site.database).isEmpty)
        try await site.site.imports.resume(with: catalogs)
        await site.site.imports.waitUntilIdle()
        #expect(try await site.database.removedReleases().map(\.state) == [.failed])
        #expect(try await lists(site.database).map(\.name) == ["FY2026"])
    }

    @Test("and that is not there after its turn, without any error, has failed: nobody waits for it for ever")
    func missing() async throws {
        let folder = try ShippedFolder()
        let site = try await TestSite { $0.dataFolder = folder.url }
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        // With nothing in use there is nothing to load it beside: that is for the next start.
        let id = try await stageFY2027(
            digest: try ShippedCatalogs.digest(of: try catalogs.file(of: .icd10cm)), in: site.database)
        try await site.database.removeRelease(id, by: .program)
        let removed = try #require(try await site.database.removedReleases().first)
        try await site.database.wantBack(removed, by: .program)
        site.site.imports.bringBack(.icd10cm, from: catalogs)
        await site.site.imports.waitUntilIdle()
        #expect(try await site.database.removedReleases().map(\.state) == [.failed])
    }

    @Test("that the program no longer comes with is not told of")
    func gone() async throws {
        let folder = try ShippedFolder()
        let database = try await ClinicDatabase.temporary()
        let removed = try await wentBack(folder, database)
        try await database.removeRelease(of: .icd10cm, number: removed.number, by: .program)
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        let release = try #require(try await database.removedReleases().first)
        #expect(catalogs.has(release))
        try folder.write("icd10cm", release: "FY2027", from: "2026-10-01", title: "Pain of the neck, mended")
        #expect(!catalogs.has(release))
        try FileManager.default.removeItem(at: folder.url)
        #expect(!catalogs.has(release))
    }
}
