import Catalogs
import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The code lists that come with the program")
struct ShippedCatalogsTests {
    private static func catalog(_ system: CodeSystem) throws -> DiagnosisListAssembly {
        let file = Project.folder("data/catalogs/\(system.rawValue).tsv.xz")
        return try DiagnosisListAssembly(try ShippedListReader(try PackedFile(file)))
    }

    private static let icd10 = Result { try catalog(.icd10cm) }
    private static let icd9 = Result { try catalog(.icd9cm) }

    @Test("are complete and without a wrong line")
    func complete() throws {
        let (icd10, icd9) = (try Self.icd10.get(), try Self.icd9.get())
        #expect(icd10.problemCount == 0 && icd9.problemCount == 0)
        #expect(icd10.catalog.rows.count == 98_186)
        #expect(icd10.catalog.rows.count(where: \.isBillable) == 74_719)
        #expect(icd9.catalog.rows.count == 14_567 + 1_098)
        #expect(icd9.catalog.rows.count(where: \.isBillable) == 14_567)
    }

    /// The search index holds folded text; a query is folded the same way and then holds plain letters only.
    @Test("have titles that fold to plain letters")
    func plain() throws {
        for list in [try Self.icd10.get(), try Self.icd9.get()] {
            for row in list.catalog.rows where !row.title.utf8.allSatisfy({ $0 < 0x80 }) {
                #expect(SearchText.folded(row.title).utf8.allSatisfy { $0 < 0x80 }, "\(row.code) \(row.title)")
            }
        }
    }

    /// Codes and billable flags equal, long titles equal after folding accents; the official file is test data that is
    /// not part of the project.
    @Test(
        "are equal to the official order file",
        .enabled(
            if: Project.shared("data/icd10cm_2026.tsv.xz") != nil,
            "skipped: ../shared/data/icd10cm_2026.tsv.xz is not on this machine"))
    func official() throws {
        let file = try #require(Project.shared("data/icd10cm_2026.tsv.xz"))
        var lines = LineReader(try PackedFile(file))
        var official: [String: (billable: Bool, title: String)] = [:]
        _ = try lines.next()
        while let line = try lines.next() {
            let values = try line.get().split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            official[values[1]] = (values[3] == "1", values[8])
        }
        let rows = try Self.icd10.get().catalog.rows
        #expect(official.count == rows.count)
        var different: [String] = []
        for row in rows {
            let isEqual = official[row.code].map {
                $0.billable == row.isBillable && SearchText.words($0.title) == SearchText.words(row.title)
            }
            if isEqual != true { different.append(row.code) }
        }
        #expect(different == [])
    }

    @Test("come with at least 150 words that people say, each of which leads to codes of the lists")
    func synonyms() throws {
        var reader = SynonymReader(try PackedFile(Project.folder("data/catalogs/synonyms.tsv")))
        let (synonyms, problems) = try reader.synonyms()
        #expect(problems == [])
        #expect(synonyms.count(where: { $0.language == .english }) >= 150)
        #expect(synonyms.count(where: { $0.language == .german }) >= 150)
        for list in [try Self.icd10.get(), try Self.icd9.get()] {
            let known = Set(list.catalog.rows.map(\.code))
            let system = list.catalog.release.system
            for synonym in synonyms {
                let unknown = (synonym.codes[system] ?? []).filter { !known.contains($0) }
                #expect(unknown == [], "\(synonym.phrase)")
            }
        }
        for synonym in synonyms { #expect(synonym.codes.values.contains { !$0.isEmpty }, "\(synonym.phrase)") }
    }

    /// A code whose sibling has the same title with "right" in the place of "unspecified" leaves the side open.
    @Test("name the side in every title that has a twin for the other side")
    func sides() throws {
        let rows = try Self.icd10.get().catalog.rows
        var titles: [String: Set<String>] = [:]
        for row in rows { titles[row.parent ?? "", default: []].insert(row.title) }
        var wrong: [String] = []
        for row in rows where row.title.contains(" right ") && !row.title.hasSuffix(" ventricle") {
            let siblings = titles[row.parent ?? ""] ?? []
            guard siblings.contains(row.title.replacing(" right ", with: " left ")) else { continue }
            if BodySide(title: row.title) != .right { wrong.append(row.title) }
            if BodySide(title: row.title.replacing(" right ", with: " left ")) != .left { wrong.append(row.title) }
            let open = row.title.replacing(" right ", with: " unspecified ")
            if siblings.contains(open), BodySide(title: open) != .unspecified { wrong.append(open) }
        }
        #expect(Set(wrong).sorted() == [])
    }
}

@Suite("Importing the code lists that come with the program")
struct ShippedImportTests {
    private func title(_ database: ClinicDatabase) async throws -> String {
        try await database.diagnosis(DiagnosisCode(system: .icd10cm, text: "M542")).diagnosis.title
    }

