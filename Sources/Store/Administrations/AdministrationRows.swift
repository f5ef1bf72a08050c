import Clinic
import Foundation
import GRDB

/// How entries of the log are written into columns and read from them.
enum AdministrationRows {
    /// The name of entries in the audit log.
    static let entity = "administration"

    static let query = """
        SELECT e.*, a.name AS recorder FROM administration e LEFT JOIN account a ON a.id = e.recorded_by
        """

    static func administration(_ id: Identifier<Administration>, _ db: Database) throws -> Administration? {
        let statement = try db.cachedStatement(sql: "\(query) WHERE e.id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(administration)
    }

    static func administration(_ row: Row) throws -> Administration {
        Administration(
            id: row["id"], series: row["series_id"], prescription: row["prescription_id"], patient: row["patient_id"],
            version: row["version"], recordedAt: row["recorded_at"], recordedBy: row["recorder"] ?? "",
            isUndone: row["status"] == undone, details: try details(row))
    }

    static func version(_ row: Row) throws -> AdministrationVersion {
        AdministrationVersion(
            version: row["version"], replacedAt: row["replaced_at"], replacedBy: row["replacer"] ?? "",
            isUndone: row["status"] == undone, details: try details(row))
    }

    static let undone = "undone"

    static func status(of draft: AdministrationDraft) -> String { draft.isTaken ? "taken" : "not-taken" }

    static func reason(of draft: AdministrationDraft) -> String? {
        guard case .notTaken(let reason) = draft.outcome else { return nil }
        return reason.rawValue
    }

    /// The wall clock's date and time of an entry, where it was made.
    static func local(_ draft: AdministrationDraft) -> (date: String, time: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = draft.zone
        let parts = calendar.dateComponents([.hour, .minute], from: draft.at)
        let time = LocalTime(hour: parts.hour ?? 0, minute: parts.minute ?? 0) ?? .midnight
        return (LocalDate(draft.at, in: draft.zone).description, time.description)
    }

    private static func details(_ row: Row) throws -> AdministrationDraft {
        let reason = (row["reason"] as String?).flatMap(NotTakenReason.init)
        guard let zone = TimeZone(identifier: row["zone"]) else { throw StoreError.conflict("administration.zone") }
        var draft = AdministrationDraft(
            reason.map(AdministrationDraft.Outcome.notTaken) ?? .taken, at: row["at"], in: zone, day: row["day"],
            medicine: row["medicine"])
        draft.slot = row["slot"]
        draft.plannedAt = row["planned_at"]
        draft.dose = try StoredJSON.value(row["dose"])
        draft.amount = try StoredJSON.value(row["amount"])
        draft.note = row["note"]
        return draft
    }
}
