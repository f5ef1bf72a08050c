import Catalogs
import Clinic
import Rendering
import Store

/// The files that were brought, and a form for the next.
struct ImportIndexPage: Page {
    static let template = "imports/index"

    struct Line: Sendable {
        let url: String
        let name: String
        let kind: String
        let state: String
        /// The style of the state's tag.
        let style: String
        let time: String
        let size: String
    }

    let problems: [ProblemLine]
    let fileError: String?
    let lines: [Line]
    let isEmpty: Bool
    /// What may be brought, a line per kind.
    let kinds: [Kind]
    let mostSize: String

    struct Kind: Sendable {
        let name: String
        let files: String
    }

    init(_ jobs: [CatalogImport], problems: [Problem], words: ImportWords) {
        let said = words.words
        self.problems = problems.map { ProblemLine($0, said) }
        fileError = problems.first { $0.field == "file" }.map { said($0) }
        lines = jobs.map { job in
            Line(
                url: "/imports/\(job.id)", name: job.fileName, kind: job.findings.map { words.kind($0.kind) } ?? "",
                state: words.state(job.state), style: job.state.style, time: words.time(job.createdAt),
                size: words.size(job.size))
        }
        isEmpty = jobs.isEmpty
        kinds = CatalogKind.allCases.map { Kind(name: words.kind($0), files: said("imports.files.\($0.rawValue)")) }
        mostSize = words.size(FileUpload.most)
    }
}

extension CatalogImport.State {
    /// The style of a tag that says it.
    var style: String {
        switch self {
        case .receiving, .waiting, .checking: "tag tag--draft"
        case .checked, .applied: "tag tag--signed"
        case .cancelled: "tag tag--superseded"
        case .failed: "tag tag--cancelled"
        }
    }
}

/// One file: how far it is, what it would change, and the button that does it.
struct ImportShowPage: Page {
    static let template = "imports/show"

    struct Fact: Sendable {
        let label: String
        let text: String
    }

    /// A number with the page that shows the rows behind it.
    struct Count: Sendable {
        let label: String
        let number: String
        /// Nil where there is nothing to see.
        let url: String?
    }

    struct ProblemRow: Sendable {
        let part: String
        let line: String
        let text: String
    }

    struct Affected: Sendable {
        let code: String
        let title: String
        let favourites: String
        let favouritePrescriptions: String
        let drafts: String
        let prescriptions: String
    }

    struct Progress: Sendable {
        let percent: Int
        let text: String
    }

    let id: String
    let url: String
    let name: String
    let state: String
    let style: String
    let facts: [Fact]
    /// Nil unless something goes on.
    let progress: Progress?
    /// Nil unless the file is not all here.
    let upload: Upload?
    let failure: String?
    let counts: [Count]
    let hasCounts: Bool
    let isSame: Bool
    let problemRows: [ProblemRow]
    let hasProblems: Bool
    /// Nil where all problems are on the page.
    let moreProblems: String?
    let affected: [Affected]
    let isAffected: Bool
    /// Whether they are codes, which are kept as favourites too; else medicines.
    let areCodes: Bool
    let affectedText: String
    /// Nil where all of them are on the page.
    let moreAffected: String?
    let columns: [ChoiceFieldView]
    let hasColumns: Bool
    let samples: [[String]]
    let rest: ChoiceFieldView?
    let naming: [FieldView]
    let canApply: Bool
    let canCancel: Bool
    let isApplied: Bool
    /// The release that would be replaced, as a sentence.
    let current: String?
    let problems: [ProblemLine]

    struct Upload: Sendable {
        let received: Int
        let size: Int
        let text: String
    }

