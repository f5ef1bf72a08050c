import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Medication prescriptions are written, signed, changed and stopped")
struct MedicationPrescriptionStoreTests {
    @Test("a draft keeps the form as typed, is its author's alone, and refuses what a second tab would undo")
    func draft() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let id = try await fixture.draft()
        let typed = ["medicine": ["lisinopril"], "dose": ["½ \u{202E}<script>"]]
        let version = try await fixture.database.updateMedicationPrescriptionDraft(
            id, fields: typed, version: 1, by: fixture.dana)
        #expect(version == 2)
        let kept = try await fixture.database.medicationPrescriptionDraft(id, of: try #require(fixture.dana.account))
        #expect(kept.fields == typed)
        #expect(kept.version == 2)
        await #expect(throws: StoreError.stale(currentVersion: 2)) {
            try await fixture.database.updateMedicationPrescriptionDraft(id, fields: [:], version: 1, by: fixture.dana)
        }
        let lee = try #require(fixture.lee.account)
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.medicationPrescriptionDraft(id, of: lee)
        }
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.sign(try fixture.signing(id, version: 2), by: fixture.lee)
        }
        #expect(try await fixture.database.medicationPrescriptionDrafts(of: lee).isEmpty)
        try await fixture.database.deleteMedicationPrescriptionDraft(id, by: fixture.dana)
        #expect(try await fixture.audit() == ["created", "updated", "removed"])
    }

    @Test("signing locks the whole sheet under the clinic's next number; the same form sent twice signs once")
    func sign() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let signing = try fixture.signing(try await fixture.draft())
        let signed = try await fixture.database.sign(signing, by: fixture.dana)
        let again = try await fixture.database.sign(signing, by: fixture.dana)
        #expect(signed == again)
        #expect(signed.series == signed.id)
        #expect(signed.status == .signed)
        #expect(signed.signed.number == PrescriptionNumber(year: 2026, count: 1))
        #expect(signed.signed.sheet == signing.sheet)
        #expect(try await fixture.signed().signed.number.count == 2)
        #expect(try await fixture.audit() == ["created", "signed", "created", "signed"])
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.updateMedicationPrescriptionDraft(
                signed.id, fields: [:], version: 1, by: fixture.dana)
        }
    }

    @Test("therapy and medication prescriptions share one row of numbers")
    func numbers() async throws {
        let therapy = try await TherapyPrescriptionFixture()
        let first = try await therapy.signed()
        let id = try await therapy.database.insertMedicationPrescriptionDraft(
            for: therapy.patient, fields: [:], by: therapy.dana)
        let second = try await therapy.database.sign(
            MedicationSigning(prescription: id, version: 1, sheet: try .sample(), timeZone: .gmt), by: therapy.dana)
        let third = try await therapy.signed()
        #expect([first.signed.number, second.signed.number, third.signed.number].map(\.count) == [1, 2, 3])
    }

    @Test("what changed after the check is not signed")
    func stale() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let id = try await fixture.draft()
        try await fixture.database.updateMedicationPrescriptionDraft(
            id, fields: ["medicine": ["warfarin"]], version: 1, by: fixture.dana)
        await #expect(throws: StoreError.stale(currentVersion: 2)) {
            try await fixture.database.sign(try fixture.signing(id), by: fixture.dana)
        }
    }

    @Test("a change is a new version of the series that takes the place of the old one, once")
    func change() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let first = try await fixture.signed()
        let draft = try await fixture.draft(replacing: first)
        #expect(try await fixture.draft(replacing: first) == draft, "the unfinished one is used again")
        let rival = try await fixture.draft(replacing: first, by: fixture.lee)
        let typed = try await fixture.database.medicationPrescriptionDraft(
            draft, of: try #require(fixture.dana.account))
        #expect(typed.fields == ["medicine": ["lisinopril"]], "it begins with what was typed")
        let second = try await fixture.database.sign(try fixture.signing(draft), by: fixture.dana)
        #expect(second.series == first.id)
        #expect(second.replaces == first.id)
        #expect(second.signed.replaces == first.signed.number)
        let old = try await fixture.database.medicationPrescription(first.id)
        #expect(old.status == .superseded)
        #expect(old.replacedBy == second.id)
        await #expect(throws: StoreError.self) {
            try await fixture.database.sign(try fixture.signing(rival), by: fixture.lee)
        }
        let versions = try await fixture.database.medicationPrescriptionVersions(ofSeries: first.id)
        #expect(versions.map(\.id) == [first.id, second.id])
        #expect(try await fixture.database.medicationPrescriptions(of: fixture.patient).map(\.id) == [second.id])
    }

    @Test("paused and resumed, once at a time; discontinued for good, with the reason")
    func pauseAndStop() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let (database, dana) = (fixture.database, fixture.dana)
        let id = try await fixture.signed().id
        let day = try #require(LocalDate(iso: "2026-11-25"))
        try await database.pause(id, from: day, resumption: .restarts, reason: "surgery", by: dana)
        await #expect(throws: StoreError.self) {
            try await database.pause(id, from: day, resumption: .restarts, reason: "again", by: dana)
        }
        try await database.resume(id, from: day.adding(days: 7), by: dana)
        let pause = try #require(try await database.medicationPrescription(id).pauses.first)
        #expect(pause.from == day)
        #expect(pause.through == day.adding(days: 6))
        #expect(pause.by == "Dana Reyes")
        await #expect(throws: StoreError.self) { try await database.resume(id, from: day, by: dana) }
        await #expect(throws: ValidationFailure.self) {
            try await database.discontinue(id, lastDay: day, reason: "", by: dana)
        }
        try await database.discontinue(id, lastDay: day, reason: "cough", by: fixture.lee)
        let stopped = try await database.medicationPrescription(id)
        #expect(stopped.status == .discontinued)
        #expect(stopped.discontinuation?.reason == "cough")
        #expect(stopped.discontinuation?.by == "Lee Ward")
        for change in [
            { try await database.discontinue(id, lastDay: day, reason: "x", by: dana) },
            { try await database.pause(id, from: day, resumption: .restarts, reason: "x", by: dana) },
            { _ = try await fixture.draft(replacing: stopped) },
        ] as [@Sendable () async throws -> Void] {
            await #expect(throws: StoreError.conflict("prescription is not in force")) { try await change() }
        }
        #expect(try await database.medicationPrescriptions(of: fixture.patient).map(\.status) == [.discontinued])
    }

    @Test("a patient reads their own, under any of their merged records, and nobody else's")
    func ofPatient() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let signed = try await fixture.signed()
        let other = try await MedicationPrescriptionFixture.patient("Quist", fixture.database, fixture.dana)
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.medicationPrescription(signed.id, ofPatient: other)
        }
        let own = try await fixture.database.medicationPrescription(signed.id, ofPatient: fixture.patient)
        #expect(own == signed)
        #expect(try await fixture.database.medicationPrescriptions(of: other).isEmpty)
    }

    @Test(
        "no statement changes or removes what was signed",
        arguments: [
            "UPDATE medication_prescription SET sheet = '{}'", "UPDATE medication_prescription SET number_count = 9",
            "UPDATE medication_prescription SET medicine = 'x'", "DELETE FROM medication_prescription",
            "UPDATE medication_prescription SET starts_on = '2020-01-01'",
            "UPDATE medication_prescription SET status = 'discontinued'",
            "UPDATE medication_prescription_pause SET reason = 'x'", "DELETE FROM medication_prescription_pause",
        ])
    func locked(sql: String) async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let signed = try await fixture.signed()
        let day = signed.order.start
        try await fixture.database.pause(signed.id, from: day, resumption: .keepsPhase, reason: "r", by: fixture.dana)
        try await fixture.database.resume(signed.id, from: day.adding(days: 1), by: fixture.dana)
        await #expect(throws: StoreError.self) {
            try await fixture.database.write(by: fixture.dana) { try $0.db.execute(sql: sql) }
        }
    }

    @Test("a sheet altered in the file itself is not shown, and the check finds it")
    func altered() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        let signed = try await fixture.signed()
        try await fixture.database.write(by: .program) { tx in
            try tx.db.execute(
                sql: """
                    DROP TRIGGER medication_prescription_is_locked;
                    UPDATE medication_prescription SET sheet = replace(sheet, '10 mg', '100 mg');
                    """)
        }
        await #expect(throws: StoreError.self) { try await fixture.database.medicationPrescription(signed.id) }
        #expect(try await fixture.database.alteredMedicationPrescriptions() == [signed.id])
    }
}
