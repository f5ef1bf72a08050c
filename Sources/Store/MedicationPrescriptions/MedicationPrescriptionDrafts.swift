import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// A draft of the account's own.
    /// - Throws: ``StoreError/notFound`` for everybody else's, and once it is signed.
    package func medicationPrescriptionDraft(
        _ id: Identifier<MedicationPrescription>, of clinician: Identifier<Account>
    ) async throws -> MedicationPrescriptionDraft {
        try await read { db in
            guard let draft = try MedicationPrescriptionDraft.row(id, db), draft.clinician == clinician else {
                throw StoreError.notFound
            }
            return draft
        }
    }

    /// The account's unfinished prescriptions, last changed first, at most 50.
    /// - Parameter patient: of one patient only, by any of the merged records; nil for all.
    package func medicationPrescriptionDrafts(
        of clinician: Identifier<Account>, patient: Identifier<Patient>? = nil
    ) async throws -> [MedicationPrescriptionDraft] {
        try await read { db in
            let ofPatient = """
                AND patient_id IN (
                    SELECT id FROM patient WHERE survivor_id = (SELECT survivor_id FROM patient WHERE id = ?))
                """
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM medication_prescription_draft WHERE clinician_id = ? \(patient == nil ? "" : ofPatient)
                    ORDER BY updated_at DESC LIMIT 50
                    """, arguments: patient.map { [clinician, $0] } ?? [clinician]
            ).map(MedicationPrescriptionDraft.init)
        }
    }

    /// Begins a prescription for a patient.
    /// - Parameter fields: what the form begins with.
    package func insertMedicationPrescriptionDraft(
        for patient: Identifier<Patient>, fields: [String: [String]], by actor: Actor
    ) async throws -> Identifier<MedicationPrescription> {
        try await write(by: actor) { try $0.insertMedicationDraft(of: patient, fields, replacing: nil) }
    }

    /// Begins a new version of a prescription in force, with what was typed into its form; the account's own unfinished
    /// one is used again.
    /// - Parameter changes: fields that begin with something else.
    /// - Throws: ``StoreError/conflict(_:)`` unless it is in force.
    package func changeMedicationPrescription(
        _ id: Identifier<MedicationPrescription>, _ changes: [String: [String]] = [:], by actor: Actor
    ) async throws -> Identifier<MedicationPrescription> {
        try await write(by: actor) { tx in
            let original = try tx.medicationInForce(id)
            if let unfinished = try tx.unfinishedVersion(of: id) { return unfinished }
            let typed = try String.fetchOne(
                tx.db, sql: "SELECT fields FROM medication_prescription WHERE id = ?", arguments: [id])
            let fields: [String: [String]] = try StoredJSON.value(typed) ?? [:]
            return try tx.insertMedicationDraft(
                of: original.patient, fields.merging(changes) { $1 }, replacing: id)
        }
    }

    /// Keeps the form as typed.
    /// - Parameter version: the one the form started from.
    /// - Returns: the new version; the same when nothing differs.
    /// - Throws: ``StoreError/stale(currentVersion:)``, ``StoreError/notFound``.
    @discardableResult
    package func updateMedicationPrescriptionDraft(
        _ id: Identifier<MedicationPrescription>, fields: [String: [String]], version: Int, by actor: Actor
    ) async throws -> Int {
        try await write(by: actor) { tx in
            let draft = try tx.ownMedicationDraft(id)
            guard draft.version == version else { throw StoreError.stale(currentVersion: draft.version) }
            guard draft.fields != fields else { return version }
            try tx.db.execute(
                sql: """
                    UPDATE medication_prescription_draft SET fields = ?, version = version + 1, updated_at = ?
                    WHERE id = ?
                    """, arguments: [try StoredJSON.text(of: fields), tx.now, id])
            try tx.audit(.updated, MedicationPrescriptionRows.entity, id, patient: draft.patient)
            return version + 1
        }
    }

    /// Throws an unfinished prescription away.
    package func deleteMedicationPrescriptionDraft(
        _ id: Identifier<MedicationPrescription>, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let draft = try tx.ownMedicationDraft(id)
            try tx.db.execute(sql: "DELETE FROM medication_prescription_draft WHERE id = ?", arguments: [id])
            try tx.audit(.removed, MedicationPrescriptionRows.entity, id, patient: draft.patient)
        }
    }
}

extension MedicationPrescriptionDraft {
    static func row(
        _ id: Identifier<MedicationPrescription>, _ db: Database
    ) throws -> MedicationPrescriptionDraft? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM medication_prescription_draft WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(MedicationPrescriptionDraft.init)
    }

    fileprivate init(_ row: Row) throws {
        self.init(
            id: row["id"], version: row["version"], clinician: row["clinician_id"], patient: row["patient_id"],
            fields: try StoredJSON.value(row["fields"]) ?? [:], replaces: row["replaces_id"],
            updatedAt: row["updated_at"])
    }
}

extension Transaction {
    /// The actor's own draft.
    func ownMedicationDraft(_ id: Identifier<MedicationPrescription>) throws -> MedicationPrescriptionDraft {
        guard let draft = try MedicationPrescriptionDraft.row(id, db), draft.clinician == actor.account else {
            throw StoreError.notFound
        }
        return draft
    }

    /// A prescription that is neither superseded nor discontinued.
    func medicationInForce(_ id: Identifier<MedicationPrescription>) throws -> MedicationPrescription {
        guard let prescription = try MedicationPrescriptionRows.prescription(id, db) else { throw StoreError.notFound }
        guard prescription.status == .signed else { throw StoreError.conflict("prescription is not in force") }
        return prescription
    }

    fileprivate func insertMedicationDraft(
        of patient: Identifier<Patient>, _ fields: [String: [String]],
        replacing original: Identifier<MedicationPrescription>?
    ) throws -> Identifier<MedicationPrescription> {
        guard let clinician = actor.account else { throw StoreError.notFound }
        let id = newIdentifier(MedicationPrescription.self)
        try db.execute(
            sql: """
                INSERT INTO medication_prescription_draft
                    (id, version, clinician_id, patient_id, fields, replaces_id, created_at, updated_at)
                VALUES (?, 1, ?, (SELECT survivor_id FROM patient WHERE id = ?), ?, ?, ?, ?)
                """,
            arguments: [id, clinician, patient, try StoredJSON.text(of: fields), original, now, now])
        try audit(.created, MedicationPrescriptionRows.entity, id, patient: patient)
        return id
    }

    fileprivate func unfinishedVersion(
        of original: Identifier<MedicationPrescription>
    ) throws -> Identifier<MedicationPrescription>? {
        try Identifier<MedicationPrescription>.fetchOne(
            db,
            sql: "SELECT id FROM medication_prescription_draft WHERE replaces_id = ? AND clinician_id = ? LIMIT 1",
            arguments: [original, actor.account])
    }
}
