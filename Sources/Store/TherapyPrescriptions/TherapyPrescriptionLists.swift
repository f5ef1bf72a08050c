import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// A signed prescription, for any clinician of the clinic. The caller audits the reading.
    /// - Throws: ``StoreError/notFound``, for drafts too; ``StoreError/unavailable(_:)`` when the stored sheet does not match
    ///   its hash.
    package func therapyPrescription(_ id: Identifier<TherapyPrescription>) async throws -> TherapyPrescription {
        try await read { db in
            guard let prescription = try TherapyPrescriptionRows.signed(id, db) else { throw StoreError.notFound }
            return prescription
        }
    }

    /// The account's unfinished prescriptions, last changed first, at most 50, without blank ones.
    package func therapyPrescriptionDrafts(
        of clinician: Identifier<Account>
    ) async throws -> [TherapyPrescriptionSummary] {
        try await read { db in try TherapyPrescriptionLists.drafts(of: clinician, db) }
    }

    /// Signed prescriptions of the whole clinic, newest first.
    /// - Parameters:
    ///   - status: one status only; nil for all but drafts.
    ///   - before: only those with a smaller number, for the next page.
    package func therapyPrescriptions(
        status: PrescriptionStatus? = nil, before: PrescriptionNumber? = nil, limit: Int = 25
    ) async throws -> [TherapyPrescriptionSummary] {
        try await read { db in
            try TherapyPrescriptionLists.signed(
                where: status == nil ? "p.number_year IS NOT NULL" : "p.status = ?",
                status.map { [$0.rawValue] } ?? [], before: before, limit: limit, db)
        }
    }

    /// The prescriptions an account signed, newest first.
    package func therapyPrescriptions(
        signedBy clinician: Identifier<Account>, limit: Int = 10
    ) async throws -> [TherapyPrescriptionSummary] {
        try await read { db in
            try TherapyPrescriptionLists.signed(
                where: "p.clinician_id = ? AND p.status <> 'draft'", [clinician.text], before: nil, limit: limit, db)
        }
    }

    /// A patient's signed prescriptions, newest first, with those of records that were merged into the patient's.
    package func therapyPrescriptions(
        of patient: Identifier<Patient>, before: PrescriptionNumber? = nil, limit: Int = 25
    ) async throws -> [TherapyPrescriptionSummary] {
        try await read { db in
            try TherapyPrescriptionLists.signed(
                where: """
                    p.status <> 'draft' AND p.patient_id IN (
                        SELECT id FROM patient WHERE survivor_id = (SELECT survivor_id FROM patient WHERE id = ?))
                    """, [patient.text], before: before, limit: limit, db)
        }
    }

    /// The prescription with a number, nil when there is none.
    package func therapyPrescription(
        number: PrescriptionNumber
    ) async throws -> Identifier<TherapyPrescription>? {
        try await read { db in
            try Identifier<TherapyPrescription>.fetchOne(
                db, sql: "SELECT id FROM therapy_prescription WHERE number_year = ? AND number_count = ?",
                arguments: [number.year, number.count])
        }
    }

    /// The id of the template that an account's last signed prescription was written with; nil before the first.
    package func lastTherapyTemplate(of clinician: Identifier<Account>) async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db,
                sql: """
                    SELECT json_extract(therapies, '$.template') FROM therapy_prescription
                    WHERE clinician_id = ? AND status <> 'draft' ORDER BY number_year DESC, number_count DESC LIMIT 1
                    """, arguments: [clinician])
        }
    }

    /// Signed prescriptions whose stored sheet does not match its hash: altered behind the program's back.
    package func alteredTherapyPrescriptions() async throws -> [Identifier<TherapyPrescription>] {
        try await read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT id, sheet, sheet_hash FROM therapy_prescription WHERE status <> 'draft'")
            var altered: [Identifier<TherapyPrescription>] = []
            while let row = try rows.next() {
                if StoredJSON.hash(of: row["sheet"]) != row["sheet_hash"] as Data {
                    altered.append(row["id"])
                }
            }
            return altered
        }
    }
}

/// The lines of lists.
enum TherapyPrescriptionLists {
    static func drafts(of clinician: Identifier<Account>, _ db: Database) throws -> [TherapyPrescriptionSummary] {
        let rows = try Row.fetchAll(db, sql: draftsSQL, arguments: [clinician])
        return rows.map { row in
            var name: String?
            if let given: String = row["given"], let order = PersonName.Order(rawValue: row["name_order"]) {
                name = PersonName(given: given, family: row["family"], order: order).full
            }
            return summary(row, status: .draft, number: nil, patientName: name)
        }
    }

