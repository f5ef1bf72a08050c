import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The ZIP codes that come with the program")
struct ShippedPlacesTests {
    private struct Folder {
        let url = TemporaryFolder.newFile("data")
        var catalogs: ShippedCatalogs { ShippedCatalogs(dataFolder: url) }

        init() throws {
            try FileManager.default.createDirectory(
                at: url.appendingPathComponent("catalogs"), withIntermediateDirectories: true)
            try write("43.6606")
        }

        func write(_ latitude: String) throws {
            let text = "zip\tlatitude\tlongitude\tcity\tstate\n04101\t\(latitude)\t-70.2589\tPortland\tME\n"
            try Data(text.utf8).write(to: url.appendingPathComponent("catalogs/zip_areas.tsv.xz"))
        }
    }

    private func latitude(_ database: ClinicDatabase) async throws -> Double? {
        let zip = try #require(ZIPCode("04101-1234"))
        return try await database.postalArea(zip)?.center.latitude
    }

    @Test("have a place for every code, also those without a census area, and none for the armed forces'")
    func all() async throws {
        let database = try await ClinicDatabase.withShippedCatalogs()
        func city(_ zip: String) async throws -> String? {
            let code = try #require(ZIPCode(zip))
            return try await database.postalArea(code)?.city
        }
        #expect(try await city("97211") == "Portland")
        #expect(try await city("05501") == "Andover")
        #expect(try await city("00601") == "")
        for none in ["09012", "34039", "96205", "00000", "99999"] { #expect(try await city(none) == nil) }
        // The census' middle of Fairbanks lies in the wilderness.
        let code = try #require(ZIPCode("99701"))
        let fairbanks = try #require(try await database.postalArea(code))
        #expect(abs(fairbanks.center.latitude - 64.84) < 0.1)
        let loaded = try #require(try await database.loadedCatalogs().first { $0.kind == .places })
        #expect(loaded.isShipped && loaded.isCurrent && loaded.rowCount == 41_127)
        #expect(try await database.postalAreaLayouts() == [.zipAreas])
    }

    @Test("are imported once, again when they changed, and never over what an admin imported")
    func once() async throws {
        let folder = try Folder()
        let database = try await ClinicDatabase.temporary()
        try await folder.catalogs.bringPlacesUpToDate(in: database)
        try await folder.catalogs.bringPlacesUpToDate(in: database)
        #expect(try await database.loadedCatalogs().count == 1)
        try folder.write("43.7")
        try await folder.catalogs.bringPlacesUpToDate(in: database)
        #expect(try await latitude(database) == 43.7)
        let file = TemporaryFolder.newFile("txt")
        try Data("US\t04101\tPortland\tMaine\tME\t\t\t\t\t43.9\t-70.26\t4\n".utf8).write(to: file)
        try await ShippedRows(file, kind: .places, release: "GeoNames").bring(into: database)
        try folder.write("43.8")
        try await folder.catalogs.bringPlacesUpToDate(in: database)
        #expect(try await latitude(database) == 43.9)
    }

    @Test("that somebody went back to stay in use, and newer ones wait beside them")
    func switchedBack() async throws {
        let folder = try Folder()
        let database = try await ClinicDatabase.temporary()
        try await folder.catalogs.bringPlacesUpToDate(in: database)
        let first = try #require(try await database.loadedCatalogs().first?.number)
        try folder.write("43.7")
        try await folder.catalogs.bringPlacesUpToDate(in: database)
        try await database.makeCurrent(.places, release: first, by: .program)
        try await folder.catalogs.bringPlacesUpToDate(in: database)
        #expect(try await latitude(database) == 43.6606)
        #expect(try await database.loadedCatalogs().count == 2)
        try folder.write("43.8")
        for _ in 1...2 { try await folder.catalogs.bringPlacesUpToDate(in: database) }
        #expect(try await latitude(database) == 43.6606)
        let loaded = try await database.loadedCatalogs()
        #expect(loaded.map(\.isShipped) == [true, true, true])
        let offer = try #require(loaded.first { $0.currentSince == nil })
        try await database.makeCurrent(.places, release: offer.number, by: .program)
        #expect(try await latitude(database) == 43.8)
    }

    @Test("a damaged file is refused and changes nothing")
    func damaged() async throws {
        let folder = try Folder()
        try folder.write("north")
        let database = try await ClinicDatabase.temporary()
        await #expect(throws: ShippedCatalogs.Damaged.self) {
            try await folder.catalogs.bringPlacesUpToDate(in: database)
        }
        #expect(try await latitude(database) == nil)
    }
}
