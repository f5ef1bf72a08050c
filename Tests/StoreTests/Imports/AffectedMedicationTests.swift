import Clinic
import TestSupport
import Testing

@testable import Store

@Suite("Who uses medicines that a new list retires")
struct AffectedMedicationTests {
    @Test("drafts and prescriptions in force are counted, unless the medicine is still on a list")
    func affected() async throws {
        let clinic = try await MedicationPrescriptionFixture()
        let fixture = ImportFixture(clinic.database)
        let old = [try ImportFixture.medicine("Aardwolfine"), try ImportFixture.medicine("Beluganol")]
        try await fixture.stage(.medications, old, isCurrent: true)
        let key = try #require(try await fixture.values("SELECT key FROM listed_medication ORDER BY key").first)

        // One in force, one discontinued, one of the list that stays, one of no list.
        _ = try await clinic.signed(.sample(from: "2026-11-01", key))
        let over = try await clinic.signed(.sample(from: "2026-11-01", key))
        try await clinic.database.discontinue(
            over.id, lastDay: try #require(LocalDate(iso: "2026-11-05")), reason: "done", by: clinic.dana)
        _ = try await clinic.signed(.sample(from: "2026-11-01", "beluganol"))
        _ = try await clinic.signed()
        for id in [key, key, "beluganol", "x'; --", ""] {
            _ = try await clinic.database.insertMedicationPrescriptionDraft(
                for: clinic.patient, fields: ["medicine": ["Aardwolfine"], "medicine-id": [id]], by: clinic.dana)
        }
        _ = try await clinic.draft()

        let next = try await fixture.stage(.medications, [old[1]], name: "2")
        let affected = try await clinic.database.affectedMedicationRecords(by: next.number)
        #expect(affected.lines.map(\.code) == [key])
        #expect(affected.lines.map(\.uses.drafts) == [2] && affected.lines.map(\.uses.prescriptions) == [1])
        let same = try await fixture.stage(.medications, old, name: "3")
        #expect(try await clinic.database.affectedMedicationRecords(by: same.number).lines == [])
    }

    @Test("the first list retires nothing")
    func first() async throws {
        let clinic = try await MedicationPrescriptionFixture()
        _ = try await clinic.signed()
        let first = try await ImportFixture(clinic.database).stage(
            .medications, [try ImportFixture.medicine("Aardwolfine")])
        #expect(try await clinic.database.affectedMedicationRecords(by: first.number).lines == [])
    }
}
