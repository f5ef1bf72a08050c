import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("A patient's own times")
struct DayRhythmStoreTests {
    @Test("are unknown at first, then saved; what they were before is kept")
    func save() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let (database, patient) = (fixture.database, fixture.patient)
        #expect(try await database.dayRhythm(of: patient) == StoredDayRhythm(rhythm: DayRhythm(), version: 0))
        var rhythm = DayRhythm.usual
        try await database.updateDayRhythm(rhythm, of: patient, version: 0, by: fixture.dana)
        rhythm.lunch = nil
        try await database.updateDayRhythm(rhythm, of: patient, version: 1, by: fixture.dana)
        #expect(try await database.dayRhythm(of: patient) == StoredDayRhythm(rhythm: rhythm, version: 2))
        let kept = try await database.read {
            try String.fetchAll($0, sql: "SELECT version || ' ' || lunch FROM day_rhythm_version")
        }
        #expect(kept == ["1 12:30"])
        await #expect(throws: StoreError.stale(currentVersion: 2)) {
            try await database.updateDayRhythm(.usual, of: patient, version: 1, by: fixture.dana)
        }
        #expect(try await fixture.audit("day-rhythm") == ["updated", "updated"])
    }

    @Test("the clock is read with 24 hours until the account says otherwise")
    func clock() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let account = try #require(fixture.dana.account)
        #expect(try await fixture.database.clockStyle(of: account) == .hours24)
        try await fixture.database.updateClockStyle(.hours12, of: account, by: fixture.dana)
        #expect(try await fixture.database.clockStyle(of: account) == .hours12)
    }

    @Test("entries that answer no expected dose are counted by day")
    func unplanned() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let signed = try await fixture.signed()
        let day = try #require(LocalDate(iso: "2026-11-20"))
        for (key, slot) in [("a", "2026-11-20.0800"), ("b", nil), ("c", nil)] {
            let draft = AdministrationDraft(
                .taken, at: fixture.fixed.now, in: .gmt, day: day, medicine: "lisinopril", slot: slot)
            _ = try await fixture.database.record(
                AdministrationEntry(prescription: signed.id, formKey: key, details: draft), by: fixture.dana)
        }
        #expect(try await fixture.database.unplannedCounts(ofSeries: signed.series, days: day...day) == [day: 2])
    }
}
