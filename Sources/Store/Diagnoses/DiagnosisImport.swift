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
    /// ``makeCurrent(_:by:)``. When it fails, what was written is taken out again; when the task is cancelled, by
    /// ``removeUnfinishedImports(isRestart:isShared:by:)``.
    /// - Parameters:
    ///   - digest: SHA-256 of the file.
    ///   - pace: how many rows one transaction holds, so that others write in between; nil: all at once, which is fastest,
    ///     for when nobody else is there yet.
    ///   - progress: told how many rows are written; what it throws ends the import.
    /// - Throws: ``StoreError/conflict(_:)`` when the rows break a rule of the schema.
    package func stage(
        _ catalog: DiagnosisCatalog, origin: ReleaseOrigin, digest: Data, pace: StagingPace? = nil, by actor: Actor,
        progress: @Sendable (Int) async throws -> Void = { _ in }
    ) async throws -> DiagnosisReleaseID {
        let staging = DiagnosisStaging(catalog: catalog, origin: origin, digest: digest)
        let id = try await write(by: actor) { try staging.begin($0) }
        do {
            let order = catalog.searchOrder()
            async let index = staging.index(order, of: id)
            var start = 0
            while start < order.count {
                let step = order[start..<min(order.count, start + (pace?.rows ?? order.count))]
                try await write(by: actor) { tx in
                    try pace.measure(in: tx.db) { try staging.write(step, to: id, in: tx.db) }
                }
                start = step.endIndex
                try await progress(start)
                try await pace?.rest()
            }
            let written = start
            try await writeNotes(of: catalog, to: id, pace: pace, by: actor) { try await progress(written) }
            let text = try await index
            try await text.copy(to: id.textTable, in: self, isShared: pace?.isShared ?? false, by: actor) {
                try await progress(written)
            }
            try await writeTerms(try await text.terms(), of: id, pace: pace, by: actor) {
                try await progress(written)
            }
            try await write(by: actor) { try staging.finish(id, in: $0) }
        } catch {
            // A program that stops has no time for it.
            if !Task.isCancelled { try await removeRelease(id, isShared: pace?.isShared ?? false, by: actor) }
            throw error
        }
        return id
    }

    private func writeNotes(
        of catalog: DiagnosisCatalog, to id: DiagnosisReleaseID, pace: StagingPace?, by actor: Actor,
        progress: @Sendable () async throws -> Void
    ) async throws {
        let codes = catalog.notes.keys.sorted()
        var start = 0
        while start < codes.count {
            let step = codes[start..<min(codes.count, start + (pace?.rows ?? codes.count))]
            try await write(by: actor) { tx in
                try pace.measure(in: tx.db) {
                    let statement = try tx.db.cachedStatement(sql: "INSERT INTO diagnosis_note VALUES (?, ?, ?, ?, ?)")
                    for code in step {
                        for (place, note) in (catalog.notes[code] ?? []).enumerated() {
                            try statement.execute(
                                arguments: [id.number, code, place, note.kind.rawValue, note.text])
                        }
                    }
                }
            }
            start = step.endIndex
            try await progress()
            try await pace?.rest()
        }
    }

    /// The index' words as a plain table.
    private func writeTerms(
        _ terms: [String], of id: DiagnosisReleaseID, pace: StagingPace?, by actor: Actor,
        progress: @Sendable () async throws -> Void
    ) async throws {
        var start = 0
        while start < terms.count {
            let step = terms[start..<min(terms.count, start + (pace?.rows ?? terms.count))]
            try await write(by: actor) { tx in
                try pace.measure(in: tx.db) {
                    let statement = try tx.db.cachedStatement(sql: "INSERT INTO diagnosis_term VALUES (?, ?)")
                    for term in step { try statement.execute(arguments: [id.number, term]) }
                }
            }
            start = step.endIndex
            try await progress()
            try await pace?.rest()
        }
    }
}

/// The statements that write one release.
private struct DiagnosisStaging: Sendable {
    let catalog: DiagnosisCatalog
    let origin: ClinicDatabase.ReleaseOrigin
    let digest: Data

    private static let textColumns = ["title", "terms"]
    private static let tokenizer = "unicode61 remove_diacritics 2"

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
        try tx.db.execute(
            sql: TextIndex.creation(of: id.textTable, columns: Self.textColumns, tokenizer: Self.tokenizer))
        try tx.audit(.created, "diagnosis-release", String(id.number))
        return id
    }

    /// Writes the rows at some positions, in the order of finds.
    func write(_ order: ArraySlice<Int>, to id: DiagnosisReleaseID, in db: Database) throws {
        let row = try db.makeStatement(sql: "INSERT INTO diagnosis VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for (place, position) in zip(order.indices, order) {
            let diagnosis = catalog.rows[position]
            let rowID = id.firstID + Int64(place) + 1
            try row.execute(
                arguments: [
                    rowID, id.number, diagnosis.code, diagnosis.parent, diagnosis.isBillable, diagnosis.title,
                    diagnosis.terms, position,
                ])
        }
    }

    /// Makes the full-text index of all rows, in the order of finds.
    func index(_ order: [Int], of id: DiagnosisReleaseID) async throws -> TextIndex {
        let index = try TextIndex(columns: Self.textColumns, tokenizer: Self.tokenizer)
        let rows = catalog.rows
        try await index.add { add in
            for (place, position) in order.enumerated() {
                let diagnosis = rows[position]
                try add(id.firstID + Int64(place) + 1, [diagnosis.title.indexed, diagnosis.terms.indexed])
            }
        }
        try await index.merge { try Task.checkCancellation() }
        return index
    }

    func finish(_ id: DiagnosisReleaseID, in tx: Transaction) throws {
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
