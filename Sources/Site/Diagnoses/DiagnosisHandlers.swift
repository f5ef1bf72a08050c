import Clinic
import Foundation
import Hummingbird
import Store

struct DiagnosisHandlers {
    let site: Site

    func index(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let search = try await site.diagnosisSearch(request, context, at: .diagnoses)
        return try site.response(DiagnosisIndexPage(search: search), context)
    }

    /// The list for the page as HTML or as JSON; the whole page for somebody who opens the address in a browser.
    func search(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        if request.wantsJSON {
            let form = DiagnosisSearchForm(request)
            let hits = try await site.database.diagnoses(matching: form.search(for: context.account.id))
            return DiagnosisJSON.response(hits.hits.map(\.diagnosis))
        }
        if request.isNavigation { return try await index(request, context) }
        return try await site.diagnosisFragment(request, context, at: .diagnoses)
    }

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let code = try Self.code(context)
        let words = site.words(context)
        do {
            let surroundings = try await site.database.diagnosisSurroundings(of: code, for: context.account.id)
            let more = DiagnosisMore(
                notes: try await site.database.notes(of: code),
                equivalents: try await site.database.equivalents(of: code), words)
            return try site.response(
                DiagnosisPage(surroundings, more: more, words: words, today: site.today), context)
        } catch StoreError.notFound {
            // A code of a release before: records still name it.
            guard let retired = try await site.database.retired(among: [code]).first, retired.title != nil else {
                throw StoreError.notFound
            }
            return try site.response(RetiredDiagnosisPage(retired, words: words), context)
        }
    }

    /// Keeps the code (`keep=yes`) or lets it go.
    func updateFavourite(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let code = try Self.code(context)
        let path = "/diagnoses/\(code.system.rawValue)/\(code.display)"
        if form.text("keep") == "yes" {
            try await site.database.insertFavourite(code, by: context.actor)
            return Responses.redirect(to: path, flash: "flash.diagnosis-kept")
        }
        try await site.database.removeFavourite(code, by: context.actor)
        return Responses.redirect(to: path, flash: "flash.diagnosis-let-go")
    }

    private static func code(_ context: ClinicianContext) throws -> DiagnosisCode {
        guard let system = context.parameters.get("system").flatMap(CodeSystem.init(rawValue:)),
            let typed = context.parameters.get("code")?.removingPercentEncoding,
            let code = DiagnosisCode(system: system, typed: typed)
        else { throw HTTPError(.notFound) }
        return code
    }
}
