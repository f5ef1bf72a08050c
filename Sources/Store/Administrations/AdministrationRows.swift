import Clinic
import Foundation
import GRDB

/// How entries of the log are written into columns and read from them.
enum AdministrationRows {
    /// The name of entries in the audit log.
    static let entity = "administration"

    /// What ``Reader`` reads of the table `e`, and who recorded it. Ends where conditions may follow.
    static let query = """
        SELECT \(details("e")), e.id, e.series_id, e.prescription_id, e.patient_id, e.version, e.recorded_at, a.name
        FROM administration e LEFT JOIN account a ON a.id = e.recorded_by
        """

    /// The same of what entries said before.
    static let versions = """
        SELECT \(details("v")), v.version, v.replaced_at, a.name
        FROM administration_version v LEFT JOIN account a ON a.id = v.replaced_by
        """

    private static func details(_ table: String) -> String {
        ["status", "slot", "planned_at", "at", "zone", "day", "medicine", "dose", "amount", "reason", "note"]
            .map { "\(table).\($0)" }.joined(separator: ", ")
    }

    static func administration(_ id: Identifier<Administration>, _ db: Database) throws -> Administration? {
        let statement = try db.cachedStatement(sql: "\(query) WHERE e.id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(administration)
    }

    static func administration(_ row: Row) throws -> Administration {
        var reader = Reader()
        return try reader.administration(row)
    }

    /// Everything that a statement made of ``query`` gives.
    static func administrations(_ statement: Statement, _ arguments: StatementArguments) throws -> [Administration] {
        var reader = Reader()
        var administrations: [Administration] = []
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() { administrations.append(try reader.administration(row)) }
        return administrations
    }

    /// Reads rows one after another. Most entries of a log have the same dose and the same zone: those are read once.
    struct Reader {
        private var doses: [String: Dose] = [:]
        private var zones: [String: TimeZone] = [:]

        mutating func administration(_ row: Row) throws -> Administration {
            Administration(
                id: row[11], series: row[12], prescription: row[13], patient: row[14], version: row[15],
                recordedAt: row[16], recordedBy: row[17] ?? "", isUndone: row[0] == AdministrationRows.undone,
                details: try details(row))
        }

        mutating func version(_ row: Row) throws -> AdministrationVersion {
            AdministrationVersion(
                version: row[11], replacedAt: row[12], replacedBy: row[13] ?? "",
                isUndone: row[0] == AdministrationRows.undone, details: try details(row))
        }

        private mutating func details(_ row: Row) throws -> AdministrationDraft {
            let reason = (row[9] as String?).flatMap(NotTakenReason.init)
            var draft = AdministrationDraft(
                reason.map(AdministrationDraft.Outcome.notTaken) ?? .taken, at: row[3], in: try zone(row[4]),
                day: row[5], medicine: row[6])
            draft.slot = row[1]
            draft.plannedAt = row[2]
            draft.dose = try dose(row[7])
            draft.amount = try dose(row[8])
            draft.note = row[10]
            return draft
        }

        private mutating func zone(_ name: String) throws -> TimeZone {
            if let known = zones[name] { return known }
            guard let zone = TimeZone(identifier: name) else { throw StoreError.conflict("administration.zone") }
            zones[name] = zone
            return zone
        }

        private mutating func dose(_ text: String?) throws -> Dose? {
            guard let text else { return nil }
            if let known = doses[text] { return known }
            let dose: Dose? = try StoredJSON.value(text)
            doses[text] = dose
            return dose
        }
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
}
