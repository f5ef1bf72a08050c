import Clinic
import Documents
import Foundation
import Hummingbird
import Rendering
import Store

/// How an admin invites a colleague or gives one a new password: by a code that is shown once, as those for patients are
/// (see ``InvitationHandlers``).
struct StaffInvitationHandlers {
    let site: Site

    func form(_ request: Request, _ context: AdminContext) async throws -> Response {
        try site.response(StaffInvitationFormPage(StaffForm(), [], words: site.words(context)), context)
    }

    /// Where the browser lands that asks for the sheet again, after a change of language for instance.
    func index(_ request: Request, _ context: AdminContext) async throws -> Response {
        Responses.redirect(to: "/people", flash: "flash.warning.invitation-shown")
    }

    func create(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let typed = StaffForm(form)
        do {
            return try await invite(.colleague(try typed.draft()), form, request, context)
        } catch let failure as ValidationFailure {
            let page = StaffInvitationFormPage(typed, failure.problems, words: site.words(context))
            return try site.response(page, context, status: .unprocessableContent)
        } catch InvitationRefusal.shownBefore {
            return Responses.redirect(to: "/people", flash: "flash.warning.invitation-shown")
        }
    }

    func renewalIndex(_ request: Request, _ context: AdminContext) async throws -> Response {
        let id = try context.identifier(of: Account.self)
        return Responses.redirect(to: "/people/\(id)", flash: "flash.warning.invitation-shown")
    }

    func renew(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let id = try context.identifier(of: Account.self)
        do {
            return try await invite(.account(id), form, request, context)
        } catch is ValidationFailure {
            return Responses.redirect(to: "/people/\(id)", flash: "flash.warning.person-inactive")
        } catch InvitationRefusal.shownBefore {
            return Responses.redirect(to: "/people/\(id)", flash: "flash.warning.invitation-shown")
        }
    }

    func revoke(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let id = try context.identifier(of: StaffInvitation.self)
        let account = try await site.database.revokeStaffInvitation(id, by: context.actor)
        return Responses.redirect(
            to: account.map { "/people/\($0)" } ?? "/people", flash: "flash.invitation-revoked")
    }

    private func invite(
        _ whom: StaffInvitationDraft.Whom, _ form: Form, _ request: Request, _ context: AdminContext
    ) async throws -> Response {
        // The same sending of the form makes the same code; another one, or a form without a key, another code.
        let key = form.key(of: context.account)?.digest.base64URL ?? SecretToken.make()
        let (invitation, code) = try await site.inviteStaff(whom, key: key, by: context.actor)
        let address = SiteAddress(request, isSecure: context.visit.isSecure)
        let sheet = try StaffInvitationSheetPage(
            invitation, code: code, lastDay: StaffInvitation.lastDay(madeOn: site.today), address: address.text,
            letterhead: site.letterhead(else: "", paper: site.paper(in: nil), words: site.words(context)),
            words: site.words(context))
        let page = StaffInvitationPage(
            invitation, link: sheet.link, isOnlyHere: address.isOnlyHere,
            sheet: try site.templates.html(sheet, language: context.language))
        return try site.response(page, context)
    }
}

extension Site {
    /// Makes a code for a colleague.
    /// - Parameter key: what the code follows from, with the server's key.
    /// - Throws: as ``ClinicDatabase/insertStaffInvitation(_:by:)``.
    func inviteStaff(
        _ whom: StaffInvitationDraft.Whom, key: String, by actor: Actor
    ) async throws -> (invitation: StaffInvitation, code: InvitationCode) {
        guard let code = InvitationCode(random: seal.digest("staff-invitation:\(key)")) else {
            throw StoreError.conflict("no code")
        }
        let lastDay = StaffInvitation.lastDay(madeOn: today)
        let draft = StaffInvitationDraft(
            whom, codeHash: staffHash(of: code),
            validUntil: WallClock(settings.timeZone).start(of: lastDay.adding(days: 1)))
        return (try await database.insertStaffInvitation(draft, by: actor), code)
    }

    /// A code that gives somebody of the staff a new password, for the command line: where it is typed, the code, and the
    /// last day on which it may be used.
    /// - Throws: as ``ClinicDatabase/insertStaffInvitation(_:by:)``.
    package func renewalCode(
        for account: Identifier<Account>
    ) async throws -> (path: String, code: InvitationCode, lastDay: LocalDate) {
        let (_, code) = try await inviteStaff(.account(account), key: SecretToken.make(), by: .program)
        return (StaffInvitationSheetPage.path(code), code, StaffInvitation.lastDay(madeOn: today))
    }

    /// What is kept of a colleague's code. Another one than of a patient's: neither opens the other's door.
    func staffHash(of code: InvitationCode) -> Data { seal.digest("staff-invitation-code:\(code.text)") }
}