    /// - Parameter chosen: which column was just chosen for what, though it cannot be; nil: as it was checked.
    init(
        _ job: CatalogImport, current: LoadedCatalog?, affected: AffectedRecords?, problemLines: [ImportProblem],
        naming: ReleaseNamingForm, chosen: [String: Int]? = nil, problems: [Problem], words: ImportWords
    ) {
        let said = words.words
        let findings = job.findings
        id = job.id.text
        url = "/imports/\(job.id)"
        name = job.fileName
        state = words.state(job.state)
        style = job.state.style
        facts = Self.facts(job, words)
        progress =
            job.state.isUnderWay
            ? Progress(
                percent: job.progress.percent,
                text: said(job.state == .waiting ? "imports.waiting.text" : "imports.checking.text")) : nil
        upload =
            job.state == .receiving
            ? Upload(
                received: job.received, size: job.size,
                text: said(
                    "imports.receiving.text",
                    ["received": words.size(job.received), "size": words.size(job.size)])) : nil
        failure = job.failure.map(words.failure)
        counts = findings.map { Self.counts($0, job, said) } ?? []
        hasCounts = job.state == .checked || job.state == .applied
        isSame = job.state == .checked && findings?.isSame == true
        problemRows = problemLines.map {
            ProblemRow(
                part: $0.part, line: "\($0.problem.line)",
                text: words.problem($0.problem, headers: findings?.headers ?? []))
        }
        hasProblems = !problemLines.isEmpty
        let all = findings?.problems ?? problemLines.count
        moreProblems =
            all > problemLines.count ? said("imports.problems.more", count: all - problemLines.count) : nil
        let lines = affected?.lines ?? []
        self.affected = lines.map {
            Affected(
                code: $0.code, title: $0.title, favourites: "\($0.uses.favourites)",
                favouritePrescriptions: "\($0.uses.favouritePrescriptions)", drafts: "\($0.uses.drafts)",
                prescriptions: "\($0.uses.prescriptions)")
        }
        isAffected = !lines.isEmpty
        let unlisted = (affected?.count ?? 0) - lines.count
        moreAffected = unlisted > 0 ? said("imports.affected.more", count: unlisted) : nil
        let areCodes = findings?.kind.codeSystem != nil
        self.areCodes = areCodes
        affectedText = affected.map { Self.text($0.uses, areCodes: areCodes, said) } ?? ""
        let isHopeful = job.state == .checked || job.failure?.reason == .columns || job.failure?.reason == .nothing
        let canChoose = isHopeful && job.isOnServer
        columns = canChoose ? findings.map { Self.columns($0, chosen ?? $0.columns, said) } ?? [] : []
        hasColumns = !columns.isEmpty
        samples = findings?.samples ?? []
        rest = job.state == .checked && job.isOnServer ? findings.map { Self.rest($0, said) } : nil
        let builder = FieldBuilder(words: said, problems: problems, prefix: "imports")
        self.problems = builder.summary
        canApply = job.state == .checked
        self.naming = canApply ? Self.fields(naming, findings?.kind, builder) : []
        canCancel = !job.state.isOver
        isApplied = job.state == .applied
        self.current = job.state == .checked ? Self.current(current, words) : nil
    }

    private static func current(_ current: LoadedCatalog?, _ words: ImportWords) -> String {
        guard let current else { return words.words("imports.current.none") }
        return words.words(
            "imports.current",
            ["name": current.name, "rows": "\(current.rowCount)", "time": words.time(current.importedAt)])
    }

    private static func facts(_ job: CatalogImport, _ words: ImportWords) -> [Fact] {
        let said = words.words
        var facts: [(String, String)] = []
        if let findings = job.findings {
            facts.append(("kind", words.kind(findings.kind)))
            facts.append(("layouts", findings.layouts.map(words.layout).joined(separator: "; ")))
            facts.append(("licence", Set(findings.layouts.map(words.licence)).sorted().joined(separator: " ")))
            if let encodings = findings.encodings {
                facts.append(("encoding", encodings.map(\.rawValue).joined(separator: ", ")))
            }
        }
        facts.append(("size", words.size(job.size)))
        facts.append(("brought", words.time(job.createdAt)))
        return facts.map { Fact(label: said("imports.fact.\($0.0)"), text: $0.1) }
    }

    private static func counts(
        _ findings: CatalogImport.Findings, _ job: CatalogImport, _ said: Words
    ) -> [Count] {
        func change(_ name: String, _ number: Int) -> Count {
            Count(
                label: said("imports.change.\(name)"), number: "\(number)",
                url: number > 0 ? "/imports/\(job.id)/changes?change=\(name)" : nil)
        }
        return [
            Count(label: said("imports.count.rows"), number: "\(findings.rows)", url: nil),
            change("added", findings.added), change("changed", findings.changed), change("retired", findings.retired),
            Count(
                label: said("imports.count.problems"), number: "\(findings.problems)",
                url: findings.problems > 0 ? "#problems" : nil),
            Count(label: said("imports.count.skipped"), number: "\(findings.skipped)", url: nil),
        ]
    }

    private static func text(_ uses: AffectedRecords.Uses, areCodes: Bool, _ said: Words) -> String {
        guard areCodes else {
            return [
                said("imports.affected.drafts", count: uses.drafts),
                said("imports.affected.in-force", count: uses.prescriptions),
            ].joined(separator: " · ")
        }
        return [
            said("imports.affected.favourites", count: uses.favourites),
            said("imports.affected.favourite-prescriptions", count: uses.favouritePrescriptions),
            said("imports.affected.drafts", count: uses.drafts),
            said("imports.affected.prescriptions", count: uses.prescriptions),
        ].joined(separator: " · ")
    }

