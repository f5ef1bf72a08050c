import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// The prescription's patient: found in the one search box, or entered new and brought back here.
struct PatientPartHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        let typed = String(request.query("q").prefix(PatientQuery.longest))
        let results = try await results(typed, around, context)
        if request.wantsFragment { return try site.fragment(PatientChoices(results: results), context) }
        return try site.response(
            PatientPartPage(around, typed: typed, results: results, problems: [], site.words(context)), context)
    }

    /// The choice of a record that was merged is the choice of the one that stands for it.
    func choose(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        guard let typed = Identifier<Patient>(untrusted: form.text("patient")) else { throw StoreError.notFound }
        let patient = try await site.database.patient(typed).id
        do {
            try await site.database.setPatient(patient, of: around.draft.id, by: context.actor)
        } catch let failure as ValidationFailure {
            let page = PatientPartPage(
                around, typed: "", results: try await results("", around, context), problems: failure.problems,
                site.words(context))
            return try site.response(page, context, status: .unprocessableContent)
        }
        return Responses.redirect(to: around.path)
    }

    private func results(
        _ typed: String, _ around: DraftSurroundings, _ context: ClinicianContext
    ) async throws -> PatientChoices.Results {
        let words = around.words
        if let query = PatientQuery(typed, order: words.reading.order) {
            let found = try await site.database.patients(matching: query, for: context.account.id, limit: 25)
            return PatientChoices.Results(PatientResults(found: found, query: typed, words: words), found.lines)
        }
        if !typed.allSatisfy(\.isWhitespace) {
            let nobody = ListPage<PatientSummary>(lines: [], hasNext: false)
            return PatientChoices.Results(PatientResults(found: nobody, query: typed, words: words), [])
        }
        let recent = try await site.database.patients(recentFor: context.account.id, page: 1)
        return PatientChoices.Results(PatientResults(recent: recent, words: words), recent.lines)
    }
}

/// The patients found, each a button that chooses one; also the answer to a script.
struct PatientChoices: Page {
    static let template = "prescriptions/patient-results"

    struct Results: Sendable {
        let status: String
        let choices: [Choice]
        let isEmpty: Bool

        init(_ results: PatientResults, _ summaries: [PatientSummary]) {
            status = results.status
            isEmpty = results.isEmpty
            choices = zip(results.lines, summaries).map { line, summary in
                Choice(value: summary.id.text, name: line.name, meta: line.meta, otherNames: line.otherNames)
            }
        }
    }

    struct Choice: Sendable {
        let value: String
        let name: String
        let meta: String
        let otherNames: String?
    }

    let results: Results
}

struct PatientPartPage: Page {
    static let template = "prescriptions/patient"
    let banner: PatientBanner?
    let problems: [ProblemLine]
    let url: String
    let typed: String
    let results: PatientChoices.Results
    /// Where a new patient is entered, with the way back.
    let newURL: String
    /// A correction keeps its patient.
    let isFixed: Bool

    init(
        _ around: DraftSurroundings, typed: String, results: PatientChoices.Results, problems: [Problem], _ words: Words
    ) {
        banner = around.banner
        self.problems = problems.map { ProblemLine($0, words) }
        url = around.path
        self.typed = typed
        self.results = results
        newURL = "/patients/new?prescription=\(around.draft.id)"
        isFixed = around.draft.replaces != nil
    }
}
