import Clinic
import Foundation
import GRDB

/// A new entry of the log, and the keys that make sending it twice harmless.
package struct AdministrationEntry: Sendable {
    /// The version of the prescription that is in force; any of its series.
    package let prescription: Identifier<MedicationPrescription>
    /// The form's own random key, 1–64 characters.
    package let formKey: String
    package let details: AdministrationDraft

    package init(
        prescription: Identifier<MedicationPrescription>, formKey: String, details: AdministrationDraft
    ) {
        self.prescription = prescription
        self.formKey = formKey
        self.details = details
    }
}

/// What came of recording.
package struct AdministrationRecording: Sendable, Hashable {
    /// The entry that stands.
    package let administration: Administration
    /// False when the entry was there before: the same tap twice, another device, an answer that was lost.
    package let isNew: Bool
}

extension ClinicDatabase {
    /// Writes an entry of the log. Returns once it is on disk. The same form sent twice, and a slot that was answered
    /// already, give the entry that stands: nothing is written.
    /// - Throws: ``StoreError/notFound`` for no such prescription.
    package func record(_ entry: AdministrationEntry, by actor: Actor) async throws -> AdministrationRecording {
        try await write(by: actor) { try $0.record(entry) }
    }

    /// Writes several entries, all or none, as when some days are logged at once. The recordings are in the entries' order.
    package func record(
        _ entries: [AdministrationEntry], by actor: Actor
    ) async throws -> [AdministrationRecording] {
        try await write(by: actor) { tx in try entries.map { try tx.record($0) } }
    }

    /// Corrects an entry; what it said before stays readable.
    /// - Parameter version: the one the correction started from.
    /// - Throws: ``StoreError/stale(currentVersion:)``, ``StoreError/notFound``; ``StoreError/conflict(_:)`` when another
    ///   entry answers the slot meanwhile.
    package func correctAdministration(
        _ id: Identifier<Administration>, to details: AdministrationDraft, version: Int, by actor: Actor
    ) async throws -> Administration {
        try await write(by: actor) { tx in
            let before = try tx.administration(id, version: version)
            guard before.details != details || before.isUndone else { return before }
            return try tx.replace(before, with: details, status: AdministrationRows.status(of: details))
        }
    }

    /// Takes an entry back; its slot is open again, and what it said stays readable.
    /// - Throws: ``StoreError/stale(currentVersion:)``, ``StoreError/notFound``.
    package func undoAdministration(
        _ id: Identifier<Administration>, version: Int, by actor: Actor
    ) async throws -> Administration {
        try await write(by: actor) { tx in
            let before = try tx.administration(id, version: version)
            guard !before.isUndone else { return before }
            return try tx.replace(before, with: before.details, status: AdministrationRows.undone)
        }
    }
}

extension Transaction {
    fileprivate func record(_ entry: AdministrationEntry) throws -> AdministrationRecording {
        guard let prescription = try MedicationPrescriptionRows.prescription(entry.prescription, db) else {
            throw StoreError.notFound
        }
        if let standing = try standing(entry, in: prescription.series) {
            return AdministrationRecording(administration: standing, isNew: false)
        }
        let id = newIdentifier(Administration.self)
        let (details, local) = (entry.details, AdministrationRows.local(entry.details))
        try db.cachedStatement(
            sql: """
                INSERT INTO administration (id, series_id, prescription_id, patient_id, form_key, version, status, slot,
                    planned_at, at, zone, local_date, local_time, day, medicine, dose, amount, reason, note, recorded_at,
                    recorded_by)
                VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            id, prescription.series, prescription.id, prescription.patient, entry.formKey,
            AdministrationRows.status(of: details), details.slot, details.plannedAt, details.at,
            details.zone.identifier, local.date, local.time, details.day, details.medicine,
            try StoredJSON.text(details.dose), try StoredJSON.text(details.amount),
            AdministrationRows.reason(of: details), details.note, now, actor.account,
        ])
        try audit(.created, AdministrationRows.entity, id, patient: prescription.patient)
        guard let recorded = try AdministrationRows.administration(id, db) else { throw StoreError.notFound }
        return AdministrationRecording(administration: recorded, isNew: true)
    }

    /// The entry of the same form, taken back or not, else the one that answers the slot; nil for none.
    private func standing(
        _ entry: AdministrationEntry, in series: Identifier<MedicationPrescription>
    ) throws -> Administration? {
        let sameForm = try db.cachedStatement(
            sql: "\(AdministrationRows.query) WHERE e.series_id = ? AND e.form_key = ?")
        if let row = try Row.fetchOne(sameForm, arguments: [series, entry.formKey]) {
            return try AdministrationRows.administration(row)
        }
        guard let slot = entry.details.slot else { return nil }
        let sameSlot = try db.cachedStatement(
            sql: "\(AdministrationRows.query) WHERE e.series_id = ? AND e.slot = ? AND e.status <> 'undone'")
        return try Row.fetchOne(sameSlot, arguments: [series, slot]).map(AdministrationRows.administration)
    }

    fileprivate func administration(_ id: Identifier<Administration>, version: Int) throws -> Administration {
        guard let administration = try AdministrationRows.administration(id, db) else { throw StoreError.notFound }
        guard administration.version == version else {
            throw StoreError.stale(currentVersion: administration.version)
        }
        return administration
    }

    /// Puts the entry as it is among its earlier versions, and writes what it says now.
    fileprivate func replace(
        _ before: Administration, with details: AdministrationDraft, status: String
    ) throws -> Administration {
        try db.execute(
            sql: """
                INSERT INTO administration_version (administration_id, version, status, slot, planned_at, at, zone, day,
                    medicine, dose, amount, reason, note, replaced_at, replaced_by)
                SELECT id, version, status, slot, planned_at, at, zone, day, medicine, dose, amount, reason, note, ?, ?
                FROM administration WHERE id = ?
                """, arguments: [now, actor.account, before.id])
        let local = AdministrationRows.local(details)
        try db.execute(
            sql: """
                UPDATE administration SET version = version + 1, status = ?, slot = ?, planned_at = ?, at = ?, zone = ?,
                    local_date = ?, local_time = ?, day = ?, dose = ?, amount = ?, reason = ?, note = ? WHERE id = ?
                """,
            arguments: [
                status, details.slot, details.plannedAt, details.at, details.zone.identifier, local.date, local.time,
                details.day, try StoredJSON.text(details.dose), try StoredJSON.text(details.amount),
                AdministrationRows.reason(of: details), details.note, before.id,
            ])
        let isUndoing = status == AdministrationRows.undone
        try audit(isUndoing ? .removed : .corrected, AdministrationRows.entity, before.id, patient: before.patient)
        guard let after = try AdministrationRows.administration(before.id, db) else { throw StoreError.notFound }
        return after
    }
}
