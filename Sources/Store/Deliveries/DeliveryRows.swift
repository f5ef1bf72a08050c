import Clinic
import Foundation
import GRDB

extension Delivery {
    /// The name of deliveries in the audit log.
    static let entity = "delivery"

    static let query = """
        SELECT d.*, a.name AS author, q.accepted_at, q.answered_at,
            (SELECT max(r.id) FROM delivery r WHERE r.replaces_id = d.id) AS replaced_by
        FROM delivery d JOIN account a ON a.id = d.created_by LEFT JOIN delivery_question q ON q.delivery_id = d.id
        """

    /// - Throws: ``StoreError/notFound``.
    static func one(_ id: Identifier<Delivery>, in db: Database) throws -> Delivery {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: "\(query) WHERE d.id = ?"), arguments: [id]) else {
            throw StoreError.notFound
        }
        return try Delivery(row)
    }

    init(_ row: Row) throws {
        guard let channel = DeliveryChannel(rawValue: row["channel"]),
            let address = DeliveryAddress(channel, stored: row["address"]),
            let kind = DeliveryRecipient.Kind(rawValue: row["recipient_kind"]),
            let state = DeliveryState(rawValue: row["state"]),
            let content: DeliveryContent = try StoredJSON.value(row["content"]),
            let prescription = PrescriptionReference(row)
        else { throw StoreError.conflict("delivery") }
        self.init(
            id: row["id"], prescription: prescription, patient: row["patient_id"],
            recipient: DeliveryRecipient(kind: kind, name: row["recipient_name"], address: address), content: content,
            state: state, attempts: row["attempts"], nextAttemptAt: row["next_attempt_at"],
            failure: (row["failure"] as String?).map { DeliveryFailure(rawValue: $0) ?? .internalError },
            serverWords: row["server_words"], serverReference: row["server_reference"], createdAt: row["created_at"],
            createdBy: row["created_by"], createdByName: row["author"],
            sentAt: row["sent_at"] ?? row["accepted_at"], deliveredAt: state == .delivered ? row["answered_at"] : nil,
            replaces: row["replaces_id"], replacedBy: row["replaced_by"])
    }
}

extension PrescriptionReference {
    fileprivate init?(_ row: Row) {
        if let id: Identifier<TherapyPrescription> = row["therapy_prescription_id"] {
            self = .therapy(id)
        } else if let id: Identifier<MedicationPrescription> = row["medication_prescription_id"] {
            self = .medication(id)
        } else {
            return nil
        }
    }

    var text: String {
        switch self {
        case .therapy(let id): id.text
        case .medication(let id): id.text
        }
    }

    /// The table of such prescriptions; that of their PDFs has the same name with `_pdf`.
    var table: String {
        switch self {
        case .therapy: "therapy_prescription"
        case .medication: "medication_prescription"
        }
    }

    /// The column that names one in the outbox.
    var column: String { "\(table)_id" }
}
