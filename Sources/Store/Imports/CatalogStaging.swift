import Clinic
import Foundation
import GRDB
import Synchronization

/// Writes a release of a catalogue beside what is in use, a short transaction at a time. What is begun and not finished is
/// taken out by ``ClinicDatabase/removeUnfinishedImports(isRestart:isShared:by:)``.
package final class CatalogStaging: Sendable {
    package let kind: CatalogKind
    /// Names the release among those of its kind.
    package let number: Int64
    private let table: CatalogTable
    private let database: ClinicDatabase
    private let actor: Actor
    private let pace: StagingPace
    /// The release in use whose rows are taken over where the file says nothing of them; nil for a whole list.
    private let base: Int64?
    /// Hashes of the medicines that are written, so that most need not be looked for; two of one hash only cost a look.
    private let written = Mutex<Set<Int>>([])

    /// Begins a release.
    /// - Parameters:
    ///   - isWholeList: what the rows do not mention is not in the new release.
    ///   - isShared: whether another process serves from the same file.
    /// - Returns: nil for a code list, which ``ClinicDatabase/stage(_:origin:digest:rowsPerStep:by:)`` writes.
    package static func begin(
        _ draft: CatalogReleaseDraft, isWholeList: Bool, isShared: Bool, in database: ClinicDatabase, by actor: Actor
    ) async throws -> CatalogStaging? {
        guard let table = CatalogTable.of(draft.kind) else { return nil }
        let (number, base) = try await database.write(by: actor) { tx in
            let base = try Int64.fetchOne(
                tx.db, sql: "SELECT id FROM catalog_release WHERE kind = ? AND state = 'current'",
                arguments: [draft.kind.rawValue])
            return (try tx.insert(draft, table), base)
        }
        return CatalogStaging(
            draft.kind, table, number: number, base: isWholeList ? nil : base, database: database, actor: actor,
            pace: StagingPace(isShared: isShared))
    }

    private init(
        _ kind: CatalogKind, _ table: CatalogTable, number: Int64, base: Int64?, database: ClinicDatabase,
        actor: Actor, pace: StagingPace
    ) {
        self.kind = kind
        self.table = table
        self.number = number
        self.base = base
        self.database = database
        self.actor = actor
        self.pace = pace
    }

    /// How many rows to hand over at once.
    package var rowsPerStep: Int { pace.rows }

    /// Writes rows in one transaction. Lines of the same medicine become one row; of others the first stands.
    /// - Parameter first: how many rows were handed over before.
    /// - Returns: places in `rows` whose key an earlier one has.
    package func write(_ rows: [CatalogRow], after first: Int) async throws -> [Int] {
        let repeated = try await database.write(by: actor) { [self] tx in
            try pace.measure(in: tx.db) {
                if kind == .medications {
                    try writeMedications(rows, after: first, in: tx.db)
                    return [Int]()
                }
                let statement = try tx.db.cachedStatement(sql: table.insertion)
                var repeated: [Int] = []
                for (place, row) in rows.enumerated() {
                    let values = CatalogRowValues(row)
                    try statement.execute(arguments: arguments(values, id: id(at: first + place)))
                    if tx.db.changesCount == 0 { repeated.append(place) }
                }
                return repeated
            }
        }
        try await pace.rest()
        return repeated
    }

    private func id(at place: Int) -> Int64 { number << 24 + Int64(place) + 1 }

    private func arguments(_ values: CatalogRowValues, id: Int64) -> StatementArguments {
        let head = [id.databaseValue, number.databaseValue, values.key.databaseValue, values.digest.databaseValue]
        return StatementArguments(head + values.columns)
    }

    private func writeMedications(_ rows: [CatalogRow], after first: Int, in db: Database) throws {
        let insertion = try db.cachedStatement(
            sql: table.insertion.replacing("INSERT OR IGNORE", with: "INSERT OR REPLACE"))
        for (place, medication) in rows.mergedMedications {
            var whole = medication
            var rowID = id(at: first + place)
            let isNew = written.withLock { $0.insert(medication.id.text.hashValue).inserted }
            if !isNew, let (known, before) = try ListedMedication.one(medication.id, of: number, in: db) {
                whole = before
                whole.absorb(medication)
                rowID = known
            } else if let base, let (_, before) = try ListedMedication.one(medication.id, of: base, in: db) {
                // What a part of a list does not say of a medicine stays as it was.
                whole.lay(over: before)
            }
            try insertion.execute(arguments: arguments(CatalogRowValues(.medication(whole)), id: rowID))
        }
    }

    /// Takes over what a part of a list does not mention, makes the text searchable and closes the release: it may now be
    /// put to use.
    /// - Parameters:
    ///   - written: how many rows were handed over.
    ///   - progress: called between two steps; what it throws ends the import.
    /// - Returns: rows of the release.
    /// - Throws: ``StoreError/notFound`` when somebody took the release out meanwhile; what `progress` throws.
    package func finish(
        after written: Int, progress: @Sendable () async throws -> Void = {}
    ) async throws -> Int {
        if let base { try await takeOver(from: base, after: written, progress) }
        if !table.textColumns.isEmpty { try await writeText(progress) }
        // Counted before the last transaction: nobody else writes this release, and counting a large one takes a while.
        let rows = try await database.read { [self] db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.name) WHERE release_id = ?", arguments: [number])
                ?? 0
        }
        return try await database.write(by: actor) { [self] tx in
            try tx.db.execute(
                sql: "UPDATE catalog_release SET state = 'ready', row_count = ? WHERE id = ?",
                arguments: [rows, number])
            guard tx.db.changesCount == 1 else { throw StoreError.notFound }
            return rows
        }
    }

    private func takeOver(
        from base: Int64, after written: Int, _ progress: @Sendable () async throws -> Void
    ) async throws {
        var after = ""
        var place = Int64(written)
        let columns = table.columns.map { "t.\($0)" }.joined(separator: ", ")
        while true {
            let (from, next) = (after, place)
            let last: (String, Int64)? = try await database.write(by: actor) { [self] tx in
                try pace.measure(in: tx.db) {
                    let limit = pace.rows
                    let keys = try String.fetchAll(
                        tx.db.cachedStatement(
                            sql: "SELECT key FROM \(table.name) WHERE release_id = ? AND key > ? ORDER BY key LIMIT ?"),
                        arguments: [base, from, limit])
                    guard let last = keys.last else { return nil }
                    try tx.db.cachedStatement(
                        sql: """
                            INSERT OR IGNORE INTO \(table.name) (\(table.allColumns))
                            SELECT ? + row_number() OVER (ORDER BY t.key), ?, t.key, t.digest, \(columns)
                            FROM \(table.name) t WHERE t.release_id = ? AND t.key > ? AND t.key <= ?
                            """
                    ).execute(arguments: [number << 24 + next, number, base, from, last])
                    return (last, next + Int64(keys.count))
                }
            }
            guard let last else { return }
            (after, place) = last
            try await progress()
            try await pace.rest()
        }
    }

    private func writeText(_ progress: @Sendable () async throws -> Void) async throws {
        let index = try TextIndex(columns: table.textColumns.map(\.name), tokenizer: CatalogTable.tokenizer)
        let values = table.textColumns.map { "folded(\($0.value))" }.joined(separator: ", ")
        let source = "SELECT t.id, \(values) FROM \(table.name) t WHERE t.id > ? AND t.id < ? ORDER BY t.id LIMIT 5000"
        let end = (number + 1) << 24
        var after = number << 24
        while true {
            let from = after
            let rows = try await database.read { db in
                try Row.fetchAll(db, sql: source, arguments: [from, end]).map { row in
                    (id: row[0] as Int64, texts: (1..<row.count).map { row[$0] as String? ?? "" })
                }
            }
            guard let last = rows.last?.id else { break }
            try await index.add { add in for row in rows { try add(row.id, row.texts) } }
            after = last
            try await progress()
        }
        try await index.merge(progress: progress)
        try await index.copy(
            to: table.textTable(number), in: database, isShared: pace.isShared, by: actor, progress: progress)
    }
}

