import Clinic
import Foundation
import GRDB

/// A part of a list and whether there is more.
package struct ListPage<Line: Sendable>: Sendable {
    package let lines: [Line]
    package let hasNext: Bool

    package init(lines: [Line], hasNext: Bool) {
        self.lines = lines
        self.hasNext = hasNext
    }

    /// Takes one more row than the page holds as the sign that there is a next page.
    init(rows: [Line], size: Int) {
        self.init(lines: Array(rows.prefix(size)), hasNext: rows.count > size)
    }
}

extension ClinicDatabase {
    /// Notes that an account opened a patient's record, for its list of recent patients, and that somebody read it, for
    /// the audit log. Returns once both are on disk.
    package func noteReading(of patient: Identifier<Patient>, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            try tx.noteUse(of: patient)
            try tx.audit(.read, "patient", patient, patient: patient)
        }
    }

    /// All patients, those first whom an account used last, the others from the newest on. Merged records are not listed.
    /// - Parameters:
    ///   - page: from 1.
    ///   - size: lines on a page, at most 100.
    package func patients(
        recentFor account: Identifier<Account>, page: Int, size: Int = 25
    ) async throws -> ListPage<PatientSummary> {
        let size = min(size, 100)
        let offset = max(0, min(page, 100_000) - 1) * size
        return try await read { db in
            var rows = try Row.fetchAll(
                db, sql: PatientSummary.usedQuery, arguments: [account, size + 1, offset])
            if rows.count <= size {
                let used = try Int.fetchOne(db, sql: PatientSummary.usedCountQuery, arguments: [account]) ?? 0
                rows += try Row.fetchAll(
                    db, sql: PatientSummary.unusedQuery,
                    arguments: [Int64.max, account, size + 1 - rows.count, max(0, offset - used)])
            }
            return ListPage(rows: try PatientSummary.all(rows, in: db), size: size)
        }
    }
}

extension Transaction {
    /// Notes the present use of a record; nothing for the program itself, which has no list.
    func noteUse(of patient: Identifier<Patient>) throws {
        guard let account = actor.account else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO patient_use (account_id, patient_id, used_at) VALUES (?, ?, ?)
                ON CONFLICT (account_id, patient_id) DO UPDATE SET used_at = excluded.used_at
                """
        ).execute(arguments: [account, patient, now])
    }
}

extension PatientSummary {
    /// What ``all(_:in:)`` reads, of `patient` and `patient_version`.
    static let columns = """
        patient.serial, patient.id, given, family, name_order, birth_date, sex, city, phone
        """

    static let usedQuery = """
        SELECT \(columns) FROM (
            SELECT used.survivor_id AS id, max(patient_use.used_at) AS used_at
            FROM patient_use JOIN patient AS used ON used.id = patient_use.patient_id
            WHERE patient_use.account_id = ? GROUP BY used.survivor_id ORDER BY 2 DESC, 1 LIMIT ? OFFSET ?
        ) AS recent
        JOIN patient ON patient.id = recent.id
        JOIN patient_version ON patient_version.patient_id = patient.id AND patient_version.version = patient.version
        ORDER BY recent.used_at DESC, recent.id
        """

    static let usedCountQuery = """
        SELECT count(DISTINCT used.survivor_id)
        FROM patient_use JOIN patient AS used ON used.id = patient_use.patient_id WHERE patient_use.account_id = ?
        """

    static let unusedQuery = """
        SELECT \(columns) FROM patient
        JOIN patient_version ON patient_version.patient_id = patient.id AND patient_version.version = patient.version
        WHERE patient.serial <= ? AND patient.merged_into IS NULL AND NOT EXISTS (
            SELECT 1 FROM patient AS same JOIN patient_use ON patient_use.patient_id = same.id
            WHERE same.survivor_id = patient.id AND patient_use.account_id = ?)
        ORDER BY patient.serial DESC LIMIT ? OFFSET ?
        """

    /// The summaries of rows, each with the names of the records merged into it.
    static func all(_ rows: [Row], in db: Database) throws -> [PatientSummary] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT given, family, name_order FROM patient
                JOIN patient_version ON patient_version.patient_id = patient.id
                    AND patient_version.version = patient.version
                WHERE patient.survivor_id = ? AND patient.merged_into IS NOT NULL ORDER BY patient.serial LIMIT 10
                """)
        return try rows.map { row in
            let name = PersonName(row)
            let others = try Row.fetchAll(statement, arguments: [row["id"] as String]).map { PersonName($0) }
            return PatientSummary(row, name: name, otherNames: others.filter { $0 != name })
        }
    }

    private init(_ row: Row, name: PersonName, otherNames: [PersonName]) {
        self.init(
            id: row["id"], number: PatientNumber(serial: row["serial"]), name: name, birthDate: row["birth_date"])
        sex = Sex(rawValue: row["sex"]) ?? .unknown
        city = row["city"]
        phone = (row["phone"] as String?).flatMap(PhoneNumber.init(stored:))
        self.otherNames = otherNames
    }
}

extension PersonName {
    /// Reads the three columns of a name.
    init(_ row: Row) {
        self.init(
            given: row["given"], family: row["family"], order: Order(rawValue: row["name_order"]) ?? .givenFirst)
    }
}
