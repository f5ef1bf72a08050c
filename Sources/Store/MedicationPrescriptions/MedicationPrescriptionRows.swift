import Clinic
import Foundation
import GRDB

/// How medication prescriptions are read from their rows.
enum MedicationPrescriptionRows {
    /// The name of medication prescriptions in the audit log.
    static let entity = "medication-prescription"

    private static let query = """
        SELECT p.id, p.series_id, p.status, p.clinician_id, p.patient_id, p.sheet, p.sheet_hash, p.replaces_id,
            r.id AS replaced_by, d.at AS discontinued_at, d.last_day, d.reason, a.name AS discontinued_by
        FROM medication_prescription p
        LEFT JOIN medication_prescription r ON r.replaces_id = p.id
        LEFT JOIN medication_prescription_discontinuation d ON d.prescription_id = p.id
        LEFT JOIN account a ON a.id = d.by_id
        """

    /// The prescription with an id; nil when there is none.
    static func prescription(
        _ id: Identifier<MedicationPrescription>, _ db: Database
    ) throws -> MedicationPrescription? {
        let statement = try db.cachedStatement(sql: "\(query) WHERE p.id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map { try prescription($0, db) }
    }

    /// The versions of a series, the first one first; empty when there is no such series.
    static func series(_ id: Identifier<MedicationPrescription>, _ db: Database) throws -> [MedicationPrescription] {
        let statement = try db.cachedStatement(
            sql: "\(query) WHERE p.series_id = ? ORDER BY p.signed_at, p.number_year, p.number_count")
        return try Row.fetchAll(statement, arguments: [id]).map { try prescription($0, db) }
    }

    /// The newest version of each of a patient's series, with those of records merged into the patient's; the ones in
    /// force first, then by the medicine's name.
    static func newest(of patient: Identifier<Patient>, _ db: Database) throws -> [MedicationPrescription] {
        let statement = try db.cachedStatement(
            sql: """
                \(query)
                WHERE p.patient_id IN (
                        SELECT id FROM patient WHERE survivor_id = (SELECT survivor_id FROM patient WHERE id = ?))
                    AND p.status <> 'superseded'
                ORDER BY p.status = 'discontinued', lower(p.medicine), p.signed_at
                """)
        return try Row.fetchAll(statement, arguments: [patient]).map { try prescription($0, db) }
    }

    private static func prescription(_ row: Row, _ db: Database) throws -> MedicationPrescription {
        let id: Identifier<MedicationPrescription> = row["id"]
        guard let status = MedicationPrescriptionStatus(rawValue: row["status"]) else {
            throw StoreError.conflict("medication_prescription.status")
        }
        var discontinuation: MedicationPrescription.Discontinuation?
        if let at: Date = row["discontinued_at"] {
            discontinuation = .init(
                at: at, lastDay: row["last_day"], by: row["discontinued_by"] ?? "", reason: row["reason"])
        }
        let series: Identifier<MedicationPrescription> = row["series_id"]
        return MedicationPrescription(
            id: id, series: series, status: status, clinician: row["clinician_id"], patient: row["patient_id"],
            signed: try StoredJSON.sealed(row["sheet"], hash: row["sheet_hash"], of: id),
            replaces: row["replaces_id"], replacedBy: row["replaced_by"], pauses: try pauses(of: series, db),
            discontinuation: discontinuation)
    }

    private static func pauses(
        of series: Identifier<MedicationPrescription>, _ db: Database
    ) throws -> [MedicationPrescription.Pause] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.id, p.from_day, p.through_day, p.resumption, p.reason, a.name
                FROM medication_prescription_pause p JOIN account a ON a.id = p.paused_by
                WHERE p.series_id = ? ORDER BY p.from_day, p.paused_at
                """)
        return try Row.fetchAll(statement, arguments: [series]).compactMap { row in
            Course.Resumption(rawValue: row["resumption"]).map {
                MedicationPrescription.Pause(
                    id: row["id"], from: row["from_day"], through: row["through_day"], resumption: $0,
                    reason: row["reason"], by: row["name"])
            }
        }
    }
}
