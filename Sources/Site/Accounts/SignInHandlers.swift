import Clinic
import Crypto
import Foundation
import Hummingbird
import Store

/// First run, sign-in and sign-out.
struct SignInHandlers {
    let site: Site

    func setUpPage(_ request: Request, _ context: VisitorContext) async throws -> Response {
        guard try await !site.database.hasAccounts() else { return Responses.redirect(to: "/sign-in") }
        let code = request.uri.queryParameters["code"].map(String.init) ?? ""
        return try site.response(SetUpPage(code: code, draft: nil, problems: [], words: site.words(context)), context)
    }

    func setUp(_ form: Form, _ request: Request, _ context: VisitorContext) async throws -> Response {
        guard try await !site.database.hasAccounts() else { return Responses.redirect(to: "/sign-in") }
        let draft = AccountDraft(name: form.text("name"), email: form.text("email"), roles: [.clinician, .admin])
        var problems = draft.problems
        if let problem = PasswordRule.problem(form.text("password"), email: draft.email) { problems.append(problem) }
        if !site.setUp.matches(form.text("code")) { problems.append(Problem("code", "accounts.problem.code")) }
        guard problems.isEmpty else {
            let page = SetUpPage(code: form.text("code"), draft: draft, problems: problems, words: site.words(context))
            return try site.response(page, context, status: .unprocessableContent)
        }
        let hash = try await site.passwords.hash(form.text("password"))
        do {
            let account = try await site.database.insertAccount(
                draft, passwordHash: hash, onlyFirst: true, by: context.actor)
            return signedIn(try await newSession(for: account, request, context), path: "/provider")
        } catch StoreError.conflict {
            return Responses.redirect(to: "/sign-in")
        }
    }

    func signInPage(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let path = LocalPath(request.uri.queryParameters["return"].map(String.init) ?? "")
        guard context.visit.session == nil else { return Responses.redirect(to: path.text) }
        if try await !site.database.hasAccounts() {
            return try site.response(NoAccountPage(), context, status: .serviceUnavailable)
        }
        return try site.response(
            SignInPage(email: "", returnPath: path.text, problems: [], words: site.words(context)), context)
    }

    func signIn(_ form: Form, _ request: Request, _ context: VisitorContext) async throws -> Response {
        let email = form.text("email").trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        let (account, address) = (ThrottleKey.account(email), ThrottleKey.address(of: context.visit))
        let wait = try await site.database.beginSignIn([account, address])
        guard wait == 0 else { return try throttled(wait, form, context) }
        let credentials = try await site.database.credentials(email: String(email.prefix(254)))
        let isRight = try await site.passwords.verify(form.text("password"), against: credentials?.passwordHash)
        guard isRight, let found = credentials?.account else {
            try await site.database.auditFailedSignIn(by: context.actor)
            return try refused(Problem("email", "accounts.problem.wrong"), form, context, status: .unprocessableContent)
        }
        try await site.database.endSignIn(account: account, address: address)
        let token = try await newSession(for: found, request, context)
        guard let pending = PendingForm(form), pending.belongs(to: found.id, site.seal) else {
            return signedIn(token, path: LocalPath(form.text("return")).text)
        }
        return try await resumed(pending, token, context)
    }

    func signOut(_ form: Form, _ request: Request, _ context: VisitorContext) async throws -> Response {
        if let session = context.visit.session {
            try await site.database.endSession(
                session.id, of: session.account.id, as: .signedOut, by: context.actor)
        }
        var response = Responses.redirect(to: "/sign-in", flash: "flash.signed-out")
        response.setCookie(SessionCookie.cleared)
        return response
    }

    /// Before sign-in the browser remembers the language, afterwards the account does.
    func chooseLanguage(_ form: Form, _ request: Request, _ context: VisitorContext) async throws -> Response {
        var response = Responses.redirect(to: LocalPath(form.text("return"), refusing: []).text)
        guard let language = site.clinic.offered(Language(rawValue: form.text("language"))) else { return response }
        if let account = context.visit.session?.account {
            try await site.database.updateLanguage(of: account.id, to: language, by: context.actor)
        }
        response.setCookie(LanguageCookie.cookie(language))
        return response
    }

