import Clinic

/// The tabular list of the NCHS: codes inside codes, with inclusion terms and notes. Gives every code that has one or the
/// other; those with neither are passed over.
struct TabularList: CatalogReader {
    /// More terms and notes than one code has, and more characters than one of them.
    private static let noteLimit = 1_000
    private static let lengthLimit = 4_000

    /// Terms are the element `inclusionTerm`, notes these.
    private static let kinds: [String: CodeNotes.Kind] = [
        "includes": .includes, "excludes1": .excludes1, "excludes2": .excludes2, "codeFirst": .codeFirst,
        "codeAlso": .codeAlso, "useAdditionalCode": .useAdditional, "notes": .notes, "sevenChrNote": .notes,
    ]

    private struct Code {
        var line: Int
        var code = ""
        var title = ""
        var terms: [String] = []
        var notes: [CodeNotes.Note] = []
        var isTooLong = false
    }

    private var events: XMLEvents
    private var budget: RowBudget
    private var seen = CodeSet()
    /// Codes that have begun, the inner one last.
    private var open: [Code] = []
    /// Elements that have begun, the inner one last.
    private var path: [String] = []
    private var text = ""
    private(set) var skipped = 0
    /// The release that the document says it is; nil until it has.
    private(set) var version: String?

    init(_ source: any ByteSource, limits: CatalogLimits) throws {
        events = try XMLEvents(source, limits: limits)
        budget = RowBudget(limit: limits.rows)
    }

    var bytesRead: Int { events.bytesRead }

    mutating func next() throws -> Result<(line: Int, row: CodeNotes), RowProblem>? {
        while let event = try events.next() {
            switch event {
            case .start(let name, _, let line):
                path.append(name)
                text = ""
                if name == "diag" { open.append(Code(line: line)) }
                if name == "name", let last = open.indices.last { open[last].line = line }
            case .text(let more):
                if text.utf8.count <= Self.lengthLimit { text += more }
            case .end(let name):
                path.removeLast()
                guard name == "diag", let code = open.popLast() else {
                    take(name)
                    continue
                }
                if let row = try row(code) { return try budget.take(row) }
                skipped += 1
            }
        }
        return nil
    }

    /// Takes the text of an element that has ended.
    private mutating func take(_ name: String) {
        let text = Substances.clean(text)
        self.text = ""
        guard let last = open.indices.last, let parent = path.last, !text.isEmpty else { return }
        let isTooLong =
            text.unicodeScalars.count > 1000 || open[last].terms.count + open[last].notes.count >= Self.noteLimit
        switch (parent, name) {
        case ("diag", "name"): open[last].code = text
        case ("diag", "desc"): open[last].title = text
        case (_, "note") where isTooLong: open[last].isTooLong = true
        case ("inclusionTerm", "note"): open[last].terms.append(text.replacing(" | ", with: " "))
        case (_, "note"):
            guard let kind = Self.kinds[parent] else { return }
            open[last].notes.append(CodeNotes.Note(kind, text))
        default: return
        }
    }

    private mutating func row(_ code: Code) throws -> Result<(line: Int, row: CodeNotes), RowProblem>? {
        do throws(RowProblem.Reason) {
            let text = try ICD10.code(code.code.filter { $0 != "." })
            let title = try ICD10.title(Self.withoutTail(code.title))
            if code.isTooLong { throw .malformed(column: "note") }
            guard seen.insert(text) else { throw .duplicate(text) }
            if code.terms.isEmpty, code.notes.isEmpty { return nil }
            return .success(
                (code.line, CodeNotes(code: text, title: title, inclusionTerms: code.terms, notes: code.notes)))
        } catch {
            return .failure(RowProblem(line: code.line, reason: error))
        }
    }

    /// Some titles carry the seventh character's meaning behind a slash and a tab.
    private static func withoutTail(_ title: String) -> String {
        guard let start = title.firstRange(of: "/\t") else { return title }
        return String(title[..<start.lowerBound])
    }
}
