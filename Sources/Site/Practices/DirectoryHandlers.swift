import Clinic
import Hummingbird
import Rendering
import Store

/// The directory of practices: what an admin imported and what the clinic's clinicians entered for one another.
struct DirectoryHandlers {
    let site: Site
    private static let pageLength = 25

    func index(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let query = request.query
        let around = try await site.surroundings(ofQuery: query, context)
        let form = DirectorySearchForm(query)
        let search = PracticeSearch(
            typed: form.typed, specialty: form.specialty, offset: (form.page - 1) * Self.pageLength,
            limit: Self.pageLength)
        let (hits, hasMore) = try await site.database.practices(matching: search, for: context.account.id)
        let page = DirectoryPage(
            form, hits, hasMore: hasMore, around,
            hasDirectory: hits.isEmpty ? try await site.database.hasPracticeDirectory() : true,
            home: try await site.homeCountry(context), words: site.words(context))
        return try site.response(page, context)
    }

    func new(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let form = PracticeForm(country: try await site.homeCountry(context))
        return try site.response(DirectoryPracticePage(form, id: nil, words: site.words(context)), context)
    }

    func create(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let typed = PracticeForm(form)
        return try await answer(form, typed, id: nil, context) {
            try await site.database.insertDirectoryPractice(try typed.practice(), by: context.actor)
            return "flash.directory-added"
        }
    }

    func edit(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let entry = try await entry(context)
        let form = PracticeForm(
            entry.practice, version: entry.version, country: try await site.homeCountry(context))
        return try site.response(DirectoryPracticePage(form, id: entry.id, words: site.words(context)), context)
    }

    func update(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let typed = PracticeForm(form)
        let entry = try await entry(context)
        return try await answer(form, typed, id: entry.id, context) {
            try await site.database.updateDirectoryPractice(
                entry.id, to: try typed.practice(), version: typed.version, by: context.actor)
            return "flash.practice-saved"
        }
    }

    func removal(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        try site.response(DirectoryRemovalPage(try await entry(context), words: site.words(context)), context)
    }

    func remove(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let entry = try await entry(context)
        guard form.text("confirmed") == "yes" else {
            return try site.response(DirectoryRemovalPage(entry, words: site.words(context)), context)
        }
        try await site.database.removeDirectoryPractice(entry.id, by: context.actor)
        return Responses.redirect(to: "/practices/directory", flash: "flash.directory-removed")
    }

    private func entry(_ context: ClinicianContext) async throws -> DirectoryPractice {
        try await site.database.directoryPractice(try context.identifier(of: DirectoryPractice.self))
    }

    /// Saves what a form holds and goes back to the list, or shows the form again with what keeps it from being saved.
    private func answer(
        _ form: Form, _ typed: PracticeForm, id: Identifier<DirectoryPractice>?, _ context: ClinicianContext,
        save: () async throws -> String
    ) async throws -> Response {
        let words = site.words(context)
        if form.has("change-country") {
            return try site.response(DirectoryPracticePage(typed, id: id, words: words), context)
        }
        do {
            let flash = try await save()
            return Responses.redirect(
                to: "/practices/directory?q=\(typed.typed.name.queryEscaped)", flash: flash)
        } catch let failure as ValidationFailure {
            let page = DirectoryPracticePage(typed, id: id, problems: failure.problems, words: words)
            return try site.response(page, context, status: .unprocessableContent)
        } catch StoreError.stale {
            let kept = try await entry(context)
            let typed = try typed.normalised(version: kept.version)
            let problem = Problem("", "practices.problem.stale")
            let page = DirectoryPracticePage(typed, id: id, problems: [problem], kept: kept.practice, words: words)
            return try site.response(page, context, status: .conflict)
        }
    }
}

/// What a search of the directory has in its address. Nothing in it can be wrong: what cannot be read is taken as not given.
struct DirectorySearchForm: Sendable {
    let typed: String
    let specialty: TherapySpecialty?
    /// From 1.
    let page: Int

    init(_ query: Form) {
        typed = String(PlainText.cleaned(query.text("q")).prefix(200))
        specialty = TherapySpecialty(rawValue: query.text("specialty"))
        page = min(max(1, Int(query.text("page")) ?? 1), 10_000)
    }

    func path(page: Int, prescription: Identifier<TherapyPrescription>?) -> String {
        let values = [
            ("q", typed), ("specialty", specialty?.rawValue ?? ""), ("page", page > 1 ? "\(page)" : ""),
            ("prescription", prescription?.text ?? ""),
        ]
        let query = values.filter { !$0.1.isEmpty }.map { "\($0.0)=\($0.1.queryEscaped)" }
        return "/practices/directory" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}
