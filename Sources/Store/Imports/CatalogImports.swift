import Clinic
import Foundation
import GRDB

/// Which process checks a file.
package enum ImportRunner: String, Sendable {
    /// Finds the file in its own folder, so it can begin anew after a restart.
    case server
    case commandLine = "command-line"
}

/// Why an import cannot be put to use.
package enum ImportRefusal: Error, Hashable, Sendable {
    /// It is not checked, or over.
    case notChecked
    /// Another release came into use since it was checked.
    case outdated
}

extension ClinicDatabase {
    /// Notes that a file is on its way.
    /// - Parameter size: bytes, 0 to 2 GiB.
    package func insertImport(
        fileName: String, size: Int, received: Int = 0, choices: CatalogImport.Choices = .init(),
        runner: ImportRunner = .server, by actor: Actor
    ) async throws -> CatalogImport {
        try await write(by: actor) { tx in
            let id = tx.newIdentifier(CatalogImport.self)
            try tx.db.execute(
                sql: """
                    INSERT INTO catalog_import (id, file_name, size, received, state, choices, runner, seen_at,
                        created_at, created_by)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, fileName, size, received, received == size && size > 0 ? "waiting" : "receiving",
                    try StoredJSON.text(of: choices), runner.rawValue, tx.now.milliseconds, tx.now, tx.actor.account,
                ])
            try tx.audit(.created, "catalog-import", id)
            return try CatalogImport.one(id, in: tx.db)
        }
    }

    /// Notes the name and size of a file that came without saying them first.
    /// - Throws: ``StoreError/notFound``.
    package func nameImport(
        _ id: Identifier<CatalogImport>, fileName: String, size: Int, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: "UPDATE catalog_import SET file_name = ?, size = ? WHERE id = ? AND state = 'receiving'",
                arguments: [fileName, size, id])
            guard tx.db.changesCount == 1 else { throw StoreError.notFound }
        }
    }

    /// - Throws: ``StoreError/notFound``.
    package func catalogImport(_ id: Identifier<CatalogImport>) async throws -> CatalogImport {
        try await read { try CatalogImport.one(id, in: $0) }
    }

    /// The newest first.
    package func catalogImports(limit: Int = 50) async throws -> [CatalogImport] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "\(CatalogImport.selection) ORDER BY created_at DESC, id DESC LIMIT ?", arguments: [limit]
            ).map { try CatalogImport($0) }
        }
    }

    /// Notes how much of a file is here; with all of it, it waits to be checked.
    /// - Throws: ``StoreError/notFound`` when nothing more is expected for it.
    package func updateImport(
        _ id: Identifier<CatalogImport>, received: Int, by actor: Actor
    ) async throws -> CatalogImport {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: """
                    UPDATE catalog_import SET received = :received,
                        state = CASE WHEN size = :received AND size > 0 THEN 'waiting' ELSE state END
                    WHERE id = :id AND state = 'receiving' AND :received BETWEEN received AND size
                    """, arguments: ["received": received, "id": id])
            guard tx.db.changesCount == 1 else { throw StoreError.notFound }
            return try CatalogImport.one(id, in: tx.db)
        }
    }

    /// Has a file checked anew with other choices. What the check before wrote is taken out by the next one.
    /// - Throws: ``ImportRefusal/notChecked`` when it is over or under way, or came by the command line.
    package func recheckImport(
        _ id: Identifier<CatalogImport>, choices: CatalogImport.Choices, by actor: Actor
    ) async throws {
        let stale: (CatalogKind, Int64)? = try await write(by: actor) { tx in
            let one = try CatalogImport.one(id, in: tx.db)
            // What a command line brought is not here any more, so that only its result can be used.
            let runner = try String.fetchOne(
                tx.db, sql: "SELECT runner FROM catalog_import WHERE id = ?", arguments: [id])
            guard one.state == .checked || one.state == .failed, runner == ImportRunner.server.rawValue else {
                throw ImportRefusal.notChecked
            }
            let release = try CatalogImport.release(of: id, in: tx.db)
            try tx.db.execute(
                sql: """
                    UPDATE catalog_import SET state = 'waiting', choices = ?, findings = NULL, failure = NULL,
                        release_id = NULL, compared_with = NULL, done = 0, total = 0, checked_at = NULL, ended_at = NULL,
                        ended_by = NULL
                    WHERE id = ?
                    """, arguments: [try StoredJSON.text(of: choices), id])
            try tx.audit(.updated, "catalog-import", id)
            return release
        }
        if let (kind, number) = stale { try await clearAway(kind, number: number, by: actor) }
    }

    /// Takes the file of a runner that waits longest, if none is being checked.
    /// - Parameter wanted: the only one that will do, for a command line that has but one; nil: any.
    /// - Returns: nil when there is nothing to do now.
    package func claimImport(
        _ wanted: Identifier<CatalogImport>? = nil, for runner: ImportRunner
    ) async throws -> CatalogImport? {
        try await write(by: .program) { tx in
            // Asking is a sign of life.
            try tx.db.execute(
                sql: "UPDATE catalog_import SET seen_at = ? WHERE id = ? AND state = 'waiting'",
                arguments: [tx.now.milliseconds, wanted])
            try tx.releaseSilentRunner(silence: Self.silenceSeconds)
            let next = try Identifier<CatalogImport>.fetchOne(
                tx.db,
                sql: """
                    SELECT id FROM catalog_import WHERE state = 'waiting' AND runner = :runner
                        AND (:wanted IS NULL OR id = :wanted)
                        AND NOT EXISTS (SELECT 1 FROM catalog_import WHERE state = 'checking')
                    ORDER BY created_at, id LIMIT 1
                    """, arguments: ["runner": runner.rawValue, "wanted": wanted])
            guard let next else { return nil }
            try tx.db.execute(
                sql: "UPDATE catalog_import SET state = 'checking', seen_at = ? WHERE id = ?",
                arguments: [tx.now.milliseconds, next])
            return try CatalogImport.one(next, in: tx.db)
        }
    }

    /// Whether a file, of whatever runner, waits to be checked or is being checked.
    package func hasImportsUnderWay() async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM catalog_import WHERE state IN ('waiting', 'checking'))")
                ?? false
        }
    }

    /// Tells how far a check is, and that it is alive.
    /// - Throws: `CancellationError` when somebody cancelled it.
    package func noteProgress(
        _ progress: CatalogImport.Progress, of id: Identifier<CatalogImport>
    ) async throws {
        try await write(by: .program) { tx in
            try tx.db.execute(
                sql: "UPDATE catalog_import SET done = ?, total = ?, seen_at = ? WHERE id = ? AND state = 'checking'",
                arguments: [progress.done, progress.total, tx.now.milliseconds, id])
            guard tx.db.changesCount == 1 else { throw CancellationError() }
        }
    }

    /// Lets a file whose check is broken off, because the program stops, wait to be checked anew.
    package func postponeCheck(of id: Identifier<CatalogImport>) async throws {
        try await write(by: .program) { tx in
            try tx.db.execute(
                sql: """
                    UPDATE catalog_import SET state = 'waiting', done = 0, total = 0
                    WHERE id = ? AND state = 'checking'
                    """, arguments: [id])
        }
    }

    /// Ends a check with what it found.
    /// - Throws: `CancellationError` when somebody cancelled it; the release is then the caller's to take out.
    package func finishCheck(
        of id: Identifier<CatalogImport>, _ findings: CatalogImport.Findings, release: Int64, comparedWith: Int64?,
        problems: [ImportProblem]
    ) async throws {
        try await write(by: .program) { tx in
            try tx.db.execute(
                sql: """
                    UPDATE catalog_import SET state = 'checked', findings = ?, release_id = ?, compared_with = ?,
                        checked_at = ?
                    WHERE id = ? AND state = 'checking'
                    """, arguments: [try StoredJSON.text(of: findings), release, comparedWith, tx.now, id])
            guard tx.db.changesCount == 1 else { throw CancellationError() }
            try tx.keep(problems, of: id)
        }
    }

    /// Ends a check that gave nothing.
    /// - Parameter findings: what is known all the same, so that an admin can help: the header of a table.
    package func failCheck(
        of id: Identifier<CatalogImport>, _ failure: CatalogImport.Failure, findings: CatalogImport.Findings? = nil,
        problems: [ImportProblem] = []
    ) async throws {
        try await write(by: .program) { tx in
            try tx.db.execute(
                sql: """
                    UPDATE catalog_import SET state = 'failed', failure = ?, findings = ?, ended_at = ?
                    WHERE id = ? AND state IN ('waiting', 'checking')
                    """, arguments: [try StoredJSON.text(of: failure), try StoredJSON.text(findings), tx.now, id])
            guard tx.db.changesCount == 1 else { return }
            try tx.keep(problems, of: id)
            try tx.audit(.updated, "catalog-import", id)
        }
    }

    /// Ends an import without using it. One that is being checked ends at its next step.
    /// - Throws: ``ImportRefusal/notChecked`` when it is over.
    package func cancelImport(_ id: Identifier<CatalogImport>, by actor: Actor) async throws {
        let release: (CatalogKind, Int64)? = try await write(by: actor) { tx in
            guard try !CatalogImport.one(id, in: tx.db).state.isOver else { throw ImportRefusal.notChecked }
            let release = try CatalogImport.release(of: id, in: tx.db)
            try tx.db.execute(
                sql: """
                    UPDATE catalog_import SET state = 'cancelled', release_id = NULL, ended_at = ?, ended_by = ?
                    WHERE id = ?
                    """, arguments: [tx.now, tx.actor.account, id])
            try tx.audit(.cancelled, "catalog-import", id)
            return release
        }
        if let (kind, number) = release { try await clearAway(kind, number: number, by: actor) }
    }

    /// Puts what was checked to use: from the next request on everybody works with it.
    /// - Parameter naming: what the release is to be called and, of a code list, when it is in force.
    /// - Throws: ``ImportRefusal``; ``StoreError/notFound``.
    package func applyImport(
        _ id: Identifier<CatalogImport>, naming: ReleaseNaming, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let one = try CatalogImport.one(id, in: tx.db)
            guard one.state == .checked, let (kind, number) = try CatalogImport.release(of: id, in: tx.db) else {
                throw ImportRefusal.notChecked
            }
            let compared = try Int64.fetchOne(
                tx.db, sql: "SELECT compared_with FROM catalog_import WHERE id = ?", arguments: [id])
            guard try tx.currentRelease(of: kind) == compared else { throw ImportRefusal.outdated }
            try tx.name(kind, number, naming)
            try tx.makeCurrent(kind, release: number)
            try tx.db.execute(
                sql: "UPDATE catalog_import SET state = 'applied', ended_at = ?, ended_by = ? WHERE id = ?",
                arguments: [tx.now, tx.actor.account, id])
            try tx.audit(.updated, "catalog-import", id)
        }
    }

    /// The first lines that were not taken, in the order of the file.
    package func problems(
        of id: Identifier<CatalogImport>, after place: Int = 0, limit: Int = 1000
    ) async throws -> [ImportProblem] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT part, line, reason FROM catalog_import_problem WHERE import_id = ? AND place > ?
                    ORDER BY place LIMIT ?
                    """, arguments: [id, place, limit]
            ).compactMap { row in
                let reason: RowProblem.Reason? = try StoredJSON.value(row["reason"])
                return reason.map {
                    ImportProblem(part: row["part"], problem: RowProblem(line: row["line"], reason: $0))
                }
            }
        }
    }
}

