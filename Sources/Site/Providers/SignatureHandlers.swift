import Clinic
import Foundation
import Hummingbird
import Store

/// How a clinician signs: with the typed name, a drawn line or a picture.
struct SignatureHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let provider = try await site.database.provider(of: context.account.id)?.provider ?? Provider()
        let path = LocalPath.optional(request.uri.queryParameters["return"].map(String.init) ?? "")
        return try site.response(
            SignaturePage(provider, SignatureForm(provider, returnPath: path), words: site.words(context)), context)
    }

    func update(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let typed = SignatureForm(form)
        do {
            try await save(typed, context)
            let path = typed.returnPath
            return Responses.redirect(to: path.isEmpty ? "/provider" : path, flash: "flash.signature-saved")
        } catch let problem as Problem {
            let provider = try await site.database.provider(of: context.account.id)?.provider ?? Provider()
            let page = SignaturePage(provider, typed, problems: [problem], words: site.words(context))
            return try site.response(page, context, status: .unprocessableContent)
        }
    }

    func image(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard case .picture(let hash)? = try await site.database.provider(of: context.account.id)?.provider.signature
        else { throw StoreError.notFound }
        return Responses.picture(try await site.database.picture(hash), hash: hash, to: request)
    }

    private func save(_ form: SignatureForm, _ context: ClinicianContext) async throws {
        let account = context.account.id
        switch form.kind {
        case .keep: return
        case .nothing: try await site.database.updateSignature(of: account, to: nil as String?, by: context.actor)
        case .typed:
            let name = try TypedText.line(form.name, field: "signature-name", longest: 200, required: true)
            try await site.database.updateSignature(of: account, to: name, by: context.actor)
        case .drawn:
            let picture = try await site.picture(in: try form.drawing(), field: "signature-kind-drawn")
            try await site.database.updateSignature(of: account, to: picture, by: context.actor)
        case .file:
            guard let file = form.file else { throw Problem("signature-file", "providers.problem.signature-file") }
            let picture = try await site.picture(in: file.bytes, field: "signature-file")
            try await site.database.updateSignature(of: account, to: picture, by: context.actor)
        case nil: throw Problem("signature-kind", "providers.problem.signature-kind")
        }
    }
}
