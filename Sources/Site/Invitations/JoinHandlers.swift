import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// How a patient makes an account with the code on paper, or gives it a new password: first code and date of birth, then
/// e-mail address and password.
struct JoinHandlers {
    let site: Site

    func codePage(_ request: Request, _ context: VisitorContext) async throws -> Response {
        try page(JoinForm(), [], context)
    }

    func checkCode(_ form: Form, _ request: Request, _ context: VisitorContext) async throws -> Response {
        guard context.visit.session == nil else { return Responses.redirect(to: "/join") }
        let typed = JoinForm(form)
        guard let code = typed.code, typed.problems(on: site.today).isEmpty else {
            return try page(typed, typed.problems(on: site.today), context, status: .unprocessableContent)
        }
        let key = ThrottleKey(hash: site.hash(of: code), free: SignInThrottle.freeForAccount)
        let address = ThrottleKey.address(of: context.visit)
        let wait = try await site.database.beginSignIn([key, address])
        guard wait == 0 else { return try throttled(wait, typed, context) }
        let found = try await site.database.invitation(
            codeHash: site.hash(of: code), bornOn: typed.birthDates(on: site.today), by: context.actor)
        guard let found else {
            let problem = Problem("code", "invitations.problem.wrong")
            return try page(typed, [problem], context, status: .unprocessableContent)
        }
        try await site.database.endSignIn(account: key, address: address)
        var response = Responses.redirect(to: "/join/account")
        response.setCookie(CodePass.join.cookie(found.id, context.visit, site))
        return response
    }

    func accountPage(_ request: Request, _ context: VisitorContext) async throws -> Response {
        guard context.visit.session == nil else { return Responses.redirect(to: "/") }
        guard let offer = try await offer(request, context), offer.invitation.isOpen(at: site.now) else {
            return again()
        }
        let context = context.speaking(language(for: offer, request))
        let known = offer.account?.email ?? offer.patient.email?.text ?? ""
        return try site.response(
            JoinAccountPage(offer, email: known, problems: [], words: site.words(context)), context)
    }

    func useCode(_ form: Form, _ request: Request, _ context: VisitorContext) async throws -> Response {
        guard context.visit.session == nil else { return Responses.redirect(to: "/") }
        guard let offer = try await offer(request, context) else { return again() }
        guard offer.invitation.isOpen(at: site.now) else { return try await used(offer, form, request, context) }
        let language = language(for: offer, request)
        let context = context.speaking(language)
        let draft = offer.draft(email: form.text("email"))
        let problems =
            draft.problems + [PasswordRule.problem(form.text("password"), email: draft.email)].compactMap(\.self)
        guard problems.isEmpty else { return try refused(offer, problems, form, context) }
        let answer = InvitationAnswer(
            email: draft.email, passwordHash: try await site.passwords.hash(form.text("password")),
            language: language)
        do {
            let account = try await site.database.useInvitation(offer.invitation.id, answer, by: context.actor)
            // Whoever forgot a password has tried before.
            let key = ThrottleKey.account(account.email)
            try await site.database.endSignIn(account: key, address: key)
            return try await SignInHandlers(site: site).signIn(
                as: account, to: "/", flash: offer.account == nil ? "flash.account-joined" : "flash.account-renewed",
                request, context)
        } catch let failure as ValidationFailure {
            return try refused(offer, failure.problems, form, context)
        } catch StoreError.notFound {
            return try await used(try await site.database.invitationOffer(offer.invitation.id), form, request, context)
        }
    }

    /// The second tap of two finds the code used by the first. The account is made, so what was typed signs in.
    private func used(
        _ offer: InvitationOffer, _ form: Form, _ request: Request, _ context: VisitorContext
    ) async throws -> Response {
        guard offer.invitation.end == .used else { return again() }
        return try await SignInHandlers(site: site).signIn(form, request, context)
    }

    /// What was chosen in this browser, else the language of the record, in which the sheet is too. Nil follows the browser.
    private func language(for offer: InvitationOffer, _ request: Request) -> Language? {
        let clinic = site.clinic
        return clinic.offered(request.cookies[LanguageCookie.name].flatMap { Language(rawValue: $0.value) })
            ?? clinic.offered(offer.account?.language)
            ?? clinic.offered(offer.patient.language.flatMap(Language.init(spoken:)))
    }

    private func again() -> Response {
        Responses.redirect(to: "/join", flash: "flash.warning.invitation-again")
    }

    /// The invitation whose code this browser typed; nil when it did not, or too long ago.
    private func offer(_ request: Request, _ context: VisitorContext) async throws -> InvitationOffer? {
        guard let id = CodePass.join.record(Invitation.self, request, context.visit, site) else { return nil }
        return try await site.database.invitationOffer(id)
    }

    private func page(
        _ typed: JoinForm, _ problems: [Problem], _ context: VisitorContext, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let page = JoinPage(
            typed, signedInAs: context.visit.session?.account.name, problems: problems, words: site.words(context))
        return try site.response(page, context, status: status)
    }

    private func refused(
        _ offer: InvitationOffer, _ problems: [Problem], _ form: Form, _ context: VisitorContext
    ) throws -> Response {
        // The general words tell of an account; here another person's, most likely of the same household.
        let worded = problems.map {
            $0.message == "accounts.problem.email-taken" ? Problem("email", "invitations.problem.email-taken") : $0
        }
        let page = JoinAccountPage(offer, email: form.text("email"), problems: worded, words: site.words(context))
        return try site.response(page, context, status: .unprocessableContent)
    }

    private func throttled(_ wait: TimeInterval, _ typed: JoinForm, _ context: VisitorContext) throws -> Response {
        let seconds = Int(wait.rounded(.up))
        let problem = Problem("code", "accounts.problem.throttled", ["count": "\(seconds)"])
        var response = try page(typed, [problem], context, status: .tooManyRequests)
        response.headers[.retryAfter] = "\(seconds)"
        return response
    }
}

extension VisitorContext {
    /// The same in another language; nil leaves it.
    fileprivate func speaking(_ language: Language?) -> VisitorContext {
        var context = self
        if let language { context.visit.language = language }
        return context
    }
}