    @Test("happens on the first start and not again")
    func once() async throws {
        let folder = try ShippedFolder()
        let database = try await ClinicDatabase.temporary()
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        #expect(try await catalogs.bringUpToDate(database).map(\.name) == ["FY2026", "v32"])
        #expect(try await catalogs.bringUpToDate(database).isEmpty)
        #expect(try await title(database) == "Cervicalgia")
        #expect(try await database.releases(of: .icd10cm).count == 1)
        let search = DiagnosisSearch(typed: "stiff ne", system: .icd10cm)
        #expect(try await database.diagnoses(matching: search).hits.map(\.reason) == [.synonym("stiff neck")])
    }

    @Test("brings a newer list and a mended one, and keeps the one before")
    func newer() async throws {
        let folder = try ShippedFolder()
        let database = try await ClinicDatabase.temporary()
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        try await catalogs.bringUpToDate(database)
        try folder.write("icd10cm", release: "FY2026", from: "2025-10-01", title: "Cervicalgia, mended")
        #expect(try await catalogs.bringUpToDate(database).map(\.name) == ["FY2026"])
        #expect(try await title(database) == "Cervicalgia, mended")
        try folder.write("icd10cm", release: "FY2027", from: "2026-10-01", title: "Pain of the neck")
        #expect(try await catalogs.bringUpToDate(database).map(\.name) == ["FY2027"])
        #expect(try await title(database) == "Pain of the neck")
        #expect(try await database.releases(of: .icd10cm).count == 3)
    }

