import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Working on the outbox")
struct DeliveryWorkTests {
    @Test("what is due longest comes first, is marked before a server is spoken to, and only once")
    func claiming() async throws {
        let fixture = try await DeliveryFixture()
        let first = try await fixture.queued(try DeliveryFixture.email())
        fixture.clinic.fixed.advance(by: 1)
        let second = try await fixture.queued(try DeliveryFixture.email("b@lakeside.example"))
        #expect(try await fixture.database.claimDelivery(.textMessage) == nil)
        let claimed = try #require(try await fixture.database.claimDelivery(.email))
        #expect(claimed.id == first)
        #expect(claimed.state == .sending)
        #expect(claimed.attempts == 1)
        #expect(try await fixture.delivery(first).state == .sending)
        #expect(try await fixture.database.claimDelivery(.email)?.id == second)
        #expect(try await fixture.database.claimDelivery(.email) == nil)
    }

    @Test("what fails for now is tried again after growing waits, and given up after the last")
    func waits() async throws {
        let fixture = try await DeliveryFixture()
        let id = try await fixture.queued(try DeliveryFixture.email())
        var waited: [Double] = []
        while let claimed = try await fixture.database.claimDelivery(.email) {
            try await fixture.database.finishDelivery(
                claimed.id, .failedForNow(.busy), words: "451 4.7.1 Greylisted,\r\n try again")
            guard let next = try await fixture.database.nextDelivery(.email) else { break }
            let wait = next.timeIntervalSince(fixture.clinic.fixed.now)
            waited.append(wait.rounded())
            fixture.clinic.fixed.advance(by: wait - 1)
            #expect(try await fixture.database.claimDelivery(.email) == nil)
            fixture.clinic.fixed.advance(by: 1)
        }
        #expect(waited == DeliveryRetries.waits)
        let delivery = try await fixture.delivery(id)
        #expect(delivery.state == .failed)
        #expect(delivery.attempts == DeliveryRetries.mostAttempts)
        #expect(delivery.failure == .busy)
        #expect(delivery.serverWords == "451 4.7.1 Greylisted, try again")
        #expect(try await fixture.audit() == ["created", "failed"])
        try await fixture.database.retryDelivery(id, of: fixture.prescription, by: fixture.clinic.dana)
        #expect(try await fixture.database.claimDelivery(.email)?.attempts == 1)
    }

    @Test("the server's own wait is heeded when it is longer, up to a day")
    func asked() {
        #expect(DeliveryRetries.wait(afterAttempts: 1, asked: 10) == 60)
        #expect(DeliveryRetries.wait(afterAttempts: 1, asked: 600) == 600)
        #expect(DeliveryRetries.wait(afterAttempts: 1, asked: 1e9) == 86_400)
        #expect(DeliveryRetries.wait(afterAttempts: 10, asked: 600) == nil)
    }

    @Test("a prescription that was cancelled while it waited is not sent")
    func notInForce() async throws {
        let fixture = try await DeliveryFixture()
        let id = try await fixture.queued(try DeliveryFixture.email())
        try await fixture.database.cancel(fixture.signed.id, reason: "wrong side", by: fixture.clinic.dana)
        #expect(try await fixture.database.claimDelivery(.email) == nil)
        #expect(try await fixture.delivery(id).state == .failed)
        #expect(try await fixture.delivery(id).failure == .notInForce)
        await #expect(throws: DeliveryRefusal.notInForce) {
            try await fixture.database.retryDelivery(id, of: fixture.prescription, by: fixture.clinic.dana)
        }
    }

    @Test("after a crash mail is tried again with the same key; a text message only where the gateway knows keys")
    func crash() async throws {
        let fixture = try await DeliveryFixture()
        let mail = try await fixture.queued(try DeliveryFixture.email())
        let text = try await fixture.queued(try DeliveryFixture.text())
        let before = try await fixture.database.claimDelivery(.email)?.key
        _ = try await fixture.database.claimDelivery(.textMessage)
        try await fixture.database.takeUpDeliveries(gatewayKnowsKeys: false)
        #expect(try await fixture.delivery(text).state == .uncertain)
        #expect(try await fixture.database.claimDelivery(.textMessage) == nil)
        let again = try #require(try await fixture.database.claimDelivery(.email))
        #expect(again.id == mail)
        #expect(again.key == before)
        try await fixture.database.retryDelivery(text, of: fixture.prescription, by: fixture.clinic.dana)
        _ = try await fixture.database.claimDelivery(.textMessage)
        try await fixture.database.takeUpDeliveries(gatewayKnowsKeys: true)
        #expect(try await fixture.delivery(text).state == .queued)
        let repeated = try #require(try await fixture.database.claimDelivery(.textMessage))
        #expect(repeated.id == text && repeated.key == text.text)
    }

    @Test("who runs the program sees counts, and no names, addresses or server's words")
    func counts() async throws {
        let fixture = try await DeliveryFixture()
        let mail = try await fixture.queued(try DeliveryFixture.email())
        _ = try await fixture.queued(try DeliveryFixture.text())
        _ = try await fixture.database.claimDelivery(.email)
        try await fixture.database.finishDelivery(mail, .failed(.recipient), words: "550 no desk@lakeside.example here")
        #expect(try await fixture.database.deliveryCounts() == [.failed: 1, .queued: 1])
        let lines = try await fixture.database.unfinishedDeliveries()
        #expect(lines.map(\.state) == [.queued, .failed] || lines.map(\.state) == [.failed, .queued])
        #expect(!"\(lines)".contains("lakeside"))
        let start = fixture.clinic.fixed.now.addingTimeInterval(-60)
        #expect(try await fixture.database.failedDeliveries(since: start) == 1)
        _ = try await fixture.queued(try DeliveryFixture.email("b@lakeside.example", replaces: mail))
        #expect(try await fixture.database.failedDeliveries(since: start) == 0)
    }

    @Test("the queue is asked by index")
    func plan() async throws {
        let fixture = try await DeliveryFixture()
        let plan = try await fixture.database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT id FROM delivery WHERE channel = 'email' AND state = 'queued'
                    AND next_attempt_at <= '2026' ORDER BY next_attempt_at, id LIMIT 1
                    """
            ).map { $0["detail"] as String }
        }
        #expect(plan.allSatisfy { $0.contains("delivery_waiting") }, "\(plan)")
    }
}
