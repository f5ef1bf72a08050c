import Clinic
import Foundation
import GRDB

/// A release of a catalogue that is in the database, of whatever kind.
package struct LoadedCatalog: Hashable, Sendable {
    package let kind: CatalogKind
    /// Names it among the releases of its kind.
    package let number: Int64
    package let name: String
    /// What people read where the publisher gave a title; empty otherwise.
    package let title: String
    /// Empty for what came with the program.
    package let layouts: [CatalogLayout]
    package let rowCount: Int
    package let isShipped: Bool
    package let isCurrent: Bool
    package let importedAt: Date
    /// Who brought it; nil for the program and the command line.
    package let importedBy: String?
    /// Since when, or when last, it is or was in use; nil for what came with the program and waits to be switched to.
    package let currentSince: Date?
    /// The first and last day of use, of a code list.
    package let effectiveFrom: LocalDate?
    package let effectiveUntil: LocalDate?
    /// Where it is from and on what terms, as the release itself says; empty where its layouts say it.
    package let source: String
    package let licence: String
}

extension ClinicDatabase {
    /// All releases of all kinds that are or were in use or came with the program, the current one of a kind first, then
    /// the newest.
    package func loadedCatalogs() async throws -> [LoadedCatalog] {
        try await read { db in
            let lists = try Row.fetchAll(db, sql: LoadedCatalog.codeLists).map { LoadedCatalog($0) }
            let others = try Row.fetchAll(db, sql: LoadedCatalog.others).map { LoadedCatalog($0) }
            return lists + others
        }
    }

    /// Lets the site use a complete release from now on. The one before stays, so that this can be undone the same way.
    /// - Throws: ``StoreError/notFound`` when there is no such complete release.
    package func makeCurrent(_ kind: CatalogKind, release number: Int64, by actor: Actor) async throws {
        try await write(by: actor) { try $0.makeCurrent(kind, release: number) }
    }

    /// Takes a release out that is not in use, in short steps. Broken off by a cancelled task, it is out of use for good; the
    /// rest goes with ``removeUnfinishedImports(isRestart:isShared:by:)``. One that came with the program stays away then,
    /// until somebody wants it back.
    /// - Parameters:
    ///   - isLeftover: whether it is what an import left behind, so that nobody chose to do without it.
    ///   - isShared: whether another process serves from the same file.
    /// - Throws: ``StoreError/notFound``; ``StoreError/conflict(_:)`` when it is in use.
    package func removeRelease(
        of kind: CatalogKind, number: Int64, isLeftover: Bool = false, isShared: Bool = false, by actor: Actor
    ) async throws {
        guard let table = CatalogTable.of(kind) else {
            return try await removeRelease(DiagnosisReleaseID(number: number), isShared: isShared, by: actor)
        }
        try await write(by: actor) { tx in
            let state = try String.fetchOne(
                tx.db, sql: "SELECT state FROM catalog_release WHERE id = ? AND kind = ?",
                arguments: [number, kind.rawValue])
            guard let state else { throw StoreError.notFound }
            guard state != "current" else { throw StoreError.conflict("release is current") }
            if !isLeftover { try tx.noteRemoval(of: kind, number: number) }
            // Without all of its rows it can no longer be put to use, even if the rest is broken off.
            try tx.db.execute(sql: "UPDATE catalog_release SET state = 'staged' WHERE id = ?", arguments: [number])
            try tx.audit(.removed, "catalog-release", String(number))
        }
        let pace = StagingPace(isShared: isShared)
        if !table.textColumns.isEmpty { try await removeText(table.textTable(number), pace, by: actor) }
        try await removeRows(table.name, ids: (number << 24)..<((number + 1) << 24), pace, by: actor)
        try await write(by: actor) { tx in
            try tx.db.execute(sql: "DELETE FROM catalog_release WHERE id = ?", arguments: [number])
        }
    }

