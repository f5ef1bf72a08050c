import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Return codes in the database")
struct ReturnCodeStoreTests {
    @Test("signing issues one, of which the database has a hash alone, and says so in the audit log")
    func signing() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        let code = try await fixture.code(id)
        #expect(code.edition == 1)
        #expect(code.hash == TherapyPrescriptionFixture.codeHash(id, 1))
        #expect(try await fixture.open(id).word == "open")
        let audit = try await fixture.database.auditEntries(of: fixture.patient, limit: 50)
        #expect(audit.filter { $0.entity == "return-code" }.map(\.action) == [.created])
    }

    @Test("a prescription from before there were codes gets one on first need, once, however many ask at once")
    func firstNeed() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        try await fixture.database.write(by: .program) { tx in
            try tx.db.execute(sql: "DROP TRIGGER return_code_is_never_deleted; DELETE FROM return_code")
        }
        let editions = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await fixture.code(id).edition } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(editions == [Int](repeating: 1, count: 8))
    }

    @Test("a new one takes the place of the old one; a revoked one leaves none, until a new one is made")
    func reissue() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        let new = try await fixture.database.reissueReturnCode(of: id, by: fixture.dana) {
            TherapyPrescriptionFixture.codeHash(id, $0)
        }
        #expect(new.edition == 2)
        #expect(try await fixture.open(id, edition: 1).word == "refused")
        #expect(try await fixture.open(id, edition: 2).word == "open")
        try await fixture.database.revokeReturnCode(of: id, by: fixture.dana)
        try await fixture.database.revokeReturnCode(of: id, by: fixture.dana)
        #expect(try await fixture.open(id, edition: 2).word == "refused")
        #expect(
            try await fixture.database.returnCode(of: id, by: .program) { TherapyPrescriptionFixture.codeHash(id, $0) }
                == nil
        )
        try await fixture.database.reissueReturnCode(of: id, by: fixture.dana) {
            TherapyPrescriptionFixture.codeHash(id, $0)
        }
        #expect(try await fixture.open(id, edition: 3).word == "open")
    }

    @Test("with the server's key lost, the sheet gets a new code")
    func lostKey() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        let other = { @Sendable (edition: Int) in Data(repeating: UInt8(edition), count: 32) }
        let code = try #require(try await fixture.database.returnCode(of: id, by: .program, hash: other))
        #expect(code.edition == 2)
        #expect(code.hash == other(2))
        #expect(try await fixture.open(id).word == "refused")
    }

    @Test("that of a replaced prescription says so; that of a cancelled one is refused as an unknown one is")
    func notInForce() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let first = try await fixture.signed().id
        let correction = try await fixture.database.correct(first, by: fixture.dana)
        _ = try await fixture.database.sign(
            try fixture.signing(try await fixture.draft(correction)), by: fixture.dana)
        #expect(try await fixture.open(first).word == "replaced")
        #expect(try await fixture.open(correction).word == "open")
        try await fixture.database.cancel(correction, reason: "wrong", by: fixture.dana)
        #expect(try await fixture.open(correction).word == "refused")
        #expect(try await fixture.open(Identifier("01920000-0000-7000-8000-00000000ffff")).word == "refused")
        await #expect(throws: StoreError.self) {
            try await fixture.database.reissueReturnCode(of: first, by: fixture.dana) { _ in Data(count: 32) }
        }
    }

    @Test("ends a month after the discharge was told")
    func discharge() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        try await fixture.tell(id) { $0.dischargedOn = fixture.today }
        fixture.fixed.advance(by: 29 * 86_400)
        #expect(try await fixture.open(id).word == "open")
        fixture.fixed.advance(by: 86_400)
        #expect(try await fixture.open(id).word == "refused")
    }

    @Test("the schema keeps codes, events and reports as they were")
    func locked() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        try await fixture.tell(id) {
            $0.reports = [ReportFile(type: .pdf, bytes: TherapyPrescriptionFixture.pdf)]
        }
        for sql in [
            "DELETE FROM return_code", "UPDATE return_code SET edition = 9",
            "UPDATE return_code SET code_hash = zeroblob(32)",
            "DELETE FROM return_event", "UPDATE return_event SET visits = 3",
            "UPDATE return_event SET kind = 'received'",
            "DELETE FROM return_report", "UPDATE return_report SET bytes = x'00'",
        ] {
            await #expect(throws: StoreError.self, "\(sql)") {
                try await fixture.database.write(by: fixture.dana) { try $0.db.execute(sql: sql) }
            }
        }
    }

    @Test("before the migration there were prescriptions and PDFs; they keep both, and their course begins")
    func migration() async throws {
        let fixed = FixedSurroundings()
        let file = TemporaryFolder.newFile("sqlite")
        var database = try await ClinicDatabase.open(at: file, surroundings: fixed.surroundings)
        let fixture = try await TherapyPrescriptionFixture(database, fixed)
        let id = try await fixture.signed().id
        let kept = try await database.keep(
            pdf: Data([1]), of: id, status: .signed, paper: .a4, codeEdition: 0, by: fixture.dana)
        try database.close()
        // As it was before.
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write { db in
            try db.execute(
                sql: """
                    DROP TRIGGER therapy_course_begins;
                    DROP TRIGGER therapy_course_is_over;
                    DROP TRIGGER therapy_course_is_sent;
                    DROP TRIGGER therapy_course_is_not_sent;
                    DROP TABLE therapy_course;
                    DROP TABLE return_report;
                    DROP TABLE return_event_withdrawal;
                    DROP TABLE return_event;
                    DROP TABLE return_code;
                    CREATE TABLE pdf AS SELECT prescription_id, paper, status, made_at, sha256, bytes
                        FROM therapy_prescription_pdf;
                    DROP TABLE therapy_prescription_pdf;
                    ALTER TABLE pdf RENAME TO therapy_prescription_pdf;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%returns';
                    """)
        }
        try queue.close()
        database = try await ClinicDatabase.open(at: file, surroundings: fixed.surroundings)
        #expect(try await database.sheetPDF(of: id, status: .signed, paper: .a4, codeEdition: 0) == kept)
        let course = try #require(try await database.course(of: id))
        #expect(course.validUntil == LocalDate(iso: "2027-01-31"))
        #expect(try await database.returnCode(of: id, by: .program) { _ in Data(count: 32) }?.edition == 1)
        #expect(try await database.sheetPDF(of: id, status: .signed, paper: .a4) == nil)
        #expect(try await database.integrityProblems() == [])
        #expect(try await database.alteredTherapyPrescriptions() == [])
        try database.close()
    }
}
