import Catalogs
import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering
import Store

/// Bringing a catalogue: its file is checked in the background, what would change is looked at, then it is put to use.
struct ImportHandlers {
    let site: Site
    static let changesPerPage = 100

    func index(_ request: Request, _ context: AdminContext) async throws -> Response {
        try await index(problems: [], context)
    }

    func index(problems: [Problem], _ context: AdminContext) async throws -> Response {
        let page = ImportIndexPage(
            try await site.database.catalogImports(), problems: problems, words: words(context))
        return try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }

    /// The file's page, which reloads itself while something goes on; its state for a script.
    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        let job = try await site.database.catalogImport(try context.identifier())
        if request.wantsJSON { return try Responses.json(UploadState(job, words: site.words(context))) }
        return try await page(job, context)
    }

    private func page(
        _ job: CatalogImport, naming: ReleaseNamingForm? = nil, problems: [Problem] = [], _ context: AdminContext
    ) async throws -> Response {
        let affected = try await affected(job)
        let page = ImportShowPage(
            job, current: try await current(job), affected: affected,
            problemLines: try await site.database.problems(of: job.id, limit: 20),
            naming: naming ?? ReleaseNamingForm(job.findings, context.language), problems: problems,
            words: words(context))
        var response = try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
        // Works without scripts; a script would be no faster.
        if job.state.isUnderWay { response.headers[.refresh] = "2" }
        return response
    }

    /// Who uses what a checked file would retire; nil where nobody can.
    private func affected(_ job: CatalogImport) async throws -> AffectedRecords? {
        guard job.state == .checked, let kind = job.findings?.kind,
            let comparison = try await site.database.comparison(of: job.id)
        else { return nil }
        if let system = kind.codeSystem {
            return try await site.database.affectedRecords(by: comparison.after, of: system)
        }
        guard kind == .medications else { return nil }
        return try await site.database.affectedMedicationRecords(by: comparison.after)
    }

    private func current(_ job: CatalogImport) async throws -> LoadedCatalog? {
        guard let kind = job.findings?.kind else { return nil }
        return try await site.database.loadedCatalogs().first { $0.kind == kind && $0.isCurrent }
    }

    /// Checks the file anew with other choices.
    func recheck(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let job = try await site.database.catalogImport(try context.identifier())
        var choices = job.choices
        if form.has("rest") { choices.isWholeList = form.text("rest") == "retire" }
        if form.has("columns") {
            var columns: [String: Int] = [:]
            for field in ColumnMatching.Field.allCases {
                if let place = Int(form.text("column-\(field.rawValue)")), (0..<1000).contains(place) {
                    columns[field.rawValue] = place
                }
            }
            guard Set(columns.values).count == columns.count else {
                return try await page(job, problems: [Problem("columns", "imports.problem.same-column")], context)
            }
            choices.columns = columns
        }
        do {
            try await site.database.recheckImport(job.id, choices: choices, by: context.actor)
        } catch is ImportRefusal {
            return Responses.redirect(to: "/imports/\(job.id)", flash: "flash.warning.import-over")
        }
        site.imports.wake()
        return Responses.redirect(to: "/imports/\(job.id)")
    }

    /// Puts what was checked to use.
    func apply(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let job = try await site.database.catalogImport(try context.identifier())
        let typed = ReleaseNamingForm(form)
        do {
            let naming = try typed.naming(
                of: job.findings?.kind, order: .usual(language: context.language, country: .unitedStates))
            try await site.database.applyImport(job.id, naming: naming, by: context.actor)
        } catch let failure as ValidationFailure {
            return try await page(job, naming: typed, problems: failure.problems, context)
        } catch let refusal as ImportRefusal {
            let key = refusal == .outdated ? "flash.warning.import-outdated" : "flash.warning.import-over"
            return Responses.redirect(to: "/imports/\(job.id)", flash: key)
        }
        site.imports.files.remove(job.id)
        return Responses.redirect(to: "/imports/\(job.id)", flash: "flash.import-applied")
    }

    func cancel(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let id: Identifier<CatalogImport> = try context.identifier()
        do {
            try await site.database.cancelImport(id, by: context.actor)
        } catch is ImportRefusal { return Responses.redirect(to: "/imports/\(id)", flash: "flash.warning.import-over") }
        site.imports.files.remove(id)
        return Responses.redirect(to: "/imports", flash: "flash.import-cancelled")
    }

    // MARK: What would change

    func changes(_ request: Request, _ context: AdminContext) async throws -> Response {
        let job = try await site.database.catalogImport(try context.identifier())
        guard let comparison = try await site.database.comparison(of: job.id), let findings = job.findings else {
            throw StoreError.notFound
        }
        let change = CatalogDifference.Change(rawValue: request.query("change")) ?? .added
        let rows = try await site.database.differences(
            change, comparison, after: request.query("after"), limit: Self.changesPerPage + 1)
        return try site.response(
            ImportChangesPage(job, findings, change, rows: rows, words: words(context)), context)
    }

    /// All of it as a file, sent as it is read.
    func changesFile(_ request: Request, _ context: AdminContext) async throws -> Response {
        let job = try await site.database.catalogImport(try context.identifier())
        guard let comparison = try await site.database.comparison(of: job.id) else { throw StoreError.notFound }
        let (database, words) = (site.database, words(context))
        return file("changes", job) { writer in
            let columns = ["change", "key", "before", "before-detail", "after", "after-detail"]
            try await writer.write(ByteBuffer(string: CSV.row(columns.map { words.words("imports.csv.\($0)") })))
            for change in CatalogDifference.Change.allCases {
                var after = ""
                while true {
                    let rows = try await database.differences(change, comparison, after: after, limit: 1000)
                    guard let last = rows.last else { break }
                    after = last.key
                    let lines = rows.map { row in
                        CSV.row([
                            words.words("imports.change.\(change.rawValue)"), row.key, row.before?.label ?? "",
                            words.detail(row.before), row.after?.label ?? "", words.detail(row.after),
                        ])
                    }
                    try await writer.write(ByteBuffer(string: lines.joined()))
                }
            }
        }
    }

    /// The lines that were not taken.
    func problemsFile(_ request: Request, _ context: AdminContext) async throws -> Response {
        let job = try await site.database.catalogImport(try context.identifier())
        let (database, words) = (site.database, words(context))
        return file("problems", job) { writer in
            let columns = ["part", "line", "problem"].map { words.words("imports.csv.\($0)") }
            try await writer.write(ByteBuffer(string: CSV.row(columns)))
            var seen = 0
            while true {
                let problems = try await database.problems(of: job.id, after: seen)
                guard !problems.isEmpty else { return }
                seen += problems.count
                let lines = problems.map { CSV.row([$0.part, "\($0.problem.line)", words.problem($0.problem)]) }
                try await writer.write(ByteBuffer(string: lines.joined()))
            }
        }
    }

    private func file(
        _ name: String, _ job: CatalogImport,
        _ body: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        let stream = ResponseBody { writer in
            try await writer.write(ByteBuffer(string: CSV.start))
            try await body(&writer)
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8",
                .contentDisposition: "attachment; filename=\"import-\(name)-\(job.id.text.suffix(8)).csv\"",
            ], body: stream)
    }

    private func words(_ context: AdminContext) -> ImportWords {
        ImportWords(words: site.words(context), zone: site.settings.timeZone)
    }
}

