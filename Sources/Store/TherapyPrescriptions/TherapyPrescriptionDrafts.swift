import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// A draft of the account's own.
    /// - Throws: ``StoreError/notFound`` for everybody else's, and once it is signed.
    package func therapyPrescriptionDraft(
        _ id: Identifier<TherapyPrescription>, of clinician: Identifier<Account>
    ) async throws -> TherapyPrescriptionDraft {
        try await read { db in
            guard let draft = try TherapyPrescriptionRows.draft(id, db), draft.clinician == clinician else {
                throw StoreError.notFound
            }
            return draft
        }
    }

    /// Begins a prescription. A draft of the account's that is still blank is used again, so that none pile up.
    package func insertTherapyPrescription(
        for patient: Identifier<Patient>? = nil, by actor: Actor
    ) async throws -> Identifier<TherapyPrescription> {
        try await write(by: actor) { tx in
            guard let clinician = actor.account else { throw StoreError.notFound }
            if let blank = try tx.blankDraft(of: clinician) {
                if let patient { try tx.update(blank, "patient_id = ?,", [patient], patient: patient) }
                return blank
            }
            let id = try tx.insertDraft(of: clinician)
            if let patient {
                try tx.db.execute(
                    sql: "UPDATE therapy_prescription SET patient_id = ? WHERE id = ?", arguments: [patient, id])
            }
            try tx.audit(.created, TherapyPrescriptionRows.entity, id, patient: patient)
            return id
        }
    }

    /// Chooses the draft's patient.
    /// - Throws: ``ValidationFailure`` for a correction, which keeps its patient.
    package func setPatient(
        _ patient: Identifier<Patient>, of id: Identifier<TherapyPrescription>, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let draft = try tx.ownDraft(id)
            guard draft.replaces == nil || draft.patient == patient else {
                throw ValidationFailure([Problem("patient", "prescriptions.problem.correction-patient")])
            }
            try tx.update(id, "patient_id = ?,", [patient], patient: patient)
        }
    }

    /// Changes the draft's diagnoses as they are now: `change` works on the present list, so that two tabs cannot undo each
    /// other's.
    /// - Throws: what `change` throws; the list then stays.
    package func changeDiagnoses(
        of id: Identifier<TherapyPrescription>, by actor: Actor,
        _ change: @escaping @Sendable (inout DiagnosisList) throws -> Void
    ) async throws {
        try await write(by: actor) { tx in
            let draft = try tx.ownDraft(id)
            var list = draft.diagnoses
            try change(&list)
            guard list != draft.diagnoses else { return }
            try TherapyPrescriptionRows.replaceDiagnoses(list, of: id, tx.db)
            try tx.update(id, "", [], patient: draft.patient)
        }
    }

    /// Puts a practice on the draft.
    /// - Parameter version: the practice's version that the form started from; nil to overwrite what stands there, for
    ///   one click that picks a favourite.
    /// - Returns: the new version.
    /// - Throws: ``StoreError/stale(currentVersion:)``.
    @discardableResult
    package func setPractice(
        _ practice: Practice, of id: Identifier<TherapyPrescription>, version: Int?, by actor: Actor
    ) async throws -> Int {
        try await write(by: actor) { tx in
            let draft = try tx.ownDraft(id)
            // What stands there already is done, whoever was faster: a form sent twice is no conflict.
            guard practice != draft.practice else { return draft.practiceVersion }
            if let version, version != draft.practiceVersion {
                throw StoreError.stale(currentVersion: draft.practiceVersion)
            }
            let text = try StoredJSON.text(practice)
            try tx.update(
                id, "practice = ?, practice_version = practice_version + 1,", [text], patient: draft.patient)
            return draft.practiceVersion + 1
        }
    }

    /// Puts therapies on the draft.
    /// - Parameter version: the therapies' version that the form started from.
    /// - Returns: the new version.
    /// - Throws: ``StoreError/stale(currentVersion:)``.
    @discardableResult
    package func setTherapies(
        _ therapies: TherapyChoice, of id: Identifier<TherapyPrescription>, version: Int, by actor: Actor
    ) async throws -> Int {
        try await write(by: actor) { tx in
            let draft = try tx.ownDraft(id)
            guard therapies != draft.therapies else { return draft.therapiesVersion }
            guard version == draft.therapiesVersion else {
                throw StoreError.stale(currentVersion: draft.therapiesVersion)
            }
            let text = try StoredJSON.text(therapies)
            try tx.update(
                id, "therapies = ?, therapies_version = therapies_version + 1,", [text], patient: draft.patient)
            return draft.therapiesVersion + 1
        }
    }

    /// Empties a draft: all four parts. A correction stays one, for the same patient: only its other three are emptied.
    package func clearTherapyPrescription(_ id: Identifier<TherapyPrescription>, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            let draft = try tx.ownDraft(id)
            guard !draft.isBlank else { return }
            try TherapyPrescriptionRows.replaceDiagnoses(DiagnosisList(), of: id, tx.db)
            try tx.update(
                id,
                """
                patient_id = CASE WHEN replaces_id IS NULL THEN NULL ELSE patient_id END,
                practice = NULL, therapies = NULL,
                practice_version = practice_version + 1, therapies_version = therapies_version + 1,
                """, [], action: .removed, patient: draft.patient)
        }
    }

    /// Makes a correction a prescription of its own, which takes no other's place.
    package func separateTherapyPrescription(_ id: Identifier<TherapyPrescription>, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            let draft = try tx.ownDraft(id)
            guard draft.replaces != nil else { return }
            try tx.update(id, "replaces_id = NULL,", [], patient: draft.patient)
        }
    }
}

