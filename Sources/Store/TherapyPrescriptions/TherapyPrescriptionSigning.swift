import Clinic
import Foundation
import GRDB

/// What a clinician signs: the sheet as it was shown, and which state of the draft it was made from.
package struct TherapySigning: Sendable {
    package let prescription: Identifier<TherapyPrescription>
    /// The draft's version when the sheet was made.
    package let version: Int
    package let sheet: TherapySheet
    /// The zone the sheet's date and time are printed in.
    package let timeZone: TimeZone
    /// Of the first code for the practice, ``IssuedReturnCode/hash``.
    package let returnCodeHash: Data

    package init(
        prescription: Identifier<TherapyPrescription>, version: Int, sheet: TherapySheet, timeZone: TimeZone,
        returnCodeHash: Data
    ) {
        self.prescription = prescription
        self.version = version
        self.sheet = sheet
        self.timeZone = timeZone
        self.returnCodeHash = returnCodeHash
    }
}

extension ClinicDatabase {
    /// Signs a draft and locks it: number, sheet, hash, return code and audit row in one transaction. What it replaces becomes
    /// superseded. Signing again what is signed already gives the same prescription: a form sent twice is signed once.
    /// - Throws: ``StoreError/stale(currentVersion:)`` when the draft changed since its sheet was made;
    ///   ``StoreError/notFound`` for somebody else's; ``StoreError/conflict(_:)`` when what it replaces is no longer in
    ///   force.
    package func sign(_ signing: TherapySigning, by actor: Actor) async throws -> TherapyPrescription {
        try await write(by: actor) { tx in
            let id = signing.prescription
            if let signed = try tx.alreadySigned(signing) { return signed }
            let draft = try tx.ownDraft(id)
            guard draft.version == signing.version else { throw StoreError.stale(currentVersion: draft.version) }
            let replaced = try draft.replaces.map { try tx.inForce($0) }
            let sheet = SignedTherapySheet(
                sheet: signing.sheet, number: try tx.nextPrescriptionNumber(in: signing.timeZone), signedAt: tx.now,
                timeZone: signing.timeZone.identifier, replaces: replaced?.signed.number)
            let text = try StoredJSON.text(of: sheet)
            try tx.db.execute(
                sql: """
                    UPDATE therapy_prescription SET status = 'signed', number_year = ?, number_count = ?, signed_at = ?,
                        sheet = ?, sheet_hash = ? WHERE id = ?
                    """,
                arguments: [
                    sheet.number.year, sheet.number.count, tx.now, text, StoredJSON.hash(of: text), id,
                ])
            try tx.audit(.signed, TherapyPrescriptionRows.entity, id, patient: draft.patient)
            try tx.issueReturnCode(edition: 1, of: id, patient: draft.patient, hash: signing.returnCodeHash)
            // One row for each warning that was answered with a reason; the reason stands in the sheet.
            for _ in sheet.sheet.therapies.reasons ?? [] {
                try tx.audit(.signed, "therapy-warning", id, patient: draft.patient)
            }
            try tx.noteUse(of: draft.diagnoses.diagnoses)
            if let replaced { try tx.setStatus(.superseded, of: replaced, as: .corrected) }
            guard let signed = try TherapyPrescriptionRows.signed(id, tx.db) else { throw StoreError.notFound }
            return signed
        }
    }

    /// Begins a correction: a draft with the same content that will take the signed one's place. The account's own
    /// unfinished correction of it is used again.
    /// - Throws: ``StoreError/conflict(_:)`` unless the prescription is in force.
    package func correct(
        _ id: Identifier<TherapyPrescription>, by actor: Actor
    ) async throws -> Identifier<TherapyPrescription> {
        try await write(by: actor) { tx in
            guard let clinician = actor.account else { throw StoreError.notFound }
            let original = try tx.inForce(id)
            let unfinished = try Identifier<TherapyPrescription>.fetchOne(
                tx.db,
                sql: """
                    SELECT id FROM therapy_prescription
                    WHERE replaces_id = ? AND clinician_id = ? AND status = 'draft' LIMIT 1
                    """, arguments: [id, clinician])
            if let unfinished { return unfinished }
            let draft = try tx.copy(original, for: clinician)
            try tx.db.execute(
                sql: "UPDATE therapy_prescription SET replaces_id = ? WHERE id = ?", arguments: [id, draft])
            return draft
        }
    }

