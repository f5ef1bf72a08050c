import Catalogs
import Clinic
import Foundation
import Testing

@Suite("Official files of codes and places", .enabled(if: SharedFiles.areThere, "../shared/data is not there"))
struct OfficialCodesTests {
    @Test("the order file of 2026 gives every code; what else is in its zip is not needed")
    func order() throws {
        let file = try CatalogFile(SharedFiles.file("official/icd10orderfiles_2026_CMS.zip"))
        #expect(file.kind == .icd10cm)
        #expect(file.used.map(\.path) == ["icd10cm_order_2026.txt"])
        #expect(file.parts.map(\.layout) == [.icd10cmCodes, .icd10cmAddenda, .icd10cmOrder, .icd10cmAddenda])
        #expect(file.others == ["icd10OrderFiles.pdf", "icd10cmCodesFile.pdf"])
        #expect(file.yearHint == 2026)
        #expect(file.isWholeList)
        let part = try #require(file.used.first)
        let read = try ReadPart(file.codes(part))
        #expect(read.problems == [])
        #expect(read.rows.count == 98_186)
        #expect(read.rows.count { $0.isBillable } == 74_719)
        #expect(read.lines.first == 1)
        #expect(read.lines.last == 98_186)
        #expect(read.bytes == part.size)
    }

    @Test("both mappings of 2018 give every row")
    func equivalences() throws {
        let file = try CatalogFile(
            SharedFiles.file("official/2018-ICD-10-CM-General-Equivalence-Mappings_CMS.zip"))
        #expect(file.used.map(\.layout) == [.gemsFromICD10, .gemsFromICD9])
        #expect(file.yearHint == 2018)
        let read = try file.used.map { try ReadPart(file.equivalences($0)) }
        #expect(read.map(\.problems) == [[], []])
        #expect(read.map(\.rows.count) == [81_593, 24_860])
        #expect(read.map { $0.rows.count { $0.target == nil } } == [731, 422])
        #expect(read[0].rows.contains { $0.code == "T8853XD" && $0.target == "V5889" })
    }

    @Test(
        "gazetteers of both shapes and GeoNames give places",
        arguments: [
            ("2021_Gaz_zcta_national_sample.txt", CatalogLayout.gazetteer, 2, 2021),
            ("2026_Gaz_zcta_national_sample.txt", .gazetteer, 5, 2026),
            ("geonames_US_sample.txt", .geoNames, 4, nil),
        ] as [(String, CatalogLayout, Int, Int?)])
    func places(name: String, layout: CatalogLayout, rows: Int, year: Int?) throws {
        let file = try CatalogFile(SharedFiles.file("samples/\(name)"))
        #expect(file.used.map(\.layout) == [layout])
        #expect(file.yearHint == year)
        let read = try ReadPart(file.places(try #require(file.used.first)))
        #expect(read.problems == [])
        #expect(read.rows.count == rows)
    }
}
