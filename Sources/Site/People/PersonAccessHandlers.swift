import Clinic
import Hummingbird
import Store

/// Ends and gives back access, and ends sessions, of the staff and of patients.
struct PersonAccessHandlers {
    let site: Site

    func deactivation(_ request: Request, _ context: AdminContext) async throws -> Response {
        let id = try context.identifier(of: Account.self)
        let found = try await site.database.accountSummary(id, site.sessionLimits)
        return try site.response(PersonDeactivationPage(found.account, words: site.auditWords(context)), context)
    }

    func deactivate(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        guard form.text("confirmed") == "yes" else { return try await deactivation(request, context) }
        let id = try context.identifier(of: Account.self)
        do {
            try await site.database.deactivateAccount(id, by: context.actor)
        } catch is ValidationFailure {
            return Responses.redirect(to: "/people/\(id)", flash: "flash.warning.last-admin")
        }
        return Responses.redirect(to: "/people/\(id)", flash: "flash.person-deactivated")
    }

    func reactivate(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let id = try context.identifier(of: Account.self)
        try await site.database.reactivateAccount(id, by: context.actor)
        return Responses.redirect(to: "/people/\(id)", flash: "flash.person-reactivated")
    }

    /// All of them, but for the browser that asks.
    func endSessions(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let id = try context.identifier(of: Account.self)
        let own = id == context.account.id ? context.visit.session?.id : nil
        try await site.database.endSessions(of: id, keeping: own, by: context.actor)
        return Responses.redirect(to: "/people/\(id)#sessions", flash: "flash.sessions-ended")
    }

    func endSession(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let id = try context.identifier(of: Account.self)
        let session = try context.identifier("session", of: Session.self)
        do {
            try await site.database.endSession(session, of: id, as: .sessionRevoked, by: context.actor)
        } catch StoreError.notFound {
            // A second tap, or it has ended by itself: what was asked for holds. Not so for somebody who is none.
            _ = try await site.database.accountSummary(id, site.sessionLimits)
        }
        return Responses.redirect(to: "/people/\(id)#sessions", flash: "flash.session-ended")
    }
}
