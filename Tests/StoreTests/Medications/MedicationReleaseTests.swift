import Clinic
import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("Releases of the list of medicines")
struct MedicationReleaseTests {
    private func wording(_ english: String, _ german: String) -> Wording {
        Wording([.english: english, .german: german])
    }

    private func medication(_ name: String, purpose: String = "Pain") -> Medication {
        Medication(
            id: MedicationID(name), names: .init(name, brands: ["Brand of \(name)"]),
            classes: [MedicationClass(wording("Opioid", "Opioid")), MedicationClass(wording("Statin", "Statin"))],
            classWords: ["narcotic"], areas: [.pain, .heart], purposes: [wording(purpose, "Schmerzen")],
            forms: [MedicationForm(name: wording("tablet", "Tablette"), unit: .tablet)],
            routes: [wording("by mouth", "zum Einnehmen")],
            effects: SideEffects(common: [wording("Nausea", "Übelkeit"), wording("Rash", "Ausschlag")], serious: []),
            rules: .init(
                supply: .both, schedule: .two, isWeeklyOnly: true, withdrawnOn: LocalDate(iso: "2020-04-01")),
            lookalikes: [MedicationID("other")], leaflet: wording("- *a*", "- *b*"),
            codes: MedicationCodes(rxcui: "1", atc: ["N02"]))
    }

    private func list(_ name: String, _ medications: [Medication]) throws -> MedicationList {
        MedicationList(
            release: MedicationRelease(
                name: name, title: "List \(name)", asOf: try #require(LocalDate(iso: "2026-11-21")), isReviewed: false,
                source: "s", licence: "l"), medications: medications)
    }

    private let digest = Data(repeating: 1, count: 32)

    @Test("without one, nothing is found and nothing breaks")
    func none() async throws {
        let database = try await ClinicDatabase.temporary()
        #expect(try await database.medications(matching: "a", limit: 5) == MedicationHits(release: nil, hits: []))
        #expect(try await database.currentMedicationRelease() == nil)
        #expect(try await database.medications(MedicationFilter(), page: 1, in: .english).count == 0)
        #expect(try await database.medicationGroups(in: .english).letters == [])
        #expect(try await database.medications([MedicationID("a")], in: .english) == [])
        await #expect(throws: StoreError.notFound) { try await database.medication(MedicationID("a")) }
    }

    @Test("a medicine comes back as it went in")
    func roundTrip() async throws {
        let database = try await ClinicDatabase.temporary()
        let whole = medication("morphine")
        try await database.importMedications(try list("1", [whole]), digest: digest, by: .program)
        let stored = try await database.medication(whole.id)
        #expect(stored.medication == whole)
        #expect(try stored.release == list("1", []).release && !stored.isRetired)
        #expect(try await database.currentMedicationRelease()?.digest == digest)
    }

    @Test("the newest is searched; what it has no more can still be read, as no longer listed")
    func newest() async throws {
        let database = try await ClinicDatabase.temporary()
        let first = try list("1", [medication("codeine"), medication("morphine")])
        try await database.importMedications(first, digest: digest, by: .program)
        let second = try list("2", [medication("morphine", purpose: "Severe pain")])
        try await database.importMedications(second, digest: digest, by: .program)
        #expect(try await database.medications(matching: "codeine", limit: 5).hits.isEmpty)
        #expect(try await database.medications(matching: "brand mor", limit: 5).hits.count == 1)
        #expect(try await database.currentMedicationRelease()?.release.name == "2")
        let gone = try await database.medication(MedicationID("codeine"))
        #expect(gone.isRetired && gone.release.name == "1")
        let kept = try await database.medication(MedicationID("morphine"))
        #expect(!kept.isRetired && kept.medication.purposes.map { $0[.english] } == ["Severe pain"])
        let ids = [MedicationID("codeine"), MedicationID("morphine")]
        #expect(try await database.medications(ids, in: .german).map(\.purposes) == ["Schmerzen"])
        #expect(try await database.integrityProblems() == [])
    }

    @Test("one that breaks a rule changes nothing")
    func broken() async throws {
        let database = try await ClinicDatabase.temporary()
        try await database.importMedications(try list("1", [medication("codeine")]), digest: digest, by: .program)
        let wrong = try list("2", [medication("morphine"), medication("no slug")])
        await #expect(throws: StoreError.self) {
            try await database.importMedications(wrong, digest: digest, by: .program)
        }
        #expect(try await database.currentMedicationRelease()?.release.name == "1")
        #expect(try await database.medications(matching: "codeine", limit: 5).hits.count == 1)
        #expect(try await database.medications(matching: "morphine", limit: 5).hits.isEmpty)
    }

    @Test("the whole list is browsed by name, page by page, and by letter, area and class")
    func browsing() async throws {
        let database = try await Shipped.database.value
        var names: [String] = []
        for page in 1...6 {
            let found = try await database.medications(MedicationFilter(), page: page, in: .english)
            #expect(found.count == 281)
            names += found.medications.map(\.name)
        }
        #expect(names.count == 281 && names == names.sorted { SearchText.folded($0) < SearchText.folded($1) })
        #expect(try await database.medications(MedicationFilter(), page: 7, in: .english).medications.isEmpty)
        #expect(try await database.medications(MedicationFilter(), page: -5, in: .english).medications.count == 50)
        let groups = try await database.medicationGroups(in: .german)
        #expect(groups.letters.first == "a" && groups.letters.last == "z")
        #expect(groups.areas == Set(MedicationArea.allCases))
        var seen = 0
        for letter in groups.letters {
            let found = try await database.medications(MedicationFilter(letter: letter), page: 1, in: .german)
            #expect(found.medications.allSatisfy { $0.name.lowercased().hasPrefix(letter) })
            seen += found.count
        }
        #expect(seen == 281)
        for group in groups.classes {
            let found = try await database.medications(MedicationFilter(class: group.id), page: 1, in: .german)
            #expect(!found.medications.isEmpty)
            #expect(found.medications.allSatisfy { MedicationSummary.parts(of: $0.classes).contains(group.name) })
        }
        let both = MedicationFilter(letter: "s", area: .heart, class: "statin")
        #expect(try await database.medications(both, page: 1, in: .english).medications.map(\.name) == ["simvastatin"])
    }
}
