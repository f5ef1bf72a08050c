import Clinic
import Foundation
import GRDB

/// How templates of the clinic's own are read from columns.
enum ClinicTemplateRows {
    /// Their names in the audit log: the template, a new version of it, and what is noted about it.
    static let entity = "therapy-template"
    static let versionEntity = "therapy-template-version"
    static let publicationEntity = "therapy-template-publication"
    static let approvalEntity = "therapy-template-approval"
    static let defaultEntity = "therapy-template-default"

    private static let selection = """
        SELECT t.id, t.owner_id, a.name AS owner_name, t.version, t.is_published, t.archived_at, t.edit_version,
            t.working IS NOT NULL AS has_changes, v.made_at, json_extract(v.content, '$.name') AS name,
            json_extract(v.content, '$.title') AS title
        FROM therapy_template t
        JOIN account a ON a.id = t.owner_id
        JOIN therapy_template_version v ON v.template_id = t.id AND v.version = t.version
        """

    static let list =
        selection + """
             WHERE t.owner_id = ? OR (t.is_published AND t.archived_at IS NULL AND t.owner_id <> ?)
            ORDER BY t.archived_at IS NOT NULL, lower(json_extract(v.content, '$.name')), t.id
            """

    static func template(_ id: Identifier<ClinicTemplate>, _ db: Database) throws -> ClinicTemplate {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: selection + " WHERE t.id = ?"), arguments: [id]),
            let content = try content(id.text, version: nil, db)
        else { throw StoreError.notFound }
        let working = try String.fetchOne(
            db, sql: "SELECT working FROM therapy_template WHERE id = ?", arguments: [id])
        return ClinicTemplate(
            summary: try summary(row), content: content, working: try StoredJSON.value(working),
            editVersion: row["edit_version"])
    }

    /// - Parameter version: nil for the latest.
    static func content(_ id: String, version: Int?, _ db: Database) throws -> TherapyTemplate? {
        try StoredJSON.value(
            try String.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT v.content FROM therapy_template t
                        JOIN therapy_template_version v ON v.template_id = t.id AND v.version = ifnull(?, t.version)
                        WHERE t.id = ?
                        """), arguments: [version, id]))
    }

    static func summary(_ row: Row) throws -> ClinicTemplateSummary {
        let title: Wording? = try StoredJSON.value(row["title"])
        let archivedAt: Date? = row["archived_at"]
        return ClinicTemplateSummary(
            id: row["id"], owner: row["owner_id"], ownerName: row["owner_name"], name: row["name"] ?? "",
            title: title ?? Wording([:]), version: row["version"], madeAt: row["made_at"],
            isPublished: row["is_published"], isArchived: archivedAt != nil, hasChanges: row["has_changes"])
    }
}

extension TherapyChoice {
    /// The clinic's own template that the choice was made from, in the version it was made from; nil for a shipped one.
    func clinicTemplate(in db: Database) throws -> TherapyTemplate? {
        try ClinicTemplateRows.content(template, version: templateVersion, db)
    }
}
