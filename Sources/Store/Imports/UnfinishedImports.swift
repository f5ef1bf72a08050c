import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// A runner that has not been heard of for so long is gone.
    static var silenceSeconds: Int64 { 30 }

    /// Takes out what broken-off checks left behind, unless one is still at work. Files of the server's are checked anew,
    /// those of a command line that ended have failed.
    /// - Parameters:
    ///   - isRestart: whether this is the server that was checking: then nobody is at work for it.
    ///   - isShared: whether another process serves from the same file.
    package func removeUnfinishedImports(
        isRestart: Bool, isShared: Bool = false, by actor: Actor
    ) async throws {
        let unfinished = try await write(by: actor) { tx in
            try tx.releaseSilentRunner(silence: Self.silenceSeconds, isRestart: isRestart)
            // Looked for in the same transaction: what another process begins from now on is no leftover.
            return try tx.unfinishedReleases(withShipped: isRestart)
        }
        for (kind, number) in unfinished {
            try await clearAway(kind, number: number, isShared: isShared, by: actor)
        }
    }

    /// Takes out a release that no import names any more.
    func clearAway(
        _ kind: CatalogKind, number: Int64, isShared: Bool = false, by actor: Actor
    ) async throws {
        do {
            try await removeRelease(of: kind, number: number, isLeftover: true, isShared: isShared, by: actor)
        } catch StoreError.notFound {
            // Another process took it out meanwhile.
        }
    }
}

extension Transaction {
    /// Releases that are not complete and not being written, and complete ones that an import brought, that were never in
    /// use and that no import names: their checks ended between the last row and the result. None while somebody checks a file.
    /// - Parameter withShipped: also lists that came with the program. Only a server writes them, when it starts and when they
    ///   are wanted back, so only its next start can tell that they were left behind.
    fileprivate func unfinishedReleases(withShipped: Bool) throws -> [(CatalogKind, Int64)] {
        try Row.fetchAll(
            db,
            sql: """
                WITH releases (kind, id, state, current_since, is_shipped) AS (
                    SELECT r.system, r.id, r.state, r.current_since, \(LoadedCatalog.isShippedCodeList)
                    FROM diagnosis_release r
                    UNION ALL SELECT r.kind, r.id, r.state, r.current_since, \(LoadedCatalog.isShippedOther)
                    FROM catalog_release r
                )
                SELECT kind, id FROM releases r
                WHERE (:shipped OR NOT r.is_shipped) AND (r.state = 'staged'
                    OR (r.state = 'ready' AND r.current_since IS NULL AND NOT r.is_shipped AND NOT EXISTS (
                        SELECT 1 FROM catalog_import i WHERE i.release_id = r.id AND i.findings ->> 'kind' = r.kind)))
                    AND NOT EXISTS (SELECT 1 FROM catalog_import WHERE state = 'checking')
                """, arguments: ["shipped": withShipped]
        ).compactMap { row in CatalogKind(rawValue: row[0]).map { ($0, row[1]) } }
    }

    /// A check whose runner is gone: the server begins anew, a command line's has failed.
    func releaseSilentRunner(silence: Int64, isRestart: Bool = false) throws {
        let failure = try StoredJSON.text(of: CatalogImport.Failure(.interrupted))
        try db.execute(
            sql: """
                UPDATE catalog_import SET
                    state = CASE runner WHEN 'server' THEN 'waiting' ELSE 'failed' END,
                    failure = CASE runner WHEN 'server' THEN NULL ELSE :failure END,
                    ended_at = CASE runner WHEN 'server' THEN NULL ELSE :now END,
                    done = 0, total = 0
                WHERE (state = 'checking' OR (state = 'waiting' AND runner = 'command-line'))
                    AND (seen_at < :silent OR (:restart AND runner = 'server'))
                """,
            arguments: [
                "failure": failure, "now": now, "silent": now.milliseconds - silence * 1000, "restart": isRestart,
            ])
    }
}

extension Date {
    /// Milliseconds since 1970 UTC.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
