import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The accounts of a patient and the invitation made last, those of the records merged into it included.
    package func patientAccess(of patient: Identifier<Patient>) async throws -> PatientAccess {
        try await read { db in
            PatientAccess(
                accounts: try PatientAccount.all(of: patient, in: db),
                lastInvitation: try Row.fetchOne(db, sql: Invitation.lastQuery, arguments: [patient]).map {
                    try Invitation($0)
                })
        }
    }

    /// Makes an invitation. The open one of the patient, if any, is replaced.
    /// - Throws: ``InvitationRefusal``; ``StoreError/notFound`` for a patient or an account that is none, or an account of
    ///   somebody else.
    package func insertInvitation(_ draft: InvitationDraft, by actor: Actor) async throws -> Invitation {
        try await write(by: actor) { tx in
            if let same = try Invitation.found(draft.codeHash, in: tx.db) {
                let isRepeated =
                    same.isOpen(at: tx.now) && tx.now.timeIntervalSince(same.madeAt) < Invitation.repeatSeconds
                guard isRepeated else { throw InvitationRefusal.shownBefore }
                return same
            }
            let patient = try Patient.standing(for: draft.patient, in: tx.db)
            let accounts = try PatientAccount.all(of: patient.id, in: tx.db)
            if let account = draft.account {
                guard accounts.contains(where: { $0.account.id == account }) else { throw StoreError.notFound }
            } else if !accounts.isEmpty {
                throw InvitationRefusal.hasAccount
            }
            try tx.endInvitations(of: patient.id, as: .replaced)
            return try tx.insert(draft, for: patient.id)
        }
    }

    /// Ends an invitation before it is used; one that has ended stays as it is.
    /// - Returns: the patient's record as it stands.
    /// - Throws: ``StoreError/notFound``.
    package func revokeInvitation(
        _ id: Identifier<Invitation>, by actor: Actor
    ) async throws -> Identifier<Patient> {
        try await write(by: actor) { tx in
            let invitation = try Invitation.record(id, in: tx.db)
            if invitation.end == nil { try tx.end(invitation, as: .revoked) }
            return try Patient.standing(for: invitation.patient, in: tx.db).id
        }
    }

    /// An invitation with whom it is for, open or not.
    /// - Throws: ``StoreError/notFound``.
    package func invitationOffer(_ id: Identifier<Invitation>) async throws -> InvitationOffer {
        try await read { db in
            let invitation = try Invitation.record(id, in: db)
            return InvitationOffer(
                invitation: invitation, patient: try Patient.standing(for: invitation.patient, in: db),
                account: try invitation.account.flatMap { id in
                    try Row.fetchOne(db, sql: "SELECT * FROM account WHERE id = ?", arguments: [id]).map { Account($0) }
                })
        }
    }
}

extension Invitation {
    private static let query = """
        SELECT invitation.*, account.name AS author FROM invitation LEFT JOIN account ON account.id = made_by
        """

    /// The last one of a patient's record and of those that are the same person's.
    static let lastQuery = """
        \(query) WHERE invitation.patient_id IN (
            SELECT id FROM patient WHERE survivor_id = (SELECT survivor_id FROM patient WHERE id = ?))
        ORDER BY made_at DESC, invitation.id DESC LIMIT 1
        """

    static func record(_ id: Identifier<Invitation>, in db: Database) throws -> Invitation {
        guard let row = try Row.fetchOne(db, sql: "\(query) WHERE invitation.id = ?", arguments: [id]) else {
            throw StoreError.notFound
        }
        return try Invitation(row)
    }

    static func found(_ codeHash: Data, in db: Database) throws -> Invitation? {
        try Row.fetchOne(db, sql: "\(query) WHERE code_hash = ?", arguments: [codeHash]).map { try Invitation($0) }
    }

    init(_ row: Row) throws {
        let end = (row["ended_as"] as String?).map { End(rawValue: $0) }
        guard end != .some(nil) else { throw StoreError.conflict("invitation.ended_as") }
        self.init(
            id: row["id"], patient: row["patient_id"], account: row["account_id"], madeAt: row["made_at"],
            author: row["author"], validUntil: row["valid_until"], end: end ?? nil)
    }
}

extension Transaction {
    /// Ends the open invitations of a patient's record and of those that are the same person's.
    func endInvitations(of patient: Identifier<Patient>, as end: Invitation.End) throws {
        let open = try Row.fetchAll(
            db,
            sql: """
                SELECT invitation.*, NULL AS author FROM invitation WHERE ended_at IS NULL AND patient_id IN (
                    SELECT id FROM patient WHERE survivor_id = (SELECT survivor_id FROM patient WHERE id = ?))
                """,
            arguments: [patient]
        ).map { try Invitation($0) }
        for invitation in open { try self.end(invitation, as: end) }
    }

    /// Ends an open invitation.
    /// - Parameter account: who used it, when it was used.
    func end(_ invitation: Invitation, as end: Invitation.End, by account: Identifier<Account>? = nil) throws {
        try db.execute(
            sql: "UPDATE invitation SET ended_at = ?, ended_as = ?, used_by = ? WHERE id = ?",
            arguments: [now, end.rawValue, account, invitation.id])
        try audit(end.audited, "invitation", invitation.id, patient: invitation.patient)
    }

    fileprivate func insert(_ draft: InvitationDraft, for patient: Identifier<Patient>) throws -> Invitation {
        let id = newIdentifier(Invitation.self)
        try db.execute(
            sql: """
                INSERT INTO invitation (id, patient_id, account_id, code_hash, made_at, made_by, valid_until)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [id, patient, draft.account, draft.codeHash, now, actor.account, draft.validUntil])
        try audit(.created, "invitation", id, patient: patient)
        return try Invitation.record(id, in: db)
    }
}

extension Invitation.End {
    /// What the audit log says of it.
    var audited: AuditAction {
        switch self {
        case .used: .used
        case .revoked, .replaced: .revoked
        case .failed: .locked
        }
    }
}
