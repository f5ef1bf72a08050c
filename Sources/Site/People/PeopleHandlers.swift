import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// The accounts of the staff, and how many patients have one.
struct PeopleHandlers {
    let site: Site
    private static let pageLength = 50

    func index(_ request: Request, _ context: AdminContext) async throws -> Response {
        let page = PeoplePage(
            staff: try await site.database.staff(site.sessionLimits),
            invitations: try await site.database.staffInvitations(),
            patients: try await site.database.patientAccountCounts(), own: context.account.id, now: site.now,
            words: words(context))
        return try site.response(page, context)
    }

    func patients(_ request: Request, _ context: AdminContext) async throws -> Response {
        let before = Identifier<Account>(untrusted: request.query("before"))
        let found = try await site.database.patientAccounts(
            before: before, limit: Self.pageLength + 1, site.sessionLimits)
        let page = PatientAccountsPage(
            Array(found.prefix(Self.pageLength)), counts: try await site.database.patientAccountCounts(),
            hasMore: found.count > Self.pageLength, isFirst: before == nil, words: words(context))
        return try site.response(page, context)
    }

    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        let id = try context.identifier(of: Account.self)
        let found = try await site.database.accountSummary(id, site.sessionLimits)
        return try await page(StaffForm(found.account, version: found.version), found, [], context)
    }

    func update(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let id = try context.identifier(of: Account.self)
        let found = try await site.database.accountSummary(id, site.sessionLimits)
        guard found.account.patient == nil, !found.account.roles.contains(.patient) else { throw StoreError.notFound }
        var typed = StaffForm(form)
        do {
            try await site.database.updateStaff(id, try typed.draft(), version: typed.version, by: context.actor)
            let isOwn = id == context.account.id
            // Whoever gives the own admin's role away may not enter the page any more.
            let path = isOwn && !typed.roles.contains(.admin) ? "/" : "/people/\(id)"
            return Responses.redirect(to: path, flash: "flash.person-saved")
        } catch let failure as ValidationFailure {
            return try await page(typed, found, failure.problems, context, status: .unprocessableContent)
        } catch StoreError.stale(let current) {
            typed.version = current
            return try await page(
                typed, found, [Problem("", "people.problem.changed")], context, status: .conflict)
        }
    }

    private func page(
        _ form: StaffForm, _ found: AccountSummary, _ problems: [Problem], _ context: AdminContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let page = PersonPage(
            form, found, sessions: try await site.database.sessions(of: found.account, limits: site.sessionLimits),
            lastInvitation: try await site.database.lastStaffInvitation(renewing: found.account.id),
            problems: problems, reader: (context.account.id, context.visit.session?.id), now: site.now,
            words: words(context))
        return try site.response(page, context, status: status)
    }

    private func words(_ context: AdminContext) -> AuditWords { site.auditWords(context) }
}

extension Site {
    /// How people are named to an admin: patients by a pseudonym, unless the admin is a clinician too.
    func auditWords(_ context: AdminContext) -> AuditWords {
        AuditWords(
            words: words(context), zone: settings.timeZone,
            namesPatients: context.account.roles.contains(.clinician))
    }
}
