import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// Every approval in force, of shipped templates and the clinic's own.
    package func therapyApprovals() async throws -> [TherapyApproval] {
        try await read { db in
            try Row.fetchAll(db, sql: Self.approvals).map(Self.approval)
        }
    }

    /// The approval of one version of a template; nil while nobody of the clinic has approved it.
    package func therapyApproval(of template: String, version: Int) async throws -> TherapyApproval? {
        try await read { db in
            try Row.fetchOne(
                db.cachedStatement(sql: Self.approvals + " AND template = ? AND version = ?"),
                arguments: [template, version]
            ).map(Self.approval)
        }
    }

    /// Notes that the actor has reviewed a version of a template. One that is approved already stays approved by the first.
    /// - Parameters:
    ///   - template: a shipped template's id, or that of one of the clinic's own that the actor may see.
    ///   - version: the one in force, which was looked at.
    package func approve(_ template: String, version: Int, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            let id = tx.newIdentifier(TherapyApproval.self)
            try tx.db.execute(
                sql: """
                    INSERT INTO therapy_template_approval
                        (id, template, version, approved_at, approved_by, approved_by_name)
                    SELECT ?, ?, ?, ?, id, name FROM account WHERE id = ?
                    ON CONFLICT (template, version) WHERE revoked_at IS NULL DO NOTHING
                    """, arguments: [id, template, version, tx.now, actor.account])
            guard tx.db.changesCount == 1 else { return }
            try tx.audit(.signed, ClinicTemplateRows.approvalEntity, template)
        }
    }

    /// Takes the approval of a version back. Nothing happens where there is none.
    package func revokeApproval(of template: String, version: Int, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: """
                    UPDATE therapy_template_approval SET revoked_at = ?, revoked_by = ?
                    WHERE template = ? AND version = ? AND revoked_at IS NULL
                    """, arguments: [tx.now, actor.account, template, version])
            guard tx.db.changesCount > 0 else { return }
            try tx.audit(.revoked, ClinicTemplateRows.approvalEntity, template)
        }
    }

    /// The id of the template that an account's new prescriptions begin with; nil while none is chosen.
    package func defaultTherapyTemplate(of account: Identifier<Account>) async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db, sql: "SELECT template FROM therapy_template_default WHERE account_id = ?", arguments: [account])
        }
    }

    /// Chooses the template that the actor's new prescriptions begin with; nil for none.
    package func setDefaultTherapyTemplate(_ template: String?, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            guard let account = actor.account else { throw StoreError.notFound }
            let before = try String.fetchOne(
                tx.db, sql: "SELECT template FROM therapy_template_default WHERE account_id = ?", arguments: [account])
            guard before != template else { return }
            if let template {
                try tx.db.execute(
                    sql: """
                        INSERT INTO therapy_template_default (account_id, template) VALUES (?, ?)
                        ON CONFLICT (account_id) DO UPDATE SET template = excluded.template
                        """, arguments: [account, template])
            } else {
                try tx.db.execute(
                    sql: "DELETE FROM therapy_template_default WHERE account_id = ?", arguments: [account])
            }
            try tx.audit(
                template == nil ? .removed : .updated, ClinicTemplateRows.defaultEntity, template ?? before ?? "")
        }
    }

    private static let approvals = """
        SELECT template, version, approved_by, approved_by_name, approved_at FROM therapy_template_approval
        WHERE revoked_at IS NULL
        """

    private static func approval(_ row: Row) -> TherapyApproval {
        TherapyApproval(
            template: row["template"], version: row["version"], account: row["approved_by"],
            name: row["approved_by_name"], at: row["approved_at"])
    }
}
