import ArgumentParser
import Catalogs
import Clinic
import Foundation
import Logging
import Rendering
import Site
import Store

/// `theralog import FILE…`
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Check a catalogue's file and say what it would change.",
        discussion: """
            What a file is shows in its content. Nothing that anybody works with changes without --apply; the server may be \
            running meanwhile. Ends with 1 when a file cannot be used.
            """)

    @Argument(help: "Official files as published, zipped or not.", completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "What the file has to be: \(CatalogKind.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "kind"))
    var kind: String?

    @Flag(help: "Put it to use.") var apply = false
    @Flag(help: "Print one JSON object per file and line.") var json = false
    @Flag(
        inversion: .prefixedNo,
        help: "Retire entries that the file does not mention, or keep them; else as its layout says.")
    var retireRest: Bool?
    @Option(help: "The release's name; else as the file suggests.") var release: String?
    @Option(
        name: .customLong("column"),
        help: ArgumentHelp(
            """
            Which column of a table means what, such as name=2: the first is 1. Columns not named are left out; without any, \
            as the header suggests. Fields: \(ColumnMatching.Field.allCases.map(\.rawValue).joined(separator: ", ")).
            """,
            valueName: "field=number"))
    var columns: [String] = []

    @OptionGroup var options: SettingsOptions

    func validate() throws {
        if let kind, CatalogKind(rawValue: kind) == nil {
            throw ValidationError("There is no kind \"\(kind)\".")
        }
        if let release, release.isEmpty || release.unicodeScalars.count > 100 {
            throw ValidationError("--release: 1 to 100 characters.")
        }
        _ = try chosenColumns()
        for file in files {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue,
                FileManager.default.isReadableFile(atPath: file)
            else { throw ValidationError("\(file): cannot be read.") }
        }
    }

    /// What `--column` says, by the field's name and the column from 0; nil without any.
    private func chosenColumns() throws -> [String: Int]? {
        var chosen: [String: Int] = [:]
        for text in columns {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let field = ColumnMatching.Field(rawValue: String(parts[0])),
                let number = Int(parts[1]), (1...1000).contains(number)
            else { throw ValidationError("--column: \"\(text)\" is not a field, = and a number from 1.") }
            guard chosen.updateValue(number - 1, forKey: field.rawValue) == nil else {
                throw ValidationError("--column: \(field.rawValue) is named twice.")
            }
        }
        guard Set(chosen.values).count == chosen.count else {
            throw ValidationError("--column: a column has two meanings.")
        }
        return chosen.isEmpty ? nil : chosen
    }

    func run() async throws {
        let settings = try options.settings()
        let messages = try MessageCatalogue(folder: settings.site.viewsFolder.appendingPathComponent("locales"))
        let words = ImportWords(words: messages.words(in: .english), zone: settings.timeZone)
        let database = try await OpenClinic.database(settings)
        try await database.removeUnfinishedImports(isRestart: false, isShared: true, by: .program)
        let logger = OpenClinic.logger(settings)
        var isAllRight = true
        for file in files {
            let report = try await check(URL(fileURLWithPath: file), in: database, settings, words, logger)
            print(try json ? report.json() : report.text)
            isAllRight = isAllRight && report.failure == nil
        }
        try database.close()
        guard isAllRight else { throw ExitCode(1) }
    }

    /// Waits until no other file is checked, checks this one and, if so asked, puts it to use.
    private func check(
        _ file: URL, in database: ClinicDatabase, _ settings: Settings, _ words: ImportWords, _ logger: Logger
    ) async throws -> ImportReport {
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        guard size > 0, size <= 2 << 30 else {
            return ImportReport(file: file.lastPathComponent, failure: size == 0 ? "empty" : "too-big")
        }
        let job = try await database.insertImport(
            fileName: String(file.lastPathComponent.prefix(200)), size: size, received: size,
            choices: CatalogImport.Choices(isWholeList: retireRest, columns: try chosenColumns()), runner: .commandLine,
            by: .program)
        var hasSaid = false
        while true {
            if let claimed = try await database.claimImport(job.id, for: .commandLine) {
                await ImportCheck(
                    database: database, file: file, job: claimed, isShared: true,
                    wanted: kind.flatMap(CatalogKind.init(rawValue:)),
                    today: LocalDate(database.surroundings.now(), in: settings.timeZone), logger: logger
                ).run()
                break
            }
            // An admin may discard it while it waits.
            guard try await !database.catalogImport(job.id).state.isOver else { break }
            if !hasSaid { FileHandle.standardError.write(Data("Waiting for another import to end.\n".utf8)) }
            hasSaid = true
            try await Task.sleep(for: .milliseconds(500))
        }
        var refusal: String?
        var done = try await database.catalogImport(job.id)
        if apply, done.state == .checked, let findings = done.findings {
            let naming = ReleaseNaming(
                name: release ?? findings.releaseName, effectiveFrom: findings.effectiveFrom,
                effectiveUntil: findings.effectiveUntil)
            do {
                try await database.applyImport(job.id, naming: naming, by: .program)
            } catch is ImportRefusal {
                // Another release came into use meanwhile, or somebody discarded it.
                refusal = "outdated"
            }
            done = try await database.catalogImport(job.id)
        }
        var report = ImportReport(
            done, release: release, problems: try await database.problems(of: job.id, limit: 20), words: words)
        report.failure = report.failure ?? refusal
        return report
    }
}

