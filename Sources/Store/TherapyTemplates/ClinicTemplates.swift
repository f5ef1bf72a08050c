import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The most templates, archived ones too, that one clinician keeps.
    package static let mostClinicTemplates = 50

    /// Every template that an account may see: its own, archived ones last, and what others published; by name.
    package func clinicTemplates(visibleTo account: Identifier<Account>) async throws -> [ClinicTemplateSummary] {
        try await read { db in
            try Row.fetchAll(db.cachedStatement(sql: ClinicTemplateRows.list), arguments: [account, account])
                .map { try ClinicTemplateRows.summary($0) }
        }
    }

    /// A template that an account may see.
    /// - Throws: ``StoreError/notFound`` also for somebody else's that is not published.
    package func clinicTemplate(
        _ id: Identifier<ClinicTemplate>, visibleTo account: Identifier<Account>
    ) async throws -> ClinicTemplate {
        try await read { db in
            let template = try ClinicTemplateRows.template(id, db)
            guard template.summary.isVisible(to: account) else { throw StoreError.notFound }
            return template
        }
    }

    /// One version's content, whoever made it and whatever became of it since; nil when there is none such. For
    /// prescriptions that were begun with it.
    /// - Parameter version: nil for the latest.
    package func clinicTemplate(_ id: String, version: Int?) async throws -> TherapyTemplate? {
        try await read { try ClinicTemplateRows.content(id, version: version, $0) }
    }

    /// The versions of a template, the latest first.
    package func versions(of id: Identifier<ClinicTemplate>) async throws -> [ClinicTemplateVersion] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT version, made_by_name, made_at FROM therapy_template_version
                    WHERE template_id = ? ORDER BY version DESC
                    """, arguments: [id]
            ).map { ClinicTemplateVersion(version: $0["version"], madeBy: $0["made_by_name"], madeAt: $0["made_at"]) }
        }
    }

    /// Keeps a template as the actor's own, under a new id and as its version 1, for the actor alone.
    /// - Parameter content: one without ``TherapyTemplate/brokenRules``, with a name.
    /// - Throws: ``ValidationFailure`` for too many.
    package func insertClinicTemplate(
        _ content: TherapyTemplate, by actor: Actor
    ) async throws -> Identifier<ClinicTemplate> {
        try await write(by: actor) { tx in
            guard let account = actor.account else { throw StoreError.notFound }
            let count = try Int.fetchOne(
                tx.db, sql: "SELECT count(*) FROM therapy_template WHERE owner_id = ?", arguments: [account])
            guard count ?? 0 < Self.mostClinicTemplates else {
                let values = ["max": "\(Self.mostClinicTemplates)"]
                throw ValidationFailure([Problem("", "therapy-templates.problem.too-many", values)])
            }
            let id = tx.newIdentifier(ClinicTemplate.self)
            try tx.db.execute(
                sql: "INSERT INTO therapy_template (id, owner_id, created_at) VALUES (?, ?, ?)",
                arguments: [id, account, tx.now])
            try tx.insertVersion(1, content, of: id)
            try tx.audit(.created, ClinicTemplateRows.entity, id)
            return id
        }
    }

    /// Changes the copy that is worked on; the content in force stays.
    /// - Parameters:
    ///   - editVersion: what the form started from; nil to change whatever stands there, for one step up or down.
    ///   - change: works on the present copy. What it throws leaves everything as it is.
    /// - Returns: the new edit version.
    /// - Throws: ``StoreError/stale(currentVersion:)``, ``StoreError/notFound`` unless the actor made it.
    @discardableResult
    package func changeClinicTemplate(
        _ id: Identifier<ClinicTemplate>, editVersion: Int?, by actor: Actor,
        _ change: @escaping @Sendable (inout TherapyTemplate) throws -> Void
    ) async throws -> Int {
        try await write(by: actor) { tx in
            let template = try tx.ownTemplate(id)
            var edited = template.edited
            try change(&edited)
            guard edited != template.edited else { return template.editVersion }
            if let editVersion, editVersion != template.editVersion {
                throw StoreError.stale(currentVersion: template.editVersion)
            }
            // What was changed back is no change.
            try tx.setWorking(edited == template.content ? nil : edited, of: id)
            try tx.audit(.updated, ClinicTemplateRows.entity, id)
            return template.editVersion + 1
        }
    }

    /// Goes back to the content in force.
    /// - Throws: ``StoreError/notFound`` unless the actor made it.
    package func discardChanges(of id: Identifier<ClinicTemplate>, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            guard try tx.ownTemplate(id).working != nil else { return }
            try tx.setWorking(nil, of: id)
            try tx.audit(.removed, ClinicTemplateRows.entity, id)
        }
    }

    /// Makes the copy that is worked on the next version.
    /// - Parameter editVersion: of the copy that was looked at.
    /// - Returns: the version in force: the same as before when nothing was changed.
    /// - Throws: ``StoreError/stale(currentVersion:)``, ``StoreError/notFound`` unless the actor made it;
    ///   ``ValidationFailure`` for a template that breaks rules.
    package func saveVersion(
        of id: Identifier<ClinicTemplate>, editVersion: Int, by actor: Actor
    ) async throws -> Int {
        try await write(by: actor) { tx in
            let template = try tx.ownTemplate(id)
            guard let working = template.working else { return template.summary.version }
            guard editVersion == template.editVersion else {
                throw StoreError.stale(currentVersion: template.editVersion)
            }
            let faults = working.brokenRules + working.clinicFaults
            guard faults.isEmpty else { throw ValidationFailure(faults.map { $0.problem(at: "") }) }
            let version = template.summary.version + 1
            try tx.insertVersion(version, working, of: id)
            try tx.db.execute(
                sql: """
                    UPDATE therapy_template SET version = ?, working = NULL, edit_version = edit_version + 1 WHERE id = ?
                    """, arguments: [version, id])
            try tx.audit(.updated, ClinicTemplateRows.versionEntity, id)
            return version
        }
    }

    /// Shows a template to every clinician of the clinic, or to its maker alone again.
    /// - Parameter isAdmin: whether the actor may take back what others published.
    /// - Throws: ``StoreError/notFound`` for what is not the actor's to change.
    package func setPublished(
        _ isPublished: Bool, _ id: Identifier<ClinicTemplate>, isAdmin: Bool, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let summary = try tx.changeableTemplate(id, isAdmin: isAdmin && !isPublished).summary
            guard summary.isPublished != isPublished else { return }
            try tx.db.execute(
                sql: "UPDATE therapy_template SET is_published = ? WHERE id = ?", arguments: [isPublished, id])
            try tx.audit(isPublished ? .created : .revoked, ClinicTemplateRows.publicationEntity, id)
        }
    }

    /// Takes a template out of the lists, or puts it back. Prescriptions that use it go on.
    /// - Parameter isAdmin: whether the actor may archive what others published.
    /// - Throws: ``StoreError/notFound`` for what is not the actor's to change.
    package func setArchived(
        _ isArchived: Bool, _ id: Identifier<ClinicTemplate>, isAdmin: Bool, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let summary = try tx.changeableTemplate(id, isAdmin: isAdmin && isArchived).summary
            guard summary.isArchived != isArchived else { return }
            try tx.db.execute(
                sql: "UPDATE therapy_template SET archived_at = ? WHERE id = ?",
                arguments: [isArchived ? tx.now : nil, id])
            try tx.audit(isArchived ? .deactivated : .reactivated, ClinicTemplateRows.entity, id)
        }
    }
}

extension Transaction {
    /// A template that the actor made.
    fileprivate func ownTemplate(_ id: Identifier<ClinicTemplate>) throws -> ClinicTemplate {
        let template = try ClinicTemplateRows.template(id, db)
        guard template.summary.owner == actor.account else { throw StoreError.notFound }
        return template
    }

    /// A template that the actor made, or that an admin sees.
    fileprivate func changeableTemplate(_ id: Identifier<ClinicTemplate>, isAdmin: Bool) throws -> ClinicTemplate {
        let template = try ClinicTemplateRows.template(id, db)
        guard let account = actor.account,
            template.summary.owner == account || (isAdmin && template.summary.isVisible(to: account))
        else { throw StoreError.notFound }
        return template
    }

    fileprivate func setWorking(_ working: TherapyTemplate?, of id: Identifier<ClinicTemplate>) throws {
        try db.execute(
            sql: "UPDATE therapy_template SET working = ?, edit_version = edit_version + 1 WHERE id = ?",
            arguments: [try StoredJSON.text(working), id])
    }

    fileprivate func insertVersion(
        _ version: Int, _ content: TherapyTemplate, of id: Identifier<ClinicTemplate>
    ) throws {
        var content = content
        content.id = id.text
        content.version = version
        try db.execute(
            sql: """
                INSERT INTO therapy_template_version (template_id, version, content, made_at, made_by, made_by_name)
                SELECT ?, ?, ?, ?, id, name FROM account WHERE id = ?
                """, arguments: [id, version, try StoredJSON.text(of: content), now, actor.account])
    }
}