extension TherapyPrescriptionRows {
    /// The name of prescriptions in the audit log.
    static let entity = "therapy-prescription"
}

extension Transaction {
    /// The actor's own draft.
    func ownDraft(_ id: Identifier<TherapyPrescription>) throws -> TherapyPrescriptionDraft {
        guard let draft = try TherapyPrescriptionRows.draft(id, db), draft.clinician == actor.account else {
            throw StoreError.notFound
        }
        return draft
    }

    func insertDraft(of clinician: Identifier<Account>) throws -> Identifier<TherapyPrescription> {
        let id = newIdentifier(TherapyPrescription.self)
        try db.execute(
            sql: """
                INSERT INTO therapy_prescription (id, status, clinician_id, created_at, updated_at)
                VALUES (?, 'draft', ?, ?, ?)
                """, arguments: [id, clinician, now, now])
        return id
    }

    fileprivate func blankDraft(of clinician: Identifier<Account>) throws -> Identifier<TherapyPrescription>? {
        try Identifier<TherapyPrescription>.fetchOne(
            db,
            sql: """
                SELECT id FROM therapy_prescription p
                WHERE status = 'draft' AND clinician_id = ? AND patient_id IS NULL AND practice IS NULL
                    AND therapies IS NULL AND replaces_id IS NULL
                    AND NOT EXISTS (SELECT 1 FROM therapy_prescription_diagnosis WHERE prescription_id = p.id)
                ORDER BY updated_at DESC LIMIT 1
                """, arguments: [clinician])
    }

    /// Writes some columns of a draft (`column = ?,` each), counts its version up and audits it.
    fileprivate func update(
        _ id: Identifier<TherapyPrescription>, _ assignments: String, _ values: [(any DatabaseValueConvertible)?],
        action: AuditAction = .updated, patient: Identifier<Patient>?
    ) throws {
        try db.cachedStatement(
            sql: "UPDATE therapy_prescription SET \(assignments) version = version + 1, updated_at = ? WHERE id = ?"
        ).execute(arguments: StatementArguments(values + [now, id]))
        try audit(action, TherapyPrescriptionRows.entity, id, patient: patient)
    }
}