/// What is printed of one file.
struct ImportReport: Encodable {
    let file: String
    var kind: String?
    var layouts: [String] = []
    /// How the text is encoded, by IANA's names; nil where it was not read.
    var encodings: [String]?
    var release: String?
    var rows = 0
    var added = 0
    var changed = 0
    var retired = 0
    var problems = 0
    var skipped = 0
    var applied = false
    /// Why it cannot be used; nil when it can.
    var failure: String?
    /// The first lines that were not taken.
    var problemLines: [Line] = []
    /// A table's header, and the column from 1 that each field was taken from; nil for other layouts.
    var headers: [String]?
    var columns: [String: Int]?

    struct Line: Encodable {
        let part: String
        let line: Int
        /// The same whatever the wording.
        let reason: String
        let text: String
    }

    init(file: String, failure: String) {
        self.file = file
        self.failure = failure
    }

    init(_ job: CatalogImport, release: String?, problems lines: [ImportProblem], words: ImportWords) {
        file = job.fileName
        failure = job.failure.map { $0.detail.isEmpty ? $0.reason.rawValue : "\($0.reason.rawValue) \($0.detail)" }
        if job.state == .cancelled { failure = "cancelled" }
        applied = job.state == .applied
        let headers = job.findings?.headers ?? []
        problemLines = lines.map {
            Line(
                part: $0.part, line: $0.problem.line, reason: $0.problem.reason.name,
                text: words.problem($0.problem, headers: headers))
        }
        guard let findings = job.findings else { return }
        kind = findings.kind.rawValue
        layouts = findings.layouts.map(\.rawValue)
        self.release = release ?? findings.releaseName
        rows = findings.rows
        added = findings.added
        changed = findings.changed
        retired = findings.retired
        problems = findings.problems
        skipped = findings.skipped
        encodings = findings.encodings?.map(\.rawValue)
        guard !headers.isEmpty else { return }
        self.headers = headers
        columns = findings.columns.mapValues { $0 + 1 }
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    var text: String {
        let lines = problemLines.map { "  line \($0.line)\($0.part.isEmpty ? "" : " of \($0.part)"): \($0.text)" }
        let table = columnLines
        let more = problems > lines.count ? ["  and \(problems - lines.count) more"] : []
        guard failure == nil else {
            return (["\(file): cannot be used: \(failure ?? "")"] + table + lines + more).joined(separator: "\n")
        }
        let head = """
            \(file): \(kind ?? ""), release \(release ?? "") (\(layouts.joined(separator: ", ")))\(readAs)
              \(rows) rows: \(added) added, \(changed) changed, \(retired) retired; \(problems) problems, \(skipped) skipped
              \(applied ? "in use now" : "not in use: see it under /imports, or run again with --apply")
            """
        return ([head] + table + lines + more).joined(separator: "\n")
    }

    private var readAs: String { encodings.map { ", read as \($0.joined(separator: ", "))" } ?? "" }

    /// A table's columns with what they were taken for.
    private var columnLines: [String] {
        guard let headers else { return [] }
        return headers.prefix(50).enumerated().map { place, header in
            let field = columns?.first { $0.value == place + 1 }?.key
            return "  column \(place + 1) \"\(header.prefix(60))\": \(field ?? "left out")"
        }
    }
}
