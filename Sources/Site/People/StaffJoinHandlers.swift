import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// How a colleague makes an account with a code, or gives it a new password: first code and e-mail address, then the
/// password. Opening the link changes nothing, so that no program that looks at links ahead uses it up.
struct StaffJoinHandlers {
    let site: Site

    func codePage(_ request: Request, _ context: VisitorContext) async throws -> Response {
        try page(code: String(request.query("code").prefix(200)), email: "", [], context)
    }

    func checkCode(_ form: Form, _ request: Request, _ context: VisitorContext) async throws -> Response {
        guard context.visit.session == nil else { return Responses.redirect(to: "/join/staff") }
        let (typed, email) = (form.text("code"), form.text("email"))
        let problems = problems(code: typed, email: email)
        guard let code = InvitationCode(typed: typed), problems.isEmpty else {
            return try page(code: typed, email: email, problems, context, status: .unprocessableContent)
        }
        let hash = site.staffHash(of: code)
        let key = ThrottleKey(hash: hash, free: SignInThrottle.freeForAccount)
        let address = ThrottleKey.address(of: context.visit)
        let wait = try await site.database.beginSignIn([key, address])
        guard wait == 0 else { return try throttled(wait, code: typed, email: email, context) }
        let found = try await site.database.staffInvitation(
            codeHash: hash, email: AccountDraft(name: "", email: email, roles: []).email, by: context.actor)
        guard let found else {
            let problem = Problem("code", "people.problem.wrong")
            return try page(code: typed, email: email, [problem], context, status: .unprocessableContent)
        }
        try await site.database.endSignIn(account: key, address: address)
        var response = Responses.redirect(to: "/join/staff/account")
        response.setCookie(CodePass.join.cookie(found.id, context.visit, site))
        return response
    }

    func accountPage(_ request: Request, _ context: VisitorContext) async throws -> Response {
        guard context.visit.session == nil else { return Responses.redirect(to: "/") }
        guard let invitation = try await invitation(request, context), invitation.isOpen(at: site.now) else {
            return again()
        }
        return try site.response(StaffJoinAccountPage(invitation, problems: [], words: site.words(context)), context)
    }

    func useCode(_ form: Form, _ request: Request, _ context: VisitorContext) async throws -> Response {
        guard context.visit.session == nil else { return Responses.redirect(to: "/") }
        guard let invitation = try await invitation(request, context) else { return again() }
        guard invitation.isOpen(at: site.now) else { return try await used(invitation, form, request, context) }
        let password = form.text("password")
        if let problem = PasswordRule.problem(password, email: invitation.whom.email) {
            return try refused(invitation, [problem], context)
        }
        do {
            let account = try await site.database.useStaffInvitation(
                invitation.id, passwordHash: try await site.passwords.hash(password),
                language: request.cookies[LanguageCookie.name].flatMap { Language(rawValue: $0.value) },
                by: context.actor)
            return try await signIn(account, isNew: invitation.account == nil, request, context)
        } catch is ValidationFailure {
            return try refused(invitation, [Problem("", "people.problem.taken-meanwhile")], context)
        } catch StoreError.notFound {
            let now = try await site.database.staffInvitation(invitation.id)
            return try await used(now, form, request, context)
        }
    }

    private func signIn(
        _ account: Account, isNew: Bool, _ request: Request, _ context: VisitorContext
    ) async throws -> Response {
        // Whoever forgot a password has tried before.
        let key = ThrottleKey.account(account.email)
        try await site.database.endSignIn(account: key, address: key)
        // What a clinician needs before anything can be prescribed.
        let path = isNew && account.roles.contains(.clinician) ? "/provider" : "/"
        return try await SignInHandlers(site: site).signIn(
            as: account, to: path, flash: isNew ? "flash.account-joined" : "flash.account-renewed", request, context)
    }

    /// The second tap of two finds the code used by the first. The account is made, so what was typed signs in.
    private func used(
        _ invitation: StaffInvitation, _ form: Form, _ request: Request, _ context: VisitorContext
    ) async throws -> Response {
        guard invitation.end == .used else { return again() }
        let known = Form(fields: [("email", invitation.whom.email), ("password", form.text("password"))])
        return try await SignInHandlers(site: site).signIn(known, request, context)
    }

    private func again() -> Response {
        Responses.redirect(to: "/join/staff", flash: "flash.warning.staff-invitation-again")
    }

    /// The invitation whose code this browser typed; nil when it did not, or too long ago.
    private func invitation(_ request: Request, _ context: VisitorContext) async throws -> StaffInvitation? {
        guard let id = CodePass.join.record(StaffInvitation.self, request, context.visit, site) else { return nil }
        return try await site.database.staffInvitation(id)
    }

    /// What is wrong with the fields by themselves. It tells nothing of codes.
    private func problems(code: String, email: String) -> [Problem] {
        var problems: [Problem] = []
        if code.allSatisfy(\.isWhitespace) {
            problems.append(Problem("code", "problems.required"))
        } else if InvitationCode(typed: code) == nil {
            problems.append(Problem("code", "people.problem.code", ["length": "\(InvitationCode.length)"]))
        }
        let draft = AccountDraft(name: "-", email: String(email.prefix(300)), roles: [.clinician])
        return problems + draft.problems
    }

    private func page(
        code: String, email: String, _ problems: [Problem], _ context: VisitorContext,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let page = StaffJoinPage(
            code: code, email: email, signedInAs: context.visit.session?.account.name, problems: problems,
            words: site.words(context))
        return try site.response(page, context, status: status)
    }

    private func refused(
        _ invitation: StaffInvitation, _ problems: [Problem], _ context: VisitorContext
    ) throws -> Response {
        let page = StaffJoinAccountPage(invitation, problems: problems, words: site.words(context))
        return try site.response(page, context, status: .unprocessableContent)
    }

    private func throttled(
        _ wait: TimeInterval, code: String, email: String, _ context: VisitorContext
    ) throws -> Response {
        let seconds = Int(wait.rounded(.up))
        let problem = Problem("code", "accounts.problem.throttled", ["count": "\(seconds)"])
        var response = try page(code: code, email: email, [problem], context, status: .tooManyRequests)
        response.headers[.retryAfter] = "\(seconds)"
        return response
    }
}
