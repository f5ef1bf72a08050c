import Clinic
import Foundation
import Hummingbird
import Store

/// What people do with their own account.
struct AccountHandlers {
    let site: Site

    func show(_ request: Request, _ context: SignedInContext) async throws -> Response {
        try await page(context, problems: [])
    }

    func updatePassword(_ form: Form, _ request: Request, _ context: SignedInContext) async throws -> Response {
        let new = form.text("new-password")
        var problems: [Problem] = []
        if let problem = PasswordRule.problem(new, email: context.account.email, field: "new-password") {
            problems.append(problem)
        } else if case .wrong(let problem, _) = try await site.proof(
            of: form.text(PasswordProof.field), in: context.session, from: context.visit)
        {
            problems.append(problem)
        }
        guard problems.isEmpty else { return try await page(context, problems: problems) }
        try await site.database.updatePassword(
            of: context.account.id, hash: try await site.passwords.hash(new), keeping: context.session.id,
            by: context.actor)
        return Responses.redirect(to: "/account", flash: "flash.password-changed")
    }

    func revokeSession(_ form: Form, _ request: Request, _ context: SignedInContext) async throws -> Response {
        let id = try context.identifier(of: Session.self)
        try await site.database.endSession(id, of: context.account.id, as: .sessionRevoked, by: context.actor)
        return Responses.redirect(to: "/account", flash: "flash.session-ended")
    }

    private func page(_ context: SignedInContext, problems: [Problem]) async throws -> Response {
        let sessions = try await site.database.sessions(of: context.account, limits: site.sessionLimits)
        let page = AccountPage(
            context.account, sessions: sessions, current: context.session.id,
            fields: FieldBuilder(words: site.words(context), problems: problems, prefix: "accounts.account"),
            zone: site.settings.timeZone)
        return try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }
}
