import Clinic
import Hummingbird
import Rendering
import Store

/// The home page of each role, and the sign of life.
struct HomeRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        routes.visitor.get("/up") { _, _ in Response(status: .ok, body: .init(byteBuffer: .init(string: "up\n"))) }
        routes.signedIn.get("/") { try await show($0, $1) }
    }

    private func show(_ request: Request, _ context: SignedInContext) async throws -> Response {
        if context.account.roles.contains(.clinician) { return try await showClinician(context) }
        if context.account.roles == [.admin] { return try await showAdmin(context) }
        return try await MyPrescriptionHandlers(site: site).home(request, PatientContext(context: context))
    }

    private func showClinician(_ context: SignedInContext) async throws -> Response {
        let account = context.account.id
        let page = ClinicianHomePage(
            drafts: try await site.database.therapyPrescriptionDrafts(of: account),
            recent: try await site.database.therapyPrescriptions(signedBy: account, limit: 10),
            favourites: try await site.database.favouritePrescriptions(of: account),
            news: try await site.database.unseenReturns(of: account),
            isReady: try await site.database.provider(of: account)?.provider.isComplete ?? false,
            notSent: try await site.database.failedDeliveries(of: account), letters: SendingLetters(site, context))
        return try site.response(page, context)
    }

    private func showAdmin(_ context: SignedInContext) async throws -> Response {
        var releases: [CodeSystem: StoredRelease] = [:]
        for system in CodeSystem.allCases {
            releases[system] = try await site.database.currentRelease(of: system)
        }
        let page = AdminHomePage(
            name: context.account.name, attention: try await site.attention(site.words(context)), releases: releases,
            today: site.today, zone: site.settings.timeZone, words: site.words(context))
        return try site.response(page, context)
    }
}