/// What a release is to be called, as an admin says.
package struct ReleaseNaming: Hashable, Sendable {
    /// 1 to 100 characters.
    package let name: String
    /// Days of a code list; ignored for other kinds.
    package let effectiveFrom: LocalDate?
    package let effectiveUntil: LocalDate?

    package init(name: String, effectiveFrom: LocalDate? = nil, effectiveUntil: LocalDate? = nil) {
        self.name = name
        self.effectiveFrom = effectiveFrom
        self.effectiveUntil = effectiveUntil
    }
}

extension Transaction {
    /// The number of the release of a kind that is in use.
    func currentRelease(of kind: CatalogKind) throws -> Int64? {
        guard let system = kind.codeSystem else {
            return try Int64.fetchOne(
                db, sql: "SELECT id FROM catalog_release WHERE kind = ? AND state = 'current'",
                arguments: [kind.rawValue])
        }
        return try StoredRelease.current(of: system, in: db)?.id.number
    }

    fileprivate func name(_ kind: CatalogKind, _ number: Int64, _ naming: ReleaseNaming) throws {
        guard kind.codeSystem != nil else {
            return try db.execute(
                sql: "UPDATE catalog_release SET name = ? WHERE id = ?", arguments: [naming.name, number])
        }
        try db.execute(
            sql: """
                UPDATE diagnosis_release SET title = replace(title, name, :name), name = :name,
                    effective_from = coalesce(:from, effective_from), effective_until = :until
                WHERE id = :id
                """,
            arguments: [
                "name": naming.name, "from": naming.effectiveFrom, "until": naming.effectiveUntil, "id": number,
            ])
    }

