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
        let row = AuditRow(
            at: Int64((now.timeIntervalSince1970 * 1000).rounded()), account: actor.account?.text ?? "",
            request: actor.request ?? "", action: action.rawValue, entity: entity, entityID: id,
            patient: patient?.text ?? "")
        try db.cachedStatement(
            sql: """
                INSERT INTO audit_entry (at, account_id, request_id, action, entity, entity_id, patient_id, hash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                row.at, actor.account, actor.request, action.rawValue, entity, id, patient,
                row.hash(after: previous ?? Data()),
            ])
    }
}

extension ClinicDatabase {
    /// Notes that somebody other than the patient looked at a patient's record. Returns once it is on disk.
    package func auditRead(of patient: Identifier<Patient>, _ entity: String, id: String, by actor: Actor) async throws
    {
        try await write(by: actor) { try $0.audit(.read, entity, id, patient: patient) }
    }
}

/// What of a row goes into its hash.
struct AuditRow {
    /// Milliseconds since 1970 UTC.
    let at: Int64
    let account: String
    let request: String
    let action: String
    let entity: String
    let entityID: String
    let patient: String

    /// SHA-256 of the hash before and the row's parts.
    func hash(after previous: Data) -> Data {
        // A length before each part keeps ("ab","c") and ("a","bc") apart.
        let parts = [String(at), account, request, action, entity, entityID, patient]
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        return Data(SHA256.hash(data: previous + Data(text.utf8)))
    }
}
