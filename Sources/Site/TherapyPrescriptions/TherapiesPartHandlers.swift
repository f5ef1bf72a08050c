import Catalogs
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
        let form = TherapiesForm(
            choice, of: around.template, version: around.draft.therapiesVersion, in: context.language)
        if request.wantsFragment {
            let fields = TherapiesFields(form, around, choice: around.draft.therapies, problems: [])
            return try site.fragment(TherapyFindingsPage(findings: fields.findings), context)
        }
        return try await page(around, form, choice: around.draft.therapies, problems: [], context)
    }

    func save(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        if form.has("switch"), !request.isAutosave { return try await change(form, around, context) }
        var typed = TherapiesForm(form)
        do {
            let choice = try typed.choice(around.template, order: around.words.reading.order, today: around.today)
            let version = try await site.database.setTherapies(
                choice, of: around.draft.id, version: typed.version, by: context.actor)
            if request.isAutosave { return Responses.saved(version: version) }
            // A question is put where it is answered.
            let open = around.review.problems(of: choice).first.map { "\(around.path)/therapies#\($0.field)" }
            return Responses.redirect(to: open ?? around.path)
        } catch let failure as ValidationFailure {
            if request.isAutosave { return Response(status: .unprocessableContent) }
            return try await page(around, typed, choice: nil, problems: failure.problems, context)
        } catch StoreError.stale(let version) {
            if request.isAutosave { return Response(status: .conflict) }
            let choice = try typed.choice(around.template, order: around.words.reading.order, today: around.today)
            typed = TherapiesForm(choice, of: around.template, version: version, in: context.language)
            let problem = Problem("", "therapies.problem.stale")
            return try await page(
                try await site.surroundings(context), typed, choice: nil, problems: [problem], context)
        }
    }

    /// Goes on with another template, or with the newer version of the same. What the form holds is kept first; what the
    /// other has no place for is told, and only gone once that was confirmed.
    private func change(
        _ form: Form, _ around: DraftSurroundings, _ context: ClinicianContext
    ) async throws -> Response {
        let path = "\(around.path)/therapies"
        let isNewer = form.text("switch") == "newest"
        let wanted = isNewer ? around.template.id : form.text("template")
        guard isNewer || wanted != around.template.id else { return Responses.redirect(to: path) }
        guard let template = try await site.usableTemplate(wanted, by: context.account.id) else {
            throw StoreError.notFound
        }
        guard template.id != around.template.id || template.version != around.template.version else {
            return Responses.redirect(to: path)
        }
        let isConfirmed = form.text("confirmed") == "yes"
        let typed = TherapiesForm(form)
        var (choice, version) = (around.draft.therapies ?? TherapyChoice(template: around.template), typed.version)
        do {
            if !isConfirmed {
                choice = try typed.choice(around.template, order: around.words.reading.order, today: around.today)
                version = try await site.database.setTherapies(
                    choice, of: around.draft.id, version: version, by: context.actor)
            }
            let (moved, left) = choice.moved(from: around.template, to: template)
            guard left.isEmpty || isConfirmed else {
                let words = SheetItemWords(choice: choice, language: context.language)
                let dates = Dates(context.language)
                let question = ConfirmView.change(
                    to: template, leaving: left.map { words.title(of: $0) { dates.date($0) } }, version: version,
                    isNewer: isNewer, around)
                return try site.response(ClearingPage(around, question: question), context)
            }
            try await site.database.setTherapies(moved, of: around.draft.id, version: version, by: context.actor)
            return Responses.redirect(to: path, flash: "flash.therapies-template-changed")
        } catch let failure as ValidationFailure {
            return try await page(around, typed, choice: nil, problems: failure.problems, context)
        } catch StoreError.stale {
            return Responses.redirect(to: path, flash: "flash.warning.therapies-changed-meanwhile")
        }
    }

    private func page(
        _ around: DraftSurroundings, _ form: TherapiesForm, choice: TherapyChoice?, problems: [Problem],
        _ context: ClinicianContext
    ) async throws -> Response {
        let isStale = problems.contains { $0.message == "therapies.problem.stale" }
        let kept = isStale ? around.draft.therapies : nil
        let page = TherapiesPartPage(
            around, fields: TherapiesFields(form, around, choice: choice, problems: problems),
            templates: try await site.choosableTemplates(beside: around.template, context),
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
    /// The specialties to choose from.
    let templates: ChoiceFieldView
    /// Whether no clinician has confirmed the template's content yet.
    let isUnreviewed: Bool
    /// Who approved it and when; nil for nobody.
    let approved: String?
    /// That there is a newer version of the template; nil while there is none.
    let newer: String?
    let fields: TherapiesFields

    init(
        _ around: DraftSurroundings, fields: TherapiesFields, templates: [(value: String, label: String)],
        changes: ChangeComparison?
    ) {
        banner = around.banner
        problems = fields.summary
        self.changes = changes
        url = around.path
        let words = around.words.words
        title = around.template.label(in: words.language)
        self.templates = FieldBuilder(words: words, problems: [], prefix: "therapies").choice(
            "template", templates, chosen: [around.template.id])
        isUnreviewed = around.standing.isUnreviewed
        approved = around.standing.approval.map { approval in
            let date = around.standing.approvedOn.map { around.words.date($0) } ?? ""
            return words("therapy-templates.approved-by", ["name": approval.name, "date": date])
        }
        newer = around.standing.newer.map { around.newerText($0) }
        self.fields = fields
    }
}

/// What the rules say of the therapies as they are kept, for a script that saved them.
struct TherapyFindingsPage: Page {
    static let template = "prescriptions/findings"
    let findings: TherapyFindingsView
}

extension ConfirmView {
    /// The question before answers are dropped that another template has no place for.
    fileprivate static func change(
        to template: TherapyTemplate, leaving titles: [String], version: Int, isNewer: Bool,
        _ around: DraftSurroundings
    ) -> ConfirmView {
        let words = around.words.words
        return ConfirmView(
            id: "switch", title: words("therapies.switch.title", ["template": template.label(in: words.language)]),
            text: words("therapies.switch.text", ["items": titles.joined(separator: "; ")]),
            action: "\(around.path)/therapies", confirmLabel: words("therapies.switch.confirm"),
            cancelURL: "\(around.path)/therapies",
            fields: [
                Field(name: "switch", value: isNewer ? "newest" : "yes"), Field(name: "template", value: template.id),
                Field(name: "version", value: String(version)),
            ])
    }
}
