import Clinic
import Foundation
import GRDB

/// A message that did not arrive, with the number of its prescription.
package struct FailedDelivery: Hashable, Sendable {
    package let delivery: Delivery
    package let number: PrescriptionNumber
}

extension ClinicDatabase {
    /// What somebody sent that failed, or of which nobody knows, and that nobody has dealt with: not sent elsewhere, not
    /// acknowledged, and the prescription still in force. The newest first.
    package func failedDeliveries(
        of sender: Identifier<Account>, limit: Int = 20
    ) async throws -> [FailedDelivery] {
        try await read { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT f.*, ifnull(t.number_year, m.number_year) AS number_year,
                            ifnull(t.number_count, m.number_count) AS number_count
                        FROM (\(Delivery.query)) f
                        LEFT JOIN therapy_prescription t ON t.id = f.therapy_prescription_id AND t.status = 'signed'
                        LEFT JOIN medication_prescription m
                            ON m.id = f.medication_prescription_id AND m.status = 'signed'
                        WHERE (t.id IS NOT NULL OR m.id IS NOT NULL) AND f.created_by = ? AND f.state IN ('failed', 'uncertain') AND f.replaced_by IS NULL
                            AND NOT EXISTS (SELECT 1 FROM delivery_acknowledgement WHERE delivery_id = f.id)
                        ORDER BY f.id DESC LIMIT ?
                        """), arguments: [sender, limit])
            return try rows.map { row in
                FailedDelivery(
                    delivery: try Delivery(row),
                    number: PrescriptionNumber(year: row["number_year"], count: row["number_count"]))
            }
        }
    }

    /// Notes that somebody has dealt with a failure in another way. Noting it again changes nothing.
    /// - Throws: ``DeliveryRefusal/state(_:)`` for what did not fail; ``StoreError/notFound``, also for one of another
    ///   prescription.
    package func acknowledgeDelivery(
        _ id: Identifier<Delivery>, of prescription: PrescriptionReference, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let delivery = try Delivery.one(id, in: tx.db)
            guard delivery.prescription == prescription, let account = actor.account else { throw StoreError.notFound }
            guard delivery.state == .failed || delivery.state == .uncertain else {
                throw DeliveryRefusal.state(delivery.state)
            }
            try tx.db.execute(
                sql: """
                    INSERT OR IGNORE INTO delivery_acknowledgement (delivery_id, acknowledged_at, acknowledged_by)
                    VALUES (?, ?, ?)
                    """, arguments: [id, tx.now, account])
            if tx.db.changesCount == 1 { try tx.audit(.updated, Delivery.entity, id, patient: delivery.patient) }
        }
    }

    /// Those among some numbers that took no text message, because they are landlines.
    /// - Parameter numbers: E.164.
    package func landlines(among numbers: [String]) async throws -> Set<String> {
        try await read { db in
            var found: Set<String> = []
            let statement = try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM delivery WHERE failure = 'landline' AND address = ?)")
            for number in numbers where try Bool.fetchOne(statement, arguments: [number]) == true {
                found.insert(number)
            }
            return found
        }
    }
}
