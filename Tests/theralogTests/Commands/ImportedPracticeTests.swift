import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import theralog

@Suite("A directory of practices imported by the command line")
struct ImportedPracticeTests {
    private static let samples = Project.shared("data/samples")
    private let data = DataFolder()

    private func apply(_ kind: String, _ file: String) async throws {
        let path = try #require(Self.samples).appendingPathComponent(file).path
        let outcome = try await Program.run(["import", "--data-dir", data.url.path, "--kind", kind, "--apply", path])
        #expect(outcome.code == 0 && outcome.output.contains("in use now"), "\(outcome.output) \(outcome.errors)")
    }

    @Test(
        "NPPES with a gazetteer, then with GeoNames: practices are found near their ZIP codes",
        .enabled(if: samples != nil, "../shared/data is not there"))
    func official() async throws {
        try await apply("practices", "npidata_pfile_sample.csv")
        try await apply("places", "2026_Gaz_zcta_national_sample.txt")
        let file = data.url.appendingPathComponent("theralog.sqlite")
        func near(_ zip: String, miles: Double) async throws -> [String] {
            let database = try await ClinicDatabase.open(at: file, surroundings: .machine)
            let code = try #require(ZIPCode(zip))
            let area = try #require(try await database.postalArea(code))
            let query = NearbyQuery(
                center: area.center, metres: miles * 1609.344, account: Identifier("nobody"))
            let names = try await database.practices(near: query).practices.map(\.practice.name)
            try database.close()
            return names
        }
        #expect(try await near("02138", miles: 50) == [])
        try await apply("places", "geonames_US_sample.txt")
        #expect(try await near("02139", miles: 5) == ["RIVERBEND PHYSICAL THERAPY LLC"])
        #expect(try await near("60614", miles: 1) == ["LAKEVIEW SPORTS & SPINE REHAB, P.C."])
    }
}