    static let draftsSQL = """
        SELECT p.id, p.updated_at AS at, a.name AS clinician, v.given, v.family, v.name_order, v.birth_date,
            json_extract(p.therapies, '$.plan.visits') AS visits, \(codes)
        FROM therapy_prescription p
        JOIN account a ON a.id = p.clinician_id
        LEFT JOIN patient m ON m.id = p.patient_id
        LEFT JOIN patient_version v ON v.patient_id = m.id AND v.version = m.version
        WHERE p.status = 'draft' AND p.clinician_id = ? AND (
            p.patient_id IS NOT NULL OR p.practice IS NOT NULL OR p.therapies IS NOT NULL OR p.replaces_id IS NOT NULL
            OR EXISTS (SELECT 1 FROM therapy_prescription_diagnosis WHERE prescription_id = p.id))
        ORDER BY p.updated_at DESC LIMIT 50
        """

    static func signed(
        where condition: String, _ values: [String], before: PrescriptionNumber?, limit: Int, _ db: Database
    ) throws -> [TherapyPrescriptionSummary] {
        let arguments: [any DatabaseValueConvertible] = values + [before?.year ?? 10_000, before?.count ?? 0, limit]
        return try summaries(signedSQL(where: condition), StatementArguments(arguments), db)
    }

    /// The lines that a query finds which selects ``signedColumns``.
    static func summaries(
        _ sql: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [TherapyPrescriptionSummary] {
        try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap { row in
            guard let status = PrescriptionStatus(rawValue: row["status"]) else { return nil }
            var line = summary(
                row, status: status, number: PrescriptionNumber(year: row["number_year"], count: row["number_count"]),
                patientName: row["patient_name"])
            line.course = TherapyCourse(row)
            return line
        }
    }

    static func signedSQL(where condition: String) -> String {
        """
        SELECT \(signedColumns)
        FROM therapy_prescription p LEFT JOIN therapy_course c ON c.prescription_id = p.id
        WHERE \(condition) AND (p.number_year, p.number_count) < (?, ?)
        ORDER BY p.number_year DESC, p.number_count DESC LIMIT ?
        """
    }

    /// Of a prescription `p` and its course `c`.
    static let signedColumns = """
        p.id, p.status, p.number_year, p.number_count, p.signed_at AS at,
            json_extract(p.sheet, '$.sheet.provider.name') AS clinician,
            json_extract(p.sheet, '$.sheet.patient.name') AS patient_name,
            json_extract(p.sheet, '$.sheet.patient.birthDate') AS birth_date,
            json_extract(p.sheet, '$.sheet.therapies.plan.visits') AS visits, \(codes), \(TherapyCourse.columns)
        """

    /// The codes, each with whether it is retired, which is the rule of ``ClinicDatabase/retired(among:)``: found with the
    /// lines, so that a list asks once.
    private static let codes = """
        (SELECT group_concat(system || ' ' || code || ' ' || is_retired, ',') FROM (
            SELECT d.system, d.code, r.id IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM diagnosis n WHERE n.release_id = r.id AND n.code = d.code AND n.is_billable = 1) AS is_retired
            FROM therapy_prescription_diagnosis d
            LEFT JOIN diagnosis_release r ON r.system = d.system AND r.state = 'current'
            WHERE d.prescription_id = p.id ORDER BY d.position)) AS codes
        """

    private static func summary(
        _ row: Row, status: PrescriptionStatus, number: PrescriptionNumber?, patientName: String?
    ) -> TherapyPrescriptionSummary {
        let codes = (row["codes"] as String? ?? "").split(separator: ",").compactMap { code -> (String, Bool)? in
            let parts = code.split(separator: " ").map(String.init)
            guard parts.count == 3, let system = CodeSystem(rawValue: parts[0]) else { return nil }
            return (DiagnosisCode(system: system, text: parts[1]).display, parts[2] == "1")
        }
        return TherapyPrescriptionSummary(
            id: row["id"], status: status, number: number, patientName: patientName,
            patientBirthDate: row["birth_date"], clinician: row["clinician"], at: row["at"],
            diagnoses: codes.map(\.0), retired: codes.filter(\.1).map(\.0), visits: row["visits"])
    }
}
