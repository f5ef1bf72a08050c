import Clinic
import Crypto
import Foundation
import GRDB

/// How an attempt ended.
package enum DeliveryOutcome: Hashable, Sendable {
    /// The server accepted it, and what it calls the message, where it says so.
    case accepted(reference: String? = nil)
    /// Nothing was accepted; it may be later. `after`: seconds the server asked to wait, nil where it did not.
    case failedForNow(DeliveryFailure, after: Double? = nil)
    case failed(DeliveryFailure)
    /// It may have been accepted: sending it again could double it.
    case uncertain(DeliveryFailure)
}

/// The outbox' side of those who send. One process works on it at a time.
extension ClinicDatabase {
    /// Takes what is due longest, and notes that a server is about to be spoken to before that happens. What may no longer be
    /// sent, because its prescription is not in force any more, ends here instead.
    /// - Returns: nil when nothing is due.
    package func claimDelivery(_ channel: DeliveryChannel) async throws -> Delivery? {
        try await write(by: .program) { tx in
            while let next = try tx.dueDelivery(channel) {
                let delivery = try Delivery.one(next, in: tx.db)
                guard try tx.standing(of: delivery.prescription).isInForce else {
                    try tx.end(delivery, as: .failed, .notInForce, words: nil)
                    continue
                }
                guard try tx.isAllowed(delivery.content, on: delivery.channel, by: delivery.patient) else {
                    try tx.end(delivery, as: .failed, .noConsent, words: nil)
                    continue
                }
                try tx.db.execute(
                    sql: """
                        UPDATE delivery SET state = 'sending', attempts = attempts + 1, next_attempt_at = NULL,
                            changed_at = ? WHERE id = ?
                        """, arguments: [tx.now, next])
                return try Delivery.one(next, in: tx.db)
            }
            return nil
        }
    }

    /// The PDF that goes with a delivery; nil for none.
    /// - Throws: ``StoreError/unavailable(_:)`` when it is not the one that was previewed any more.
    package func sheet(of delivery: Delivery) async throws -> Data? {
        try await read { db in
            let hash = try Data.fetchOne(
                db, sql: "SELECT sheet_sha256 FROM delivery WHERE id = ?", arguments: [delivery.id])
            guard let hash else { return nil }
            let pdf = try Data.fetchOne(
                db,
                sql: "SELECT bytes FROM \(delivery.prescription.table)_pdf WHERE prescription_id = ? AND sha256 = ?",
                arguments: [delivery.prescription.text, hash])
            guard let pdf, Data(SHA256.hash(data: pdf)) == hash else {
                throw StoreError.unavailable("altered PDF of delivery \(delivery.id)")
            }
            return pdf
        }
    }

    /// Notes how an attempt ended.
    /// - Parameter words: what the server said; made one line and cut.
    package func finishDelivery(
        _ id: Identifier<Delivery>, _ outcome: DeliveryOutcome, words: String?
    ) async throws {
        let asks = sendingSettings.settings.gateway?.status != nil
        try await write(by: .program) { tx in
            let delivery = try Delivery.one(id, in: tx.db)
            guard delivery.state == .sending else { throw DeliveryRefusal.state(delivery.state) }
            let words = words.flatMap(Self.oneLine)
            switch outcome {
            case .accepted(let reference):
                try tx.noteSent(delivery, reference: reference, words: words)
                if asks, delivery.channel == .textMessage, !(reference ?? "").isEmpty { try tx.askAbout(delivery.id) }
            case .failed(let failure): try tx.end(delivery, as: .failed, failure, words: words)
            case .uncertain(let failure): try tx.end(delivery, as: .uncertain, failure, words: words)
            case .failedForNow(let failure, let asked):
                let wait = DeliveryRetries.wait(afterAttempts: delivery.attempts, asked: asked)
                guard let wait else { return try tx.end(delivery, as: .failed, failure, words: words) }
                try tx.requeue(delivery, at: tx.now + wait, failure, words: words)
            }
        }
    }

    /// Takes up what a process that is no more left in the middle. E-mail is tried again: its Message-ID stays the same, so
    /// that a receiver who got it drops the second one, and a prescription that never arrives does more harm than one that
    /// arrives twice. A text message has nothing of the kind unless the gateway knows keys: it becomes uncertain.
    /// - Parameter gatewayKnowsKeys: whether the gateway takes the same key for the same message.
    package func takeUpDeliveries(gatewayKnowsKeys: Bool) async throws {
        try await write(by: .program) { tx in
            let left = try Row.fetchAll(tx.db, sql: "\(Delivery.query) WHERE d.state = 'sending'")
            for delivery in try left.map({ try Delivery($0) }) {
                if delivery.channel == .email || gatewayKnowsKeys {
                    try tx.requeue(delivery, at: tx.now, .brokenOff, words: delivery.serverWords)
                } else {
                    try tx.end(delivery, as: .uncertain, .brokenOff, words: delivery.serverWords)
                }
            }
        }
    }

    /// When something is due next; nil when nothing waits.
    package func nextDelivery(_ channel: DeliveryChannel) async throws -> Date? {
        try await read { db in
            try Date.fetchOne(
                db, sql: "SELECT min(next_attempt_at) FROM delivery WHERE channel = ? AND state = 'queued'",
                arguments: [channel.rawValue])
        }
    }

    static func oneLine(_ words: String) -> String? {
        let scalars = words.unicodeScalars.prefix(2000).map { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.isWhitespace ? " " : scalar
        }
        let line = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        let cut = String(String.UnicodeScalarView(line.unicodeScalars.prefix(500)))
        return cut.isEmpty ? nil : cut
    }
}

extension Transaction {
    fileprivate func dueDelivery(_ channel: DeliveryChannel) throws -> Identifier<Delivery>? {
        try Identifier<Delivery>.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id FROM delivery WHERE channel = ? AND state = 'queued' AND next_attempt_at <= ?
                    ORDER BY next_attempt_at, id LIMIT 1
                    """), arguments: [channel.rawValue, now])
    }

    fileprivate func noteSent(_ delivery: Delivery, reference: String?, words: String?) throws {
        let reference = reference.flatMap { $0.isEmpty ? nil : String($0.unicodeScalars.prefix(200)) }
        try db.execute(
            sql: """
                UPDATE delivery SET state = 'sent', sent_at = :now, failure = NULL, server_words = :words,
                    server_reference = :reference, changed_at = :now WHERE id = :id
                """, arguments: ["now": now, "words": words, "reference": reference, "id": delivery.id])
        try audit(.sent, Delivery.entity, delivery.id, patient: delivery.patient)
    }

    fileprivate func end(
        _ delivery: Delivery, as state: DeliveryState, _ failure: DeliveryFailure, words: String?
    ) throws {
        try db.execute(
            sql: """
                UPDATE delivery SET state = ?, failure = ?, server_words = ?, next_attempt_at = NULL, changed_at = ?
                WHERE id = ?
                """, arguments: [state.rawValue, failure.rawValue, words, now, delivery.id])
        try audit(.failed, Delivery.entity, delivery.id, patient: delivery.patient)
    }

    fileprivate func requeue(_ delivery: Delivery, at time: Date, _ failure: DeliveryFailure, words: String?) throws {
        try db.execute(
            sql: """
                UPDATE delivery SET state = 'queued', next_attempt_at = ?, failure = ?, server_words = ?, changed_at = ?
                WHERE id = ?
                """, arguments: [time, failure.rawValue, words, now, delivery.id])
    }
}
