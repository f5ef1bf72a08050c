import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The codes of those who have no account yet, the latest first: open, run out or dead within the last two weeks.
    package func staffInvitations() async throws -> [StaffInvitation] {
        let past = surroundings.now() - 14 * 86_400
        return try await read { db in
            try Row.fetchAll(db, sql: StaffInvitation.listQuery, arguments: [past]).map { try StaffInvitation($0) }
        }
    }

    /// The code made last for a new password of an account, however it ended; nil when there never was one.
    package func lastStaffInvitation(renewing account: Identifier<Account>) async throws -> StaffInvitation? {
        try await read { db in
            try Row.fetchOne(db, sql: StaffInvitation.lastQuery, arguments: [account]).map { try StaffInvitation($0) }
        }
    }

    /// An invitation, open or not.
    /// - Throws: ``StoreError/notFound``.
    package func staffInvitation(_ id: Identifier<StaffInvitation>) async throws -> StaffInvitation {
        try await read { try StaffInvitation.record(id, in: $0) }
    }

    /// Makes an invitation. The open one for the same person, if any, is replaced.
    /// - Throws: ``InvitationRefusal/shownBefore``; ``ValidationFailure`` for a wrong draft, an address that is taken and an
    ///   account that is switched off; ``StoreError/notFound`` for an account that is none of the staff's.
    package func insertStaffInvitation(
        _ draft: StaffInvitationDraft, by actor: Actor
    ) async throws -> StaffInvitation {
        try await write(by: actor) { tx in
            if let same = try StaffInvitation.found(draft.codeHash, in: tx.db) {
                let isRepeated =
                    same.isOpen(at: tx.now) && tx.now.timeIntervalSince(same.madeAt) < Invitation.repeatSeconds
                guard isRepeated else { throw InvitationRefusal.shownBefore }
                return same
            }
            switch draft.whom {
            case .colleague(let whom):
                guard whom.staffProblems.isEmpty else { throw ValidationFailure(whom.staffProblems) }
                try tx.requireFree(whom.email)
                try tx.endStaffInvitations(for: whom.email)
            case .account(let id):
                guard try tx.staffAccount(id).account.isActive else {
                    throw ValidationFailure([Problem("", "people.problem.inactive")])
                }
                try tx.endStaffInvitations(renewing: id, as: .replaced)
            }
            return try tx.insert(draft)
        }
    }

    /// Ends an invitation before it is used; one that has ended stays as it is.
    /// - Returns: the account it was for; nil for somebody without one.
    /// - Throws: ``StoreError/notFound``.
    package func revokeStaffInvitation(
        _ id: Identifier<StaffInvitation>, by actor: Actor
    ) async throws -> Identifier<Account>? {
        try await write(by: actor) { tx in
            let invitation = try StaffInvitation.record(id, in: tx.db)
            if invitation.end == nil { try tx.end(id, as: .revoked) }
            return invitation.account
        }
    }
}

extension StaffInvitation {
    private static let query = """
        SELECT staff_invitation.*, author.name AS author, account.name AS account_name, account.email AS account_email,
            account.is_admin AS account_is_admin, account.is_clinician AS account_is_clinician
        FROM staff_invitation LEFT JOIN account ON account.id = account_id
        LEFT JOIN account author ON author.id = made_by
        """

    /// A dead one goes once there is a newer one or an account.
    static let listQuery = """
        \(query) WHERE valid_until > ? AND staff_invitation.email IS NOT NULL AND (ended_at IS NULL OR ended_as = 'failed'
            AND NOT EXISTS (SELECT 1 FROM staff_invitation later WHERE later.email = staff_invitation.email
                AND later.made_at > staff_invitation.made_at)
            AND NOT EXISTS (SELECT 1 FROM account WHERE email = staff_invitation.email))
        ORDER BY made_at DESC, staff_invitation.id DESC LIMIT 200
        """
    static let lastQuery =
        "\(query) WHERE account_id = ? ORDER BY made_at DESC, staff_invitation.id DESC LIMIT 1"
    static let codeQuery = "\(query) WHERE code_hash = ?"

    static func record(_ id: Identifier<StaffInvitation>, in db: Database) throws -> StaffInvitation {
        let row = try Row.fetchOne(db, sql: "\(query) WHERE staff_invitation.id = ?", arguments: [id])
        guard let row else { throw StoreError.notFound }
        return try StaffInvitation(row)
    }

    static func found(_ codeHash: Data, in db: Database) throws -> StaffInvitation? {
        try Row.fetchOne(db, sql: codeQuery, arguments: [codeHash]).map { try StaffInvitation($0) }
    }

    init(_ row: Row) throws {
        let end = (row["ended_as"] as String?).map { Invitation.End(rawValue: $0) }
        guard end != .some(nil) else { throw StoreError.conflict("staff_invitation.ended_as") }
        let account: Identifier<Account>? = row["account_id"]
        let prefix = account == nil ? "" : "account_"
        var roles: Set<Role> = []
        if row["\(prefix)is_admin"] { roles.insert(.admin) }
        if row["\(prefix)is_clinician"] { roles.insert(.clinician) }
        self.init(
            id: row["id"], account: account,
            whom: AccountDraft(name: row["\(prefix)name"], email: row["\(prefix)email"], roles: roles),
            madeAt: row["made_at"], author: row["author"], validUntil: row["valid_until"], end: end ?? nil)
    }
}

extension Transaction {
    /// Ends an open invitation.
    /// - Parameter account: who used it, when it was used.
    func end(
        _ invitation: Identifier<StaffInvitation>, as end: Invitation.End, by account: Identifier<Account>? = nil
    ) throws {
        try db.execute(
            sql: "UPDATE staff_invitation SET ended_at = ?, ended_as = ?, used_by = ? WHERE id = ?",
            arguments: [now, end.rawValue, account, invitation])
        try audit(end.audited, "staff-invitation", invitation)
    }

    /// Ends the open codes of an account for a new password.
    func endStaffInvitations(renewing account: Identifier<Account>, as end: Invitation.End = .revoked) throws {
        try endAll("account_id = ?", account.text, as: end)
    }

    /// Ends the open codes for an e-mail address: there is a newer one, or an account.
    func endStaffInvitations(for email: String) throws {
        try endAll("email = ?", email, as: .replaced)
    }

    /// Ends the open codes that somebody gave who may not any more.
    func endStaffInvitations(madeBy account: Identifier<Account>) throws {
        try endAll("made_by = ?", account.text, as: .revoked)
    }

    private func endAll(_ condition: String, _ value: String, as end: Invitation.End) throws {
        let open = try Identifier<StaffInvitation>.fetchAll(
            db, sql: "SELECT id FROM staff_invitation WHERE ended_at IS NULL AND \(condition)", arguments: [value])
        for id in open { try self.end(id, as: end) }
    }

    fileprivate func insert(_ draft: StaffInvitationDraft) throws -> StaffInvitation {
        let id = newIdentifier(StaffInvitation.self)
        var (colleague, account): (AccountDraft?, Identifier<Account>?)
        switch draft.whom {
        case .colleague(let draft): colleague = draft
        case .account(let id): account = id
        }
        try db.execute(
            sql: """
                INSERT INTO staff_invitation
                    (id, account_id, name, email, is_admin, is_clinician, code_hash, made_at, made_by, valid_until)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, account, colleague?.name, colleague?.email, colleague?.roles.contains(.admin) ?? false,
                colleague?.roles.contains(.clinician) ?? false, draft.codeHash, now, actor.account, draft.validUntil,
            ])
        try audit(.created, "staff-invitation", id)
        return try StaffInvitation.record(id, in: db)
    }
}
