import Clinic
import Foundation
import GRDB
import Testing

@testable import Store

@Suite("The outbox")
struct DeliveryStoreTests {
    @Test("what is queued is kept as it was previewed, newest first, and audited without an address")
    func queueing() async throws {
        let fixture = try await DeliveryFixture()
        let new = [try DeliveryFixture.email(), try DeliveryFixture.text()]
        let queued = try await fixture.database.enqueue(new, for: fixture.prescription, by: fixture.clinic.dana)
        #expect(queued.map(\.content) == new.map(\.content))
        #expect(queued.map(\.recipient) == new.map(\.recipient))
        #expect(queued.allSatisfy { $0.state == .queued && $0.attempts == 0 && $0.createdByName == "Dana Reyes" })
        #expect(try await fixture.database.deliveries(of: fixture.prescription) == queued.reversed())
        #expect(try await fixture.audit() == ["created", "created"])
        let entries = try await fixture.database.auditEntries(of: fixture.clinic.patient)
        #expect(!entries.contains { $0.entityID.contains("lakeside") })
        #expect(try await fixture.database.sheet(of: queued[0]) == DeliveryFixture.pdf)
        #expect(try await fixture.database.sheet(of: queued[1]) == nil)
    }

    @Test("a draft, a cancelled one and one that does not exist are not sent")
    func notInForce() async throws {
        let fixture = try await DeliveryFixture()
        let database = fixture.database
        let dana = fixture.clinic.dana
        let draft = try await fixture.clinic.complete()
        let new = [try DeliveryFixture.email(sheet: nil)]
        await #expect(throws: DeliveryRefusal.notInForce) {
            try await database.enqueue(new, for: .therapy(draft.id), by: dana)
        }
        try await database.cancel(fixture.signed.id, reason: "wrong side", by: dana)
        await #expect(throws: DeliveryRefusal.notInForce) {
            try await database.enqueue(new, for: fixture.prescription, by: dana)
        }
        await #expect(throws: StoreError.notFound) {
            try await database.enqueue(new, for: .medication(Identifier("none")), by: dana)
        }
        #expect(try await database.deliveries(of: fixture.prescription) == [])
    }

    @Test("a medication prescription is sent like a therapy's")
    func medication() async throws {
        let clinic = try await MedicationPrescriptionFixture()
        let signed = try await clinic.signed()
        let new = [try DeliveryFixture.email(sheet: nil)]
        let queued = try await clinic.database.enqueue(new, for: .medication(signed.id), by: clinic.dana)
        #expect(try await clinic.database.deliveries(of: .medication(signed.id)) == queued)
        #expect(try await clinic.database.claimDelivery(.email)?.id == queued.first?.id)
    }

    @Test("the same form sent twice queues once; nothing can be attached that nobody saw")
    func twice() async throws {
        let fixture = try await DeliveryFixture()
        let key = FormKey(digest: Data(repeating: 7, count: 32))
        let new = [try DeliveryFixture.email(), try DeliveryFixture.text()]
        let database = fixture.database
        let dana = fixture.clinic.dana
        let first = try await database.enqueue(new, for: fixture.prescription, key: key, by: dana)
        let second = try await database.enqueue(new, for: fixture.prescription, key: key, by: dana)
        #expect(first == second)
        await #expect(throws: DeliveryRefusal.sheetNotMade) {
            try await database.enqueue(
                [try DeliveryFixture.email(sheet: .a4)], for: fixture.prescription, by: dana)
        }
        #expect(try await database.deliveries(of: fixture.prescription).count == 2)
    }

    @Test(
        "what cannot stand in a message is refused",
        arguments: [
            DeliveryContent(language: .english, subject: "a\r\nBcc: x@example.org", text: "t"),
            DeliveryContent(language: .english, subject: "", text: "t"),
            DeliveryContent(language: .english, subject: "s", text: ""),
            DeliveryContent(language: .english, subject: String(repeating: "s", count: 201), text: "t"),
            DeliveryContent(language: .english, subject: "s", text: "t", picture: true),
        ])
    func content(_ content: DeliveryContent) async throws {
        let fixture = try await DeliveryFixture()
        let recipient = try DeliveryFixture.email().recipient
        await #expect(throws: DeliveryRefusal.content) {
            try await fixture.database.enqueue(
                [NewDelivery(recipient: recipient, content: content)], for: fixture.prescription,
                by: fixture.clinic.dana)
        }
    }

    @Test("sent elsewhere, the first one is taken back while it waits")
    func elsewhere() async throws {
        let fixture = try await DeliveryFixture()
        let first = try await fixture.queued(try DeliveryFixture.email())
        let second = try await fixture.queued(try DeliveryFixture.email("other@lakeside.example", replaces: first))
        #expect(try await fixture.delivery(first).state == .cancelled)
        #expect(try await fixture.delivery(first).replacedBy == second)
        #expect(try await fixture.delivery(second).replaces == first)
        #expect(try await fixture.audit() == ["created", "cancelled", "created"])
    }

    @Test("only what waits is cancelled, only what ended without success is queued again, and of this prescription")
    func byHand() async throws {
        let fixture = try await DeliveryFixture()
        let database = fixture.database
        let dana = fixture.clinic.dana
        let id = try await fixture.queued(try DeliveryFixture.text())
        let other = PrescriptionReference.therapy(try await fixture.clinic.signed().id)
        await #expect(throws: StoreError.notFound) { try await database.cancelDelivery(id, of: other, by: dana) }
        try await database.cancelDelivery(id, of: fixture.prescription, by: dana)
        try await database.cancelDelivery(id, of: fixture.prescription, by: dana)
        try await database.retryDelivery(id, of: fixture.prescription, by: dana)
        _ = try await database.claimDelivery(.textMessage)
        await #expect(throws: DeliveryRefusal.state(.sending)) {
            try await database.cancelDelivery(id, of: fixture.prescription, by: dana)
        }
        await #expect(throws: DeliveryRefusal.state(.sending)) {
            try await database.retryDelivery(id, of: fixture.prescription, by: dana)
        }
        try await database.finishDelivery(id, .accepted(reference: "SM1"), words: nil)
        await #expect(throws: DeliveryRefusal.state(.sent)) {
            try await database.retryDelivery(id, of: fixture.prescription, by: dana)
        }
        #expect(try await fixture.audit() == ["created", "cancelled", "updated", "sent"])
    }

    @Test("the schema refuses what no code of ours does: changing what is sent, deleting, sent without a try")
    func schema() async throws {
        let fixture = try await DeliveryFixture()
        let id = try await fixture.queued(try DeliveryFixture.email())
        for sql in [
            "UPDATE delivery SET address = 'x@example.org'", "UPDATE delivery SET content = '{}'",
            "DELETE FROM delivery",
            "UPDATE delivery SET state = 'sent', sent_at = '2026', next_attempt_at = NULL",
        ] {
            await #expect(throws: StoreError.self, "\(sql)") {
                try await fixture.database.write(by: .program) { try $0.db.execute(sql: sql) }
            }
        }
        #expect(try await fixture.delivery(id).state == .queued)
    }
}