    /// Begins a new prescription with the content of a signed one, whatever became of that. What was answered about one day is
    /// asked again: why something dangerous was ordered all the same, and what was confirmed as meant. A condition may have
    /// come since, and a reason nobody gave for this prescription must not be printed on it.
    package func reuse(
        _ id: Identifier<TherapyPrescription>, by actor: Actor
    ) async throws -> Identifier<TherapyPrescription> {
        try await write(by: actor) { tx in
            guard let clinician = actor.account, let original = try TherapyPrescriptionRows.signed(id, tx.db) else {
                throw StoreError.notFound
            }
            let draft = try tx.copy(original, for: clinician)
            // Its last day was meant for the first one, and so were the answers.
            try tx.db.execute(
                sql: """
                    UPDATE therapy_prescription
                    SET therapies = json_remove(therapies, '$.validUntil', '$.reasons', '$.accepted') WHERE id = ?
                    """, arguments: [draft])
            return draft
        }
    }

    /// Takes a signed prescription back.
    /// - Parameter reason: plain text that ``CancellationReason`` finds nothing wrong with.
    /// - Throws: ``ValidationFailure``; ``StoreError/conflict(_:)`` unless the prescription is in force.
    package func cancel(_ id: Identifier<TherapyPrescription>, reason: String, by actor: Actor) async throws {
        if let problem = CancellationReason.problem(reason) { throw ValidationFailure([problem]) }
        try await write(by: actor) { tx in
            let prescription = try tx.inForce(id)
            try tx.db.execute(
                sql: """
                    INSERT INTO therapy_prescription_cancellation (prescription_id, cancelled_at, cancelled_by, reason)
                    VALUES (?, ?, ?, ?)
                    """, arguments: [id, tx.now, actor.account, reason])
            try tx.setStatus(.cancelled, of: prescription, as: .cancelled)
        }
    }
}

extension Transaction {
    /// The prescription when this very state of it was signed before by the actor; nil while it is a draft.
    fileprivate func alreadySigned(_ signing: TherapySigning) throws -> TherapyPrescription? {
        guard let signed = try TherapyPrescriptionRows.signed(signing.prescription, db) else { return nil }
        guard signed.clinician == actor.account else { throw StoreError.notFound }
        let version = try Int.fetchOne(
            db, sql: "SELECT version FROM therapy_prescription WHERE id = ?", arguments: [signing.prescription])
        guard version == signing.version else { throw StoreError.stale(currentVersion: version ?? 0) }
        return signed
    }

    /// A prescription that is signed and neither superseded nor cancelled.
    fileprivate func inForce(_ id: Identifier<TherapyPrescription>) throws -> TherapyPrescription {
        guard let prescription = try TherapyPrescriptionRows.signed(id, db) else { throw StoreError.notFound }
        guard prescription.status == .signed else { throw StoreError.conflict("prescription is not in force") }
        return prescription
    }

    fileprivate func setStatus(
        _ status: PrescriptionStatus, of prescription: TherapyPrescription, as action: AuditAction
    ) throws {
        try db.execute(
            sql: "UPDATE therapy_prescription SET status = ? WHERE id = ?",
            arguments: [status.rawValue, prescription.id])
        try audit(action, TherapyPrescriptionRows.entity, prescription.id, patient: prescription.patient)
    }

    /// A new draft with the content of a signed prescription. A patient merged meanwhile is the surviving record.
    fileprivate func copy(
        _ original: TherapyPrescription, for clinician: Identifier<Account>
    ) throws -> Identifier<TherapyPrescription> {
        let draft = try insertDraft(of: clinician)
        try db.execute(
            sql: """
                UPDATE therapy_prescription AS d SET patient_id = (SELECT survivor_id FROM patient WHERE id = o.patient_id),
                    practice = o.practice, therapies = o.therapies
                FROM therapy_prescription AS o WHERE d.id = ? AND o.id = ?
                """, arguments: [draft, original.id])
        try db.execute(
            sql: """
                INSERT INTO therapy_prescription_diagnosis
                SELECT ?, position, system, code, title, release, release_until
                FROM therapy_prescription_diagnosis WHERE prescription_id = ?
                """, arguments: [draft, original.id])
        try audit(.created, TherapyPrescriptionRows.entity, draft, patient: original.patient)
        return draft
    }
}
