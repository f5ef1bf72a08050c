import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The most practices that a clinic enters by hand; more come as a file.
    package static let mostDirectoryPractices = 2000

    /// An entry of the clinic's own directory.
    /// - Throws: ``StoreError/notFound`` also when it was removed.
    package func directoryPractice(_ id: Identifier<DirectoryPractice>) async throws -> DirectoryPractice {
        try await read { try DirectoryPractice.one(id, in: $0) }
    }

    /// Enters a practice for everybody in the clinic.
    /// - Throws: ``ValidationFailure`` when there is the same one already or there are too many.
    @discardableResult
    package func insertDirectoryPractice(_ practice: Practice, by actor: Actor) async throws -> DirectoryPractice {
        try await write(by: actor) { tx in
            try tx.requireNoOther(like: practice, than: nil)
            let count =
                try Int.fetchOne(tx.db, sql: "SELECT count(*) FROM directory_practice WHERE removed_at IS NULL") ?? 0
            guard count < Self.mostDirectoryPractices else {
                let most = "\(Self.mostDirectoryPractices)"
                throw ValidationFailure([Problem("", "practices.problem.directory-full", ["max": most])])
            }
            let id = tx.newIdentifier(DirectoryPractice.self)
            try tx.db.execute(
                sql: "INSERT INTO directory_practice (id, version, sort_name, likeness) VALUES (?, 1, ?, ?)",
                arguments: [id, SearchText.folded(practice.name), practice.likeness])
            try tx.insertVersion(1, of: id, practice)
            try tx.audit(.created, "directory_practice", id)
            return DirectoryPractice(id: id, version: 1, practice: practice)
        }
    }

    /// Changes an entry; what it said before is kept as its earlier version.
    /// - Parameter version: the version that was changed.
    /// - Throws: ``ValidationFailure`` when another entry is the same practice, ``StoreError/notFound``,
    ///   ``StoreError/stale(currentVersion:)``.
    package func updateDirectoryPractice(
        _ id: Identifier<DirectoryPractice>, to practice: Practice, version: Int, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            try tx.requireNoOther(like: practice, than: id)
            guard try DirectoryPractice.one(id, in: tx.db).practice != practice else { return }
            try tx.db.execute(
                sql: """
                    UPDATE directory_practice SET version = version + 1, sort_name = ?, likeness = ?
                    WHERE id = ? AND version = ? AND removed_at IS NULL
                    """,
                arguments: [SearchText.folded(practice.name), practice.likeness, id, version])
            try tx.requireOneChange { try DirectoryPractice.one(id, in: tx.db).version }
            try tx.insertVersion(version + 1, of: id, practice)
            try tx.audit(.updated, "directory_practice", id)
        }
    }

    /// Takes an entry out of the directory. Prescriptions and favourites hold their own copies.
    /// - Throws: ``StoreError/notFound``.
    package func removeDirectoryPractice(_ id: Identifier<DirectoryPractice>, by actor: Actor) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql: "UPDATE directory_practice SET removed_at = ? WHERE id = ? AND removed_at IS NULL",
                arguments: [tx.now, id])
            try tx.requireOneChange { nil }
            try tx.audit(.removed, "directory_practice", id)
        }
    }
}

extension Transaction {
    /// Throws a ``ValidationFailure`` when another entry has the same name and address.
    fileprivate func requireNoOther(like practice: Practice, than own: Identifier<DirectoryPractice>?) throws {
        let other = try Identifier<DirectoryPractice>.fetchOne(
            db, sql: "SELECT id FROM directory_practice WHERE likeness = ? AND removed_at IS NULL",
            arguments: [practice.likeness])
        guard other == nil || other == own else {
            throw ValidationFailure([Problem("name", "practices.problem.directory-duplicate")])
        }
    }

    fileprivate func insertVersion(_ version: Int, of id: Identifier<DirectoryPractice>, _ practice: Practice) throws {
        try db.execute(
            sql: """
                INSERT INTO directory_practice_version (practice_id, version, changed_at, changed_by, \(Practice.columns))
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, arguments: [id, version, now, actor.account] + practice.arguments)
    }
}

extension DirectoryPractice {
    static let selection = """
        SELECT d.id, v.* FROM directory_practice d
        JOIN directory_practice_version v ON v.practice_id = d.id AND v.version = d.version
        """

    static func one(_ id: Identifier<DirectoryPractice>, in db: Database) throws -> DirectoryPractice {
        let row = try Row.fetchOne(db, sql: selection + " WHERE d.id = ? AND d.removed_at IS NULL", arguments: [id])
        guard let row else { throw StoreError.notFound }
        return DirectoryPractice(row)
    }

    /// All of them by name: at most ``ClinicDatabase/mostDirectoryPractices``.
    static func all(in db: Database) throws -> [DirectoryPractice] {
        try Row.fetchAll(
            db.cachedStatement(sql: selection + " WHERE d.removed_at IS NULL ORDER BY d.sort_name, d.id")
        ).map { DirectoryPractice($0) }
    }

    private init(_ row: Row) {
        self.init(id: row["id"], version: row["version"], practice: Practice(row))
    }
}
