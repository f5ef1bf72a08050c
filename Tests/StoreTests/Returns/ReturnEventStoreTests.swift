import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("What practices tell, in the database")
struct ReturnEventStoreTests {
    @Test("the latest of each kind counts, and the history keeps all")
    func history() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        try await fixture.tell(id) {
            $0.receivedOn = fixture.today
            $0.visitsUsed = 7
        }
        fixture.fixed.advance(by: 3600)
        try await fixture.tell(id) { $0.visitsUsed = 4 }
        let course = try await fixture.course(id)
        #expect(course.visitsUsed == 4)
        #expect(course.receivedOn == fixture.today)
        #expect(course.heardAt == fixture.fixed.now)
        #expect(course.state(at: fixture.fixed.now, today: fixture.today) == .treatment)
        let events = try await fixture.database.returnEvents(of: id)
        #expect(events.map(\.kind) == [.visits, .visits, .received])
        #expect(events.map(\.recordedBy) == [nil, nil, nil])
        let audit = try await fixture.database.auditEntries(of: fixture.patient, limit: 50)
        #expect(audit.filter { $0.entity == "return-event" }.map(\.action) == [.created, .created, .created])
    }

    @Test("what was taken back no longer counts, stays in the history, and is taken back once")
    func withdrawal() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        try await fixture.tell(id) { $0.dischargedOn = fixture.today }
        let event = try #require(try await fixture.database.returnEvents(of: id).first)
        for _ in 0..<2 { #expect(try await fixture.database.withdraw(event.id, by: fixture.lee) == id) }
        #expect(try await fixture.course(id).dischargedOn == nil)
        #expect(try await fixture.course(id).heardAt == nil)
        let kept = try #require(try await fixture.database.returnEvents(of: id).first)
        #expect(kept.withdrawal?.by == "Lee Ward")
        let audit = try await fixture.database.auditEntries(of: fixture.patient, limit: 50)
        #expect(audit.filter { $0.entity == "return-event" }.map(\.action) == [.removed, .created])
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.withdraw(Identifier("01920000-0000-7000-8000-00000000ffff"), by: fixture.lee)
        }
    }

    @Test("the same form sent twice at once tells once")
    func repeated() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        let key = FormKey(digest: Data(repeating: 9, count: 32))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    try await fixture.tell(id, key: key) {
                        $0.visitsUsed = 3
                        $0.reports = [ReportFile(type: .pdf, bytes: TherapyPrescriptionFixture.pdf)]
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.database.returnEvents(of: id).count == 2)
    }

    @Test("a code taken back meanwhile tells nothing, and a form that was open does not either")
    func revokedMeanwhile() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        let code = try await fixture.code(id).id
        try await fixture.database.revokeReturnCode(of: id, by: fixture.dana)
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.record(
                fixture.statement { $0.visitsUsed = 1 }, from: .practice(code), key: nil, today: fixture.today,
                by: .program)
        }
        #expect(try await fixture.database.returnEvents(of: id) == [])
    }

    @Test("a prescription takes so much from its codes and no more, while the clinic still writes down")
    func tooMuch() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        let report = ReportFile(type: .pdf, bytes: TherapyPrescriptionFixture.pdf)
        for _ in 0..<ClinicDatabase.mostReports { try await fixture.tell(id) { $0.reports = [report] } }
        await #expect(throws: ValidationFailure.self) { try await fixture.tell(id) { $0.reports = [report] } }
        try await fixture.database.record(
            fixture.statement { $0.reports = [report] }, from: .clinic(id), key: nil, today: fixture.today,
            by: fixture.lee)
        #expect(try await fixture.database.returnEvents(of: id).first?.recordedBy == "Lee Ward")
    }

    @Test("a report is given out for its own prescription only, audited, and not once it was altered")
    func reports() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        let other = try await fixture.signed().id
        try await fixture.tell(id) { $0.reports = [ReportFile(type: .pdf, bytes: TherapyPrescriptionFixture.pdf)] }
        let event = try #require(try await fixture.database.returnEvents(of: id).first).id
        #expect(
            try await fixture.database.report(event, of: id, by: fixture.lee).bytes == TherapyPrescriptionFixture.pdf)
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.report(event, of: other, by: fixture.lee)
        }
        let audit = try await fixture.database.auditEntries(of: fixture.patient, limit: 50)
        #expect(audit.first { $0.entity == "return-event" }?.action == .read)
        #expect(try await fixture.database.alteredReports() == [])
        try await fixture.database.write(by: .program) { tx in
            try tx.db.execute(
                sql: "DROP TRIGGER return_report_is_never_updated; UPDATE return_report SET bytes = x'25'")
        }
        #expect(try await fixture.database.alteredReports() == [event])
        await #expect(throws: StoreError.self) {
            try await fixture.database.report(event, of: id, by: fixture.lee)
        }
    }

    @Test("a prescription counts as sent once a server accepted a message to others, and from the first one on")
    func sent() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        for (number, kind) in ["own", "practice", "patient"].enumerated() {
            try await fixture.database.write(by: fixture.dana) { tx in
                try tx.db.execute(
                    sql: """
                        INSERT INTO delivery (id, therapy_prescription_id, patient_id, channel, recipient_kind, recipient_name,
                            address, content, state, next_attempt_at, created_at, created_by, changed_at)
                        VALUES (?, ?, ?, 'email', ?, '', 'a@example.org', '{}', 'queued', ?, ?, ?, ?)
                        """,
                    arguments: [
                        "01920000-0000-7000-8000-00000000000\(number)", id, fixture.patient, kind, tx.now, tx.now,
                        fixture.dana.account, tx.now,
                    ])
                try tx.db.execute(
                    sql: "UPDATE delivery SET state = 'sending', next_attempt_at = NULL WHERE recipient_kind = ?",
                    arguments: [kind])
                try tx.db.execute(
                    sql: "UPDATE delivery SET state = 'sent', sent_at = ? WHERE recipient_kind = ?",
                    arguments: [tx.now, kind])
            }
            if kind == "own" { #expect(try await fixture.course(id).sentAt == nil) }
            fixture.fixed.advance(by: 3600)
        }
        let course = try await fixture.course(id)
        #expect(course.sentAt == fixture.fixed.now - 2 * 3600)
        #expect(course.state(at: fixture.fixed.now, today: fixture.today) == .sent)
        let listed = try await fixture.database.therapyPrescriptions(.state(.sent), today: fixture.today)
        #expect(listed.map(\.id) == [id])
    }

    @Test("what others told is new to the prescriber until they open it")
    func unseen() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let id = try await fixture.signed().id
        let dana = try #require(fixture.dana.account)
        try await fixture.database.record(
            fixture.statement { $0.visitsUsed = 1 }, from: .clinic(id), key: nil, today: fixture.today, by: fixture.dana
        )
        #expect(try await fixture.database.unseenReturns(of: dana) == [])
        try await fixture.tell(id) { $0.visitsUsed = 2 }
        #expect(try await fixture.database.unseenReturns(of: dana).map(\.id) == [id])
        try await fixture.database.noteCourseSeen(of: id, by: fixture.lee)
        #expect(try await fixture.database.unseenReturns(of: dana).map(\.id) == [id])
        try await fixture.database.noteCourseSeen(of: id, by: fixture.dana)
        #expect(try await fixture.database.unseenReturns(of: dana) == [])
    }
}
