import Clinic
import Foundation
import GRDB

/// Pictures of sheets that a gateway fetches. Each belongs to one delivery and is there for an hour and a few fetches.
package enum DeliveryPictures {
    /// Seconds for which a picture is there.
    package static let lifetime = 3600.0
    /// How often it is handed out: gateways look first, fetch, and fetch once more when something broke.
    package static let fetches = 5
}

extension ClinicDatabase {
    /// Keeps a picture for a delivery under way, in the place of an earlier one, and forgets those whose time is over.
    /// - Parameter tokenHash: of the secret under which it is fetched; 32 bytes.
    package func keepPicture(_ png: Data, of delivery: Identifier<Delivery>, tokenHash: Data) async throws {
        try await write(by: .program) { tx in
            try tx.db.execute(sql: "DELETE FROM delivery_picture WHERE expires_at <= ?", arguments: [tx.now])
            try tx.db.execute(
                sql: """
                    INSERT OR REPLACE INTO delivery_picture (delivery_id, token_hash, png, expires_at, fetches_left)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    delivery, tokenHash, png, tx.now + DeliveryPictures.lifetime, DeliveryPictures.fetches,
                ])
        }
    }

    /// Hands out a picture and counts it: only while its message is under way or was accepted, its prescription is in force and
    /// the patient allows it. Handing it out is reading the record.
    /// - Throws: ``StoreError/notFound`` for everything else, whatever it is.
    package func takePicture(tokenHash: Data, by actor: Actor) async throws -> Data {
        try await write(by: actor) { tx in
            let row = try Row.fetchOne(
                tx.db,
                sql: """
                    SELECT delivery_id, png FROM delivery_picture
                    WHERE token_hash = ? AND expires_at > ? AND fetches_left > 0
                    """, arguments: [tokenHash, tx.now])
            guard let row else { throw StoreError.notFound }
            let delivery = try Delivery.one(row[0], in: tx.db)
            guard [.sending, .sent].contains(delivery.state), try tx.standing(of: delivery.prescription).isInForce,
                try tx.isAllowed(delivery.content, on: delivery.channel, by: delivery.patient)
            else { throw StoreError.notFound }
            try tx.db.execute(
                sql: "UPDATE delivery_picture SET fetches_left = fetches_left - 1 WHERE delivery_id = ?",
                arguments: [delivery.id])
            try tx.audit(.read, Delivery.entity, delivery.id, patient: delivery.patient)
            return row[1]
        }
    }
}