    /// Writes a list from a file of an admin's, or as the program does.
    private func stage(
        _ name: String, from: String, _ origin: ClinicDatabase.ReleaseOrigin = .imported,
        digest: Data = Data(repeating: 3, count: 32), in database: ClinicDatabase
    ) async throws -> DiagnosisReleaseID {
        let release = CatalogRelease(
            system: .icd10cm, name: name, title: "ICD-10-CM \(name)",
            effectiveFrom: try #require(LocalDate(iso: from)), effectiveUntil: nil)
        let rows = [DiagnosisRow(code: "M542", parent: nil, isBillable: true, title: "The admin's")]
        return try await database.stage(
            DiagnosisCatalog(release: release, rows: rows), origin: origin, digest: digest, by: .program)
    }

    /// The releases of ICD-10-CM as the page of catalogues has them: the one in use first.
    private func loaded(_ database: ClinicDatabase) async throws -> [LoadedCatalog] {
        try await database.loadedCatalogs().filter { $0.kind == .icd10cm }
    }

    @Test("leaves a list that an admin imported, when it is not older")
    func adminsOwn() async throws {
        let folder = try ShippedFolder()
        let database = try await ClinicDatabase.temporary()
        let id = try await stage("FY2027", from: "2026-10-01", in: database)
        try await database.makeCurrent(id, by: .program)
        #expect(try await ShippedCatalogs(dataFolder: folder.url).bringUpToDate(database).map(\.name) == ["v32"])
        #expect(try await title(database) == "The admin's")
    }

    @Test("leaves an older list that an admin went back to, and brings nothing twice")
    func switchedBack() async throws {
        let folder = try ShippedFolder()
        let database = try await ClinicDatabase.temporary()
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        try await catalogs.bringUpToDate(database)
        let older = try await stage("FY2025", from: "2024-10-01", in: database)
        try await database.makeCurrent(older, by: .program)
        for _ in 1...2 {
            #expect(try await catalogs.bringUpToDate(database).isEmpty)
            #expect(try await title(database) == "The admin's")
            #expect(try await loaded(database).map(\.name) == ["FY2025", "FY2026"])
        }
        try folder.write("icd10cm", release: "FY2027", from: "2026-10-01", title: "Pain of the neck")
        #expect(try await catalogs.bringUpToDate(database).map(\.name) == ["FY2027"])
        #expect(try await catalogs.bringUpToDate(database).isEmpty)
        #expect(try await title(database) == "The admin's")
        let lists = try await loaded(database)
        #expect(lists.map(\.name) == ["FY2025", "FY2027", "FY2026"])
        #expect(lists.map(\.isShipped) == [false, true, true])
        #expect(lists.map { $0.currentSince == nil } == [false, true, false])
    }

    @Test("offers a newer list to who went back to an earlier one of the program's, and goes on once it is taken")
    func offered() async throws {
        let folder = try ShippedFolder()
        let database = try await ClinicDatabase.temporary()
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        try await catalogs.bringUpToDate(database)
        let first = try #require(try await database.currentRelease(of: .icd10cm))
        try folder.write("icd10cm", release: "FY2026", from: "2025-10-01", title: "Cervicalgia, mended")
        try await catalogs.bringUpToDate(database)
        try await database.makeCurrent(first.id, by: .program)
        #expect(try await catalogs.bringUpToDate(database).isEmpty)
        #expect(try await database.currentRelease(of: .icd10cm)?.id == first.id)
        try folder.write("icd10cm", release: "FY2027", from: "2026-10-01", title: "Pain of the neck")
        try await catalogs.bringUpToDate(database)
        #expect(try await database.currentRelease(of: .icd10cm)?.id == first.id)
        let offer = try #require(try await loaded(database).first { $0.currentSince == nil })
        #expect(offer.name == "FY2027" && offer.isShipped)
        try await database.makeCurrent(.icd10cm, release: offer.number, by: .program)
        try folder.write("icd10cm", release: "FY2028", from: "2027-10-01", title: "Neck pain")
        try await catalogs.bringUpToDate(database)
        #expect(try await title(database) == "Neck pain")
        #expect(try await loaded(database).map(\.name) == ["FY2028", "FY2027", "FY2026", "FY2026"])
    }

    @Test("puts to use what a start before brought and did not come to put to use")
    func brokenOff() async throws {
        let folder = try ShippedFolder()
        let database = try await ClinicDatabase.temporary()
        let digest = try ShippedCatalogs.digest(of: folder.url.appendingPathComponent("catalogs/icd10cm.tsv.xz"))
        let id = try await stage("FY2026", from: "2025-10-01", .shipped, digest: digest, in: database)
        #expect(try await ShippedCatalogs(dataFolder: folder.url).bringUpToDate(database).map(\.name) == ["v32"])
        #expect(try await database.currentRelease(of: .icd10cm)?.id == id)
        #expect(try await database.releases(of: .icd10cm).count == 1)
    }

    @Test("refuses a damaged file and changes nothing")
    func damaged() async throws {
        let folder = try ShippedFolder()
        try folder.write("icd10cm", release: "FY2026", from: "2025-10-01", title: "Cervicalgia\nM54")
        let database = try await ClinicDatabase.temporary()
        await #expect(throws: ShippedCatalogs.Damaged.self) {
            try await ShippedCatalogs(dataFolder: folder.url).bringUpToDate(database)
        }
        #expect(try await database.currentRelease(of: .icd10cm) == nil)
    }
}
