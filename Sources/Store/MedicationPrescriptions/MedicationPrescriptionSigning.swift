import Clinic
import Foundation
import GRDB

/// What a clinician signs: the sheet as it was shown, and which state of the draft it was made from.
package struct MedicationSigning: Sendable {
    package let prescription: Identifier<MedicationPrescription>
    /// The draft's version when the sheet was made.
    package let version: Int
    package let sheet: MedicationSheet
    /// The zone the sheet's date and time are printed in.
    package let timeZone: TimeZone

    package init(
        prescription: Identifier<MedicationPrescription>, version: Int, sheet: MedicationSheet, timeZone: TimeZone
    ) {
        self.prescription = prescription
        self.version = version
        self.sheet = sheet
        self.timeZone = timeZone
    }
}

extension ClinicDatabase {
    /// Signs a draft and locks it: number, sheet, hash and audit row in one transaction. What it replaces becomes
    /// superseded. Signing again what is signed already gives the same prescription: a form sent twice is signed once.
    /// - Throws: ``StoreError/stale(currentVersion:)`` when the draft changed since its sheet was made;
    ///   ``StoreError/notFound`` for somebody else's; ``StoreError/conflict(_:)`` when what it replaces is no longer in
    ///   force.
    package func sign(_ signing: MedicationSigning, by actor: Actor) async throws -> MedicationPrescription {
        try await write(by: actor) { tx in
            let id = signing.prescription
            if let signed = try tx.alreadySigned(signing) { return signed }
            let draft = try tx.ownMedicationDraft(id)
            guard draft.version == signing.version else { throw StoreError.stale(currentVersion: draft.version) }
            let replaced = try draft.replaces.map { try tx.medicationInForce($0) }
            if let replaced {
                try tx.setStatus(.superseded, of: replaced)
                try tx.audit(.corrected, MedicationPrescriptionRows.entity, replaced.id, patient: replaced.patient)
            }
            try tx.insert(signing, draft, replaced)
            try tx.db.execute(sql: "DELETE FROM medication_prescription_draft WHERE id = ?", arguments: [id])
            try tx.audit(.signed, MedicationPrescriptionRows.entity, id, patient: draft.patient)
            return try tx.medicationInForce(id)
        }
    }

    /// Stops a prescription for good.
    /// - Parameters:
    ///   - lastDay: the last day of doses, in the patient's zone.
    ///   - reason: plain text that ``CancellationReason`` finds nothing wrong with.
    /// - Throws: ``ValidationFailure``; ``StoreError/conflict(_:)`` unless it is in force.
    package func discontinue(
        _ id: Identifier<MedicationPrescription>, lastDay: LocalDate, reason: String, by actor: Actor
    ) async throws {
        if let problem = CancellationReason.problem(reason) { throw ValidationFailure([problem]) }
        try await write(by: actor) { tx in
            let prescription = try tx.medicationInForce(id)
            try tx.db.execute(
                sql: """
                    INSERT INTO medication_prescription_discontinuation (prescription_id, at, by_id, last_day, reason)
                    VALUES (?, ?, ?, ?, ?)
                    """, arguments: [id, tx.now, actor.account, lastDay, reason])
            try tx.setStatus(.discontinued, of: prescription)
            try tx.audit(.cancelled, MedicationPrescriptionRows.entity, id, patient: prescription.patient)
        }
    }

    /// Lets no doses be due from a day on, until it is resumed.
    /// - Throws: ``ValidationFailure``; ``StoreError/conflict(_:)`` unless it is in force and not paused.
    package func pause(
        _ id: Identifier<MedicationPrescription>, from day: LocalDate,
        resumption: Course.Resumption, reason: String, by actor: Actor
    ) async throws {
        if let problem = CancellationReason.problem(reason) { throw ValidationFailure([problem]) }
        try await write(by: actor) { tx in
            let prescription = try tx.medicationInForce(id)
            let pause = tx.newIdentifier(MedicationPrescription.Pause.self)
            try tx.db.execute(
                sql: """
                    INSERT INTO medication_prescription_pause
                        (id, series_id, from_day, resumption, reason, paused_at, paused_by) VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    pause, prescription.series, day, resumption.rawValue, reason, tx.now, actor.account,
                ])
            try tx.audit(.updated, MedicationPrescriptionRows.entity, id, patient: prescription.patient)
        }
    }

    /// Ends the pause that goes on.
    /// - Parameter day: the first day of doses, after the pause's first day; a pause resumed on its first day or before is
    ///   kept as one of that day alone.
    /// - Throws: ``StoreError/conflict(_:)`` unless it is in force and paused.
    package func resume(
        _ id: Identifier<MedicationPrescription>, from day: LocalDate, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let prescription = try tx.medicationInForce(id)
            guard let pause = prescription.pauses.first(where: { $0.through == nil }) else {
                throw StoreError.conflict("prescription is not paused")
            }
            try tx.db.execute(
                sql: """
                    UPDATE medication_prescription_pause SET through_day = ?, resumed_at = ?, resumed_by = ? WHERE id = ?
                    """, arguments: [max(pause.from, day.adding(days: -1)), tx.now, actor.account, pause.id])
            try tx.audit(.updated, MedicationPrescriptionRows.entity, id, patient: prescription.patient)
        }
    }
}

extension Transaction {
    /// The prescription when this very state of its draft was signed before by the actor; nil while it is a draft.
    fileprivate func alreadySigned(_ signing: MedicationSigning) throws -> MedicationPrescription? {
        guard let signed = try MedicationPrescriptionRows.prescription(signing.prescription, db) else { return nil }
        guard signed.clinician == actor.account else { throw StoreError.notFound }
        let version = try Int.fetchOne(
            db, sql: "SELECT draft_version FROM medication_prescription WHERE id = ?", arguments: [signed.id])
        guard version == signing.version else { throw StoreError.stale(currentVersion: version ?? 0) }
        return signed
    }

    fileprivate func insert(
        _ signing: MedicationSigning, _ draft: MedicationPrescriptionDraft, _ replaced: MedicationPrescription?
    ) throws {
        let sheet = SignedMedicationSheet(
            sheet: signing.sheet, number: try nextPrescriptionNumber(in: signing.timeZone), signedAt: now,
            timeZone: signing.timeZone.identifier, replaces: replaced?.signed.number)
        let text = try StoredJSON.text(of: sheet)
        let order = signing.sheet.order
        try db.execute(
            sql: """
                INSERT INTO medication_prescription (id, series_id, status, draft_version, clinician_id, patient_id,
                    fields, medicine, starts_on, replaces_id, number_year, number_count, signed_at, sheet, sheet_hash)
                VALUES (?, ?, 'signed', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                draft.id, replaced?.series ?? draft.id, draft.version, draft.clinician, draft.patient,
                try StoredJSON.text(of: draft.fields), order.medicine.title, order.start, replaced?.id,
                sheet.number.year, sheet.number.count, now, text, StoredJSON.hash(of: text),
            ])
    }

    fileprivate func setStatus(
        _ status: MedicationPrescriptionStatus, of prescription: MedicationPrescription
    ) throws {
        try db.execute(
            sql: "UPDATE medication_prescription SET status = ? WHERE id = ?",
            arguments: [status.rawValue, prescription.id])
    }
}
