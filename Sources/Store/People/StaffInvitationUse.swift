import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The open invitation of a code that is for whoever has an e-mail address. All that is wrong looks the same: an unknown
    /// code, one that has ended, another address; each is audited as a failed sign-in. A code that came
    /// ``StaffInvitation/mostFailures`` times with another address is dead.
    package func staffInvitation(
        codeHash: Data, email: String, by actor: Actor
    ) async throws -> StaffInvitation? {
        try await write(by: actor) { tx in
            let found = try StaffInvitation.found(codeHash, in: tx.db)
            try tx.audit(found, unless: found?.isOpen(at: tx.now) == true && found?.whom.email == email)
            guard let found, found.isOpen(at: tx.now) else { return nil }
            if found.whom.email == email { return found }
            try tx.countFailure(of: found.id)
            return nil
        }
    }

    /// Uses an invitation: makes the account, or gives the one it is for a new password. All other sessions of that account
    /// end.
    /// - Parameter language: of a new account; nil follows the browser.
    /// - Throws: ``StoreError/notFound`` for an invitation that is not open or an account that is switched off;
    ///   ``ValidationFailure`` for an address that was taken meanwhile.
    package func useStaffInvitation(
        _ id: Identifier<StaffInvitation>, passwordHash: String, language: Language?, by actor: Actor
    ) async throws -> Account {
        try await write(by: actor) { tx in
            let invitation = try StaffInvitation.record(id, in: tx.db)
            guard invitation.isOpen(at: tx.now) else { throw StoreError.notFound }
            guard let existing = invitation.account else {
                return try tx.insertAccount(
                    invitation.whom, passwordHash: passwordHash, language: language, using: id)
            }
            let account = try tx.renew(existing, passwordHash)
            try tx.end(id, as: .used, by: existing)
            return account
        }
    }
}

extension Transaction {
    fileprivate func audit(_ found: StaffInvitation?, unless isRight: Bool) throws {
        if !isRight { try audit(.signInFailed, "staff-invitation", found?.id.text ?? "") }
    }

    fileprivate func countFailure(of id: Identifier<StaffInvitation>) throws {
        let failures = try Int.fetchOne(
            db, sql: "UPDATE staff_invitation SET failures = failures + 1 WHERE id = ? RETURNING failures",
            arguments: [id])
        if failures ?? 0 >= StaffInvitation.mostFailures { try end(id, as: .failed) }
    }

    fileprivate func renew(_ id: Identifier<Account>, _ passwordHash: String) throws -> Account {
        let account = try staffAccount(id).account
        guard account.isActive else { throw StoreError.notFound }
        try db.execute(
            sql: "UPDATE account SET password_hash = ?, password_changed_at = ? WHERE id = ?",
            arguments: [passwordHash, now, id])
        try endSessions(of: id, keeping: nil)
        try audit(.passwordChanged, "account", id)
        return account
    }
}
