import Catalogs
import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The list of medicines that comes with the program")
struct ShippedMedicationsTests {
    private static let list = Result {
        var reader = try MedicationListReader(try PackedFile(Project.folder("data/catalogs/medications.tsv")))
        return try reader.list()
    }

    private func medications() throws -> [Medication] { try Self.list.get().list.medications }

    private func medication(_ id: String) throws -> Medication {
        try #require(try medications().first { $0.id.text == id })
    }

    @Test("is complete and without a wrong line, dated and marked as not reviewed")
    func complete() throws {
        let (list, problems) = try Self.list.get()
        #expect(problems == [])
        #expect(list.medications.count == 281)
        #expect(list.release.asOf == LocalDate(iso: "2026-11-21") && !list.release.isReviewed)
    }

    @Test("says of every medicine what it is, is for and may do, in every language")
    func content() throws {
        for medication in try medications() {
            let wordings =
                medication.classes.map(\.name) + medication.purposes + medication.forms.map(\.name) + medication.routes
                + medication.effects.common + medication.effects.serious
            #expect(!wordings.contains { !$0.isComplete }, "\(medication.id)")
            let isWhole =
                !medication.routes.isEmpty && !medication.effects.common.isEmpty && !medication.effects.serious.isEmpty
                && !medication.areas.isEmpty
            #expect(isWhole, "\(medication.id)")
            #expect(medication.leaflet[.english].isEmpty || medication.leaflet.isComplete, "\(medication.id)")
            #expect(!medication.id.text.hasPrefix("search"), "would hide behind the search's address")
        }
    }

    @Test("keeps tall letters to the name, and names look-alikes that are in it, both ways")
    func lookalikes() throws {
        let medications = try medications()
        let byID = Dictionary(uniqueKeysWithValues: medications.map { ($0.id, $0) })
        for medication in medications {
            #expect(medication.tallName.lowercased() == medication.name.lowercased())
            for other in medication.lookalikes {
                #expect(byID[other]?.lookalikes.contains(medication.id) == true, "\(medication.id) \(other)")
            }
        }
        #expect(try medication("hydroxyzine").tallName == "hydrOXYzine")
        #expect(try medication("oxycodone-acetaminophen").tallName == "oxyCODONE/acetaminophen")
    }

    @Test("folds to plain letters, as queries do")
    func plain() throws {
        for medication in try medications() {
            let texts = [medication.name] + medication.brands + medication.otherNames
            for text in texts { #expect(!SearchText.folded(text).utf8.contains { $0 >= 0x80 }, "\(text)") }
        }
    }

    @Test("marks what was withdrawn, what is controlled and what is taken weekly only")
    func rules() throws {
        #expect(try medications().filter(\.isWithdrawn).map(\.id.text) == ["ranitidine"])
        #expect(try medication("ranitidine").withdrawnOn == LocalDate(iso: "2020-04-01"))
        #expect(try medications().filter(\.isWeeklyOnly).map(\.id.text) == ["dulaglutide", "methotrexate"])
        let controlled = try medications().filter { $0.schedule != nil }
        #expect(controlled.count == 27)
        #expect(try medication("codeine").schedule == .two)
        #expect(try medication("zolpidem").schedule == .four)
    }

    @Test("has a usual unit for each form")
    func units() throws {
        func units(_ id: String) throws -> [String: DoseUnit] {
            Dictionary(try medication(id).forms.map { ($0.name[.english], $0.unit) }) { first, _ in first }
        }
        #expect(try units("lisinopril") == ["tablet": .tablet, "film-coated tablet": .tablet, "solution": .millilitre])
        #expect(try units("insulin-glargine") == ["injection": .unit])
        #expect(try units("albuterol")["metered-dose inhaler"] == .puff)
        #expect(try units("latanoprost") == ["drops": .drop, "solution": .drop])
        #expect(try units("fentanyl")["patch"] == .patch)
    }

    /// The two that the longer list lacks are codeine and diphenhydramine.
    @Test(
        "holds the 40 medicines of the original app with what it says of them",
        .enabled(
            if: Project.shared("domain/meds40_facts.json") != nil,
            "skipped: ../shared/domain/meds40_facts.json is not on this machine"))
    func original() throws {
        struct Fact: Decodable {
            let name: String
            let inn: String
            let atc: String
        }
        let file = try #require(Project.shared("domain/meds40_facts.json"))
        let facts = try JSONDecoder().decode([Fact].self, from: Data(contentsOf: file))
        #expect(facts.count == 40)
        for fact in facts {
            let medication = try medication(fact.name.lowercased())
            #expect((medication.internationalName ?? medication.name) == fact.inn)
            let codes = medication.codes.atc
            #expect(!codes.isEmpty && !codes.contains { !fact.atc.contains($0) })
            #expect(!medication.leaflet[.english].isEmpty)
        }
    }
}

@Suite("Importing the list of medicines that comes with the program")
struct ShippedMedicationsImportTests {
    private func folder() throws -> URL {
        let url = TemporaryFolder.newFile("data")
        try FileManager.default.copyItem(at: Project.folder("data"), to: url)
        return url
    }

    @Test("happens on the first start, not again, and when it has changed")
    func once() async throws {
        let folder = try folder()
        let database = try await ClinicDatabase.temporary()
        let catalogs = ShippedCatalogs(dataFolder: folder)
        try await catalogs.bringMedicationsUpToDate(in: database)
        let first = try #require(try await database.currentMedicationRelease())
        #expect(first.rowCount == 281)
        try await catalogs.bringMedicationsUpToDate(in: database)
        #expect(try await database.currentMedicationRelease() == first)
        let file = folder.appendingPathComponent("catalogs/medications.tsv")
        let text = try String(contentsOf: file, encoding: .utf8).replacing("#release\t2026.1", with: "#release\t2026.2")
        try Data(text.utf8).write(to: file)
        try await catalogs.bringMedicationsUpToDate(in: database)
        #expect(try await database.currentMedicationRelease()?.release.name == "2026.2")
    }

    @Test("refuses a damaged file and changes nothing")
    func damaged() async throws {
        let folder = try folder()
        let file = folder.appendingPathComponent("catalogs/medications.tsv")
        try Data((try String(contentsOf: file, encoding: .utf8) + "aspirin\n").utf8).write(to: file)
        let database = try await ClinicDatabase.temporary()
        await #expect(throws: ShippedCatalogs.Damaged.self) {
            try await ShippedCatalogs(dataFolder: folder).bringMedicationsUpToDate(in: database)
        }
        #expect(try await database.currentMedicationRelease() == nil)
    }
}
