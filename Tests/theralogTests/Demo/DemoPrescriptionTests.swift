import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

@testable import theralog

@Suite("The demo clinic's prescriptions")
struct DemoPrescriptionTests {
    /// A signed prescription beside the entry it was made from: in the order in which they were signed, newest first.
    private static func signed(
        _ fixture: DemoFixture
    ) async throws -> [(entry: DemoPrescription, prescription: TherapyPrescription)] {
        let summaries = try await fixture.database.therapyPrescriptions(limit: 100)
        let entries = fixture.demo.prescriptions.sorted { $0.signedDaysAgo < $1.signedDaysAgo }
        #expect(summaries.count == entries.count)
        var pairs: [(DemoPrescription, TherapyPrescription)] = []
        for (entry, summary) in zip(entries, summaries) {
            pairs.append((entry, try await fixture.database.therapyPrescription(summary.id)))
        }
        return pairs
    }

    @Test("each is signed by its clinician, for its patient, on its day")
    func signed() async throws {
        let fixture = try await DemoFixture.shared
        for (entry, prescription) in try await Self.signed(fixture) {
            let sheet = prescription.signed.sheet
            let patient = try await fixture.database.patient(prescription.patient)
            let expected = try #require(fixture.demo.patients.first { $0.key == entry.patient })
            #expect(prescription.status == .signed)
            #expect(prescription.clinician == fixture.accounts[entry.clinician]?.id)
            #expect(patient.name == PersonName(given: expected.given, family: expected.family, order: expected.order))
            #expect(sheet.patient.name == patient.name.full)
            let day = LocalDate(prescription.signed.signedAt, in: fixture.site.settings.timeZone)
            #expect(day == fixture.today.adding(days: -entry.signedDaysAgo))
            #expect(sheet.practice.name == fixture.demo.practices.first { $0.key == entry.practice }?.name)
        }
    }

    @Test("each carries billable codes of the shipped list with the list's own titles")
    func codes() async throws {
        let fixture = try await DemoFixture.shared
        for (entry, prescription) in try await Self.signed(fixture) {
            let diagnoses = prescription.signed.sheet.diagnoses
            #expect(diagnoses.map(\.code) == entry.diagnoses.map(\.diagnosisCode.display))
            for (code, printed) in zip(entry.diagnoses, diagnoses) {
                let (diagnosis, release) = try await fixture.database.diagnosis(code.diagnosisCode)
                #expect(diagnosis.isBillable)
                #expect(printed.title == diagnosis.title)
                #expect(printed.release == release.name)
            }
        }
    }

    @Test("numbers count up within each year, in the order of signing")
    func numbers() async throws {
        let fixture = try await DemoFixture.shared
        // Medicines are counted with them.
        let therapies = try await Self.signed(fixture).map(\.prescription.signed)
        let medicines = try await DemoMedicationTests.signed(fixture).map(\.prescription.signed)
        let all = therapies.map { ($0.signedAt, $0.number) } + medicines.map { ($0.signedAt, $0.number) }
        let numbers = all.sorted { $0.0 < $1.0 }.map(\.1)
        for (year, ofYear) in Dictionary(grouping: numbers, by: \.year) {
            #expect(ofYear.map(\.count) == Array(1...ofYear.count), "\(year)")
        }
    }

    @Test("a patient reads the sheet, with the clinician's icon, in the browser")
    func ownSheet() async throws {
        let fixture = try await DemoFixture.shared
        let account = try #require(fixture.accounts["asdis-thorhallsdottir"])
        try await fixture.site.run { browser in
            try await browser.signIn(account)
            let home = try await browser.get("/")
            #expect(home.text.contains("Ásdís Þórhallsdóttir"))
            let paths = home.body.matches(of: /href="(\/my\/prescriptions\/[^"]+)"/).map { String($0.1) }
            #expect(paths.count == fixture.demo.prescriptions.count { $0.patient == "asdis" })
            for path in paths {
                let sheet = try await browser.get(path)
                let icon = try #require(sheet.body.firstMatch(of: /src="([^"]+\/pictures\/[0-9a-f]{64})"/))
                #expect(String(icon.1).hasPrefix(path))
                let picture = try await browser.get(String(icon.1))
                #expect(picture.status == 200)
            }
        }
    }

    @Test("every state of the list of prescriptions is there to be seen, with one that expires within thirty days")
    func states() async throws {
        let fixture = try await DemoFixture.shared
        var seen: [TherapyCourse.State: Int] = [:]
        var expiring = 0
        for (_, prescription) in try await Self.signed(fixture) {
            let course = try #require(try await fixture.database.course(of: prescription.id))
            seen[course.state(at: Date(), today: fixture.today), default: 0] += 1
            if course.isExpiring(on: fixture.today) { expiring += 1 }
        }
        #expect(Set(seen.keys) == Set(TherapyCourse.State.allCases), "\(seen)")
        #expect(expiring == 1)
    }

    @Test("no draft is left over, and no signed sheet differs from what was hashed")
    func clean() async throws {
        let fixture = try await DemoFixture.shared
        for account in fixture.accounts.values {
            let drafts = try await fixture.database.therapyPrescriptionDrafts(of: account.id)
            #expect(drafts.isEmpty)
        }
        let altered = try await fixture.database.alteredTherapyPrescriptions()
        #expect(altered.isEmpty)
        let problems = try await fixture.database.integrityProblems()
        #expect(problems == [])
    }
}