extension HTTPField.Name {
    static let refresh = HTTPField.Name("Refresh") ?? .date
}

/// What a release is to be called, as typed.
struct ReleaseNamingForm: Sendable {
    let name: String
    let from: String
    let until: String

    init(_ findings: CatalogImport.Findings?, _ language: Language) {
        name = findings?.releaseName ?? ""
        from = findings?.effectiveFrom?.description ?? ""
        until = findings?.effectiveUntil?.description ?? ""
    }

    init(_ form: Form) {
        name = form.text("name")
        from = form.text("from")
        until = form.text("until")
    }

    /// - Parameter order: of day and month where a date is typed by hand.
    /// - Throws: ``ValidationFailure``.
    func naming(of kind: CatalogKind?, order: DateOrder) throws -> ReleaseNaming {
        var checks = FieldChecks()
        let name = checks.value(try TypedText.line(name, field: "name", longest: 100, required: true)) ?? ""
        guard kind?.codeSystem != nil else {
            guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
            return ReleaseNaming(name: name)
        }
        let from = day(self.from, "from", order, &checks)
        if self.from.allSatisfy(\.isWhitespace) { checks.note(Problem("from", "problems.required")) }
        let until = day(self.until, "until", order, &checks)
        if let from, let until, until < from { checks.note(Problem("until", "imports.problem.until")) }
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return ReleaseNaming(name: name, effectiveFrom: from, effectiveUntil: until)
    }

    private func day(
        _ typed: String, _ field: String, _ order: DateOrder, _ checks: inout FieldChecks
    ) -> LocalDate? {
        guard !typed.allSatisfy(\.isWhitespace) else { return nil }
        return checks.value(try DateReading(typed, order: order).day(field))
    }
}
