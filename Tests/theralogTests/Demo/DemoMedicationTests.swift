import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

@testable import theralog

@Suite("The demo clinic's medicines")
struct DemoMedicationTests {
    static func signed(
        _ fixture: DemoFixture
    ) async throws -> [(entry: DemoMedication, prescription: MedicationPrescription)] {
        var pairs: [(DemoMedication, MedicationPrescription)] = []
        for patient in fixture.demo.patients {
            let entries = fixture.demo.medications.filter { $0.patient == patient.key }
            guard !entries.isEmpty else { continue }
            let record = try #require(try await fixture.patient(patient))
            let signed = try await fixture.database.medicationPrescriptions(of: record.id)
            #expect(signed.count == entries.count)
            for entry in entries {
                let prescription = try #require(
                    signed.first { $0.order.medicine.catalogID == entry.medicine }, "\(entry.key)")
                pairs.append((entry, prescription))
            }
        }
        return pairs
    }

    @Test("each is signed by its clinician on its day, with a sentence made from its timing")
    func signed() async throws {
        let fixture = try await DemoFixture.shared
        let pairs = try await Self.signed(fixture)
        #expect(pairs.count == fixture.demo.medications.count)
        for (entry, prescription) in pairs {
            let sheet = prescription.signed.sheet
            #expect(prescription.clinician == fixture.accounts[entry.clinician]?.id)
            let day = LocalDate(prescription.signed.signedAt, in: fixture.site.settings.timeZone)
            #expect(day == fixture.today.adding(days: -entry.signedDaysAgo))
            #expect(!sheet.isAsWritten && sheet.sentence.contains("ake"), "\(entry.key): \(sheet.sentence)")
            #expect(sheet.order.quantity?.low == DoseValue(entry.quantity))
        }
        #expect(try await fixture.database.alteredMedicationPrescriptions() == [])
    }

    @Test("two years of doses are in the log, taken and left out as the file says, none twice and none of the future")
    func logged() async throws {
        let fixture = try await DemoFixture.shared
        var oldest = fixture.today
        for (entry, prescription) in try await Self.signed(fixture) {
            let log = try await fixture.database.administrations(ofSeries: prescription.series, limit: 5000)
            guard let expected = entry.log else {
                #expect(log.isEmpty)
                continue
            }
            #expect(Set(log.compactMap(\.details.slot)).count == log.count)
            #expect(log.allSatisfy { $0.details.at <= $0.recordedAt && $0.details.day < fixture.today })
            // A log of a few weeks may differ by chance.
            if log.count > 200 {
                let taken = Double(log.count { $0.details.isTaken }) / Double(log.count)
                #expect(abs(taken - expected.taken / (expected.taken + expected.leftOut)) < 0.05, "\(entry.key)")
            }
            for pause in expected.pauses {
                let quiet =
                    fixture.today.adding(days: -pause.fromDaysAgo)...fixture.today.adding(days: -pause.throughDaysAgo)
                #expect(!log.contains { quiet.contains($0.details.day) })
            }
            oldest = min(oldest, log.map(\.details.day).min() ?? oldest)
        }
        #expect(oldest.days(to: fixture.today) > 730)
    }
}
