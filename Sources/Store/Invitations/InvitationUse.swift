import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The open invitation of a code whose patient was born on one of the days. All that is wrong looks the same: an unknown
    /// code, one that has ended, another date of birth; each is audited as a failed sign-in. A code that came
    /// ``Invitation/mostFailures`` times with a wrong date of birth is dead.
    package func invitation(
        codeHash: Data, bornOn days: Set<LocalDate>, by actor: Actor
    ) async throws -> Invitation? {
        try await write(by: actor) { tx in
            let found = try Invitation.found(codeHash, in: tx.db)
            guard let found, found.isOpen(at: tx.now) else {
                try tx.audit(.signInFailed, "invitation", found?.id.text ?? "", patient: found?.patient)
                return nil
            }
            if days.contains(try Patient.standing(for: found.patient, in: tx.db).birthDate) { return found }
            try tx.audit(.signInFailed, "invitation", found.id, patient: found.patient)
            try tx.countFailure(of: found)
            return nil
        }
    }

    /// Uses an invitation: makes the patient's account, or gives the one it is for a new password and, if it was switched
    /// off, access again. All other sessions of that account end.
    /// - Throws: ``ValidationFailure`` for a wrong or a taken address; ``StoreError/notFound`` for an invitation that is not
    ///   open.
    package func useInvitation(
        _ id: Identifier<Invitation>, _ answer: InvitationAnswer, by actor: Actor
    ) async throws -> Account {
        try await write(by: actor) { tx in
            let invitation = try Invitation.record(id, in: tx.db)
            guard invitation.isOpen(at: tx.now) else { throw StoreError.notFound }
            let account: Account
            if let existing = invitation.account {
                account = try tx.renew(existing, answer)
            } else {
                let patient = try Patient.standing(for: invitation.patient, in: tx.db)
                let offer = InvitationOffer(invitation: invitation, patient: patient, account: nil)
                account = try tx.insertAccount(
                    offer.draft(email: answer.email), passwordHash: answer.passwordHash, language: answer.language)
            }
            try tx.end(invitation, as: .used, by: account.id)
            return account
        }
    }

    /// A patient's account.
    /// - Throws: ``StoreError/notFound`` for an account that is none of a patient's record.
    package func patientAccount(_ id: Identifier<Account>) async throws -> PatientAccount {
        try await read { try PatientAccount.record(id, in: $0) }
    }

    /// Ends a patient's access: the account is switched off, its sessions and the patient's open invitation end. Nothing
    /// that was written under it changes, and a new invitation gives access again.
    /// - Returns: the patient's record as it stands.
    /// - Throws: ``StoreError/notFound`` for an account that is none of a patient's record.
    package func deactivatePatientAccount(
        _ id: Identifier<Account>, by actor: Actor
    ) async throws -> Identifier<Patient> {
        try await write(by: actor) { tx in
            let account = try PatientAccount.record(id, in: tx.db).account
            guard let patient = account.patient else { throw StoreError.notFound }
            if account.isActive {
                try tx.db.execute(sql: "UPDATE account SET is_active = 0 WHERE id = ?", arguments: [id])
                try tx.endSessions(of: id, keeping: nil)
                try tx.endInvitations(of: patient, as: .revoked)
                try tx.audit(.deactivated, "account", id, patient: patient)
            }
            return try Patient.standing(for: patient, in: tx.db).id
        }
    }
}

extension PatientAccount {
    private static let query = """
        SELECT account.*, (SELECT max(started_at) FROM session WHERE account_id = account.id) AS last_sign_in_at
        FROM account
        """

    /// Those of a patient's record and of those that are the same person's.
    static let listQuery = """
        \(query) WHERE account.patient_id IN (
            SELECT id FROM patient WHERE survivor_id = (SELECT survivor_id FROM patient WHERE id = ?))
        ORDER BY is_active DESC, created_at, account.id LIMIT 100
        """

    static func all(of patient: Identifier<Patient>, in db: Database) throws -> [PatientAccount] {
        try Row.fetchAll(db, sql: listQuery, arguments: [patient]).map { PatientAccount($0) }
    }

    static func record(_ id: Identifier<Account>, in db: Database) throws -> PatientAccount {
        let row = try Row.fetchOne(
            db, sql: "\(query) WHERE account.id = ? AND patient_id IS NOT NULL", arguments: [id])
        guard let row else { throw StoreError.notFound }
        return PatientAccount(row)
    }

    private init(_ row: Row) {
        self.init(account: Account(row), madeAt: row["created_at"], lastSignInAt: row["last_sign_in_at"])
    }
}

extension Transaction {
    fileprivate func countFailure(of invitation: Invitation) throws {
        try db.execute(
            sql: "UPDATE invitation SET failures = failures + 1 WHERE id = ?", arguments: [invitation.id])
        let failures = try Int.fetchOne(
            db, sql: "SELECT failures FROM invitation WHERE id = ?", arguments: [invitation.id])
        if failures ?? 0 >= Invitation.mostFailures { try end(invitation, as: .failed) }
    }

    fileprivate func renew(_ id: Identifier<Account>, _ answer: InvitationAnswer) throws -> Account {
        let account = try PatientAccount.record(id, in: db).account
        let draft = AccountDraft(
            name: account.name, email: answer.email, roles: account.roles, patient: account.patient)
        guard draft.problems.isEmpty else { throw ValidationFailure(draft.problems) }
        try requireFree(draft.email, besides: id)
        try db.execute(
            sql: """
                UPDATE account SET email = ?, password_hash = ?, password_changed_at = ?, is_active = 1 WHERE id = ?
                """,
            arguments: [draft.email, answer.passwordHash, now, id])
        try endSessions(of: id, keeping: nil)
        try audit(.passwordChanged, "account", id, patient: account.patient)
        if draft.email != account.email { try audit(.updated, "account", id, patient: account.patient) }
        if !account.isActive { try audit(.reactivated, "account", id, patient: account.patient) }
        return try PatientAccount.record(id, in: db).account
    }
}