    fileprivate func keep(_ problems: [ImportProblem], of id: Identifier<CatalogImport>) throws {
        try db.execute(sql: "DELETE FROM catalog_import_problem WHERE import_id = ?", arguments: [id])
        let statement = try db.cachedStatement(sql: "INSERT INTO catalog_import_problem VALUES (?, ?, ?, ?, ?)")
        for (place, one) in problems.enumerated() {
            try statement.execute(
                arguments: [
                    id, place + 1, one.part, one.problem.line, try StoredJSON.text(of: one.problem.reason),
                ])
        }
    }
}

extension CatalogImport {
    static let selection = """
        SELECT id, file_name, size, received, state, choices, findings, failure, done, total, created_at, created_by,
            ended_at, runner
        FROM catalog_import
        """

    static func one(_ id: Identifier<CatalogImport>, in db: Database) throws -> CatalogImport {
        guard let row = try Row.fetchOne(db, sql: "\(selection) WHERE id = ?", arguments: [id]) else {
            throw StoreError.notFound
        }
        return try CatalogImport(row)
    }

    /// The release that the check wrote.
    static func release(of id: Identifier<CatalogImport>, in db: Database) throws -> (CatalogKind, Int64)? {
        let number = try Int64.fetchOne(
            db, sql: "SELECT release_id FROM catalog_import WHERE id = ?", arguments: [id])
        guard let number, let kind = try one(id, in: db).findings?.kind else { return nil }
        return (kind, number)
    }

    fileprivate init(_ row: Row) throws {
        self.init(
            id: row["id"], fileName: row["file_name"], size: row["size"], received: row["received"],
            state: State(rawValue: row["state"]) ?? .failed,
            choices: try StoredJSON.value(row["choices"]) ?? Choices(), findings: try StoredJSON.value(row["findings"]),
            failure: try StoredJSON.value(row["failure"]),
            progress: Progress(done: row["done"], total: row["total"]), createdAt: row["created_at"],
            createdBy: row["created_by"], endedAt: row["ended_at"],
            isOnServer: row["runner"] == ImportRunner.server.rawValue)
    }
}
