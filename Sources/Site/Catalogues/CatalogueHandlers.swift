import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// What is loaded, and the way back to what was loaded before.
struct CatalogueHandlers {
    let site: Site

    func index(_ request: Request, _ context: AdminContext) async throws -> Response {
        let page = CataloguesPage(
            try await site.database.loadedCatalogs(),
            ownMedicines: try await site.database.currentMedicationRelease(), today: site.today,
            words: ImportWords(words: site.words(context), zone: site.settings.timeZone))
        return try site.response(page, context)
    }

    /// Lets everybody work with another release from the next request on.
    func use(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let (kind, number) = try Self.release(context)
        try await site.database.makeCurrent(kind, release: number, by: context.actor)
        return Responses.redirect(to: "/catalogues#\(kind.rawValue)", flash: "flash.catalogue-switched")
    }

    /// Asks first; takes a release out that is not in use.
    func remove(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let (kind, number) = try Self.release(context)
        guard
            let release = try await site.database.loadedCatalogs().first(where: {
                $0.kind == kind && $0.number == number
            }), !release.isCurrent
        else { throw StoreError.notFound }
        guard form.text("confirmed") == "yes" else {
            return try site.response(CatalogueRemovalPage(release, site.words(context)), context)
        }
        try await site.database.removeRelease(of: kind, number: number, by: context.actor)
        return Responses.redirect(to: "/catalogues#\(kind.rawValue)", flash: "flash.catalogue-removed")
    }

    private static func release(_ context: AdminContext) throws -> (CatalogKind, Int64) {
        guard let kind = context.parameters.get("kind").flatMap(CatalogKind.init(rawValue:)),
            let number = context.parameters.get("release").flatMap(Int64.init), number > 0, number < 1 << 38
        else { throw HTTPError(.notFound) }
        return (kind, number)
    }
}

struct CatalogueRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let handlers = CatalogueHandlers(site: site)
        routes.admin.get("/catalogues", use: handlers.index)
        routes.admin.post("/catalogues/:kind/:release/use", use: handlers.use)
        routes.admin.post("/catalogues/:kind/:release/removal", use: handlers.remove)
    }
}
