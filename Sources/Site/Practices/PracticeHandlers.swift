import Clinic
import Foundation
import Hummingbird
import Store

/// Favourite practices: list, add, edit, remove.
struct PracticeHandlers {
    let site: Site
    private static let pageLength = 25
    private static let added = "flash.practice-added"

    func index(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let typed = request.uri.queryParameters["page"].flatMap { Int($0) } ?? 1
        let count = try await site.database.favouritePracticeCount(of: context.account.id)
        let last = max(1, (count + Self.pageLength - 1) / Self.pageLength)
        let page = min(max(1, typed), last)
        let favourites = try await site.database.favouritePractices(
            of: context.account.id, offset: (page - 1) * Self.pageLength, limit: Self.pageLength)
        let place = PracticesPage.Place(page: page, last: last, count: count)
        var list = PracticesPage(
            favourites, place, home: try await site.homeCountry(context), words: site.words(context))
        if context.visit.flash == Self.added { list.keptKey = PracticesPage.keepKey(context.account) }
        return try site.response(list, context)
    }

    func new(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let form = PracticeForm(country: try await site.homeCountry(context))
        var page = PracticePage(form, id: nil, words: site.words(context))
        page.keepKey = PracticesPage.keepKey(context.account)
        return try site.response(page, context)
    }

    func create(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let typed = PracticeForm(form)
        return try await answer(form, typed, id: nil, context) {
            try await site.database.insertFavourite(try typed.practice(), of: context.account.id, by: context.actor)
            return Self.added
        }
    }

    func edit(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let favourite = try await favourite(context)
        let form = PracticeForm(
            favourite.practice, version: favourite.version, country: try await site.homeCountry(context))
        return try site.response(PracticePage(form, id: favourite.id, words: site.words(context)), context)
    }

    func update(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let typed = PracticeForm(form)
        let favourite = try await favourite(context)
        return try await answer(form, typed, id: favourite.id, context) {
            let changed = FavouritePractice(id: favourite.id, version: typed.version, practice: favourite.practice)
            try await site.database.updateFavourite(
                changed, to: try typed.practice(), of: context.account.id, by: context.actor)
            return "flash.practice-saved"
        }
    }

    /// Keeps a practice that a search found.
    func keep(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let reference = PracticeReference(untrusted: form.text("practice")) else { throw StoreError.notFound }
        let practice = try await site.database.practice(reference, for: context.account.id)
        let back = LocalPath.optional(form.text("return"))
        let path = back.isEmpty ? "/practices" : back
        do {
            try await site.database.insertFavourite(practice, of: context.account.id, by: context.actor)
            return Responses.redirect(to: path, flash: Self.added)
        } catch let failure as ValidationFailure {
            // Kept already is what was wanted; only too many are a problem.
            let isFull = failure.problems.contains { $0.message == "practices.problem.too-many" }
            return Responses.redirect(to: path, flash: isFull ? "flash.warning.practices-full" : nil)
        }
    }

    func removal(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        try site.response(PracticeRemovalPage(try await favourite(context), words: site.words(context)), context)
    }

    func remove(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let favourite = try await favourite(context)
        guard form.text("confirmed") == "yes" else {
            return try site.response(PracticeRemovalPage(favourite, words: site.words(context)), context)
        }
        try await site.database.removeFavourite(favourite.id, of: context.account.id, by: context.actor)
        return Responses.redirect(to: "/practices", flash: "flash.practice-removed")
    }

    private func favourite(_ context: ClinicianContext) async throws -> FavouritePractice {
        try await site.database.favouritePractice(
            try context.identifier(of: FavouritePractice.self), of: context.account.id)
    }

    /// Saves what a form holds and goes back to the list, or shows the form again with what keeps it from being saved.
    private func answer(
        _ form: Form, _ typed: PracticeForm, id: Identifier<FavouritePractice>?, _ context: ClinicianContext,
        save: () async throws -> String
    ) async throws -> Response {
        let words = site.words(context)
        // Another country asks for other fields: the form is shown again with them, nothing is checked or saved yet.
        if form.has("change-country") { return try site.response(PracticePage(typed, id: id, words: words), context) }
        do {
            return Responses.redirect(to: "/practices", flash: try await save())
        } catch let failure as ValidationFailure {
            let page = PracticePage(typed, id: id, problems: failure.problems, words: words)
            return try site.response(page, context, status: .unprocessableContent)
        } catch StoreError.stale {
            let kept = try await favourite(context)
            let typed = try typed.normalised(version: kept.version)
            let problem = Problem("", "practices.problem.stale")
            let page = PracticePage(typed, id: id, problems: [problem], kept: kept.practice, words: words)
            return try site.response(page, context, status: .conflict)
        }
    }
}
