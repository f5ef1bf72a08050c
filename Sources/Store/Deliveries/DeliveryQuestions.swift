import Clinic
import Foundation
import GRDB

/// What a gateway says of a message that it accepted.
package enum DeliveryArrival: Hashable, Sendable {
    case delivered
    /// It will never arrive.
    case undelivered(DeliveryFailure)
    /// On its way still, or nobody can tell now.
    case unknown
}

/// A message whose gateway is to be asked what became of it.
package struct DeliveryQuestion: Hashable, Sendable {
    package let delivery: Identifier<Delivery>
    /// What the gateway calls the message.
    package let reference: String
}

extension ClinicDatabase {
    /// What is due longest to be asked about; nil when nothing is.
    package func dueQuestion() async throws -> DeliveryQuestion? {
        let now = surroundings.now()
        return try await read { db in
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT q.delivery_id, d.server_reference FROM delivery_question q
                        JOIN delivery d ON d.id = q.delivery_id
                        WHERE q.next_at IS NOT NULL AND q.next_at <= ? ORDER BY q.next_at, q.delivery_id LIMIT 1
                        """), arguments: [now])
            return row.map { DeliveryQuestion(delivery: $0[0], reference: $0[1] ?? "") }
        }
    }

    /// When something is to be asked next; nil when nothing is.
    package func nextQuestion() async throws -> Date? {
        try await read { db in
            try Date.fetchOne(db, sql: "SELECT min(next_at) FROM delivery_question WHERE next_at IS NOT NULL")
        }
    }

    /// Notes what a gateway said of a message. Whatever is not known makes nothing of it: it stays sent, and is asked about
    /// again after the next wait, if there is one.
    /// - Parameter words: what the gateway said; made one line and cut.
    package func noteArrival(
        of id: Identifier<Delivery>, _ arrival: DeliveryArrival, words: String?
    ) async throws {
        try await write(by: .program) { tx in
            let delivery = try Delivery.one(id, in: tx.db)
            // Settled meanwhile, or never accepted: there is nothing to say any more.
            guard delivery.state == .sent else { return try tx.endQuestion(id) }
            switch arrival {
            case .unknown: try tx.askAgain(id)
            case .delivered:
                try tx.endQuestion(id, answered: true)
                try tx.db.execute(
                    sql: "UPDATE delivery SET state = 'delivered', changed_at = ? WHERE id = ?",
                    arguments: [tx.now, id])
                try tx.audit(.updated, Delivery.entity, id, patient: delivery.patient)
            case .undelivered(let failure):
                try tx.endQuestion(id, answered: true)
                try tx.db.execute(
                    sql: """
                        UPDATE delivery SET state = 'failed', sent_at = NULL, failure = ?, server_words = ?, changed_at = ?
                        WHERE id = ?
                        """, arguments: [failure.rawValue, words.flatMap(Self.oneLine), tx.now, id])
                try tx.audit(.failed, Delivery.entity, id, patient: delivery.patient)
            }
        }
    }
}

extension Transaction {
    /// Has the gateway asked what becomes of what it just accepted.
    func askAbout(_ delivery: Identifier<Delivery>) throws {
        try db.execute(
            sql: "INSERT INTO delivery_question (delivery_id, accepted_at, next_at) VALUES (?, ?, ?)",
            arguments: [delivery, now, DeliveryQuestions.wait(after: 0).map { now + $0 }])
    }

    fileprivate func askAgain(_ delivery: Identifier<Delivery>) throws {
        let row = try Row.fetchOne(
            db, sql: "SELECT asked, accepted_at FROM delivery_question WHERE delivery_id = ?", arguments: [delivery])
        guard let row else { return }
        let asked: Int = row[0] + 1
        let acceptedAt: Date = row[1]
        let isTooOld = now.timeIntervalSince(acceptedAt) > DeliveryQuestions.latest
        let next = isTooOld ? nil : DeliveryQuestions.wait(after: asked).map { now + $0 }
        try db.execute(
            sql: "UPDATE delivery_question SET asked = ?, next_at = ? WHERE delivery_id = ?",
            arguments: [asked, next, delivery])
    }

    fileprivate func endQuestion(_ delivery: Identifier<Delivery>, answered: Bool = false) throws {
        try db.execute(
            sql: """
                UPDATE delivery_question SET asked = asked + 1, next_at = NULL, answered_at = ? WHERE delivery_id = ?
                """, arguments: [answered ? now : nil, delivery])
    }
}
