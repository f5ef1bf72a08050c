import Clinic
import GRDB

/// A question to one code list.
package struct DiagnosisSearch: Hashable, Sendable {
    /// How many finds may be asked for.
    package static let limits = 1...100

    package let query: DiagnosisQuery
    package let system: CodeSystem
    package let limit: Int
    /// Whose often used codes rise; nil for nobody's.
    package let account: Identifier<Account>?

    /// - Parameter limit: taken as the nearest of ``limits``.
    package init(typed: String, system: CodeSystem, limit: Int = 25, account: Identifier<Account>? = nil) {
        query = DiagnosisQuery(typed: typed)
        self.system = system
        self.limit = min(max(limit, Self.limits.lowerBound), Self.limits.upperBound)
        self.account = account
    }
}

extension ClinicDatabase {
    /// Finds diagnoses: the exact code, then codes that begin so, then what the whole query is a name for, then titles in
    /// which each word of the query begins a word, then what people call it while they still type, then terms that the list includes. Within each the codes that the clinician uses
    /// rise, and billable codes come before headings. Anything may be asked; an empty query finds nothing.
    package func diagnoses(matching search: DiagnosisSearch) async throws -> DiagnosisHits {
        // Asked while somebody types.
        try readBriefly { db in
            var finder = try DiagnosisFinder(db, search.query, in: search.system, limit: search.limit)
            let hits = try finder.find(for: search.account)
            guard hits.isEmpty, !search.query.isEmpty else {
                return DiagnosisHits(
                    release: finder.release?.release, hits: Array(hits.prefix(search.limit)),
                    hasMore: hits.count > search.limit)
            }
            var other = try DiagnosisFinder(db, search.query, in: search.system.other, limit: 1)
            return DiagnosisHits(
                release: finder.release?.release, hits: [],
                isOnlyInOtherSystem: try !other.find(for: nil).isEmpty)
        }
    }
}

/// Collects finds, the best kind first, until there are enough. Each step reads an index from the front and stops at the
/// limit, so that "a" or "fracture", which half of a list has, cost no more than rare words.
struct DiagnosisFinder {
    let release: StoredRelease?
    private let db: Database
    private let query: DiagnosisQuery
    /// One more than asked for, to know whether there are more.
    private let wanted: Int
    private var hits: [DiagnosisHit] = []
    private var ids: Set<Int64> = []
    private var text: DiagnosisTextQuery

    init(_ db: Database, _ query: DiagnosisQuery, in system: CodeSystem, limit: Int) throws {
        self.db = db
        self.query = query
        wanted = limit + 1
        release = try StoredRelease.current(of: system, in: db)
        text = DiagnosisTextQuery(db: db, release: release?.id)
    }

    /// At most one more than the limit.
    mutating func find(for account: Identifier<Account>?) throws -> [DiagnosisHit] {
        guard let release, !query.isEmpty else { return [] }
        let used = try account.map { try usedRows(by: $0, of: release) } ?? []
        try findCode(of: release, used: used)
        try findWords(query, of: release, used: used)
        if hits.isEmpty, let fewer = query.withoutSmallWords { try findWords(fewer, of: release, used: []) }
        return hits
    }

    private var isDone: Bool { hits.count >= wanted }

    // MARK: Codes

