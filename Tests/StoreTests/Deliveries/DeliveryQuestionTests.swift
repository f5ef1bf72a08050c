import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Whether what was accepted arrives")
struct DeliveryQuestionTests {
    /// A text that was accepted under the name SM1.
    private func accepted(
        _ fixture: DeliveryFixture, isAsked: Bool = true, reference: String? = "SM1"
    ) async throws -> Identifier<Delivery> {
        try await fixture.database.updateSendingSettings(version: 0, by: .program) {
            $0.gateway = GatewaySettings(
                address: "https://a.example/", status: isAsked ? .init(address: "https://a.example/{id}") : nil)
        }
        let id = try await fixture.queued(try DeliveryFixture.text())
        _ = try await fixture.database.claimDelivery(.textMessage)
        try await fixture.database.finishDelivery(id, .accepted(reference: reference), words: "201")
        return id
    }

    @Test("it is asked after growing waits, a day in all, and what nobody knows stays sent")
    func waits() async throws {
        let fixture = try await DeliveryFixture()
        let id = try await accepted(fixture)
        let start = fixture.clinic.fixed.now
        var waited: [Double] = []
        while let next = try await fixture.database.nextQuestion() {
            let wait = next.timeIntervalSince(fixture.clinic.fixed.now)
            waited.append(wait.rounded())
            fixture.clinic.fixed.advance(by: wait - 1)
            #expect(try await fixture.database.dueQuestion() == nil)
            fixture.clinic.fixed.advance(by: 1)
            #expect(try await fixture.database.dueQuestion() == DeliveryQuestion(delivery: id, reference: "SM1"))
            try await fixture.database.noteArrival(of: id, .unknown, words: "503")
        }
        #expect(waited == DeliveryQuestions.waits)
        #expect((80_000...90_000).contains(fixture.clinic.fixed.now.timeIntervalSince(start)))
        let delivery = try await fixture.delivery(id)
        #expect(delivery.state == .sent && delivery.failure == nil && delivery.serverWords == "201")
    }

    @Test("what arrived is delivered and asked about no more; a second word changes nothing")
    func delivered() async throws {
        let fixture = try await DeliveryFixture()
        let id = try await accepted(fixture)
        let sentAt = fixture.clinic.fixed.now
        fixture.clinic.fixed.advance(by: 30)
        try await fixture.database.noteArrival(of: id, .delivered, words: nil)
        try await fixture.database.noteArrival(of: id, .undelivered(.undelivered), words: "failed")
        let delivery = try await fixture.delivery(id)
        #expect(delivery.state == .delivered && delivery.sentAt == sentAt && delivery.failure == nil)
        #expect(delivery.deliveredAt == nil || delivery.deliveredAt == fixture.clinic.fixed.now)
        #expect(try await fixture.database.nextQuestion() == nil)
        #expect(try await fixture.audit() == ["created", "sent", "updated"])
    }

