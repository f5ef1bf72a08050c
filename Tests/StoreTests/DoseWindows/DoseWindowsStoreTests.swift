import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The clinic's rules for doses")
struct DoseWindowsStoreTests {
    @Test("are the program's own at first, then what was saved; what they were before is kept, and each change audited")
    func save() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let database = fixture.database
        #expect(try await database.doseWindows() == StoredDoseWindows(windows: DoseWindows(), version: 0))
        let strict = DoseWindows(minutesBefore: 0, minutesAfter: 15, dayEnd: .midnight)
        try await database.updateDoseWindows(strict, version: 0, by: fixture.dana)
        try await database.updateDoseWindows(strict, version: 1, by: fixture.dana)
        #expect(try await database.doseWindows() == StoredDoseWindows(windows: strict, version: 1))
        try await database.updateDoseWindows(DoseWindows(), version: 1, by: fixture.dana)
        #expect(try await database.doseWindows() == StoredDoseWindows(windows: DoseWindows(), version: 2))
        let kept = try await database.read {
            try String.fetchAll(
                $0, sql: "SELECT version || ' ' || minutes_before || ' ' || day_end FROM dose_windows_version")
        }
        #expect(kept == ["1 0 00:00"])
        await #expect(throws: StoreError.stale(currentVersion: 2)) {
            try await database.updateDoseWindows(strict, version: 1, by: fixture.dana)
        }
        let audited = try await database.read {
            try String.fetchAll($0, sql: "SELECT action FROM audit_entry WHERE entity = 'dose-windows'")
        }
        #expect(audited == ["updated", "updated"])
    }
}
