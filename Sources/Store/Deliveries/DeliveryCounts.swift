import Clinic
import Foundation
import GRDB

/// A delivery as those see it who run the program: not who gets what, and not the server's words, which may name somebody.
package struct DeliveryLine: Hashable, Sendable {
    package let id: Identifier<Delivery>
    package let channel: DeliveryChannel
    package let state: DeliveryState
    package let attempts: Int
    /// Nil where the last attempt did not fail.
    package let failure: DeliveryFailure?
    package let createdAt: Date
    /// Nil unless it is queued.
    package let nextAttemptAt: Date?
}

extension ClinicDatabase {
    /// How many deliveries are in each state; states without any are missing.
    package func deliveryCounts() async throws -> [DeliveryState: Int] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT state, count(*) FROM delivery GROUP BY state")
            return Dictionary(
                rows.compactMap { row in DeliveryState(rawValue: row[0]).map { ($0, row[1]) } },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// What waits, is under way, failed or is uncertain, the newest change first.
    package func unfinishedDeliveries(limit: Int = 50) async throws -> [DeliveryLine] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, channel, state, attempts, failure, created_at, next_attempt_at FROM delivery
                    WHERE state IN ('queued', 'sending', 'failed', 'uncertain')
                    ORDER BY changed_at DESC, id DESC LIMIT ?
                    """, arguments: [limit])
            return rows.compactMap { row in
                guard let channel = DeliveryChannel(rawValue: row[1]), let state = DeliveryState(rawValue: row[2])
                else { return nil }
                return DeliveryLine(
                    id: row[0], channel: channel, state: state, attempts: row[3],
                    failure: (row[4] as String?).map { DeliveryFailure(rawValue: $0) ?? .internalError },
                    createdAt: row[5], nextAttemptAt: row[6])
            }
        }
    }

    /// How many failed or became uncertain since an instant and were not sent elsewhere meanwhile.
    package func failedDeliveries(since: Date) async throws -> Int {
        try await read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM delivery d WHERE state IN ('failed', 'uncertain') AND changed_at >= ?
                        AND NOT EXISTS (SELECT 1 FROM delivery WHERE replaces_id = d.id)
                    """, arguments: [since]) ?? 0
        }
    }
}
