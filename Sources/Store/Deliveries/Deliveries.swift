import Clinic
import Foundation
import GRDB
import Synchronization

/// Why a prescription is not sent.
package enum DeliveryRefusal: Error, Hashable, Sendable {
    /// It is not signed, or was corrected, cancelled or discontinued.
    case notInForce
    /// It says what the patient does not, or no longer, allow on the channel.
    case noConsent
    /// The PDF that is to be attached was never made: nobody can have seen it.
    case sheetNotMade
    /// A delivery that is to be replaced is not one of this prescription's.
    case replacesAnother
    /// It is no longer (or not yet) in a state in which that can be done; holds the state.
    case state(DeliveryState)
    /// A text is empty or longer than ``DeliveryContent`` allows, or an attachment does not go with the channel.
    case content
}

extension ClinicDatabase {
    /// Puts messages into the outbox. What they hold is kept; the PDF that they attach is the one that was kept when it was
    /// previewed.
    /// - Parameter key: the form that says so. One that queued before gives what it queued then and queues nothing; nil where
    ///   nothing can be sent twice.
    /// - Returns: the deliveries in the order of `deliveries`.
    /// - Throws: ``DeliveryRefusal``; ``StoreError/notFound`` for a prescription that does not exist.
    @discardableResult
    package func enqueue(
        _ deliveries: [NewDelivery], for prescription: PrescriptionReference, key: FormKey? = nil, by actor: Actor
    ) async throws -> [Delivery] {
        defer { tellOfDeliveries() }
        return try await write(by: actor) { tx in
            if let queued = try key?.deliveries(in: tx.db), !queued.isEmpty { return queued }
            let standing = try tx.standing(of: prescription)
            guard standing.isInForce else { throw DeliveryRefusal.notInForce }
            let ids = try deliveries.map { try tx.insert($0, for: prescription, of: standing.patient) }
            for (place, id) in ids.enumerated() { try key?.insert(for: id, place: place, in: tx.db) }
            return try ids.map { try Delivery.one($0, in: tx.db) }
        }
    }

    /// All deliveries of a prescription, the newest first. The caller audits the reading.
    package func deliveries(of prescription: PrescriptionReference) async throws -> [Delivery] {
        try await read { db in
            try Row.fetchAll(
                db.cachedStatement(sql: "\(Delivery.query) WHERE d.\(prescription.column) = ? ORDER BY d.id DESC"),
                arguments: [prescription.text]
            ).map { try Delivery($0) }
        }
    }

    /// Queues a delivery again that failed, was cancelled or of which nobody knows whether it arrived: its content and its
    /// key stay the same, its attempts begin anew. One that waits is tried now.
    /// - Throws: ``DeliveryRefusal/state(_:)``, ``DeliveryRefusal/notInForce``; ``StoreError/notFound``, also for one of
    ///   another prescription.
    package func retryDelivery(
        _ id: Identifier<Delivery>, of prescription: PrescriptionReference, by actor: Actor
    ) async throws {
        defer { tellOfDeliveries() }
        try await write(by: actor) { tx in
            let delivery = try tx.delivery(id, of: prescription)
            guard delivery.canBeRetried || delivery.state == .queued else {
                throw DeliveryRefusal.state(delivery.state)
            }
            guard try tx.standing(of: prescription).isInForce else { throw DeliveryRefusal.notInForce }
            guard try tx.isAllowed(delivery.content, on: delivery.channel, by: delivery.patient) else {
                throw DeliveryRefusal.noConsent
            }
            try tx.db.execute(
                sql: """
                    UPDATE delivery SET state = 'queued', attempts = 0, next_attempt_at = :now, failure = NULL,
                        changed_at = :now WHERE id = :id
                    """, arguments: ["now": tx.now, "id": id])
            try tx.audit(.updated, Delivery.entity, id, patient: delivery.patient)
        }
    }

    /// Takes back a delivery that waits. Cancelling it again does nothing.
    /// - Throws: ``DeliveryRefusal/state(_:)`` once a server was or is being spoken to; ``StoreError/notFound``, also for one
    ///   of another prescription.
    package func cancelDelivery(
        _ id: Identifier<Delivery>, of prescription: PrescriptionReference, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let delivery = try tx.delivery(id, of: prescription)
            guard delivery.state != .cancelled else { return }
            guard delivery.state.canBeCancelled else { throw DeliveryRefusal.state(delivery.state) }
            try tx.cancel(delivery)
        }
    }
}

extension ClinicDatabase {
    /// Has somebody told whenever something was queued, so that pages need not know who sends.
    package func whenDeliveriesAreQueued(_ tell: @escaping @Sendable () -> Void) {
        deliveryListener.withLock { $0 = tell }
    }

    private func tellOfDeliveries() { deliveryListener.withLock { $0 }?() }
}

