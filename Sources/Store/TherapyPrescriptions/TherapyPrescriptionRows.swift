import Clinic
import Foundation
import GRDB

/// How prescriptions are written into columns and read from them.
enum TherapyPrescriptionRows {
    /// The draft with an id, nil when there is none or it is signed.
    static func draft(_ id: Identifier<TherapyPrescription>, _ db: Database) throws -> TherapyPrescriptionDraft? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id, version, practice_version, therapies_version, clinician_id, patient_id, practice, therapies,
                        replaces_id, updated_at
                    FROM therapy_prescription WHERE id = ? AND status = 'draft'
                    """), arguments: [id])
        guard let row else { return nil }
        var draft = TherapyPrescriptionDraft(
            id: row["id"], version: row["version"], practiceVersion: row["practice_version"],
            therapiesVersion: row["therapies_version"], clinician: row["clinician_id"], updatedAt: row["updated_at"])
        draft.patient = row["patient_id"]
        draft.practice = try StoredJSON.value(row["practice"])
        draft.therapies = try StoredJSON.value(row["therapies"])
        draft.replaces = row["replaces_id"]
        draft.diagnoses = try diagnoses(of: id, db)
        return draft
    }

    /// The signed prescription with an id, nil when there is none or it is a draft.
    static func signed(_ id: Identifier<TherapyPrescription>, _ db: Database) throws -> TherapyPrescription? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT p.id, p.status, p.clinician_id, p.patient_id, p.sheet, p.sheet_hash, p.replaces_id,
                        r.id AS replaced_by, c.cancelled_at, c.reason, a.name AS cancelled_by
                    FROM therapy_prescription p
                    LEFT JOIN therapy_prescription r ON r.replaces_id = p.id AND r.status <> 'draft'
                    LEFT JOIN therapy_prescription_cancellation c ON c.prescription_id = p.id
                    LEFT JOIN account a ON a.id = c.cancelled_by
                    WHERE p.id = ? AND p.status <> 'draft'
                    """), arguments: [id])
        guard let row, let status = PrescriptionStatus(rawValue: row["status"]) else { return nil }
        let sheet: SignedTherapySheet = try StoredJSON.sealed(row["sheet"], hash: row["sheet_hash"], of: id)
        var cancellation: TherapyPrescription.Cancellation?
        if let at: Date = row["cancelled_at"] {
            cancellation = .init(at: at, by: row["cancelled_by"] ?? "", reason: row["reason"])
        }
        return TherapyPrescription(
            id: row["id"], status: status, clinician: row["clinician_id"], patient: row["patient_id"],
            signed: sheet,
            replaces: row["replaces_id"], replacedBy: row["replaced_by"], cancellation: cancellation)
    }

    /// Puts a draft's diagnoses in the place of what stood there.
    static func replaceDiagnoses(_ list: DiagnosisList, of id: Identifier<TherapyPrescription>, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM therapy_prescription_diagnosis WHERE prescription_id = ?")
            .execute(arguments: [id])
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO therapy_prescription_diagnosis
                    (prescription_id, position, system, code, title, release, release_until) VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        for (position, diagnosis) in list.diagnoses.enumerated() {
            try insert.execute(arguments: [
                id, position, diagnosis.system.rawValue, diagnosis.code.text, diagnosis.title, diagnosis.release,
                diagnosis.releaseUntil,
            ])
        }
    }

    /// The diagnoses of a draft or of a signed prescription.
    static func diagnoses(of id: Identifier<TherapyPrescription>, _ db: Database) throws -> DiagnosisList {
        try diagnoses("therapy_prescription_diagnosis WHERE prescription_id = ?", id.text, db)
    }

    /// The diagnoses of a table that holds them in the same columns.
    /// - Parameter place: ours, never from outside.
    static func diagnoses(_ place: String, _ id: String, _ db: Database) throws -> DiagnosisList {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT system, code, title, release, release_until FROM \(place) ORDER BY position"),
            arguments: [id])
        return try DiagnosisList(
            rows.compactMap { row in
                guard let system = CodeSystem(rawValue: row["system"]) else { return nil }
                return PrescribedDiagnosis(
                    code: DiagnosisCode(system: system, text: row["code"]), title: row["title"],
                    release: row["release"], releaseUntil: row["release_until"])
            })
    }
}
