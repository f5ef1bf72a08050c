import Clinic

/// What a file makes of a diagnosis list.
package struct DiagnosisListResult: Sendable {
    /// How many problems are kept with their reason; all are counted.
    package static let problemLimit = 1_000

    /// The whole list as it is afterwards: in its own order, each row after its parent, no code twice.
    package var rows: [DiagnosisRow] = []
    /// By line; the first ``problemLimit``.
    package var problems: [RowProblem] = []
    package var problemCount = 0
    /// Lines that said something of use.
    package var taken = 0
    /// Lines that are right but say nothing of use.
    package var skipped = 0
    /// How the text of the parts is encoded, each once.
    package var encodings: Set<TextEncoding> = []
}

/// Makes a diagnosis list of the one that is in use and of what files say: titles, changes and notes. A code's parent is
/// the longest beginning of it that is a code too.
package struct DiagnosisListBuilder: Sendable {
    struct Entry {
        var isBillable: Bool
        var title: String
        var terms = ""
    }

    private let limits: CatalogLimits
    private var titles: [String: Entry] = [:]
    private var titleOrder: [String] = []
    private var changes: [(line: Int, change: CodeChange)] = []
    private var notes: [(line: Int, notes: CodeNotes)] = []
    private var text = 0
    private var result = DiagnosisListResult()

    package init(limits: CatalogLimits = .standard) { self.limits = limits }

    /// Takes a code of a whole list or of some of it.
    /// - Throws: ``FileProblem`` when the list would not fit into memory.
    package mutating func take(_ title: CodedTitle, line: Int) throws {
        try spend(title.title)
        guard titles[title.code] == nil else {
            return note(RowProblem(line: line, reason: .duplicate(title.code)))
        }
        titles[title.code] = Entry(isBillable: title.isBillable, title: title.title)
        titleOrder.append(title.code)
        result.taken += 1
    }

    /// Takes a change against the list in use.
    /// - Throws: ``FileProblem`` when the list would not fit into memory.
    package mutating func take(_ change: CodeChange, line: Int) throws {
        try spend(change.title.title)
        changes.append((line, change))
        result.taken += 1
    }

    /// Takes the other names of a code.
    /// - Throws: ``FileProblem`` when the list would not fit into memory.
    package mutating func take(_ notes: CodeNotes, line: Int) throws {
        try spend(notes.title + notes.inclusionTerms.joined())
        self.notes.append(
            (
                line,
                CodeNotes(
                    code: notes.code, title: notes.title, inclusionTerms: notes.inclusionTerms, notes: [])
            ))
        result.taken += 1
    }

    /// Keeps a problem of a line.
    package mutating func note(_ problem: RowProblem) {
        result.problemCount += 1
        if result.problems.count < DiagnosisListResult.problemLimit { result.problems.append(problem) }
    }

    mutating func skip(_ count: Int) { result.skipped += count }

    mutating func note(_ encoding: TextEncoding) { result.encodings.insert(encoding) }

    /// Everything together.
    /// - Parameters:
    ///   - current: the list in use; empty for none.
    ///   - isWhole: whether codes that no title was given for are gone. Without any title nothing is gone.
    ///   - hasHeadings: whether the titles include headings; else those in use stay where there are codes below them.
    package consuming func list(
        over current: [DiagnosisRow], isWhole: Bool, hasHeadings: Bool
    ) -> DiagnosisListResult {
        takeOver(current)
        var entries = base(current, isWhole: isWhole, hasHeadings: hasHeadings)
        apply(changes, to: &entries)
        apply(notes, to: &entries)
        let isNew = current.isEmpty || (isWhole && hasHeadings && !titles.isEmpty)
        let order = DiagnosisOrder(entries.keys)
        let codes = isNew ? order.parentsFirst(titleOrder, entries.keys) : order.tree(current.map(\.code), entries.keys)
        result.rows = codes.compactMap { code in
            entries[code].map {
                DiagnosisRow(
                    code: code, parent: order.parent(of: code), isBillable: $0.isBillable, title: $0.title,
                    terms: $0.terms)
            }
        }
        result.problems.sort { $0.line < $1.line }
        return result
    }

    /// What the titles do not say of codes that the list in use has.
    private mutating func takeOver(_ current: [DiagnosisRow]) {
        for row in current {
            guard let place = titles.index(forKey: row.code) else { continue }
            titles.values[place].terms = row.terms
            titles.values[place].title = Self.accented(titles.values[place].title, row.title)
        }
    }

    private func base(_ current: [DiagnosisRow], isWhole: Bool, hasHeadings: Bool) -> [String: Entry] {
        let isReplaced = isWhole && !titles.isEmpty
        if isReplaced, hasHeadings { return titles }
        let old = Dictionary(
            current.map { ($0.code, Entry(isBillable: $0.isBillable, title: $0.title, terms: $0.terms)) },
            uniquingKeysWith: { first, _ in first })
        guard isReplaced else { return old.merging(titles) { $1 } }
        var beginnings: Set<String> = []
        for code in titles.keys {
            for length in 3..<max(4, code.utf8.count) { beginnings.insert(String(code.prefix(length))) }
        }
        return titles.merging(old.filter { !$1.isBillable && beginnings.contains($0) }) { given, _ in given }
    }

    /// The title in use where the file's is the same without its accents: the order file is ASCII.
    static func accented(_ title: String, _ before: String) -> String {
        guard title != before, title.utf8.allSatisfy({ $0 < 0x80 }), !before.utf8.allSatisfy({ $0 < 0x80 }) else {
            return title
        }
        return isSame(title, before) ? before : title
    }

    /// The same but for accents, case and spaces.
    static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || SearchText.words(one) == SearchText.words(other)
    }

    private mutating func spend(_ more: String) throws {
        text += more.utf8.count
        guard text <= limits.codeTextBytes else { throw FileProblem.tooMuchText(limit: limits.codeTextBytes) }
        guard result.taken < limits.codes else { throw FileProblem.tooManyRows(limit: limits.codes) }
    }
}

extension CodeChange {
    package var title: CodedTitle {
        switch self {
        case .add(let title), .delete(let title), .reviseFrom(let title), .reviseTo(let title): title
        }
    }
}