/// What a release of a catalogue is to be called.
package struct CatalogReleaseDraft: Hashable, Sendable {
    package let kind: CatalogKind
    package let name: String
    package let layouts: [CatalogLayout]
    /// SHA-256 of the file.
    package let digest: Data

    package init(kind: CatalogKind, name: String, layouts: [CatalogLayout], digest: Data) {
        self.kind = kind
        self.name = name
        self.layouts = layouts
        self.digest = digest
    }
}

extension Transaction {
    fileprivate func insert(_ draft: CatalogReleaseDraft, _ table: CatalogTable) throws -> Int64 {
        try db.execute(
            sql: """
                INSERT INTO catalog_release (kind, name, layouts, digest, state, imported_at, imported_by)
                VALUES (?, ?, ?, ?, 'staged', ?, ?)
                """,
            arguments: [
                draft.kind.rawValue, draft.name, draft.layouts.map(\.rawValue).joined(separator: " "), draft.digest,
                now, actor.account,
            ])
        let number = db.lastInsertedRowID
        if !table.textColumns.isEmpty {
            try db.execute(
                sql: TextIndex.creation(
                    of: table.textTable(number), columns: table.textColumns.map(\.name),
                    tokenizer: CatalogTable.tokenizer))
        }
        try audit(.created, "catalog-release", String(number))
        return number
    }
}

extension CatalogStaging {
    /// What tells a row apart in its release.
    package func key(of row: CatalogRow) -> String { CatalogRowValues(row).key }
}