    @Test("what did not arrive failed with the gateway's words; it is sent anew and not again")
    func undelivered() async throws {
        let fixture = try await DeliveryFixture()
        let id = try await accepted(fixture)
        let sentAt = fixture.clinic.fixed.now
        #expect(try await fixture.database.course(of: fixture.signed.id)?.sentAt == sentAt)
        fixture.clinic.fixed.advance(by: 30)
        try await fixture.database.noteArrival(of: id, .undelivered(.landline), words: "failed 21614\r\nlandline")
        #expect(try await fixture.database.course(of: fixture.signed.id)?.sentAt == nil, "it was not sent after all")
        let delivery = try await fixture.delivery(id)
        #expect(delivery.state == .failed && delivery.failure == .landline && delivery.sentAt == sentAt)
        #expect(delivery.serverWords == "failed 21614 landline" && delivery.deliveredAt == nil)
        await #expect(throws: DeliveryRefusal.state(.failed)) {
            try await fixture.database.retryDelivery(id, of: fixture.prescription, by: fixture.clinic.dana)
        }
        let sender = try #require(fixture.clinic.dana.account)
        #expect(try await fixture.database.failedDeliveries(of: sender).map(\.delivery.id) == [id])
        _ = try await fixture.queued(
            try DeliveryFixture.email(sheet: nil, replaces: id))
        #expect(try await fixture.database.failedDeliveries(of: sender).isEmpty)
        #expect(try await fixture.audit() == ["created", "sent", "failed", "created"])
    }

    @Test("nobody is asked about what has no name, where the gateway cannot be asked, or about an e-mail")
    func notAsked() async throws {
        for (isAsked, reference) in [(false, "SM1"), (true, nil), (true, "")] as [(Bool, String?)] {
            let fixture = try await DeliveryFixture()
            let id = try await accepted(fixture, isAsked: isAsked, reference: reference)
            #expect(try await fixture.delivery(id).state == .sent)
            #expect(try await fixture.database.nextQuestion() == nil)
        }
        let fixture = try await DeliveryFixture()
        _ = try await accepted(fixture)
        let letter = try await fixture.queued(try DeliveryFixture.email())
        _ = try await fixture.database.claimDelivery(.email)
        try await fixture.database.finishDelivery(letter, .accepted(reference: "x"), words: nil)
        fixture.clinic.fixed.advance(by: 30)
        #expect(try await fixture.database.dueQuestion()?.reference == "SM1")
    }

    @Test("a question that the settings held back for days is dropped after one try")
    func late() async throws {
        let fixture = try await DeliveryFixture()
        let id = try await accepted(fixture)
        fixture.clinic.fixed.advance(by: DeliveryQuestions.latest + 1)
        try await fixture.database.noteArrival(of: id, .unknown, words: nil)
        #expect(try await fixture.database.nextQuestion() == nil)
    }

    @Test("what is due is found by its index")
    func plan() async throws {
        let database = try await ClinicDatabase.temporary()
        let plan = try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT q.delivery_id, d.server_reference FROM delivery_question q
                    JOIN delivery d ON d.id = q.delivery_id
                    WHERE q.next_at IS NOT NULL AND q.next_at <= '2026' ORDER BY q.next_at, q.delivery_id LIMIT 1
                    """
            ).map { $0["detail"] as String }
        }
        #expect(
            plan.contains { $0.contains("delivery_question_due") } && !plan.contains { $0.hasPrefix("SCAN") }, "\(plan)"
        )
    }

    @Test("a picture is handed out a few times for an hour, while its message is under way and the patient allows it")
    func pictures() async throws {
        let fixture = try await DeliveryFixture()
        let database = fixture.database
        let dana = fixture.clinic.dana
        let hash = Data(repeating: 9, count: 32)
        let patient = fixture.clinic.patient
        func answer(_ allows: Bool) async throws {
            try await database.record(
                ConsentAnswer(
                    channel: .textMessage, allows: allows, manner: .spoken,
                    wording: ConsentWording(language: .english, text: "May we write?")), of: patient, by: dana)
        }
        func take(_ hash: Data = Data(repeating: 9, count: 32)) async throws -> Data {
            try await database.takePicture(tokenHash: hash, by: .program)
        }
        try await answer(true)
        let content = DeliveryContent(
            language: .english, subject: "", text: "t", sheet: .letter, picture: true, needsConsent: true)
        let id = try await fixture.queued(
            NewDelivery(recipient: try DeliveryFixture.text().recipient, content: content))
        try await database.keepPicture(Data("PNG".utf8), of: id, tokenHash: hash)
        await #expect(throws: StoreError.notFound, "it waits still") { try await take() }
        let claimed = try #require(try await database.claimDelivery(.textMessage))
        #expect(try await database.sheet(of: claimed) == DeliveryFixture.pdf)
        #expect(try await take() == Data("PNG".utf8))
        await #expect(throws: StoreError.notFound) { try await take(Data(repeating: 8, count: 32)) }
        try await database.finishDelivery(id, .accepted(), words: nil)
        for _ in 2...DeliveryPictures.fetches { _ = try await take() }
        await #expect(throws: StoreError.notFound, "often enough") { try await take() }
        try await database.keepPicture(Data("PNG".utf8), of: id, tokenHash: hash)
        _ = try await take()
        try await answer(false)
        await #expect(throws: StoreError.notFound, "taken back") { try await take() }
        try await answer(true)
        _ = try await take()
        fixture.clinic.fixed.advance(by: DeliveryPictures.lifetime)
        await #expect(throws: StoreError.notFound, "too late") { try await take() }
        #expect(try await fixture.audit().count { $0 == "read" } == DeliveryPictures.fetches + 2)
        // The next one sweeps it away.
        let other = try await fixture.queued(try DeliveryFixture.text())
        try await database.keepPicture(Data("PNG".utf8), of: other, tokenHash: Data(repeating: 7, count: 32))
        let kept = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM delivery_picture") }
        #expect(kept == 1)
    }
}
