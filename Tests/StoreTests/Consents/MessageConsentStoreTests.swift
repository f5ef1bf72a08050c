import Clinic
import Foundation
import GRDB
import Testing

@testable import Store

@Suite("Consents in the database")
struct MessageConsentStoreTests {
    private static func answer(
        _ channel: DeliveryChannel, _ allows: Bool, _ manner: MessageConsent.Manner = .spoken
    ) -> ConsentAnswer {
        ConsentAnswer(
            channel: channel, allows: allows, manner: manner,
            wording: ConsentWording(language: .english, text: "May we write?"))
    }

    @Test("every answer stays, with who wrote it down, when and what was asked; the latest holds")
    func history() async throws {
        let clinic = try await DeliveryFixture()
        let (patient, dana) = (clinic.clinic.patient, clinic.clinic.dana)
        #expect(try await clinic.database.messageConsents(of: patient).history.isEmpty)
        try await clinic.database.record(Self.answer(.email, true), of: patient, by: dana)
        try await clinic.database.record(Self.answer(.email, true), of: patient, by: dana)
        try await clinic.database.record(Self.answer(.email, true, .written), of: patient, by: dana)
        try await clinic.database.record(Self.answer(.email, false), of: patient, by: dana)
        try await clinic.database.record(Self.answer(.textMessage, false), of: patient, by: dana)
        let consents = try await clinic.database.messageConsents(of: patient)
        #expect(consents.history.map(\.decision) == [.refused, .withdrawn, .given, .given])
        #expect(!consents.allows(.email) && !consents.allows(.textMessage))
        let first = try #require(consents.history.last)
        #expect(first.manner == .spoken && first.by == "Dana Reyes")
        #expect(first.wording == ConsentWording(language: .english, text: "May we write?"))
        let audit = try await clinic.database.auditEntries(of: patient, limit: 50)
            .filter { $0.entity == "message-consent" }.map(\.action)
        #expect(audit == [.created, .revoked, .created, .created])
    }

    @Test("the schema lets nothing be changed or deleted")
    func locked() async throws {
        let clinic = try await DeliveryFixture()
        try await clinic.database.record(
            Self.answer(.email, true), of: clinic.clinic.patient, by: clinic.clinic.dana)
        for sql in ["DELETE FROM message_consent", "UPDATE message_consent SET decision = 'refused'"] {
            await #expect(throws: StoreError.self) {
                try await clinic.database.write(by: clinic.clinic.dana) { try $0.db.execute(sql: sql) }
            }
        }
    }

    @Test("nobody but an account writes an answer down, and only for a patient there is")
    func refused() async throws {
        let clinic = try await DeliveryFixture()
        await #expect(throws: StoreError.notFound) {
            try await clinic.database.record(Self.answer(.email, true), of: clinic.clinic.patient, by: .program)
        }
        await #expect(throws: StoreError.notFound) {
            try await clinic.database.record(
                Self.answer(.email, true), of: Identifier("01920000-0000-7000-8000-00000000ffff"),
                by: clinic.clinic.dana)
        }
    }

    @Test("a no takes back what waits on that channel, and nothing else")
    func cancels() async throws {
        let clinic = try await DeliveryFixture()
        let (patient, dana) = (clinic.clinic.patient, clinic.clinic.dana)
        try await clinic.database.record(Self.answer(.email, true), of: patient, by: dana)
        let mail = try await clinic.queued(try DeliveryFixture.email())
        let text = try await clinic.queued(try DeliveryFixture.text())
        let cancelled = try await clinic.database.record(Self.answer(.email, false), of: patient, by: dana)
        #expect(cancelled == 1)
        #expect(try await clinic.delivery(mail).state == .cancelled)
        #expect(try await clinic.delivery(text).state == .queued)
        #expect(try await clinic.database.claimDelivery(.email) == nil)
    }

    @Test("what needs consent is neither queued nor tried again nor sent without it")
    func enforced() async throws {
        let clinic = try await DeliveryFixture()
        let (patient, dana) = (clinic.clinic.patient, clinic.clinic.dana)
        let plain = try DeliveryFixture.email()
        let secret = NewDelivery(
            recipient: plain.recipient,
            content: DeliveryContent(
                language: .english, subject: "A message", text: "Conditioning", needsConsent: true))
        await #expect(throws: DeliveryRefusal.noConsent) { try await clinic.queued(secret) }
        try await clinic.database.record(Self.answer(.textMessage, true), of: patient, by: dana)
        await #expect(throws: DeliveryRefusal.noConsent) { try await clinic.queued(secret) }
        try await clinic.database.record(Self.answer(.email, true), of: patient, by: dana)
        let id = try await clinic.queued(secret)
        #expect(try await clinic.delivery(id).content.needsConsent)
        try await clinic.database.record(Self.answer(.email, false), of: patient, by: dana)
        await #expect(throws: DeliveryRefusal.noConsent) {
            try await clinic.database.retryDelivery(id, of: clinic.prescription, by: dana)
        }
        // Also if it came to the outbox before the answer by some other way.
        try await clinic.database.write(by: dana) { tx in
            try tx.db.execute(
                sql: "UPDATE delivery SET state = 'queued', next_attempt_at = ? WHERE id = ?", arguments: [tx.now, id])
        }
        #expect(try await clinic.database.claimDelivery(.email) == nil)
        #expect(try await clinic.delivery(id).failure == .noConsent)
    }

    @Test("no look through a table that grows")
    func indexed() async throws {
        let clinic = try await DeliveryFixture()
        let plan = try await clinic.database.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(MessageConsents.query)", arguments: ["x"])
                .map { $0["detail"] as String }
        }
        #expect(!plan.contains { $0.contains("SCAN message_consent") }, "\(plan)")
    }
}
