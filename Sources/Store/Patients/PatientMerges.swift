import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// Joins a duplicate to the record that survives. The survivor takes over what it lacks
    /// (``PatientDraft/absorbing(_:)``); the duplicate keeps its own words, versions and name, and what other tables hold
    /// under its id is found through the survivor: an account of the duplicate's leads to it. Codes for new accounts end:
    /// each is for one record and one date of birth, which are no longer what they were.
    /// - Parameter versions: what both records said when the decision was made.
    /// - Returns: the survivor as it stands now.
    /// - Throws: ``StoreError/stale(currentVersion:)`` when either changed meanwhile, ``StoreError/conflict(_:)`` for a
    ///   record with itself or one that is merged already, ``StoreError/notFound``.
    package func mergePatient(
        _ duplicate: Identifier<Patient>, into survivor: Identifier<Patient>, versions: PatientMergeVersions,
        by actor: Actor
    ) async throws -> Patient {
        try await write(by: actor) { tx in
            let old = try Patient.record(duplicate, in: tx.db)
            let before = try Patient.record(survivor, in: tx.db)
            guard old.id != before.id, old.mergedInto == nil, before.mergedInto == nil else {
                throw StoreError.conflict("patient.merged_into")
            }
            guard old.version == versions.duplicate else { throw StoreError.stale(currentVersion: old.version) }
            guard before.version == versions.survivor else { throw StoreError.stale(currentVersion: before.version) }
            let details = before.details.absorbing(old.details)
            let after = details == before.details ? before : try tx.update(before, to: details, cause: .merged)
            // The duplicate's two columns change together; what was merged into it before follows.
            try tx.db.execute(
                sql: """
                    UPDATE patient SET survivor_id = ?, merged_into = CASE id WHEN ? THEN ? ELSE merged_into END
                    WHERE survivor_id = ?
                    """,
                arguments: [before.id, old.id, before.id, old.id])
            try tx.insertMerge(of: old.id, from: before, to: after)
            try tx.endInvitations(of: before.id, as: .revoked)
            try tx.noteUse(of: before.id)
            try tx.audit(.merged, "patient", old.id, patient: old.id)
            try tx.audit(.merged, "patient", old.id, patient: before.id)
            return after
        }
    }

    /// Takes a merged record out again: it stands for itself, with all that belongs to it. The survivor gets back what it
    /// said before the merge, unless somebody changed it since; then it stays as it is. Codes for new accounts end, as when
    /// records are merged: whose they are is not known.
    /// - Throws: ``StoreError/conflict(_:)`` when the survivor is itself merged (that merge is to be undone first) or the
    ///   record is not merged, ``StoreError/notFound``.
    package func unmergePatient(_ duplicate: Identifier<Patient>, by actor: Actor) async throws -> PatientUnmerging {
        try await write(by: actor) { tx in
            let old = try Patient.record(duplicate, in: tx.db)
            guard let parent = old.mergedInto else { throw StoreError.conflict("patient.merged_into") }
            let survivor = try Patient.record(parent, in: tx.db)
            guard survivor.mergedInto == nil else { throw StoreError.conflict("patient.survivor_id") }
            try tx.endInvitations(of: survivor.id, as: .revoked)
            try tx.release(old.id)
            let isRestored = try tx.undoMerge(of: old.id, survivor: survivor)
            try tx.noteUse(of: old.id)
            try tx.audit(.unmerged, "patient", old.id, patient: old.id)
            try tx.audit(.unmerged, "patient", old.id, patient: survivor.id)
            return PatientUnmerging(
                patient: try Patient.record(old.id, in: tx.db), survivor: try Patient.record(survivor.id, in: tx.db),
                isRestored: isRestored)
        }
    }

    /// The records merged into one, directly or through another, as each of them said last.
    package func patientsMerged(into id: Identifier<Patient>) async throws -> [Patient] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    \(Patient.query) WHERE patient.survivor_id = ? AND patient.merged_into IS NOT NULL
                    ORDER BY patient.serial LIMIT 100
                    """,
                arguments: [id]
            ).map { try Patient($0, in: db) }
        }
    }
}

/// The versions of two records on which somebody decided that they are one person's.
package struct PatientMergeVersions: Sendable, Hashable {
    package let duplicate: Int
    package let survivor: Int

    package init(duplicate: Int, survivor: Int) {
        self.duplicate = duplicate
        self.survivor = survivor
    }
}

/// What came of taking a merged record out again.
package struct PatientUnmerging: Sendable {
    /// The record that stands for itself again.
    package let patient: Patient
    package let survivor: Patient
    /// False when the survivor keeps what it took over, because it was changed since.
    package let isRestored: Bool
}

extension Transaction {
    fileprivate func insertMerge(of duplicate: Identifier<Patient>, from before: Patient, to after: Patient) throws {
        try db.execute(
            sql: """
                INSERT INTO patient_merge (patient_id, survivor_id, merged_at, merged_by, version_before, version_after)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [duplicate, before.id, now, actor.account, before.version, after.version])
    }

    /// Makes a record stand for itself and for those that were merged into it.
    fileprivate func release(_ id: Identifier<Patient>) throws {
        try db.execute(
            sql: """
                WITH RECURSIVE mine (id) AS (
                    SELECT ? UNION SELECT patient.id FROM patient JOIN mine ON patient.merged_into = mine.id
                )
                UPDATE patient SET survivor_id = ?, merged_into = CASE id WHEN ? THEN NULL ELSE merged_into END
                WHERE id IN (SELECT id FROM mine)
                """,
            arguments: [id, id, id])
    }

    /// Closes the merge and writes the survivor's words from before it, when they are the last; says whether it did.
    fileprivate func undoMerge(of duplicate: Identifier<Patient>, survivor: Patient) throws -> Bool {
        let open = try Row.fetchOne(
            db,
            sql:
                "SELECT id, version_before, version_after FROM patient_merge WHERE patient_id = ? AND unmerged_at IS NULL",
            arguments: [duplicate])
        guard let open else { throw StoreError.conflict("patient_merge") }
        try db.execute(
            sql: "UPDATE patient_merge SET unmerged_at = ?, unmerged_by = ? WHERE id = ?",
            arguments: [now, actor.account, open["id"] as Int64])
        let (before, after): (Int, Int) = (open["version_before"], open["version_after"])
        guard before != after else { return true }
        guard survivor.version == after,
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM patient_version WHERE patient_id = ? AND version = ?",
                arguments: [survivor.id, before])
        else { return false }
        _ = try update(survivor, to: try PatientDraft(row, in: db), cause: .unmerged)
        return true
    }
}
