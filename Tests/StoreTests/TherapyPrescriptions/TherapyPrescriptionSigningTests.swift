import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Signed therapy prescriptions in the store")
struct TherapyPrescriptionSigningTests {
    @Test("signing gives a number, keeps the sheet and its pictures, and is audited")
    func sign() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let draft = try await fixture.complete()
        let signing = try fixture.signing(draft)
        let signed = try await fixture.database.sign(signing, by: fixture.dana)
        #expect(signed.status == .signed)
        #expect(signed.signed.number == PrescriptionNumber(year: 2026, count: 1))
        #expect(signed.signed.sheet == signing.sheet)
        #expect(signed.signed.signedAt == fixture.fixed.now)
        #expect(try await fixture.database.therapyPrescription(draft.id) == signed)
        await #expect(throws: StoreError.notFound) { try await fixture.draft(draft.id) }
        #expect(try await fixture.audit().last == "signed")
        #expect(try await fixture.database.alteredTherapyPrescriptions().isEmpty)
        let found = try await fixture.database.therapyPrescription(number: signed.signed.number)
        #expect(found == draft.id)
    }

    @Test("numbers follow each other without gaps, each year from one, also when many sign at once")
    func numbers() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        var drafts: [TherapyPrescriptionDraft] = []
        for _ in 0..<12 { drafts.append(try await fixture.complete()) }
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for draft in drafts {
                let signing = try fixture.signing(draft)
                group.addTask { try await fixture.database.sign(signing, by: fixture.dana).signed.number.count }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers.sorted() == Array(1...12))
        fixture.fixed.advance(by: 60 * 86_400)
        #expect(try await fixture.signed().signed.number == PrescriptionNumber(year: 2027, count: 1))
    }

    @Test("a form sent twice signs once, also at the same moment")
    func twice() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let signing = try fixture.signing(try await fixture.complete())
        async let first = fixture.database.sign(signing, by: fixture.dana)
        async let second = fixture.database.sign(signing, by: fixture.dana)
        let both = try await (first, second)
        #expect(both.0 == both.1)
        #expect(try await fixture.database.therapyPrescriptions().count == 1)
        #expect(try await fixture.audit().filter { $0 == "signed" }.count == 1)
        await #expect(throws: StoreError.notFound) { try await fixture.database.sign(signing, by: fixture.lee) }
    }

    @Test("a draft that changed since its sheet was shown is not signed")
    func changed() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let draft = try await fixture.complete()
        let signing = try fixture.signing(draft)
        try await fixture.database.setPractice(
            .named("Other"), of: draft.id, version: nil, by: fixture.dana)
        await #expect(throws: StoreError.stale(currentVersion: draft.version + 1)) {
            try await fixture.database.sign(signing, by: fixture.dana)
        }
        #expect(try await fixture.database.therapyPrescriptions().isEmpty)
    }

    @Test("the schema refuses to sign what lacks a part")
    func incomplete() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        for part in PrescriptionPart.allCases {
            let draft = try await fixture.complete()
            try await fixture.database.write(by: fixture.dana) { tx in
                switch part {
                case .diagnoses: try TherapyPrescriptionRows.replaceDiagnoses(DiagnosisList(), of: draft.id, tx.db)
                case .patient: try tx.db.execute(sql: "UPDATE therapy_prescription SET patient_id = NULL")
                case .practice: try tx.db.execute(sql: "UPDATE therapy_prescription SET practice = NULL")
                case .therapies: try tx.db.execute(sql: "UPDATE therapy_prescription SET therapies = NULL")
                }
            }
            await #expect(throws: StoreError.self) {
                try await fixture.database.sign(try fixture.signing(draft), by: fixture.dana)
            }
        }
    }

    @Test("a correction supersedes when it is signed, keeps its patient, and says what it replaces")
    func correct() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let original = try await fixture.signed()
        let database = fixture.database
        let id = try await database.correct(original.id, by: fixture.lee)
        #expect(try await database.correct(original.id, by: fixture.lee) == id)
        let draft = try await fixture.draft(id, fixture.lee)
        #expect(draft.replaces == original.id)
        #expect(draft.patient == fixture.patient)
        #expect(draft.therapies?.items == ["conditioning"])
        #expect(try await database.therapyPrescription(original.id).status == .signed)
        await #expect(throws: ValidationFailure.self) {
            try await database.setPatient(Identifier("other"), of: id, by: fixture.lee)
        }
        let corrected = try await database.sign(try fixture.signing(draft), by: fixture.lee)
        #expect(corrected.signed.replaces == original.signed.number)
        #expect(corrected.replaces == original.id)
        let old = try await database.therapyPrescription(original.id)
        #expect(old.status == .superseded)
        #expect(old.replacedBy == id)
        #expect(old.signed == original.signed)
        #expect(try await fixture.audit().suffix(2) == ["signed", "corrected"])
        await #expect(throws: StoreError.self) { try await database.correct(original.id, by: fixture.dana) }
    }

    @Test("of two corrections the second is refused, its draft stays")
    func twoCorrections() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let original = try await fixture.signed()
        let database = fixture.database
        let first = try await fixture.draft(try await database.correct(original.id, by: fixture.dana))
        let second = try await fixture.draft(try await database.correct(original.id, by: fixture.lee), fixture.lee)
        _ = try await database.sign(try fixture.signing(first), by: fixture.dana)
        await #expect(throws: StoreError.conflict("prescription is not in force")) {
            try await database.sign(try fixture.signing(second), by: fixture.lee)
        }
        #expect(try await fixture.draft(second.id, fixture.lee) == second)
    }

    @Test("cancelling needs a reason, happens once, and leaves the sheet readable")
    func cancel() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let original = try await fixture.signed()
        let database = fixture.database
        for reason in ["", String(repeating: "x", count: 501)] {
            await #expect(throws: ValidationFailure.self) {
                try await database.cancel(original.id, reason: reason, by: fixture.lee)
            }
        }
        try await database.cancel(original.id, reason: "Wrong \"patient\" <b>", by: fixture.lee)
        let cancelled = try await database.therapyPrescription(original.id)
        #expect(cancelled.status == .cancelled)
        #expect(cancelled.cancellation?.reason == "Wrong \"patient\" <b>")
        #expect(cancelled.cancellation?.by == "Lee Ward")
        #expect(cancelled.signed == original.signed)
        await #expect(throws: StoreError.self) {
            try await database.cancel(original.id, reason: "again", by: fixture.lee)
        }
        await #expect(throws: StoreError.self) { try await database.correct(original.id, by: fixture.lee) }
    }

    @Test("reuse makes a new draft with the same content and without the old last day")
    func reuse() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let original = try await fixture.signed()
        try await fixture.database.cancel(original.id, reason: "moved", by: fixture.dana)
        let draft = try await fixture.draft(try await fixture.database.reuse(original.id, by: fixture.lee), fixture.lee)
        #expect(draft.replaces == nil)
        #expect(draft.patient == fixture.patient)
        #expect(draft.diagnoses.diagnoses.count == 1)
        #expect(draft.practice?.name == "Lakeside")
        #expect(draft.therapies?.validUntil == nil)
        #expect(draft.therapies?.items == ["conditioning"])
    }

    @Test("reuse asks anew why something dangerous is ordered; a correction of the same prescription keeps the reason")
    func reuseWithoutReasons() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let original = try await fixture.signed { choice in
            choice.reasons = ["pacemaker-stimulation": "Cardiology agreed for today"]
            choice.accepted = ["nwb-gait"]
        }
        let reused = try await fixture.draft(
            try await fixture.database.reuse(original.id, by: fixture.lee), fixture.lee)
        #expect(reused.therapies?.reasons == [:] && reused.therapies?.accepted == [])
        #expect(reused.therapies?.items == ["conditioning"])
        let corrected = try await fixture.draft(
            try await fixture.database.correct(original.id, by: fixture.dana), fixture.dana)
        #expect(corrected.therapies?.reasons == ["pacemaker-stimulation": "Cardiology agreed for today"])
    }

    @Test("what was answered for is there after the program was killed: drafts as they were saved, signatures whole")
    func killed() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let signed = try await fixture.signed()
        let draft = try await fixture.complete()
        // The files as they lie on disk while the program still runs, as after SIGKILL or a power cut.
        let path = fixture.database.pool.path
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + end, toPath: copy.path + end)
        }
        let after = try await ClinicDatabase.open(at: copy, surroundings: fixture.fixed.surroundings)
        #expect(try await after.therapyPrescription(signed.id) == signed)
        #expect(try await after.therapyPrescriptionDraft(draft.id, of: try #require(fixture.dana.account)) == draft)
        #expect(try await after.integrityProblems().isEmpty)
        #expect(try await after.alteredTherapyPrescriptions().isEmpty)
    }
}
