import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// The prescription's therapies: one form, saved as a whole, in the background too.
struct TherapiesPartHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        let choice = around.draft.therapies ?? TherapyChoice(template: around.template)
        let form = TherapiesForm(choice, version: around.draft.therapiesVersion, dates: Dates(context.language))
        return try page(around, form, choice: around.draft.therapies, problems: [], context)
    }

    func save(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        var typed = TherapiesForm(form)
        do {
            let choice = try typed.choice(around.template, order: around.words.reading.order, today: around.today)
            let version = try await site.database.setTherapies(
                choice, of: around.draft.id, version: typed.version, by: context.actor)
            if request.isAutosave { return Responses.saved(version: version) }
            // The question about the numbers is put where they were typed.
            let path = choice.needsAcceptance ? "\(around.path)/therapies#accepted-plan" : around.path
            return Responses.redirect(to: path)
        } catch let failure as ValidationFailure {
            if request.isAutosave { return Response(status: .unprocessableContent) }
            return try page(around, typed, choice: nil, problems: failure.problems, context)
        } catch StoreError.stale(let version) {
            if request.isAutosave { return Response(status: .conflict) }
            let choice = try typed.choice(around.template, order: around.words.reading.order, today: around.today)
            typed = TherapiesForm(choice, version: version, dates: Dates(context.language))
            let problem = Problem("", "therapies.problem.stale")
            return try page(try await site.surroundings(context), typed, choice: nil, problems: [problem], context)
        }
    }

    private func page(
        _ around: DraftSurroundings, _ form: TherapiesForm, choice: TherapyChoice?, problems: [Problem],
        _ context: ClinicianContext
    ) throws -> Response {
        let isStale = problems.contains { $0.message == "therapies.problem.stale" }
        let kept = isStale ? around.draft.therapies : nil
        let page = TherapiesPartPage(
            around, fields: TherapiesFields(form, around, choice: choice, problems: problems),
            changes: kept.map { TherapiesFields.comparison(kept: $0, typed: form, around) })
        let status: HTTPResponse.Status = isStale ? .conflict : problems.isEmpty ? .ok : .unprocessableContent
        return try site.response(page, context, status: status)
    }
}

extension Request {
    /// Whether a script saves in the background while somebody types.
    var isAutosave: Bool {
        guard let name = HTTPField.Name("X-Autosave") else { return false }
        return headers[name] == "1"
    }
}

extension Responses {
    /// To a script that saved in the background: the version its form goes on from.
    static func saved(version: Int) -> Response {
        var response = Response(status: .noContent)
        if let name = HTTPField.Name("X-Version") { response.headers[name] = String(version) }
        return response
    }
}

struct TherapiesPartPage: Page {
    static let template = "prescriptions/therapies"
    let banner: PatientBanner?
    let problems: [ProblemLine]
    let changes: ChangeComparison?
    let url: String
    let title: String
    let fields: TherapiesFields

    init(_ around: DraftSurroundings, fields: TherapiesFields, changes: ChangeComparison?) {
        banner = around.banner
        problems = fields.summary
        self.changes = changes
        url = around.path
        title = around.template.title[around.words.words.language]
        self.fields = fields
    }
}