    /// Empties a full-text table and drops it: dropping a full one would keep everybody waiting.
    func removeText(_ table: String, _ pace: StagingPace, by actor: Actor) async throws {
        try await remove(pace, by: actor) { db, rows in
            // Not by the connection's own memory: another process may have dropped it.
            let isThere = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = ?)", arguments: [table])
            guard isThere == true else { return true }
            // Only shadow tables, which are plain ones; what the table itself makes of it is dropped anyway.
            try db.execute(
                sql: "DELETE FROM \(table)_data WHERE id IN (SELECT id FROM \(table)_data WHERE id > 10 LIMIT ?)",
                arguments: [rows])
            return db.changesCount == 0
        }
        try await write(by: actor) { try $0.db.execute(sql: "DROP TABLE IF EXISTS \(table)") }
    }

    /// Deletes rows in short steps.
    func removeRows(_ table: String, ids: Range<Int64>, _ pace: StagingPace, by actor: Actor) async throws {
        try await remove(pace, by: actor) { db, rows in
            try db.execute(
                sql: "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE id >= ? AND id < ? LIMIT ?)",
                arguments: [ids.lowerBound, ids.upperBound, rows])
            return db.changesCount == 0
        }
    }

    /// Deletes in short steps with rests between them, so that nobody who writes meanwhile waits for long.
    /// - Parameter step: deletes about so many rows; says whether nothing was left.
    func remove(
        _ pace: StagingPace, by actor: Actor, step: @escaping @Sendable (Database, _ rows: Int) throws -> Bool
    ) async throws {
        while true {
            let isEmpty = try await write(by: actor) { tx in
                try pace.measure(in: tx.db) { try step(tx.db, pace.rows) }
            }
            if isEmpty { return }
            try await pace.rest()
        }
    }
}

extension Transaction {
    /// - Throws: ``StoreError/notFound``.
    func makeCurrent(_ kind: CatalogKind, release number: Int64) throws {
        if let system = kind.codeSystem { return try makeCurrent(DiagnosisReleaseID(number: number), of: system) }
        try db.execute(
            sql: "UPDATE catalog_release SET state = 'ready' WHERE kind = ? AND state = 'current' AND id <> ?",
            arguments: [kind.rawValue, number])
        try db.execute(
            sql: """
                UPDATE catalog_release SET state = 'current', current_since = ?
                WHERE id = ? AND kind = ? AND state <> 'staged'
                """, arguments: [now, number, kind.rawValue])
        guard db.changesCount == 1 else { throw StoreError.notFound }
        try audit(.updated, "catalog-release", String(number))
    }
}

extension LoadedCatalog {
    /// The condition on a release `r` that it came with the program. Of the other kinds nothing but ZIP codes does, and no
    /// import brought them.
    static func isShipped(_ kind: CatalogKind) -> String { kind.codeSystem == nil ? isShippedOther : isShippedCodeList }

    static let isShippedCodeList = "(r.origin = 'shipped')"
    static let isShippedOther = """
        (r.layouts = 'zip-areas' AND r.imported_by IS NULL AND NOT EXISTS (
            SELECT 1 FROM catalog_import i WHERE i.release_id = r.id AND json_extract(i.findings, '$.kind') = r.kind))
        """

    fileprivate static let codeLists = """
        SELECT r.system AS kind, r.id, r.name, r.title, '' AS layouts, r.row_count, \(isShippedCodeList) AS is_shipped,
            r.state = 'current' AS is_current, r.imported_at, a.name AS imported_by, r.current_since, r.effective_from,
            r.effective_until, r.source, r.licence
        FROM diagnosis_release r LEFT JOIN account a ON a.id = r.imported_by
        WHERE r.state <> 'staged' AND (r.current_since IS NOT NULL OR \(isShippedCodeList))
        ORDER BY r.state = 'current' DESC, r.id DESC LIMIT 200
        """
    fileprivate static let others = """
        SELECT r.kind, r.id, r.name, '' AS title, r.layouts, r.row_count,
            \(isShippedOther) AS is_shipped,
            r.state = 'current' AS is_current, r.imported_at, a.name AS imported_by, r.current_since,
            NULL AS effective_from, NULL AS effective_until, '' AS source, '' AS licence
        FROM catalog_release r LEFT JOIN account a ON a.id = r.imported_by
        WHERE r.state <> 'staged' AND (r.current_since IS NOT NULL OR \(isShippedOther))
        ORDER BY r.state = 'current' DESC, r.id DESC LIMIT 500
        """

    fileprivate init(_ row: Row) {
        kind = CatalogKind(rawValue: row["kind"]) ?? .medications
        number = row["id"]
        name = row["name"]
        title = row["title"]
        layouts = (row["layouts"] as String).split(separator: " ").compactMap { CatalogLayout(rawValue: String($0)) }
        rowCount = row["row_count"]
        isShipped = row["is_shipped"]
        isCurrent = row["is_current"]
        importedAt = row["imported_at"]
        importedBy = row["imported_by"]
        currentSince = row["current_since"]
        effectiveFrom = row["effective_from"]
        effectiveUntil = row["effective_until"]
        source = row["source"]
        licence = row["licence"]
    }
}

extension CatalogTable {
    /// The full-text table of a release. The number is ours, so the name is safe inside SQL.
    func textTable(_ release: Int64) -> String { "\(name)_text_\(release)" }
}
