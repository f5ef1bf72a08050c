import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// Where a release comes from.
    package enum ReleaseOrigin: Hashable, Sendable {
        /// With the program.
        case shipped
        /// From a file that an admin chose.
        case imported
    }

    /// Writes a whole code list beside those that are there. Searches do not see it before
    /// ``makeCurrent(_:by:)``. When it fails, what was written is taken out again.
    /// - Parameters:
    ///   - digest: SHA-256 of the file.
    ///   - rowsPerStep: how many rows one transaction holds. Small steps let others write in between; one step for all
    ///     is fastest, for when nobody else is there yet.
    /// - Throws: ``StoreError/conflict(_:)`` when the rows break a rule of the schema.
    package func stage(
        _ catalog: DiagnosisCatalog, origin: ReleaseOrigin, digest: Data, rowsPerStep: Int = 2000, by actor: Actor
    ) async throws -> DiagnosisReleaseID {
        let staging = DiagnosisStaging(catalog: catalog, origin: origin, digest: digest)
        let id = try await write(by: actor) { try staging.begin($0) }
        do {
            let order = catalog.searchOrder()
            for start in stride(from: 0, to: order.count, by: max(1, rowsPerStep)) {
                let end = min(order.count, start.addingReportingOverflow(rowsPerStep).partialValue)
                try await write(by: actor) { try staging.write(order[start..<end], to: id, in: $0.db) }
            }
            // The index' parts become one: searches read it from the front, each part would be one more to read.
            var isMerged = false
            var pages = -500
            while !isMerged {
                let step = pages
                isMerged = try await write(by: actor) { try staging.merge(id, pages: step, in: $0.db) }
                pages = 500
            }
            try await write(by: actor) { try staging.finish(id, in: $0) }
        } catch {
            try await removeRelease(id, by: actor)
            throw error
        }
        return id
    }
}

/// The statements that write one release.
private struct DiagnosisStaging: Sendable {
    let catalog: DiagnosisCatalog
    let origin: ClinicDatabase.ReleaseOrigin
    let digest: Data

    func begin(_ tx: Transaction) throws -> DiagnosisReleaseID {
        let release = catalog.release
        try tx.db.execute(
            sql: """
                INSERT INTO diagnosis_release (system, name, title, effective_from, effective_until, source, licence, origin,
                    digest, state, imported_at, imported_by)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'staged', ?, ?)
                """,
            arguments: [
                release.system.rawValue, release.name, release.title, release.effectiveFrom, release.effectiveUntil,
                release.source, release.licence, origin == .shipped ? "shipped" : "imported", digest, tx.now,
                tx.actor.account,
            ])
        let id = DiagnosisReleaseID(number: tx.db.lastInsertedRowID)
        // detail=column: which words stand in which column, not where: phrases are never asked for.
        try tx.db.execute(
            sql: """
                CREATE VIRTUAL TABLE \(id.textTable) USING fts5 (title, terms, content = '', detail = column,
                    prefix = '1 2 3 4', tokenize = 'unicode61 remove_diacritics 2');
                INSERT INTO \(id.textTable) (\(id.textTable), rank) VALUES ('hashsize', 33554432);
                INSERT INTO \(id.textTable) (\(id.textTable), rank) VALUES ('automerge', 0);
                """)
        try tx.audit(.created, "diagnosis-release", String(id.number))
        return id
    }

    /// Writes the rows at some positions, in the order of finds.
    func write(_ order: ArraySlice<Int>, to id: DiagnosisReleaseID, in db: Database) throws {
        let row = try db.makeStatement(sql: "INSERT INTO diagnosis VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        let text = try db.makeStatement(
            sql: "INSERT INTO \(id.textTable) (rowid, title, terms) VALUES (?, ?, ?)")
        for (place, position) in zip(order.indices, order) {
            let diagnosis = catalog.rows[position]
            let rowID = id.firstID + Int64(place) + 1
            try row.execute(
                arguments: [
                    rowID, id.number, diagnosis.code, diagnosis.parent, diagnosis.isBillable, diagnosis.title,
                    diagnosis.terms, position,
                ])
            try text.execute(arguments: [rowID, diagnosis.title.indexed, diagnosis.terms.indexed])
        }
    }

    /// One step of making one part of the index' parts; true when there is nothing left to do.
    /// - Parameter pages: how much to do; negative to begin (https://www.sqlite.org/fts5.html#the_merge_command).
    func merge(_ id: DiagnosisReleaseID, pages: Int, in db: Database) throws -> Bool {
        let before = db.totalChangesCount
        try db.execute(
            sql: "INSERT INTO \(id.textTable) (\(id.textTable), rank) VALUES ('merge', ?)", arguments: [pages])
        return db.totalChangesCount - before < 2
    }

    func finish(_ id: DiagnosisReleaseID, in tx: Transaction) throws {
        try tx.db.execute(
            sql: """
                CREATE VIRTUAL TABLE temp.diagnosis_vocabulary USING fts5vocab (main, \(id.textTable), 'row');
                INSERT INTO diagnosis_term SELECT \(id.number), term FROM temp.diagnosis_vocabulary;
                DROP TABLE temp.diagnosis_vocabulary;
                """)
        let billable = catalog.rows.count(where: \.isBillable)
        try tx.db.execute(
            sql: "UPDATE diagnosis_release SET state = 'ready', row_count = ?, last_billable_id = ? WHERE id = ?",
            arguments: [catalog.rows.count, id.firstID + Int64(billable), id.number])
    }
}

extension String {
    /// The text as the index gets it. Folded by us, as the query is: SQLite leaves ø and ł alone. Plain text is left to
    /// SQLite, which folds its case.
    fileprivate var indexed: String { utf8.allSatisfy { $0 < 0x80 } ? self : SearchText.folded(self) }
}
