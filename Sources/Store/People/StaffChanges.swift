import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// Changes name, e-mail address and roles of somebody of the staff. Open sessions have the new roles from their next
    /// request on.
    /// - Parameter version: what was changed.
    /// - Throws: ``ValidationFailure`` for what cannot be, for an address that is taken and when no active admin would be
    ///   left; ``StoreError/stale(currentVersion:)``; ``StoreError/notFound``, for a patient's account too.
    package func updateStaff(
        _ id: Identifier<Account>, _ draft: AccountDraft, version: Int, by actor: Actor
    ) async throws {
        guard draft.staffProblems.isEmpty else { throw ValidationFailure(draft.staffProblems) }
        try await write(by: actor) { tx in
            let (before, current) = try tx.staffAccount(id)
            let isSame = before.name == draft.name && before.email == draft.email && before.roles == draft.roles
            // What is kept already is saved: a form sent twice is no conflict.
            if isSame { return }
            guard current == version else { throw StoreError.stale(currentVersion: current) }
            try tx.requireFree(draft.email, besides: id)
            if !draft.roles.contains(.admin) { try tx.requireAnotherAdmin(besides: before, field: "role") }
            try tx.db.execute(
                sql: """
                    UPDATE account SET name = ?, email = ?, is_admin = ?, is_clinician = ?, version = version + 1
                    WHERE id = ?
                    """,
                arguments: [
                    draft.name, draft.email, draft.roles.contains(.admin), draft.roles.contains(.clinician), id,
                ])
            try tx.audit(.updated, "account", id)
            if before.roles.contains(.admin), !draft.roles.contains(.admin) { try tx.endStaffInvitations(madeBy: id) }
        }
    }

    /// Switches an account off, of the staff or a patient's: its sessions end, the codes for it and those that it gave to
    /// colleagues too. Nothing that was written under it changes.
    /// - Throws: ``ValidationFailure`` for the last active admin; ``StoreError/notFound``.
    package func deactivateAccount(_ id: Identifier<Account>, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            let account = try tx.account(id)
            guard account.isActive else { return }
            try tx.requireAnotherAdmin(besides: account, field: "")
            try tx.setActive(false, account)
            try tx.endSessions(of: id, keeping: nil)
            try tx.endStaffInvitations(renewing: id)
            try tx.endStaffInvitations(madeBy: id)
            if let patient = account.patient { try tx.endInvitations(of: patient, as: .revoked) }
        }
    }

    /// Switches an account on again, with the password it had.
    /// - Throws: ``StoreError/notFound``.
    package func reactivateAccount(_ id: Identifier<Account>, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            let account = try tx.account(id)
            if !account.isActive { try tx.setActive(true, account) }
        }
    }

    /// Ends all sessions of an account, but for one.
    /// - Throws: ``StoreError/notFound``.
    package func endSessions(
        of id: Identifier<Account>, keeping session: Identifier<Session>? = nil, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let account = try tx.account(id)
            try tx.endSessions(of: id, keeping: session)
            try tx.audit(.sessionRevoked, "account", id, patient: account.patient)
        }
    }
}

extension Transaction {
    fileprivate func account(_ id: Identifier<Account>) throws -> Account {
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM account WHERE id = ?", arguments: [id]) else {
            throw StoreError.notFound
        }
        return Account(row)
    }

    /// - Throws: ``StoreError/notFound``, for a patient's account too.
    func staffAccount(_ id: Identifier<Account>) throws -> (account: Account, version: Int) {
        let row = try Row.fetchOne(
            db, sql: "SELECT * FROM account WHERE id = ? AND is_patient = 0", arguments: [id])
        guard let row else { throw StoreError.notFound }
        return (Account(row), row["version"])
    }

    /// - Throws: ``ValidationFailure`` when the account is the only active one of an admin. The schema holds the same.
    fileprivate func requireAnotherAdmin(besides account: Account, field: String) throws {
        guard account.roles.contains(.admin), account.isActive else { return }
        let isThere = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE is_admin = 1 AND is_active = 1 AND id <> ?)",
            arguments: [account.id])
        guard isThere == true else { throw ValidationFailure([Problem(field, "people.problem.last-admin")]) }
    }

    fileprivate func setActive(_ isActive: Bool, _ account: Account) throws {
        try db.execute(
            sql: "UPDATE account SET is_active = ?, version = version + 1 WHERE id = ?",
            arguments: [isActive, account.id])
        try audit(isActive ? .reactivated : .deactivated, "account", account.id, patient: account.patient)
    }
}
