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
    /// A data folder of its own with small lists.
    private struct Folder {
        let url = TemporaryFolder.newFile("data")

        init() throws {
            let catalogs = url.appendingPathComponent("catalogs")
            try FileManager.default.createDirectory(at: catalogs, withIntermediateDirectories: true)
            try write("icd10cm", release: "FY2026", from: "2025-10-01", title: "Cervicalgia")
            try write("icd9cm", release: "v32", from: "2014-10-01", title: "Neck pain")
            let synonyms = "phrase\tlanguage\ticd10cm\ticd9cm\nstiff neck\ten\tM542\tM542\n"
            try Data(synonyms.utf8).write(to: catalogs.appendingPathComponent("synonyms.tsv"))
            try FileManager.default.copyItem(
                at: Project.folder("data/catalogs/medications.tsv"),
                to: catalogs.appendingPathComponent("medications.tsv"))
            let places = "zip\tlatitude\tlongitude\tcity\tstate\n04101\t43.6606\t-70.2589\tPortland\tME\n"
            try Data(places.utf8).write(to: catalogs.appendingPathComponent("zip_areas.tsv.xz"))
        }

        /// Not packed: the reader takes plain files under the same name.
        func write(_ system: String, release: String, from: String, title: String) throws {
            let text = """
                #system\t\(system)
                #release\t\(release)
                #title\t\(system) \(release)
                #effective_from\t\(from)
                code\tparent\tbillable\ttitle\tterms
                M542\t\t1\t\(title)\t

                """
            let file = url.appendingPathComponent("catalogs/\(system).tsv.xz")
            try Data(text.utf8).write(to: file)
        }
    }

    private func title(_ database: ClinicDatabase) async throws -> String {
        try await database.diagnosis(DiagnosisCode(system: .icd10cm, text: "M542")).diagnosis.title
    }

    @Test("happens on the first start and not again")
    func once() async throws {
        let folder = try Folder()
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
        let folder = try Folder()
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

    @Test("leaves a list that an admin imported, when it is not older")
    func adminsOwn() async throws {
        let folder = try Folder()
        let database = try await ClinicDatabase.temporary()
        let release = CatalogRelease(
            system: .icd10cm, name: "FY2027", title: "ICD-10-CM FY2027",
            effectiveFrom: try #require(LocalDate(iso: "2026-10-01")), effectiveUntil: nil)
        let rows = [DiagnosisRow(code: "M542", parent: nil, isBillable: true, title: "The admin's")]
        let id = try await database.stage(
            DiagnosisCatalog(release: release, rows: rows), origin: .imported, digest: Data(repeating: 3, count: 32),
            by: .program)
        try await database.makeCurrent(id, by: .program)
        #expect(try await ShippedCatalogs(dataFolder: folder.url).bringUpToDate(database).map(\.name) == ["v32"])
        #expect(try await title(database) == "The admin's")
    }

    @Test("refuses a damaged file and changes nothing")
    func damaged() async throws {
        let folder = try Folder()
        try folder.write("icd10cm", release: "FY2026", from: "2025-10-01", title: "Cervicalgia\nM54")
        let database = try await ClinicDatabase.temporary()
        await #expect(throws: ShippedCatalogs.Damaged.self) {
            try await ShippedCatalogs(dataFolder: folder.url).bringUpToDate(database)
        }
        #expect(try await database.currentRelease(of: .icd10cm) == nil)
    }
}
