import Clinic
import Crypto
import Foundation
import GRDB

extension Transaction {
    /// Writes one row of the audit log, in the same transaction as the change it tells of. Rows are chained: each holds
    /// the SHA-256 of the one before and itself, so that a removed or altered row shows.
    func audit<Entity>(
        _ action: AuditAction, _ entity: String, _ id: Identifier<Entity>, patient: Identifier<Patient>? = nil
    ) throws {
        try audit(action, entity, id.text, patient: patient)
    }

    func audit(_ action: AuditAction, _ entity: String, _ id: String, patient: Identifier<Patient>? = nil) throws {
        let previous = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT hash FROM audit_entry ORDER BY id DESC LIMIT 1"))
        let milliseconds = Int64((now.timeIntervalSince1970 * 1000).rounded())
        let parts: [String] = [
            String(milliseconds), actor.account?.text ?? "", actor.request ?? "", action.rawValue, entity, id,
            patient?.text ?? "",
        ]
        // A length before each part keeps ("ab","c") and ("a","bc") apart.
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        let hash = Data(SHA256.hash(data: (previous ?? Data()) + Data(text.utf8)))
        try db.cachedStatement(
            sql: """
                INSERT INTO audit_entry (at, account_id, request_id, action, entity, entity_id, patient_id, hash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                milliseconds, actor.account, actor.request, action.rawValue, entity, id, patient, hash,
            ])
    }
}

extension ClinicDatabase {
    /// Notes that somebody other than the patient looked at a patient's record. Returns once it is on disk.
    package func auditRead(of patient: Identifier<Patient>, _ entity: String, id: String, by actor: Actor) async throws
    {
        try await write(by: actor) { try $0.audit(.read, entity, id, patient: patient) }
    }

    /// The audit log, newest first, at most `limit` rows.
    /// - Parameter patient: only rows that concern this patient; nil for all.
    package func auditEntries(of patient: Identifier<Patient>? = nil, limit: Int = 100) async throws -> [AuditEntry] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, at, account_id, request_id, action, entity, entity_id, patient_id FROM audit_entry
                    \(patient == nil ? "" : "WHERE patient_id = ?") ORDER BY id DESC LIMIT ?
                    """,
                arguments: patient.map { [$0, limit] } ?? [limit])
            return rows.compactMap { row in
                guard let action = AuditAction(rawValue: row["action"]) else { return nil }
                return AuditEntry(
                    id: row["id"], at: Date(timeIntervalSince1970: Double(row["at"] as Int64) / 1000),
                    actor: Actor(account: row["account_id"], request: row["request_id"]), action: action,
                    entity: row["entity"], entityID: row["entity_id"], patient: row["patient_id"])
            }
        }
    }
}