extension Transaction {
    /// Whose prescription it is and whether it may be sent.
    /// - Throws: ``StoreError/notFound``. A draft is there and not in force.
    func standing(
        of prescription: PrescriptionReference
    ) throws -> (patient: Identifier<Patient>, isInForce: Bool) {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT patient_id, status FROM \(prescription.table) WHERE id = ?"),
            arguments: [prescription.text])
        guard let row else { throw StoreError.notFound }
        guard let patient: Identifier<Patient> = row[0] else { throw DeliveryRefusal.notInForce }
        return (patient, row[1] == "signed")
    }

    /// Whether the patient's consent, where it takes one, is there.
    func isAllowed(
        _ content: DeliveryContent, on channel: DeliveryChannel, by patient: Identifier<Patient>
    ) throws -> Bool {
        try !content.needsConsent || MessageConsents(of: patient, in: db).allows(channel)
    }

    func cancel(_ delivery: Delivery) throws {
        try db.execute(
            sql: "UPDATE delivery SET state = 'cancelled', next_attempt_at = NULL, changed_at = ? WHERE id = ?",
            arguments: [now, delivery.id])
        try audit(.cancelled, Delivery.entity, delivery.id, patient: delivery.patient)
    }

    fileprivate func delivery(_ id: Identifier<Delivery>, of prescription: PrescriptionReference) throws -> Delivery {
        let delivery = try Delivery.one(id, in: db)
        guard delivery.prescription == prescription else { throw StoreError.notFound }
        return delivery
    }

    fileprivate func insert(
        _ new: NewDelivery, for prescription: PrescriptionReference, of patient: Identifier<Patient>
    ) throws -> Identifier<Delivery> {
        guard new.isSendable, let account = actor.account else { throw DeliveryRefusal.content }
        guard try isAllowed(new.content, on: new.recipient.address.channel, by: patient) else {
            throw DeliveryRefusal.noConsent
        }
        if let replaced = try new.replaces.map({ try Delivery.one($0, in: db) }) {
            guard replaced.prescription == prescription else { throw DeliveryRefusal.replacesAnother }
            if replaced.state.canBeCancelled { try cancel(replaced) }
        }
        let id = newIdentifier(Delivery.self)
        try db.execute(
            sql: """
                INSERT INTO delivery (id, \(prescription.column), patient_id, channel, recipient_kind, recipient_name,
                    address, content, sheet_sha256, state, next_attempt_at, created_at, created_by, changed_at,
                    replaces_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, prescription.text, patient, new.recipient.address.channel.rawValue, new.recipient.kind.rawValue,
                new.recipient.name, new.recipient.address.text, try StoredJSON.text(of: new.content),
                try sheetHash(new.content, of: prescription), now, now, account, now, new.replaces,
            ])
        try audit(.created, Delivery.entity, id, patient: patient)
        return id
    }

    /// The hash of the PDF that is attached or drawn; nil for none.
    private func sheetHash(_ content: DeliveryContent, of prescription: PrescriptionReference) throws -> Data? {
        guard content.sheet != nil || content.picture else { return nil }
        let hash = try Data.fetchOne(
            db,
            sql: """
                SELECT sha256 FROM \(prescription.table)_pdf
                WHERE prescription_id = :id AND status = 'signed' AND (:paper IS NULL OR paper = :paper)
                ORDER BY made_at DESC, rowid DESC LIMIT 1
                """, arguments: ["id": prescription.text, "paper": content.sheet?.rawValue])
        guard let hash else { throw DeliveryRefusal.sheetNotMade }
        return hash
    }
}

extension NewDelivery {
    fileprivate var isSendable: Bool {
        guard !content.text.isEmpty, Self.length(content.text) <= DeliveryContent.longestText else { return false }
        guard Self.length(content.html ?? "") <= DeliveryContent.longestText else { return false }
        guard Self.isLine(content.subject, longest: DeliveryContent.longestSubject) else { return false }
        guard Self.isLine(recipient.name, longest: 200) else { return false }
        switch recipient.address.channel {
        case .email: return !content.subject.isEmpty && !content.picture
        case .textMessage:
            return content.subject.isEmpty && content.html == nil && (content.sheet == nil || content.picture)
        }
    }

    private static func isLine(_ text: String, longest: Int) -> Bool {
        length(text) <= longest && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    private static func length(_ text: String) -> Int { text.unicodeScalars.count }
}

extension FormKey {
    fileprivate func deliveries(in db: Database) throws -> [Delivery] {
        try Row.fetchAll(
            db,
            sql: """
                \(Delivery.query) JOIN delivery_form_key k ON k.delivery_id = d.id WHERE k.digest = ? ORDER BY k.place
                """, arguments: [digest]
        ).map { try Delivery($0) }
    }

    fileprivate func insert(for delivery: Identifier<Delivery>, place: Int, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO delivery_form_key (digest, place, delivery_id) VALUES (?, ?, ?)",
            arguments: [digest, place, delivery])
    }
}
