import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// What a patient said about messages without encryption, also on records that were merged into this one.
    package func messageConsents(of patient: Identifier<Patient>) async throws -> MessageConsents {
        try await read { try MessageConsents(of: patient, in: $0) }
    }

    /// Writes down what a patient said. What says the same again in the same way is not written twice. Where the patient does
    /// not allow a channel, what still waits to go out on it is taken back in the same transaction.
    /// - Returns: how many messages were taken back.
    /// - Throws: ``StoreError/notFound``.
    @discardableResult
    package func record(
        _ answer: ConsentAnswer, of patient: Identifier<Patient>, by actor: Actor
    ) async throws -> Int {
        try await write(by: actor) { tx in
            guard let account = actor.account else { throw StoreError.notFound }
            let patient = try Patient.standing(for: patient, in: tx.db).id
            let last = try MessageConsents(of: patient, in: tx.db).last(answer.channel)
            guard let decision = answer.decision(after: last) else { return 0 }
            let id = tx.newIdentifier(MessageConsent.self)
            try tx.db.execute(
                sql: """
                    INSERT INTO message_consent (id, patient_id, channel, decision, manner, recorded_at, recorded_by,
                        wording_version, wording_language, wording) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, patient, answer.channel.rawValue, decision.rawValue, answer.manner.rawValue, tx.now, account,
                    answer.wording.version, answer.wording.language.rawValue, answer.wording.text,
                ])
            try tx.audit(decision.audited, "message-consent", id, patient: patient)
            return answer.allows ? 0 : try tx.cancelWaiting(on: answer.channel, of: patient)
        }
    }
}

extension MessageConsents {
    static let query = """
        SELECT message_consent.*, account.name AS author FROM message_consent JOIN account ON account.id = recorded_by
        WHERE message_consent.patient_id IN (
            SELECT id FROM patient WHERE survivor_id = (SELECT survivor_id FROM patient WHERE id = ?))
        ORDER BY serial DESC
        """

    init(of patient: Identifier<Patient>, in db: Database) throws {
        let rows = try Row.fetchAll(db.cachedStatement(sql: Self.query), arguments: [patient])
        self.init(
            try rows.map { row in
                guard let channel = DeliveryChannel(rawValue: row["channel"]),
                    let decision = MessageConsent.Decision(rawValue: row["decision"]),
                    let manner = MessageConsent.Manner(rawValue: row["manner"]),
                    let language = Language(rawValue: row["wording_language"])
                else { throw StoreError.conflict("message_consent") }
                return MessageConsent(
                    id: row["id"], channel: channel, decision: decision, manner: manner, at: row["recorded_at"],
                    by: row["author"],
                    wording: ConsentWording(version: row["wording_version"], language: language, text: row["wording"]))
            })
    }
}

extension MessageConsent.Decision {
    /// What the audit log says of it.
    fileprivate var audited: AuditAction {
        switch self {
        case .given, .refused: .created
        case .withdrawn: .revoked
        }
    }
}

extension Transaction {
    /// Takes back what waits to go out on a channel.
    fileprivate func cancelWaiting(on channel: DeliveryChannel, of patient: Identifier<Patient>) throws -> Int {
        let waiting = try Identifier<Delivery>.fetchAll(
            db,
            sql: """
                SELECT id FROM delivery WHERE state = 'queued' AND channel = ? AND patient_id IN (
                    SELECT id FROM patient WHERE survivor_id = (SELECT survivor_id FROM patient WHERE id = ?))
                """, arguments: [channel.rawValue, patient])
        for id in waiting { try cancel(try Delivery.one(id, in: db)) }
        return waiting.count
    }
}
