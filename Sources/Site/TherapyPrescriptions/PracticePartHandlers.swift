import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// The prescription's practice: picked from the favourites, or typed by hand and then perhaps kept as one.
struct PracticePartHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        let favourites = try await site.database.favouritePractices(of: context.account.id)
        return try site.response(PracticePartPage(around, favourites), context)
    }

    func byHand(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        let form = PracticeForm(
            around.draft.practice ?? Practice(), version: around.draft.practiceVersion,
            country: try await site.homeCountry(context))
        return try await page(around, form, .init(), context)
    }

    /// A favourite or one of the directory, by one press. One that is no favourite yet leads to the question whether to keep
    /// it.
    func choose(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        guard let reference = PracticeReference(untrusted: form.text("practice")) else { throw StoreError.notFound }
        let practice = try await site.database.practice(reference, for: context.account.id)
        try await site.database.setPractice(practice, of: around.draft.id, version: nil, by: context.actor)
        return try await chosen(practice, around, context)
    }

    /// A practice typed by hand. One that is no favourite yet leads to the question whether to keep it.
    func save(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        let typed = PracticeForm(form)
        if form.has("change-country") { return try await page(around, typed, .init(), context) }
        do {
            let practice = try typed.practice()
            try await site.database.setPractice(
                practice, of: around.draft.id, version: typed.version, by: context.actor)
            return try await chosen(practice, around, context)
        } catch let failure as ValidationFailure {
            return try await page(around, typed, Trouble(problems: failure.problems), context)
        } catch StoreError.stale(let version) {
            let typed = try typed.normalised(version: version)
            let kept = try await site.surroundings(context).draft.practice ?? Practice()
            let problem = Problem("", "practices.problem.stale")
            return try await page(around, typed, Trouble(problems: [problem], kept: kept), context)
        }
    }

    private func chosen(
        _ practice: Practice, _ around: DraftSurroundings, _ context: ClinicianContext
    ) async throws -> Response {
        let isFavourite = try await site.database.isFavourite(like: practice, of: context.account.id)
        return Responses.redirect(to: isFavourite ? around.path : "\(around.path)/practice/favourite")
    }

    /// "Keep this practice as a favourite?"
    func offer(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        guard let practice = around.draft.practice,
            try await !site.database.isFavourite(like: practice, of: context.account.id)
        else { return Responses.redirect(to: around.path) }
        return try site.response(FavouriteOfferPage(around, practice), context)
    }

    /// Only `keep=yes` keeps it.
    func keep(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        guard form.text("keep") == "yes", let practice = around.draft.practice,
            try await !site.database.isFavourite(like: practice, of: context.account.id)
        else { return Responses.redirect(to: around.path) }
        try await site.database.insertFavourite(practice, of: context.account.id, by: context.actor)
        return Responses.redirect(to: around.path, flash: "flash.practice-added")
    }

    /// What kept a form from being saved.
    private struct Trouble {
        var problems: [Problem] = []
        /// What is kept now, when another tab was faster.
        var kept: Practice?
    }

    private func page(
        _ around: DraftSurroundings, _ form: PracticeForm, _ trouble: Trouble, _ context: ClinicianContext
    ) async throws -> Response {
        let fields = PracticeFields(form.typed, problems: trouble.problems, words: site.words(context))
        let page = PracticeByHandPage(
            around, fields: fields, version: form.version,
            changes: trouble.kept.map { fields.comparison(kept: $0, typed: form.typed) })
        return try site.response(
            page, context,
            status: trouble.kept != nil ? .conflict : trouble.problems.isEmpty ? .ok : .unprocessableContent)
    }
}

struct PracticePartPage: Page {
    static let template = "prescriptions/practice"

    /// A favourite as a button that chooses it.
    struct Favourite: Sendable {
        let value: String
        let name: String
        let meta: String
        let isChosen: Bool
    }

    let banner: PatientBanner?
    let url: String
    let tabs: PracticeTabs
    let nearbyURL: String
    let favourites: [Favourite]
    let hasFavourites: Bool

    init(_ around: DraftSurroundings, _ favourites: [FavouritePractice]) {
        banner = around.banner
        url = around.path
        tabs = PracticeTabs(.favourites, draft: around.draft.id, words: around.words.words)
        nearbyURL = PracticeTabs.url(.nearby, around.draft.id)
        let home = around.words.reading.home
        self.favourites = favourites.map { favourite in
            let practice = favourite.practice
            let address = practice.address.lines(in: home) { around.words.words.name($0) }
            let meta = address + [practice.phone?.formatted(in: home), practice.specialties].compactMap(\.self)
            return Favourite(
                value: PracticeReference.favourite(favourite.id).text, name: practice.name,
                meta: meta.filter { !$0.isEmpty }.joined(separator: " · "),
                isChosen: around.draft.practice?.isLike(practice) ?? false)
        }
        hasFavourites = !favourites.isEmpty
    }
}

/// The form of a practice that no list has.
struct PracticeByHandPage: Page {
    static let template = "prescriptions/practice-by-hand"
    let banner: PatientBanner?
    let problems: [ProblemLine]
    let changes: ChangeComparison?
    let url: String
    let tabs: PracticeTabs
    let fields: PracticeFields
    let version: Int

    init(_ around: DraftSurroundings, fields: PracticeFields, version: Int, changes: ChangeComparison?) {
        banner = around.banner
        problems = fields.summary
        self.changes = changes
        url = around.path
        tabs = PracticeTabs(.byHand, draft: around.draft.id, words: around.words.words)
        self.fields = fields
        self.version = version
    }
}

/// The question whether to keep a practice for the next time.
struct FavouriteOfferPage: Page {
    static let template = "prescriptions/favourite"
    let banner: PatientBanner?
    let url: String
    let name: String
    let address: [String]

    init(_ around: DraftSurroundings, _ practice: Practice) {
        banner = around.banner
        url = around.path
        name = practice.name
        address = practice.address.lines(in: around.words.reading.home) { around.words.words.name($0) }
    }
}
