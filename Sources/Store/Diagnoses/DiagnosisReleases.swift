import Clinic
import Foundation
import GRDB

/// Names a release of a code list in this database.
package struct DiagnosisReleaseID: Hashable, Sendable {
    let number: Int64

    /// The number as other kinds of catalogue have it.
    package var identifier: Int64 { number }

    /// The full-text table of the release. The number is ours, so the name is safe inside SQL.
    var textTable: String { "diagnosis_text_\(number)" }
    /// Added to a row's place, from 1, gives its id.
    var firstID: Int64 { number << 24 }
}

/// A release that is in the database, and what is known of its coming there.
package struct StoredRelease: Hashable, Sendable {
    package let id: DiagnosisReleaseID
    package let release: CatalogRelease
    package let rowCount: Int
    /// Came with the program, rather than from a file that an admin chose.
    package let isShipped: Bool
    /// SHA-256 of the file.
    package let digest: Data
    package let isCurrent: Bool
    package let importedAt: Date
    let lastBillableID: Int64
}

extension ClinicDatabase {
    /// The release of a list that searches use; nil when none has been imported.
    package func currentRelease(of system: CodeSystem) async throws -> StoredRelease? {
        try await read { try StoredRelease.current(of: system, in: $0) }
    }

    /// All complete releases of a list, newest first.
    package func releases(of system: CodeSystem) async throws -> [StoredRelease] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT \(StoredRelease.columns) FROM diagnosis_release WHERE system = ? AND state <> 'staged' ORDER BY id DESC LIMIT 100",
                arguments: [system.rawValue]
            ).compactMap(StoredRelease.init)
        }
    }

    /// Lets searches use a complete release from now on. The one before stays, so that this can be undone the same way.
    /// - Throws: ``StoreError/notFound`` when there is no such complete release.
    package func makeCurrent(_ id: DiagnosisReleaseID, by actor: Actor) async throws {
        try await write(by: actor) { try $0.makeCurrent(id, of: nil) }
    }

    /// Takes a release out that is not current, or one whose import was broken off.
    /// - Parameter isShared: whether another process serves from the same file.
    /// - Throws: ``StoreError/notFound``; ``StoreError/conflict(_:)`` when it is current.
    package func removeRelease(
        _ id: DiagnosisReleaseID, isShared: Bool = false, by actor: Actor
    ) async throws {
        try await write(by: actor) { tx in
            let release = try Row.fetchOne(
                tx.db, sql: "SELECT system, state FROM diagnosis_release WHERE id = ?", arguments: [id.number])
            guard let release, let kind = CatalogKind(rawValue: release[0]) else { throw StoreError.notFound }
            guard release[1] != "current" else { throw StoreError.conflict("release is current") }
            try tx.noteRemoval(of: kind, number: id.number)
            // A release without its text can no longer become current, even if the rest is broken off.
            try tx.db.execute(
                sql: "UPDATE diagnosis_release SET state = 'staged' WHERE id = ?", arguments: [id.number])
            try tx.audit(.removed, "diagnosis-release", String(id.number))
        }
        let pace = StagingPace(isShared: isShared)
        try await removeText(id.textTable, pace, by: actor)
        try await removeRows(
            "diagnosis", ids: id.firstID..<DiagnosisReleaseID(number: id.number + 1).firstID, pace, by: actor)
        for (table, key) in [("diagnosis_term", "term"), ("diagnosis_note", "code")] {
            try await remove(pace, by: actor) { db, rows in
                try db.execute(
                    sql: """
                        DELETE FROM \(table) WHERE release_id = :release AND \(key) IN
                        (SELECT \(key) FROM \(table) WHERE release_id = :release LIMIT :rows)
                        """, arguments: ["release": id.number, "rows": rows])
                return db.changesCount == 0
            }
        }
        try await write(by: actor) { tx in
            try tx.db.execute(sql: "DELETE FROM diagnosis_release WHERE id = ?", arguments: [id.number])
        }
    }
}

extension Transaction {
    /// - Parameter wanted: the list it has to be of; nil for any.
    /// - Throws: ``StoreError/notFound``.
    func makeCurrent(_ id: DiagnosisReleaseID, of wanted: CodeSystem?) throws {
        let system = try String.fetchOne(
            db, sql: "SELECT system FROM diagnosis_release WHERE id = ? AND state <> 'staged'", arguments: [id.number])
        guard let system, wanted == nil || wanted?.rawValue == system else { throw StoreError.notFound }
        try db.execute(
            sql: "UPDATE diagnosis_release SET state = 'ready' WHERE system = ? AND state = 'current'",
            arguments: [system])
        try db.execute(
            sql: "UPDATE diagnosis_release SET state = 'current', current_since = ? WHERE id = ?",
            arguments: [now, id.number])
        try rewordUses(from: id, system: system)
        try audit(.updated, "diagnosis-release", String(id.number))
    }
}

extension StoredRelease {
    fileprivate static let columns = """
        id, system, name, title, effective_from, effective_until, source, licence, row_count, origin, digest, state,
        imported_at, last_billable_id
        """

    static func current(of system: CodeSystem, in db: Database) throws -> StoredRelease? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(columns) FROM diagnosis_release WHERE system = ? AND state = 'current'")
        return try Row.fetchOne(statement, arguments: [system.rawValue]).flatMap(StoredRelease.init)
    }

    /// Reads ``columns``.
    fileprivate init?(_ row: Row) {
        guard let system = CodeSystem(rawValue: row[1]) else { return nil }
        id = DiagnosisReleaseID(number: row[0])
        release = CatalogRelease(
            system: system, name: row[2], title: row[3], effectiveFrom: row[4], effectiveUntil: row[5], source: row[6],
            licence: row[7])
        rowCount = row[8]
        isShipped = row[9] == "shipped"
        digest = row[10]
        isCurrent = row[11] == "current"
        importedAt = row[12]
        lastBillableID = row[13]
    }
}