    /// Starts a session and leads on.
    func signIn(
        as account: Account, to path: String, flash: String, _ request: Request, _ context: VisitorContext
    ) async throws -> Response {
        signedIn(try await newSession(for: account, request, context), path: path, flash: flash)
    }

    /// Starts a session; returns the secret for its cookie.
    private func newSession(
        for account: Account, _ request: Request, _ context: VisitorContext
    ) async throws -> String {
        // Always a new token: one that somebody planted in the browser before sign-in must not become a session.
        let token = SecretToken.make()
        _ = try await site.database.insertSession(
            for: account, tokenHash: SecretToken.hash(token), userAgent: request.headers[.userAgent] ?? "",
            address: context.visit.address, by: Actor(account: account.id, request: context.visit.request))
        return token
    }

    private func signedIn(_ token: String, path: String, flash: String? = nil) -> Response {
        var response = Responses.redirect(to: path, flash: flash)
        response.setCookie(SessionCookie.cookie(token))
        return response
    }

    /// The page with the form that was waiting; its token is the new session's.
    private func resumed(_ pending: PendingForm, _ token: String, _ context: VisitorContext) async throws -> Response {
        var context = context
        context.visit.session = try await site.session(token: token)
        context.visit.secret = token
        var response = try site.response(ResumePage(pending: pending), context)
        response.setCookie(SessionCookie.cookie(token))
        return response
    }

    private func throttled(_ wait: TimeInterval, _ form: Form, _ context: VisitorContext) throws -> Response {
        let seconds = Int(wait.rounded(.up))
        let problem = Problem("email", "accounts.problem.throttled", ["count": "\(seconds)"])
        var response = try refused(problem, form, context, status: .tooManyRequests)
        response.headers[.retryAfter] = "\(seconds)"
        return response
    }

    private func refused(
        _ problem: Problem, _ form: Form, _ context: VisitorContext, status: HTTPResponse.Status
    ) throws -> Response {
        let page = SignInPage(
            email: form.text("email"), returnPath: LocalPath(form.text("return")).text,
            pending: PendingForm(form), problems: [problem],
            words: site.words(context))
        return try site.response(page, context, status: status)
    }
}

extension ThrottleKey {
    /// Failures to sign in with an e-mail address.
    static func account(_ email: String) -> ThrottleKey {
        ThrottleKey(hash: SecretToken.hash("account:\(email)"), free: SignInThrottle.freeForAccount)
    }

    /// Failures that come from a network address.
    static func address(of visit: Visit) -> ThrottleKey {
        ThrottleKey(hash: SecretToken.hash("address:\(visit.address)"), free: SignInThrottle.freeForAddress)
    }
}

extension Site {
    var sessionLimits: SessionLimits {
        SessionLimits(
            idle: TimeInterval(settings.idleMinutes * 60), absolute: TimeInterval(settings.sessionHours * 3600))
    }

    /// The session behind a cookie's token, noted as in use.
    func session(token: String) async throws -> Session? {
        guard token.utf8.count == 43,
            let session = try await database.session(tokenHash: SecretToken.hash(token), limits: sessionLimits)
        else { return nil }
        try await database.touch(session)
        return session
    }
}

/// A path of this site to go back to; anything else becomes the home page, so that nobody can be sent elsewhere.
struct LocalPath {
    let text: String

    /// - Parameter refusing: paths that lead back to where one comes from.
    init(_ typed: String, refusing prefixes: [String] = ["/sign-in"]) {
        let isLocal =
            typed.hasPrefix("/") && !typed.hasPrefix("//") && !typed.contains("\\") && typed.utf8.count <= 2000
            && typed.utf8.allSatisfy { $0 > 32 && $0 < 127 } && !prefixes.contains { typed.hasPrefix($0) }
        text = isLocal ? typed : "/"
    }
}
