import Clinic
import Foundation
import Hummingbird
import Store

/// Provider information: who prescribes, at which practice.
struct ProviderHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let record = try await site.database.provider(of: context.account.id)
        let form = ProviderForm(
            record, clinic: site.clinic, country: try await site.homeCountry(context),
            returnPath: LocalPath.optional(request.uri.queryParameters["return"].map(String.init) ?? ""))
        return try site.response(ProviderPage(form, record?.provider, words: site.words(context)), context)
    }

    func update(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        var typed = ProviderForm(form)
        let record = try await site.database.provider(of: context.account.id)
        let words = site.words(context)
        // Another country asks for other fields: the form is shown again with them, nothing is checked or saved yet.
        if form.has("change-country") {
            return try site.response(ProviderPage(typed, record?.provider, words: words), context)
        }
        do {
            let provider = try typed.typed.provider(keeping: record?.provider ?? Provider())
            // In the spelling of what is kept, so that a comparison shows what differs and not how it was typed.
            typed.typed = TypedProvider(provider, country: provider.address.country ?? .unitedStates)
            try await site.database.updateProvider(
                provider, of: context.account.id, version: typed.version, by: context.actor)
            return saved(typed, isFirst: typed.version == 0)
        } catch let failure as ValidationFailure {
            let page = ProviderPage(typed, record?.provider, problems: failure.problems, words: words)
            return try site.response(page, context, status: .unprocessableContent)
        } catch StoreError.stale {
            return try await stale(typed, context)
        }
    }

    /// The first time, icon and signature follow; later only what was asked for.
    private func saved(_ form: ProviderForm, isFirst: Bool) -> Response {
        guard isFirst else {
            return Responses.redirect(
                to: form.returnPath.isEmpty ? "/provider" : form.returnPath, flash: "flash.provider-saved")
        }
        let last = form.returnPath.isEmpty ? "/" : form.returnPath
        let signature = "/provider/signature?return=\(last.queryEscaped)"
        return Responses.redirect(
            to: "/provider/icon?return=\(signature.queryEscaped)", flash: "flash.provider-saved")
    }

    /// Somebody saved meanwhile: what was typed stays, beside what is kept; saving again keeps what was typed.
    private func stale(_ form: ProviderForm, _ context: ClinicianContext) async throws -> Response {
        let record = try await site.database.provider(of: context.account.id)
        var form = form
        form.version = record?.version ?? 0
        let page = ProviderPage(
            form, record?.provider, problems: [Problem("", "providers.problem.stale")], isStale: true,
            words: site.words(context))
        return try site.response(page, context, status: .conflict)
    }
}