    /// A select per field of the layout, with the table's columns to choose from.
    private static func columns(
        _ findings: CatalogImport.Findings, _ chosen: [String: Int], _ said: Words
    ) -> [ChoiceFieldView] {
        let fields = findings.layouts.flatMap { ColumnMatching.fields(of: $0) }
        guard !fields.isEmpty, !findings.headers.isEmpty else { return [] }
        let builder = FieldBuilder(words: said, problems: [], prefix: "imports")
        let needed = Set(findings.layouts.flatMap { ColumnMatching.needed(by: $0) })
        let options = findings.headers.enumerated().map { place, header in
            // The first row says more than a header such as "Column 3".
            let sample = findings.samples.first.flatMap { $0.indices.contains(place) ? $0[place] : nil } ?? ""
            let text = sample.isEmpty ? header : "\(header) (\(sample.prefix(30)))"
            return (value: "\(place)", label: text)
        }
        return fields.map { field in
            let place = chosen[field.rawValue].map { "\($0)" } ?? ""
            return builder.choice(
                "column-\(field.rawValue)", [("", said("imports.column.none"))] + options, chosen: [place]
            ) {
                $0.label = said("imports.field.\(field.rawValue)")
                $0.optional = !needed.contains(field)
            }
        }
    }

    private static func rest(_ findings: CatalogImport.Findings, _ said: Words) -> ChoiceFieldView {
        FieldBuilder(words: said, problems: [], prefix: "imports").choice(
            "rest", [("keep", said("imports.rest.keep")), ("retire", said("imports.rest.retire"))],
            chosen: [findings.isWholeList ? "retire" : "keep"])
    }

    private static func fields(
        _ naming: ReleaseNamingForm, _ kind: CatalogKind?, _ builder: FieldBuilder
    ) -> [FieldView] {
        let name = builder.field("name", naming.name) {
            $0.width = "20"
            $0.maxLength = 100
            $0.autocomplete = "off"
        }
        guard kind?.codeSystem != nil else { return [name] }
        func day(_ field: String, _ value: String, isOptional: Bool) -> FieldView {
            builder.field(field, value) {
                $0.type = "date"
                $0.width = "10"
                $0.required = !isOptional
                $0.optional = isOptional
            }
        }
        return [name, day("from", naming.from, isOptional: false), day("until", naming.until, isOptional: true)]
    }
}

/// Rows that a file would change, has changed, in one way.
struct ImportChangesPage: Page {
    static let template = "imports/changes"

    struct Tab: Sendable {
        let label: String
        let url: String
        let isCurrent: Bool
    }

    struct Row: Sendable {
        let key: String
        let before: String
        /// In the reader's language, where the rest is in the list's.
        let beforeMarks: String
        let beforeDetail: String
        let beforeNotes: [String]
        let after: String
        let afterMarks: String
        let afterDetail: String
        let afterNotes: [String]
    }

    let url: String
    let name: String
    let tabs: [Tab]
    let rows: [Row]
    let isEmpty: Bool
    let moreURL: String?

    init(
        _ job: CatalogImport, _ findings: CatalogImport.Findings, _ change: CatalogDifference.Change,
        rows: [CatalogDifference], words: ImportWords
    ) {
        let shown = rows.prefix(ImportHandlers.changesPerPage)
        url = "/imports/\(job.id)"
        name = job.fileName
        let path = "\(url)/changes"
        let counts: [CatalogDifference.Change: Int] = [
            .added: findings.added, .changed: findings.changed, .retired: findings.retired,
        ]
        tabs = CatalogDifference.Change.allCases.map {
            Tab(
                label: "\(words.words("imports.change.\($0.rawValue)")) \(counts[$0] ?? 0)",
                url: "\(path)?change=\($0.rawValue)", isCurrent: $0 == change)
        }
        let system = findings.kind.codeSystem
        self.rows = shown.map { row in
            Row(
                key: system.map { DiagnosisCode(system: $0, text: row.key).display } ?? row.key,
                before: row.before?.label ?? "", beforeMarks: words.marks(row.before),
                beforeDetail: row.before?.detail ?? "", beforeNotes: words.notes(row.before),
                after: row.after?.label ?? "", afterMarks: words.marks(row.after),
                afterDetail: row.after?.detail ?? "", afterNotes: words.notes(row.after))
        }
        isEmpty = rows.isEmpty
        moreURL =
            rows.count > shown.count
            ? shown.last.map { "\(path)?change=\(change.rawValue)&after=\($0.key.queryEscaped)" } : nil
    }
}
