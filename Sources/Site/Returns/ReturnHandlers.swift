import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// How a practice without an account tells what became of a prescription: first the code, typed or by the QR code on the
/// sheet, then the form. The code is exchanged for a cookie at once, so that it stays in no address and no history.
struct ReturnHandlers {
    let site: Site

    func codePage(_ request: Request, _ context: VisitorContext) async throws -> Response {
        try page("", [], context)
    }

    func checkCode(_ form: Form, _ request: Request, _ context: VisitorContext) async throws -> Response {
        let typed = form.text("code")
        guard let code = ReturnCode(typed: typed) else {
            return try page(typed, [ReturnCodePage.problem(with: typed)], context, status: .unprocessableContent)
        }
        switch try await answer(to: code, context) {
        case .open(let open): return entry(open, context)
        case .replaced:
            return try page(
                typed, [Problem("code", "returns.problem.replaced")], context, status: .unprocessableContent)
        case .refused:
            return try page(typed, [Problem("code", "returns.problem.wrong")], context, status: .unprocessableContent)
        case .wait(let seconds):
            let problem = Problem("code", "accounts.problem.throttled", ["count": "\(seconds)"])
            var response = try page(typed, [problem], context, status: .tooManyRequests)
            response.headers[.retryAfter] = "\(seconds)"
            return response
        }
    }

    /// The address in the QR code. What is wrong with it is said on the page where a code is typed.
    func open(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let typed = context.parameters.get("code") ?? ""
        guard let code = ReturnCode(typed: typed) else { return back("flash.warning.return-code") }
        switch try await answer(to: code, context) {
        case .open(let open): return entry(open, context)
        case .replaced: return back("flash.warning.return-replaced")
        case .refused: return back("flash.warning.return-code")
        case .wait: return back("flash.warning.return-wait")
        }
    }

    func form(_ request: Request, _ context: VisitorContext) async throws -> Response {
        guard let open = try await open(request, context) else { return back("flash.warning.return-again") }
        return try formPage(open, ReturnForm(), [], context)
    }

    /// The body, which may be large, is not read of somebody without a code.
    func record(
        _ request: Request, _ context: VisitorContext, _ admit: @Sendable (Form) throws -> Void
    ) async throws -> Response {
        guard let open = try await open(request, context) else { return back("flash.warning.return-again") }
        let sent = try await Form.read(request, limit: ReturnForm.limit)
        try admit(sent)
        let form = ReturnForm(sent, sender: open.code.id.text)
        let limits = TypedReturn.Limits(
            signedOn: open.signedOn, today: site.today, visitsAuthorised: open.visitsAuthorised,
            order: .usual(language: context.language, country: site.clinic.address.country))
        do {
            try await site.database.record(
                try form.typed.statement(limits), from: .practice(open.code.id), key: form.key, today: site.today,
                by: context.actor)
        } catch let failure as ValidationFailure {
            return try formPage(open, form, failure.problems, context)
        } catch StoreError.notFound {
            return back("flash.warning.return-again")
        }
        return Responses.redirect(to: "/return/form", flash: "flash.return-recorded")
    }

    private enum Answer {
        case open(OpenReturn), replaced, refused
        case wait(Int)
    }

    /// Tries of one address, of one code and of everybody together are counted, right ones taken off again.
    private func answer(to code: ReturnCode, _ context: VisitorContext) async throws -> Answer {
        let hash = site.hash(of: code)
        let key = ThrottleKey(hash: hash, free: SignInThrottle.freeForAccount)
        let address = ThrottleKey.address(of: context.visit)
        let everybody = ThrottleKey(hash: SecretToken.hash("return"), free: SignInThrottle.freeForReturns)
        let wait = try await site.database.beginSignIn([key, address, everybody])
        guard wait == 0 else { return .wait(Int(wait.rounded(.up))) }
        switch try await site.database.openReturn(codeHash: hash, today: site.today, by: context.actor) {
        case .refused: return .refused
        case .replaced: return .replaced
        case .open(let open):
            try await site.database.endSignIn(account: key, address: address)
            try await site.database.endSignIn(account: key, address: everybody)
            return .open(open)
        }
    }

    private func entry(_ open: OpenReturn, _ context: VisitorContext) -> Response {
        var response = Responses.redirect(to: "/return/form")
        response.setCookie(CodePass.returning.cookie(open.code.id, context.visit, site))
        // Whoever comes by the QR code has no cookie yet that the pass is bound to.
        if context.visit.session == nil { response.setCookie(VisitorCookie.cookie(context.visit.secret)) }
        return response
    }

    /// What this browser may tell; nil without a code, too long after it, and when it is no longer in force.
    private func open(_ request: Request, _ context: VisitorContext) async throws -> OpenReturn? {
        let id = CodePass.returning.record(IssuedReturnCode.self, request, context.visit, site)
        guard let id, case .open(let open) = try await site.database.openReturn(id, today: site.today) else {
            return nil
        }
        return open
    }

    private func back(_ flash: String) -> Response { Responses.redirect(to: "/return", flash: flash) }

    private func page(
        _ typed: String, _ problems: [Problem], _ context: VisitorContext, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let page = ReturnCodePage(typed, isClinician: false, problems: problems, words: site.words(context))
        return try site.response(page, context, status: status)
    }

    private func formPage(
        _ open: OpenReturn, _ form: ReturnForm, _ problems: [Problem], _ context: VisitorContext
    ) throws -> Response {
        let clinic = site.clinic
        let phone = clinic.phone?.formatted(in: clinic.address.country ?? .unitedStates)
        let page = ReturnFormPage(
            open, form,
            clinic: (clinic.name.isEmpty ? open.clinicName : clinic.name, phone ?? open.clinicPhone),
            problems: problems, words: site.words(context))
        return try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }
}
