import Clinic
import GRDB

/// A question to the list of medicines.
package struct MedicationSearch: Hashable, Sendable {
    /// How many finds may be asked for.
    package static let limits = 1...100

    package let query: MedicationQuery
    package let limit: Int
    /// What finds have to be among.
    package let filter: MedicationFilter
    /// Of classes and purposes in the answer. What is searched does not depend on it.
    package let language: Language

    /// - Parameter limit: taken as the nearest of ``limits``.
    package init(
        typed: String, limit: Int = 25, filter: MedicationFilter = MedicationFilter(), language: Language = .english
    ) {
        query = MedicationQuery(typed: typed)
        self.limit = min(max(limit, Self.limits.lowerBound), Self.limits.upperBound)
        self.filter = filter
        self.language = language
    }
}

extension ClinicDatabase {
    /// Finds medicines in which each word of the query begins a word: first where the words are whole words of names,
    /// then beginnings of names, then brands, classes and what they are for. Where there are none at all, words that are
    /// one letter off are guessed; guesses never stand beside finds. Anything may be asked; an empty query finds nothing.
    package func medications(matching search: MedicationSearch) async throws -> MedicationHits {
        // Asked while somebody types.
        try readBriefly { db in
            let release = try StoredMedicationRelease.current(in: db)
            var finder = release.map { MedicationFinder(db, search, release: $0.id) }
            let own = try finder?.find() ?? []
            let listed = try listed(search, after: own, in: db)
            // Found in the imported list is better than guessed in our own.
            let hits = own.first?.reason == .guess && !listed.isEmpty ? listed : own + listed
            return MedicationHits(
                release: release?.release, hits: Array(hits.prefix(search.limit)), hasMore: hits.count > search.limit)
        }
    }

    /// Finds of the imported list that the program's own has not, behind its own finds. It knows no groups, so it has
    /// nothing for those who look within one.
    private func listed(_ search: MedicationSearch, after own: [MedicationHit], in db: Database) throws
        -> [MedicationHit]
    {
        let isGuess = own.first?.reason == .guess
        let wanted = search.limit + 1 - (isGuess ? 0 : own.count)
        guard wanted > 0, search.filter.isEmpty, let source = try ListedMedicationSource.current(in: db) else {
            return []
        }
        let known = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM medication WHERE slug = ? AND release_id = ?)")
        let release = try StoredMedicationRelease.current(in: db)?.id ?? 0
        return try source.hits(for: search.query, limit: wanted + own.count, in: db).filter { hit in
            try MedicationID.everyOrder(ofSubstances: hit.medication.name).allSatisfy { id in
                try Bool.fetchOne(known, arguments: [id.text, release]) == false
            }
        }.prefix(wanted).map { $0 }
    }

    /// The same in short, for a prescription's form.
    package func medications(matching typed: String, limit: Int) async throws -> MedicationHits {
        try await medications(matching: MedicationSearch(typed: typed, limit: limit))
    }
}

/// Collects finds, the best kind first, until there are enough.
private struct MedicationFinder {
    private let db: Database
    private let search: MedicationSearch
    private let release: Int64
    /// One more than asked for, to know whether there are more.
    private let wanted: Int
    private var hits: [MedicationHit] = []
    private var ids: Set<Int64> = []

    /// More guesses than this are no help.
    private static let guessLimit = 10

    init(_ db: Database, _ search: MedicationSearch, release: Int64) {
        self.db = db
        self.search = search
        self.release = release
        wanted = search.limit + 1
    }

    /// Where words may stand, the best place first; the names are columns of the text table.
    private enum Place: String, CaseIterable {
        case names
        case brands = "names brands"
        case classes = "names brands classes"
        case purposes = "names brands classes purposes"
    }

