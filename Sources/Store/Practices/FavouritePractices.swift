import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// The most favourites that one clinician keeps.
    package static let mostFavourites = 500

    /// A clinician's favourite practices by name.
    /// - Parameters:
    ///   - offset: how many to leave out from the beginning.
    ///   - limit: how many at most, up to ``mostFavourites``.
    package func favouritePractices(
        of account: Identifier<Account>, offset: Int = 0, limit: Int = mostFavourites
    ) async throws -> [FavouritePractice] {
        try await read { db in
            try Row.fetchAll(
                db, sql: FavouritePractice.selection + FavouritePractice.ofAccount,
                arguments: [account, min(limit, Self.mostFavourites), offset]
            ).map { FavouritePractice($0) }
        }
    }

    /// How many favourite practices a clinician has.
    package func favouritePracticeCount(of account: Identifier<Account>) async throws -> Int {
        try await read { try FavouritePractice.count(of: account, in: $0) }
    }

    /// One of a clinician's favourites.
    /// - Throws: ``StoreError/notFound`` also when it is somebody else's or was removed.
    package func favouritePractice(
        _ id: Identifier<FavouritePractice>, of account: Identifier<Account>
    ) async throws -> FavouritePractice {
        try await read { try FavouritePractice.one(id, of: account, in: $0) }
    }

    /// The favourite that is the same practice, by name and address; nil for none.
    package func favourite(
        like practice: Practice, of account: Identifier<Account>
    ) async throws -> Identifier<FavouritePractice>? {
        try await read { try FavouritePractice.id(like: practice, of: account, in: $0) }
    }

    /// Whether a practice is among a clinician's favourites, by name and address.
    package func isFavourite(like practice: Practice, of account: Identifier<Account>) async throws -> Bool {
        try await favourite(like: practice, of: account) != nil
    }

    /// Keeps a practice for the next time.
    /// - Throws: ``ValidationFailure`` when there is the same one already or there are too many.
    @discardableResult
    package func insertFavourite(
        _ practice: Practice, of account: Identifier<Account>, by actor: Actor
    ) async throws -> FavouritePractice {
        try await write(by: actor) { tx in
            try tx.requireNoDuplicate(of: practice, account, except: nil)
            guard try FavouritePractice.count(of: account, in: tx.db) < Self.mostFavourites else {
                let problem = Problem("", "practices.problem.too-many", ["max": "\(Self.mostFavourites)"])
                throw ValidationFailure([problem])
            }
            let id = tx.newIdentifier(FavouritePractice.self)
            try tx.db.execute(
                sql:
                    "INSERT INTO favourite_practice (id, account_id, version, sort_name, likeness) VALUES (?, ?, 1, ?, ?)",
                arguments: [id, account, SearchText.folded(practice.name), practice.likeness])
            try tx.insertVersion(1, of: id, practice)
            try tx.audit(.created, "favourite_practice", id)
            return FavouritePractice(id: id, version: 1, practice: practice)
        }
    }

    /// Changes a favourite; what it said before is kept as its earlier version.
    /// - Parameter version: the version that was changed.
    /// - Throws: ``ValidationFailure`` when another favourite is the same practice, ``StoreError/notFound``,
    ///   ``StoreError/stale(currentVersion:)``.
    package func updateFavourite(
        _ favourite: FavouritePractice, to practice: Practice, of account: Identifier<Account>, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            try tx.requireNoDuplicate(of: practice, account, except: favourite.id)
            guard try FavouritePractice.one(favourite.id, of: account, in: tx.db).practice != practice else { return }
            try tx.db.execute(
                sql: """
                    UPDATE favourite_practice SET version = version + 1, sort_name = ?, likeness = ?
                    WHERE id = ? AND account_id = ? AND version = ? AND removed_at IS NULL
                    """,
                arguments: [
                    SearchText.folded(practice.name), practice.likeness, favourite.id, account, favourite.version,
                ])
            try tx.requireOneChange {
                try Int.fetchOne(
                    tx.db,
                    sql:
                        "SELECT version FROM favourite_practice WHERE id = ? AND account_id = ? AND removed_at IS NULL",
                    arguments: [favourite.id, account])
            }
            try tx.insertVersion(favourite.version + 1, of: favourite.id, practice)
            try tx.audit(.updated, "favourite_practice", favourite.id)
        }
    }

    /// Takes a practice out of the favourites. Prescriptions hold their own copies.
    /// - Throws: ``StoreError/notFound``.
    package func removeFavourite(
        _ id: Identifier<FavouritePractice>, of account: Identifier<Account>, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            try tx.db.execute(
                sql:
                    "UPDATE favourite_practice SET removed_at = ? WHERE id = ? AND account_id = ? AND removed_at IS NULL",
                arguments: [tx.now, id, account])
            try tx.requireOneChange { nil }
            try tx.audit(.removed, "favourite_practice", id)
        }
    }
}

extension Transaction {
    /// Throws a ``ValidationFailure`` when another favourite has the same name and address.
    fileprivate func requireNoDuplicate(
        of practice: Practice, _ account: Identifier<Account>, except own: Identifier<FavouritePractice>?
    ) throws {
        let other = try FavouritePractice.id(like: practice, of: account, in: db)
        guard other == nil || other == own else {
            throw ValidationFailure([Problem("name", "practices.problem.duplicate")])
        }
    }

    fileprivate func insertVersion(_ version: Int, of id: Identifier<FavouritePractice>, _ practice: Practice) throws {
        try db.execute(
            sql: """
                INSERT INTO favourite_practice_version (favourite_id, version, changed_at, changed_by, \(Practice.columns))
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [id, version, now, actor.account] + practice.arguments)
    }
}

extension FavouritePractice {
    fileprivate static func one(
        _ id: Identifier<FavouritePractice>, of account: Identifier<Account>, in db: Database
    ) throws -> FavouritePractice {
        let row = try Row.fetchOne(
            db, sql: selection + " WHERE f.id = ? AND f.account_id = ? AND f.removed_at IS NULL",
            arguments: [id, account])
        guard let row else { throw StoreError.notFound }
        return FavouritePractice(row)
    }

    static let selection = """
        SELECT f.id, v.* FROM favourite_practice f
        JOIN favourite_practice_version v ON v.favourite_id = f.id AND v.version = f.version
        """

    static let ofAccount = """
         WHERE f.account_id = ? AND f.removed_at IS NULL ORDER BY f.sort_name, f.id LIMIT ? OFFSET ?
        """

    fileprivate static func count(of account: Identifier<Account>, in db: Database) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM favourite_practice WHERE account_id = ? AND removed_at IS NULL",
            arguments: [account]) ?? 0
    }

    static func id(
        like practice: Practice, of account: Identifier<Account>, in db: Database
    ) throws -> Identifier<FavouritePractice>? {
        try Identifier.fetchOne(
            db, sql: "SELECT id FROM favourite_practice WHERE account_id = ? AND likeness = ? AND removed_at IS NULL",
            arguments: [account, practice.likeness])
    }

    fileprivate init(_ row: Row) {
        self.init(id: row["id"], version: row["version"], practice: Practice(row))
    }
}
