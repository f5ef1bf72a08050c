import Clinic
import Foundation
import GRDB

/// What is looked for in the directory: the practices that the clinic entered and the imported list in use.
package struct PracticeSearch: Hashable, Sendable {
    /// Folded words; each begins a word of the name, the contact person, the place or the specialties.
    package let words: [String]
    /// Nil for any.
    package let specialty: TherapySpecialty?
    package let offset: Int
    package let limit: Int

    package init(typed: String, specialty: TherapySpecialty?, offset: Int, limit: Int) {
        words = Array(SearchText.words(typed).prefix(10))
        self.specialty = specialty
        self.offset = max(0, offset)
        self.limit = limit
    }
}

/// A practice of the directory.
package struct PracticeHit: Hashable, Sendable {
    package let reference: PracticeReference
    package let practice: Practice
    /// Whether the clinician who asks keeps it.
    package let isFavourite: Bool
}

extension ClinicDatabase {
    /// Practices of the directory: those entered by hand by name, then the imported ones in their list's order.
    /// - Returns: at most `limit`, and whether there are more.
    package func practices(
        matching search: PracticeSearch, for account: Identifier<Account>
    ) async throws -> (hits: [PracticeHit], hasMore: Bool) {
        try await read { db in
            let entries = try DirectoryPractice.all(in: db).filter { search.matches($0.practice) }
            var found: [(PracticeReference, Practice)] = entries.dropFirst(search.offset).prefix(search.limit + 1).map {
                (.entry($0.id), $0.practice)
            }
            if found.count <= search.limit, let release = try CatalogReleaseRows.current(.practices, in: db) {
                found += try search.listed(
                    in: release, offset: max(0, search.offset - entries.count),
                    limit: search.limit + 1 - found.count, db)
            }
            let hits = try found.prefix(search.limit).map { reference, practice in
                let favourite = try FavouritePractice.id(like: practice, of: account, in: db)
                return PracticeHit(reference: reference, practice: practice, isFavourite: favourite != nil)
            }
            return (hits, found.count > search.limit)
        }
    }

    /// The practice that a reference names.
    /// - Throws: ``StoreError/notFound`` also for what was removed, and for somebody else's favourite.
    package func practice(
        _ reference: PracticeReference, for account: Identifier<Account>
    ) async throws -> Practice {
        switch reference {
        case .favourite(let id): return try await favouritePractice(id, of: account).practice
        case .entry(let id): return try await directoryPractice(id).practice
        case .listed(let row):
            return try await read { db in
                let found = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT p.* FROM listed_practice p JOIN catalog_release r ON r.id = p.release_id
                        WHERE p.id = ? AND r.state <> 'staged'
                        """, arguments: [row])
                guard let found else { throw StoreError.notFound }
                return Practice(found)
            }
        }
    }

    /// Whether there is a directory to search: an imported list in use, or an entry of the clinic's own.
    package func hasPracticeDirectory() async throws -> Bool {
        try await read { db in
            if try CatalogReleaseRows.current(.practices, in: db) != nil { return true }
            return try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM directory_practice WHERE removed_at IS NULL)") ?? false
        }
    }
}

extension PracticeSearch {
    fileprivate func matches(_ practice: Practice) -> Bool {
        if let specialty {
            guard
                TherapySpecialty.codes(named: "\(practice.specialties), \(practice.name)").contains(specialty.rawValue)
            else { return false }
        }
        if words.isEmpty { return true }
        let address = practice.address
        let text = [
            practice.name, practice.contact, address.city, address.state, address.postcode, practice.specialties,
        ]
        return SearchText.beginnings(words, areIn: text.joined(separator: " "))
    }

    fileprivate func listed(
        in release: Int64, offset: Int, limit: Int, _ db: Database
    ) throws -> [(PracticeReference, Practice)] {
        let isSpecial = "(:code IS NULL OR instr(p.taxonomies, :code))"
        var arguments: StatementArguments = ["code": specialty?.rawValue, "limit": limit, "offset": offset]
        let sql: String
        if words.isEmpty {
            sql = """
                SELECT p.* FROM listed_practice p WHERE p.id > :first AND p.id < :last AND \(isSpecial)
                ORDER BY p.id LIMIT :limit OFFSET :offset
                """
            _ = arguments.append(contentsOf: ["first": release << 24, "last": (release + 1) << 24])
        } else {
            let text = CatalogTable.practiceText(release)
            sql = """
                SELECT p.* FROM \(text) f CROSS JOIN listed_practice p ON p.id = f.rowid
                WHERE \(text) MATCH :words AND \(isSpecial) ORDER BY f.rowid LIMIT :limit OFFSET :offset
                """
            _ = arguments.append(contentsOf: ["words": SearchText.prefixQuery(words)])
        }
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map {
            (.listed($0["id"]), Practice($0))
        }
    }
}

extension SearchText {
    /// A full-text question for rows in which each of the folded words begins a word.
    static func prefixQuery(_ words: [String]) -> String { words.map { "\"\($0)\"*" }.joined(separator: " AND ") }

    /// Whether each of the folded words begins a word of a text.
    static func beginnings(_ words: [String], areIn text: String) -> Bool {
        let there = SearchText.words(text)
        return words.allSatisfy { word in there.contains { $0.hasPrefix(word) } }
    }
}

/// Questions about the releases of imported catalogues.
enum CatalogReleaseRows {
    /// The release in use of a kind; nil for none.
    static func current(_ kind: CatalogKind, in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM catalog_release WHERE kind = ? AND state = 'current'"),
            arguments: [kind.rawValue])
    }
}

extension CatalogTable {
    /// The full-text table of a release of practices.
    static func practiceText(_ release: Int64) -> String { practices.textTable(release) }
}