    /// At most one more than the limit.
    mutating func find() throws -> [MedicationHit] {
        let words = search.query.words
        guard !words.isEmpty else { return [] }
        // Words are letters and digits only, so the quotes hold.
        let whole = words.map { "\"\($0)\"" }.joined(separator: " AND ")
        for place in [Place.names, .brands] { try collect(whole, in: place) }
        let begun = words.map { "\"\($0)\"*" }.joined(separator: " AND ")
        for place in Place.allCases { try collect(begun, in: place) }
        if hits.isEmpty { try guess() }
        return hits
    }

    private mutating func collect(_ expression: String, in place: Place) throws {
        guard hits.count < wanted else { return }
        for row in try rows(expression, columns: place.rawValue, limit: wanted + hits.count) {
            guard hits.count < wanted, ids.insert(row[0]).inserted else { continue }
            let medication = MedicationSummary(row)
            hits.append(MedicationHit(medication: medication, reason: reason(medication, row[10], in: place)))
        }
    }

    /// Rows whose text matches, in the order of their ids, which is the order of finds.
    private func rows(_ expression: String, columns: String, limit: Int) throws -> [Row] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(MedicationSummary.columns) FROM medication_text f
                CROSS JOIN medication m ON m.id = f.rowid \(MedicationSummary.wording)
                WHERE medication_text MATCH ?\(search.filter.conditions) ORDER BY f.rowid LIMIT ?
                """)
        return try Row.fetchAll(
            statement,
            arguments: [search.language.rawValue, "{\(columns)} : (\(expression))"] + search.filter.arguments + [limit])
    }

    private func reason(
        _ medication: MedicationSummary, _ otherNames: String, in place: Place
    ) -> MedicationHit.Reason {
        let query = search.query
        if query.matches(medication.name) { return .name }
        switch place {
        case .names:
            if let name = medication.internationalName, query.touches(name) { return .otherName(name) }
            let other = otherNames.split(separator: " ").first { query.touches(String($0)) }
            return other.map { .otherName(String($0)) } ?? .name
        case .brands: return medication.brandList.first { query.touches($0) }.map { .brand($0) } ?? .name
        case .classes: return .class
        case .purposes: return .purpose
        }
    }

    // MARK: Guessing

    /// Words that nothing has are taken for those that are one letter off.
    private mutating func guess() throws {
        let vocabulary = try String.fetchOne(
            db.cachedStatement(sql: "SELECT vocabulary FROM medication_release WHERE id = ?"), arguments: [release])
        guard let vocabulary else { return }
        var parts: [String] = []
        var isGuess = false
        for word in search.query.words {
            if try isKnown(word) {
                parts.append("\"\(word)\"*")
                continue
            }
            let meant = Self.words(meantBy: word, among: vocabulary)
            guard !meant.isEmpty else { return }
            isGuess = true
            parts.append("(" + meant.map { "\"\($0)\"" }.joined(separator: " OR ") + ")")
        }
        guard isGuess else { return }
        let rows = try rows(
            parts.joined(separator: " AND "), columns: Place.classes.rawValue, limit: min(wanted, Self.guessLimit))
        hits = rows.map { MedicationHit(medication: MedicationSummary($0), reason: .guess) }
    }

    private func isKnown(_ word: String) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT 1 FROM medication_text WHERE medication_text MATCH ? LIMIT 1")
        return try Int.fetchOne(statement, arguments: ["\"\(word)\"*"]) != nil
    }

    /// Words one letter off; while none is, those whose beginning is.
    private static func words(meantBy typed: String, among vocabulary: String) -> [Substring] {
        guard let misspelling = Misspelling(typed) else { return [] }
        var whole: [Substring] = []
        var begun: [Substring] = []
        for word in vocabulary.utf8.split(separator: UInt8(ascii: " ")) {
            switch misspelling.closeness(to: word) {
            case .whole: whole.append(Substring(word))
            case .beginning: begun.append(Substring(word))
            case nil: break
            }
        }
        return Array((whole.isEmpty ? begun : whole).prefix(20))
    }
}
