import Clinic
import Foundation
import GRDB

/// A row of the audit log with the names that stand for its ids now.
package struct AuditLine: Hashable, Sendable {
    package let entry: AuditEntry
    /// Of the account; nil for the program itself and for visitors.
    package let accountName: String?
    /// Whose record the account reads; nil unless it is a patient's.
    package let accountPatient: Identifier<Patient>?
    /// Nil where no patient is concerned.
    package let patientName: PersonName?
}

extension ClinicDatabase {
    /// The audit log, newest first.
    /// - Parameters:
    ///   - before: the id of the last row of the page before; nil for the first page.
    ///   - limit: at most 1,000.
    package func auditLines(
        _ filter: AuditFilter = AuditFilter(), before: Int64? = nil, limit: Int = 50
    ) async throws -> [AuditLine] {
        try await read { db in
            var conditions: [String] = []
            var arguments = StatementArguments()
            func require(_ condition: String, _ value: (any DatabaseValueConvertible)?) {
                guard let value else { return }
                conditions.append(condition)
                arguments += [value]
            }
            require("e.id < ?", before)
            require("e.account_id = ?", filter.account)
            require("e.patient_id = ?", filter.patient)
            require("e.action = ?", filter.action?.rawValue)
            require("e.at >= ?", filter.from.map(AuditEntry.milliseconds))
            require("e.at < ?", filter.until.map(AuditEntry.milliseconds))
            let place = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
            let statement = try db.cachedStatement(
                sql: """
                    SELECT e.id, e.at, e.account_id, e.request_id, e.action, e.entity, e.entity_id, e.patient_id, a.name,
                        v.given, v.family, v.name_order,
                        a.patient_id
                    FROM audit_entry e LEFT JOIN account a ON a.id = e.account_id
                    LEFT JOIN patient p ON p.id = e.patient_id
                    LEFT JOIN patient_version v ON v.patient_id = p.id AND v.version = p.version
                    \(place) ORDER BY e.id DESC LIMIT ?
                    """)
            let rows = try Row.fetchAll(statement, arguments: arguments + [min(max(limit, 1), 1000)])
            return rows.compactMap(AuditLine.init)
        }
    }

    /// The audit log, newest first, at most `limit` rows.
    /// - Parameter patient: only rows that concern this patient; nil for all.
    package func auditEntries(of patient: Identifier<Patient>? = nil, limit: Int = 100) async throws -> [AuditEntry] {
        try await auditLines(AuditFilter(patient: patient), limit: limit).map(\.entry)
    }

    /// Notes that somebody read the audit log.
    package func auditLogReading(by actor: Actor) async throws {
        try await write(by: actor) { try $0.audit(.read, "audit-log", "") }
    }

    /// Goes along the chain of the whole audit log: each row holds the hash of the one before.
    /// - Parameter most: how many problems are looked for.
    /// - Returns: how many rows there are, and what does not hold, in the order of the rows; empty when nothing was removed,
    ///   changed or inserted.
    package func verifyAudit(most: Int = 100) async throws -> (rows: Int, problems: [AuditProblem]) {
        var chain = AuditChain()
        // Ids that the program never gives out are looked at too: somebody else may have.
        var first: Int64? = Int64.min
        while let from = first {
            let (page, count) = try await read { db in
                let rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT id, at, account_id, request_id, action, entity, entity_id, patient_id, hash
                        FROM audit_entry WHERE id >= ? ORDER BY id LIMIT 5000
                        """, arguments: [from])
                // What SQLite counted: rows at the end that are gone are missed by nothing else.
                let count = try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'audit_entry'")
                return (rows.map(AuditChain.Link.init), count ?? 0)
            }
            page.forEach { chain.add($0) }
            first = page.count < 5000 ? nil : page.last.flatMap { $0.id < Int64.max ? $0.id + 1 : nil }
            if first == nil { chain.end(at: count) }
            if chain.problems.count >= most { break }
        }
        return (chain.rows, Array(chain.problems.prefix(most)))
    }
}

/// The rows of the audit log, one after another.
private struct AuditChain {
    struct Link: Sendable {
        let id: Int64
        let hash: Data
        let row: AuditRow

        init(_ row: Row) {
            id = row[0]
            hash = row[8]
            self.row = AuditRow(
                at: row[1], account: row[2] ?? "", request: row[3] ?? "", action: row[4], entity: row[5],
                entityID: row[6], patient: row[7] ?? "")
        }
    }

    private(set) var rows = 0
    private(set) var problems: [AuditProblem] = []
    private var last: Int64 = 0
    private var hash = Data()

    mutating func add(_ link: Link) {
        rows += 1
        // Ids are given out from 1, so this row is not the program's and no other follows from it.
        guard link.id > 0 else { return problems.append(.altered(link.id)) }
        if link.id > last + 1 {
            // What stood before it is gone, so this row's own hash cannot be made again.
            problems.append(.missing(last + 1...link.id - 1))
        } else if link.row.hash(after: hash) != link.hash {
            problems.append(.altered(link.id))
        }
        (last, hash) = (link.id, link.hash)
    }

    mutating func end(at count: Int64) {
        if count > last { problems.append(.missing(last + 1...count)) }
    }
}

extension AuditEntry {
    fileprivate static func milliseconds(_ instant: Date) -> Int64 {
        Int64((instant.timeIntervalSince1970 * 1000).rounded())
    }
}

extension AuditLine {
    /// Nil for an action of a newer program.
    fileprivate init?(_ row: Row) {
        guard let action = AuditAction(rawValue: row[4]) else { return nil }
        entry = AuditEntry(
            id: row[0], at: Date(timeIntervalSince1970: Double(row[1] as Int64) / 1000),
            actor: Actor(account: row[2], request: row[3]), action: action, entity: row[5], entityID: row[6],
            patient: row[7])
        accountName = row[8]
        accountPatient = row[12]
        patientName = (row[10] as String?).map { family in
            PersonName(
                given: row[9] ?? "", family: family, order: PersonName.Order(rawValue: row[11] ?? "") ?? .givenFirst)
        }
    }
}
