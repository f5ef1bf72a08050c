import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

@testable import theralog

@Suite("The demo clinic")
struct DemoClinicTests {
    @Test("nothing in its file goes unread")
    func allRead() throws {
        let file = Project.folder("data/demo/clinic.json")
        let written = try JSONEncoder().encode(try DemoClinic(dataFolder: Project.folder("data")))
        let read = try JSONSerialization.jsonObject(with: written)
        let original = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
        #expect(Self.paths(of: original).symmetricDifference(Self.paths(of: read)) == [])
    }

    @Test("everybody can sign in with the role and the language of the file")
    func accounts() async throws {
        let fixture = try await DemoFixture.shared
        let accounts = try await fixture.database.accounts()
        #expect(accounts.count == fixture.demo.accounts.count)
        for entry in fixture.demo.accounts {
            let account = try #require(accounts.first { $0.email == entry.email })
            #expect(account.roles == entry.roles)
            #expect(account.language == entry.language)
            #expect(account.name == entry.name)
            #expect((account.patient != nil) == entry.roles.contains(.patient))
        }
    }

    @Test("a patient's account reads that patient's own record")
    func patientAccount() async throws {
        let fixture = try await DemoFixture.shared
        let entry = try #require(fixture.demo.accounts.first { $0.patient != nil })
        let account = try #require(fixture.accounts[entry.key])
        let patient = try await fixture.database.patient(try #require(account.patient))
        #expect(patient.name.full == entry.name)
    }

    @Test("clinicians can prescribe at once: their provider information is complete and signed by name")
    func providers() async throws {
        let fixture = try await DemoFixture.shared
        let clinicians = fixture.accounts.values.filter { $0.roles.contains(.clinician) }
        #expect(clinicians.count == 2)
        for account in clinicians {
            let provider = try #require(try await fixture.database.provider(of: account.id)).provider
            #expect(provider.isComplete)
            #expect(provider.signature == .typed(name: account.name))
            #expect(provider.npi != nil)
            #expect(provider.icon != nil)
        }
    }

    @Test("the directory has practices near every patient who lives in the United States")
    func directory() async throws {
        let fixture = try await DemoFixture.shared
        let account = try fixture.clinician.id
        for entry in fixture.demo.patients where entry.country == "US" && !entry.postalCode.isEmpty {
            let zip = try #require(ZIPCode(entry.postalCode))
            let area = try #require(try await fixture.database.postalArea(zip))
            let query = NearbyQuery(center: area.center, metres: 20_000, account: account)
            let found = try await fixture.database.practices(near: query)
            #expect(found.practices.count >= 2, "\(entry.key)")
        }
        let all = PracticeSearch(typed: "", specialty: nil, offset: 0, limit: 100)
        let hits = try await fixture.database.practices(matching: all, for: account).hits
        #expect(hits.count == fixture.demo.practices.count + 42)
    }

    @Test("each clinician sees the practices that the file makes favourites, word for word")
    func favourites() async throws {
        let fixture = try await DemoFixture.shared
        for entry in fixture.demo.accounts where entry.roles.contains(.clinician) {
            let account = try #require(fixture.accounts[entry.key])
            let kept = try await fixture.database.favouritePractices(of: account.id).map(\.practice)
            let expected = fixture.demo.practices.filter { $0.favouriteOf.contains(entry.key) }
            #expect(!expected.isEmpty)
            #expect(Set(kept) == Set(try expected.map { try $0.checkedPractice() }))
        }
    }

    @Test("every patient is found by name and birth date, with accents and order intact")
    func patients() async throws {
        let fixture = try await DemoFixture.shared
        for entry in fixture.demo.patients {
            let patient = try #require(try await fixture.patient(entry), "\(entry.key)")
            #expect(patient.name == PersonName(given: entry.given, family: entry.family, order: entry.order))
            #expect(patient.details == (try entry.draft(daysAgo: 0, today: fixture.today)))
            #expect(patient.version == 1 + entry.laterDaysAgo.count)
        }
        let names = try await fixture.allPatients().map(\.name.full)
        #expect(names.count == 14)
        for name in ["Ásdís Þórhallsdóttir", "Nguyễn Thị Minh Khai", "Kaʻiulani Keawe-Kahananui", "Sukarti", "Li Wei"] {
            #expect(names.contains(name))
        }
    }

    @Test("records were written on their days, and nothing in them is from later")
    func days() async throws {
        let fixture = try await DemoFixture.shared
        for entry in fixture.demo.patients {
            let patient = try #require(try await fixture.patient(entry))
            let versions = try await fixture.database.patientVersions(patient.id)
            let days = versions.map { LocalDate($0.at, in: fixture.site.settings.timeZone) }
            let expected = ([entry.registeredDaysAgo] + entry.laterDaysAgo).map { fixture.today.adding(days: -$0) }
            #expect(days.reversed() == expected)
            for (version, day) in zip(versions, days) {
                let found = [version.details.weight?.measuredOn, version.details.pregnancy?.asOf].compactMap { $0 }
                #expect(found.allSatisfy { $0 <= day })
                #expect(version.author != nil)
            }
        }
    }

    @Test("an entry that breaks a rule is named with its field")
    func mistake() throws {
        let demo = try DemoClinic(dataFolder: Project.folder("data"))
        let patient = try #require(demo.patients.first)
        #expect(throws: ValidationFailure.self) {
            _ = try patient.draft(daysAgo: 0, today: patient.birthDate.adding(days: -1))
        }
    }

    /// Every value of a JSON document with where it stands; empty and missing are the same.
    private static func paths(of value: Any, below path: String = "") -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: []) { $0.formUnion(paths(of: $1.value, below: "\(path)/\($1.key)")) }
        case let array as [Any] where array.allSatisfy { $0 is String }:
            // Sets are written in any order.
            Set(array.map { "\(path)/\($0)" })
        case let array as [Any]:
            array.enumerated().reduce(into: []) { $0.formUnion(paths(of: $1.element, below: "\(path)/\($1.offset)")) }
        case is NSNull: []
        case let number as NSNumber: ["\(path) \(number.doubleValue)"]
        default: ["\(path) \(value)"]
        }
    }
}
