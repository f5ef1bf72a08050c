import Clinic
import Foundation
import GRDB

/// A list that came with the program and that somebody removed.
package struct RemovedRelease: Hashable, Sendable {
    /// What is to become of it.
    package enum State: String, Hashable, Sendable {
        /// It stays away.
        case removed
        /// It is being loaded again, at the latest after the next start.
        case wanted
        /// It was wanted and could not be loaded.
        case failed
    }

    package let kind: CatalogKind
    package let name: String
    /// SHA-256 of its file.
    package let digest: Data
    package let removedAt: Date
    package let state: State
    /// What it was among the releases of its kind.
    let number: Int64
}

extension ClinicDatabase {
    /// What came with the program, was removed and is not there again, the last removed first.
    package func removedReleases() async throws -> [RemovedRelease] {
        try await read { db in
            try RemovedRelease.all(
                where: """
                    NOT EXISTS (
                        SELECT 1 FROM diagnosis_release r
                        WHERE r.system = m.kind AND r.digest = m.digest AND r.state <> 'staged')
                    AND NOT EXISTS (
                        SELECT 1 FROM catalog_release r
                        WHERE r.kind = m.kind AND r.digest = m.digest AND r.state <> 'staged')
                    """, in: db)
        }
    }

    /// Notes that somebody wants a removed list back. From then on the program may load it again, beside what is in use.
    /// - Throws: ``StoreError/notFound`` when it was not removed.
    package func wantBack(_ release: RemovedRelease, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: "UPDATE removed_release SET state = 'wanted' WHERE kind = ? AND digest = ?",
                arguments: [release.kind.rawValue, release.digest])
            guard tx.db.changesCount == 1 else { throw StoreError.notFound }
            try tx.audit(.updated, release.kind.auditEntity, String(release.number))
        }
    }

    /// Whether a list of a kind was wanted back and not removed since, be it there again or not.
    package func wantsBack(_ kind: CatalogKind) async throws -> Bool {
        try await read { db in try RemovedRelease.all(of: kind, in: db).contains { $0.state == .wanted } }
    }

    /// Notes that what was wanted back of a kind could not be loaded: it stays away until it is wanted anew.
    package func noteFailedReturn(of kind: CatalogKind) async throws {
        try await write(by: .program) { tx in
            try tx.db.execute(
                sql: "UPDATE removed_release SET state = 'failed' WHERE kind = ? AND state = 'wanted'",
                arguments: [kind.rawValue])
        }
    }
}

extension Transaction {
    /// Keeps in mind that a release is being removed, if it is complete and came with the program.
    func noteRemoval(of kind: CatalogKind, number: Int64) throws {
        let (table, column) = kind.releaseTable
        try db.execute(
            sql: """
                INSERT INTO removed_release (kind, digest, number, name, removed_at, state)
                SELECT r.\(column), r.digest, r.id, r.name, :now, 'removed' FROM \(table) r
                WHERE r.id = :number AND r.state = 'ready' AND \(LoadedCatalog.isShipped(kind))
                ON CONFLICT (kind, digest) DO UPDATE SET
                    number = excluded.number, name = excluded.name, removed_at = excluded.removed_at, state = excluded.state
                """, arguments: ["now": now, "number": number])
    }
}

extension RemovedRelease {
    /// All of a kind, whether they are there again or not.
    static func all(of kind: CatalogKind, in db: Database) throws -> [RemovedRelease] {
        try all(where: "m.kind = ?", [kind.rawValue], in: db)
    }

    fileprivate static func all(
        where condition: String, _ arguments: StatementArguments = [], in db: Database
    ) throws -> [RemovedRelease] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT m.kind, m.digest, m.number, m.name, m.removed_at, m.state FROM removed_release m
                WHERE \(condition) ORDER BY m.removed_at DESC, m.number DESC
                """, arguments: arguments
        ).compactMap { RemovedRelease($0) }
    }

    private init?(_ row: Row) {
        guard let kind = CatalogKind(rawValue: row["kind"]), let state = State(rawValue: row["state"]) else {
            return nil
        }
        self.kind = kind
        self.state = state
        name = row["name"]
        digest = row["digest"]
        removedAt = row["removed_at"]
        number = row["number"]
    }
}

extension CatalogKind {
    /// Where its releases are, and the column that tells the kind. Names are ours, so they are safe inside SQL.
    var releaseTable: (name: String, kind: String) {
        codeSystem == nil ? ("catalog_release", "kind") : ("diagnosis_release", "system")
    }

    /// What the audit log calls a release.
    var auditEntity: String { codeSystem == nil ? "catalog-release" : "diagnosis-release" }
}
