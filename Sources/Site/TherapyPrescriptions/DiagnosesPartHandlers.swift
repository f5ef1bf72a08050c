import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// The prescription's diagnoses: at most three, in order, found in the code lists.
struct DiagnosesPartHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        if request.wantsFragment { return try await site.diagnosisFragment(request, context, at: place(around)) }
        return try await page(around, [], request, context)
    }

    func add(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let code = try Self.code(form)
        let found = try await site.database.diagnosis(code)
        return try await change(request, context) { list in
            try list.add(found.diagnosis, releaseUntil: found.release.effectiveUntil)
        }
    }

    func remove(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let code = try Self.code(form)
        return try await change(request, context) { $0.remove(code) }
    }

    /// Puts a successor (`by`) into the place of a retired code.
    func replace(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let code = try Self.code(form)
        guard let successor = DiagnosisCode(formValue: form.text("by")) else { throw StoreError.notFound }
        let found = try await site.database.diagnosis(successor)
        return try await change(request, context) { list in
            try list.replace(code, by: found.diagnosis, releaseUntil: found.release.effectiveUntil)
        }
    }

    /// One place up or down: `move=up`, `move=down`.
    func reorder(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let code = try Self.code(form)
        let isUp = form.text("move") == "up"
        return try await change(request, context) { isUp ? $0.moveUp(code) : $0.moveDown(code) }
    }

    private func change(
        _ request: Request, _ context: ClinicianContext,
        _ change: @escaping @Sendable (inout DiagnosisList) throws -> Void
    ) async throws -> Response {
        let around = try await site.surroundings(context)
        do {
            try await site.database.changeDiagnoses(of: around.draft.id, by: context.actor, change)
        } catch let failure as ValidationFailure {
            return try await page(around, failure.problems, request, context)
        }
        return Responses.redirect(to: "\(around.path)/diagnoses")
    }

    private func page(
        _ around: DraftSurroundings, _ problems: [Problem], _ request: Request, _ context: ClinicianContext
    ) async throws -> Response {
        let search = try await site.diagnosisSearch(request, context, at: place(around))
        let page = DiagnosesPartPage(around, search: search, problems: problems, site.words(context))
        return try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }

    private func place(_ around: DraftSurroundings) -> DiagnosisSearchPlace {
        let path = "\(around.path)/diagnoses"
        return DiagnosisSearchPlace(
            page: path, fragments: path, addForm: "add", chosen: Set(around.draft.diagnoses.diagnoses.map(\.code)))
    }

    private static func code(_ form: Form) throws -> DiagnosisCode {
        guard let code = DiagnosisCode(formValue: form.text("code")) else { throw StoreError.notFound }
        return code
    }
}

struct DiagnosesPartPage: Page {
    static let template = "prescriptions/diagnoses"

    /// One chosen diagnosis.
    struct Chosen: Sendable {
        let rank: String
        let code: String
        let title: String
        let side: SideView?
        /// What forms send for it.
        let value: String
        let canRise: Bool
        let canFall: Bool
        /// Nil for a code that can be billed.
        let retired: RetiredCodeView?
    }

    let banner: PatientBanner?
    let problems: [ProblemLine]
    let url: String
    let chosen: [Chosen]
    let hasChosen: Bool
    let isFull: Bool
    let search: DiagnosisSearchView

    init(
        _ around: DraftSurroundings, search: DiagnosisSearchView, problems: [Problem], _ words: Words
    ) {
        banner = around.banner
        self.problems = problems.map { ProblemLine($0, words) }
        url = around.path
        let list = around.draft.diagnoses
        chosen = list.ranked.map { rank, diagnosis in
            Chosen(
                rank: words("prescriptions.rank.\(rank)"), code: diagnosis.code.display, title: diagnosis.title,
                side: SideView(diagnosis.side, words), value: diagnosis.code.formValue, canRise: rank != .primary,
                canFall: rank.rawValue + 1 < list.diagnoses.count,
                retired: around.retired.first { $0.code == diagnosis.code }.map {
                    RetiredCodeView($0, action: "\(around.path)/diagnoses/replacement", words)
                })
        }
        hasChosen = !list.isEmpty
        isFull = list.isFull
        self.search = search
    }
}
