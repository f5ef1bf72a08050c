import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The schema locks signed prescriptions")
struct TherapyPrescriptionLockTests {
    @Test(
        "no statement changes or removes what was signed",
        arguments: [
            "UPDATE therapy_prescription SET sheet = '{}'", "UPDATE therapy_prescription SET sheet_hash = zeroblob(32)",
            "UPDATE therapy_prescription SET patient_id = NULL", "UPDATE therapy_prescription SET therapies = '{}'",
            "UPDATE therapy_prescription SET practice = '{}'", "UPDATE therapy_prescription SET number_count = 7",
            "UPDATE therapy_prescription SET signed_at = '2020-01-01'", "UPDATE therapy_prescription SET version = 99",
            "UPDATE therapy_prescription SET status = 'draft'", "UPDATE therapy_prescription SET status = 'superseded'",
            "UPDATE therapy_prescription SET status = 'cancelled'", "DELETE FROM therapy_prescription",
            "UPDATE therapy_prescription SET clinician_id = 'x'",
            "UPDATE therapy_prescription SET id = '00000000-0000-0000-0000-000000000000'",
            "DELETE FROM therapy_prescription_diagnosis", "UPDATE therapy_prescription_diagnosis SET title = 'x'",
            "INSERT INTO therapy_prescription_diagnosis SELECT prescription_id, 2, system, 'M99', title, release, NULL FROM therapy_prescription_diagnosis",
            "DELETE FROM therapy_prescription_pdf", "UPDATE therapy_prescription_pdf SET bytes = x'00'",
        ])
    func locked(sql: String) async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let signed = try await fixture.signed()
        _ = try await fixture.database.keep(
            pdf: Data([1]), of: signed.id, status: .signed, paper: .letter, codeEdition: 1, by: fixture.dana)
        await #expect(throws: StoreError.self) {
            try await fixture.database.write(by: fixture.dana) { try $0.db.execute(sql: sql) }
        }
        #expect(try await fixture.database.therapyPrescription(signed.id) == signed)
    }

    @Test("nor a cancellation, and a cancelled one does not come back")
    func cancelled() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let signed = try await fixture.signed()
        try await fixture.database.cancel(signed.id, reason: "wrong", by: fixture.dana)
        for sql in [
            "UPDATE therapy_prescription SET status = 'signed'", "DELETE FROM therapy_prescription_cancellation",
            "UPDATE therapy_prescription_cancellation SET reason = 'x'",
        ] {
            await #expect(throws: StoreError.self) {
                try await fixture.database.write(by: fixture.dana) { try $0.db.execute(sql: sql) }
            }
        }
    }

    @Test("a sheet altered in the file itself is not shown, and the check finds it")
    func altered() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let signed = try await fixture.signed()
        try await fixture.database.write(by: .program) { tx in
            try tx.db.execute(
                sql: """
                    DROP TRIGGER therapy_prescription_is_locked;
                    UPDATE therapy_prescription SET sheet = replace(sheet, 'Okafor', 'Smith');
                    """)
        }
        await #expect(throws: StoreError.self) { try await fixture.database.therapyPrescription(signed.id) }
        #expect(try await fixture.database.alteredTherapyPrescriptions() == [signed.id])
    }

    @Test("of several PDFs the first stands, one per paper and status")
    func pdf() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        let database = fixture.database
        let first = try await database.keep(
            pdf: Data([1]), of: id, status: .signed, paper: .a4, codeEdition: 1, by: fixture.dana)
        let second = try await database.keep(
            pdf: Data([2]), of: id, status: .signed, paper: .a4, codeEdition: 1, by: fixture.dana)
        #expect(first == Data([1]))
        #expect(second == Data([1]))
        #expect(try await database.sheetPDF(of: id, status: .signed, paper: .a4) == Data([1]))
        #expect(try await database.sheetPDF(of: id, status: .signed, paper: .letter) == nil)
        #expect(try await database.sheetPDF(of: id, status: .cancelled, paper: .a4) == nil)
    }
}