    private mutating func findCode(of release: StoredRelease, used: [UsedRow]) throws {
        guard let prefix = query.codePrefix else { return }
        let exact = try Row.fetchOne(
            db.cachedStatement(sql: "\(Self.columns) FROM diagnosis d WHERE d.release_id = ? AND d.code = ?"),
            arguments: [release.id.number, prefix])
        if let exact {
            add(exact, .code, uses: used.first { $0.id == exact[0] }?.uses ?? 0)
        }
        for row in used where row.diagnosis.code.text.hasPrefix(prefix) { add(row, .code) }
        for isBillable in [true, false] where !isDone {
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        \(Self.columns) FROM diagnosis d
                        WHERE d.release_id = ? AND d.is_billable = ? AND d.code >= ? AND d.code < ?
                        ORDER BY d.code LIMIT ?
                        """),
                arguments: [release.id.number, isBillable, prefix, prefix + "~", wanted + hits.count])
            while !isDone, let row = try rows.next() { add(row, .code) }
        }
    }

    // MARK: Words

    private mutating func findWords(_ query: DiagnosisQuery, of release: StoredRelease, used: [UsedRow]) throws {
        guard !isDone else { return }
        for row in used where query.matches(row.diagnosis.title) { add(row, .title) }
        let spoken = try spokenRows(query, of: release)
        // What the query is a name for comes before titles that have its words; half of the places stay for those.
        for row in spoken where row.isExact && hits.count < (wanted + 1) / 2 {
            add(row.id, row.diagnosis, query.matches(row.diagnosis.title) ? .title : .synonym(row.phrase))
        }
        for row in spoken where query.matches(row.diagnosis.title) { add(row.id, row.diagnosis, .title) }
        // Some places are kept for what people call it, else "stroke" would show nothing but family histories of one.
        let places = wanted - min(spoken.count, wanted / 3)
        if let whole = try text.expression(query.words, columns: "title", whole: true) {
            try findText(whole, of: release, upTo: release.lastBillableID, places: places)
        }
        if let begun = try text.expression(query.words, columns: "title", whole: false) {
            try findText(begun, of: release, upTo: .max, places: places)
        }
        for row in spoken { add(row.id, row.diagnosis, .synonym(row.phrase)) }
        if !isDone, let anywhere = try text.expression(query.words, columns: "title terms", whole: false) {
            try findText(anywhere, of: release, upTo: .max, places: wanted)
        }
        if hits.isEmpty, let (code, rest) = query.codeAmongWords { try findBelow(code, rest, of: release) }
    }

    /// The beginning of a code together with words: "m54 lumbar".
    private mutating func findBelow(_ code: String, _ rest: DiagnosisQuery, of release: StoredRelease) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql:
                    "\(Self.columns) FROM diagnosis d WHERE d.release_id = ? AND d.code >= ? AND d.code < ? ORDER BY d.id"
            ),
            arguments: [release.id.number, code, code + "~"])
        while !isDone, let row = try rows.next() {
            if rest.matches(row[2]) { add(row, .title) }
        }
    }

    /// Rows whose text matches, in the order of their ids, which is the order of finds.
    private mutating func findText(
        _ expression: String, of release: StoredRelease, upTo lastID: Int64, places: Int
    ) throws {
        guard hits.count < places else { return }
        let table = release.id.textTable
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    \(Self.columns), d.terms FROM \(table) f CROSS JOIN diagnosis d ON d.id = f.rowid
                    WHERE \(table) MATCH ? AND f.rowid <= ? ORDER BY f.rowid LIMIT ?
                    """),
            arguments: [expression, lastID, places + hits.count])
        while hits.count < places, let row = try rows.next() {
            guard !ids.contains(row[0]) else { continue }
            add(row, reason(for: Diagnosis(row, of: release.release), terms: row[5]))
        }
    }

    private func reason(for diagnosis: Diagnosis, terms: String) -> DiagnosisHit.Reason {
        guard !terms.isEmpty, !query.matches(diagnosis.title) else { return .title }
        let all = terms.split(separator: " | ").map(String.init)
        return all.first { query.matches($0) }.map { .term($0) } ?? .title
    }

    // MARK: What people call it

    private typealias SpokenRow = (id: Int64, diagnosis: Diagnosis, phrase: String, isExact: Bool)

    /// Billable codes that a phrase means which begins like the query or has its words, the likeliest first.
    private func spokenRows(_ query: DiagnosisQuery, of release: StoredRelease) throws -> [SpokenRow] {
        let phrases = try DiagnosisPhrase.all(matching: query, in: release.release.system, db)
        if phrases.isEmpty, let (side, rest) = query.side {
            let sided = try DiagnosisPhrase.all(matching: rest, in: release.release.system, db)
            return try rows(meantBy: sided, of: release, limit: 60, most: .max).filter { $0.diagnosis.side == side }
        }
        return try rows(meantBy: phrases, of: release, limit: 8, most: wanted)
    }

    private func rows(
        meantBy phrases: [DiagnosisPhrase], of release: StoredRelease, limit: Int, most: Int
    ) throws -> [SpokenRow] {
        var rows: [SpokenRow] = []
        var seen: Set<String> = []
        for phrase in phrases {
            for prefix in phrase.codes
            where rows.count < most && seen.count < 12 && seen.insert(prefix).inserted {
                let statement = try db.cachedStatement(
                    sql: """
                        \(Self.columns) FROM diagnosis d
                        WHERE d.release_id = ? AND d.is_billable = 1 AND d.code >= ? AND d.code < ?
                        ORDER BY d.id LIMIT ?
                        """)
                let found = try Row.fetchCursor(
                    statement, arguments: [release.id.number, prefix, prefix + "~", limit])
                while let row = try found.next() {
                    rows.append((row[0], Diagnosis(row, of: release.release), phrase.phrase, phrase.isExact))
                }
            }
        }
        return rows
    }

    // MARK: What the clinician uses

    private typealias UsedRow = (id: Int64, diagnosis: Diagnosis, uses: Int)

    /// The clinician's most used codes, most used first. Bounded, since most clinicians use a few dozen.
    private func usedRows(by account: Identifier<Account>, of release: StoredRelease) throws -> [UsedRow] {
        let conditions = query.words.map { _ in "instr(u.words, ?)" }.joined(separator: " AND ")
        let statement = try db.cachedStatement(
            sql: """
                \(Self.columns), u.uses FROM
                (SELECT code, words, uses FROM diagnosis_use INDEXED BY diagnosis_use_most
                 WHERE account_id = ? AND system = ? ORDER BY uses DESC, last_used_at DESC LIMIT 300) u
                CROSS JOIN diagnosis d ON d.release_id = ? AND d.code = u.code
                WHERE d.is_billable AND ((u.code >= ? AND u.code < ?) OR (\(conditions)))
                """)
        let prefix = query.codePrefix ?? "~"
        var arguments: StatementArguments = [
            account, release.release.system.rawValue, release.id.number, prefix, prefix + "~",
        ]
        arguments += StatementArguments(query.words.map { " " + $0 })
        return try Row.fetchAll(statement, arguments: arguments).map {
            ($0[0], Diagnosis($0, of: release.release), $0[5])
        }
    }

    // MARK: Collecting

    private static let columns = "SELECT d.id, d.code, d.title, d.is_billable, d.parent"

    private mutating func add(_ row: Row, _ reason: DiagnosisHit.Reason, uses: Int = 0) {
        guard let release else { return }
        add(row[0], Diagnosis(row, of: release.release), reason, uses: uses)
    }

    private mutating func add(_ row: UsedRow, _ reason: DiagnosisHit.Reason) {
        add(row.id, row.diagnosis, reason, uses: row.uses)
    }

    private mutating func add(
        _ id: Int64, _ diagnosis: Diagnosis, _ reason: DiagnosisHit.Reason, uses: Int = 0
    ) {
        guard !isDone, ids.insert(id).inserted else { return }
        hits.append(DiagnosisHit(diagnosis: diagnosis, reason: reason, uses: uses))
    }
}
