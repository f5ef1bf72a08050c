import Clinic
import Foundation
import GRDB

extension Transaction {
    /// Counts codes as used by the one who acts: they rise in searches and stand among the recent ones. To be called where
    /// a prescription is signed, in the same transaction.
    func noteUse(of diagnoses: [PrescribedDiagnosis]) throws {
        guard let account = actor.account else { return }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO diagnosis_use VALUES (?, ?, ?, ?, ?, 1, ?)
                ON CONFLICT DO UPDATE SET uses = uses + 1, last_used_at = excluded.last_used_at,
                    title = excluded.title, words = excluded.words
                """)
        for diagnosis in diagnoses {
            try statement.execute(
                arguments: [
                    account, diagnosis.system.rawValue, diagnosis.code.text, diagnosis.title,
                    SearchText.spacedWords(diagnosis.title), now,
                ])
        }
    }

    /// Gives used codes the titles of a release that becomes current, so that searches find them by its words.
    func rewordUses(from id: DiagnosisReleaseID, system: String) throws {
        let changed = try Row.fetchAll(
            db,
            sql: """
                SELECT DISTINCT u.code, d.title FROM diagnosis_use u
                JOIN diagnosis d ON d.release_id = ? AND d.code = u.code
                WHERE u.system = ? AND d.title <> u.title
                """, arguments: [id.number, system])
        for row in changed {
            let title: String = row["title"]
            try db.execute(
                sql: "UPDATE diagnosis_use SET title = ?, words = ? WHERE system = ? AND code = ?",
                arguments: [title, SearchText.spacedWords(title), system, row["code"] as String])
        }
    }
}

extension ClinicDatabase {
    /// Counts codes as used by the one who acts, outside of another change.
    package func noteUse(of diagnoses: [PrescribedDiagnosis], by actor: Actor) async throws {
        try await write(by: actor) { try $0.noteUse(of: diagnoses) }
    }

    /// The codes of a list that a clinician used last, the latest first.
    package func recentDiagnoses(
        of account: Identifier<Account>, in system: CodeSystem, limit: Int = 10
    ) async throws -> [FamiliarDiagnosis] {
        try await read { db in
            try FamiliarDiagnosis.all(
                db, from: "diagnosis_use", order: "t.last_used_at DESC", of: account, in: system, limit: limit)
        }
    }

    /// The codes of a list that a clinician keeps, the first kept first.
    package func favouriteDiagnoses(
        of account: Identifier<Account>, in system: CodeSystem, limit: Int = 200
    ) async throws -> [FamiliarDiagnosis] {
        try await read { db in
            try FamiliarDiagnosis.all(
                db, from: "diagnosis_favourite", order: "t.added_at, t.code", of: account, in: system, limit: limit)
        }
    }

    /// Keeps a code of the current release for the one who acts. Keeping it twice is keeping it once.
    /// - Throws: ``StoreError/notFound`` when the current release has no such code; ``ValidationFailure`` for a heading,
    ///   which cannot be put on a prescription.
    package func insertFavourite(_ code: DiagnosisCode, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            guard let release = try StoredRelease.current(of: code.system, in: tx.db),
                let diagnosis = try Diagnosis.one(code, of: release, in: tx.db)
            else { throw StoreError.notFound }
            guard diagnosis.isBillable else {
                let values = ["code": code.display]
                throw ValidationFailure([Problem("code", "diagnoses.problem.not-billable", values)])
            }
            try tx.db.execute(
                sql: "INSERT OR IGNORE INTO diagnosis_favourite VALUES (?, ?, ?, ?, ?)",
                arguments: [actor.account, code.system.rawValue, code.text, diagnosis.title, tx.now])
            guard tx.db.changesCount > 0 else { return }
            try tx.audit(.created, "favourite-diagnosis", "\(code.system.rawValue)/\(code.text)")
        }
    }

    /// Keeps a code no more for the one who acts; nothing happens when it was not kept.
    package func removeFavourite(_ code: DiagnosisCode, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: "DELETE FROM diagnosis_favourite WHERE account_id = ? AND system = ? AND code = ?",
                arguments: [actor.account, code.system.rawValue, code.text])
            guard tx.db.changesCount > 0 else { return }
            try tx.audit(.removed, "favourite-diagnosis", "\(code.system.rawValue)/\(code.text)")
        }
    }
}

extension FamiliarDiagnosis {
    /// - Parameters `table` and `order`: ours, never from outside.
    fileprivate static func all(
        _ db: Database, from table: String, order: String, of account: Identifier<Account>, in system: CodeSystem,
        limit: Int
    ) throws -> [FamiliarDiagnosis] {
        let release = try StoredRelease.current(of: system, in: db)
        return try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT t.code, t.title AS last_title, d.title, d.is_billable, d.parent FROM \(table) t
                    LEFT JOIN diagnosis d ON d.release_id = ? AND d.code = t.code
                    WHERE t.account_id = ? AND t.system = ? ORDER BY \(order) LIMIT ?
                    """),
            arguments: [release?.id.number, account, system.rawValue, limit]
        ).map { row in
            let current: String? = row["title"]
            let isBillable = row["is_billable"] as Bool? ?? false
            let diagnosis = Diagnosis(
                code: DiagnosisCode(system: system, text: row["code"]), title: current ?? row["last_title"],
                isBillable: isBillable,
                parent: (row["parent"] as String?).map { DiagnosisCode(system: system, text: $0) },
                release: release?.release.name ?? "")
            return FamiliarDiagnosis(diagnosis: diagnosis, isRetired: !isBillable)
        }
    }
}

extension SearchText {
    /// The words of a text, each with a space before it, so that `instr(words, ' lumb')` asks for the beginning of a word.
    fileprivate static func spacedWords(_ text: String) -> String {
        words(text).map { " " + $0 }.joined()
    }
}
