import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// What is loaded, and the way back to what was loaded before.
struct CatalogueHandlers {
    let site: Site

    func index(_ request: Request, _ context: AdminContext) async throws -> Response {
        let removed = try await removed()
        let page = CataloguesPage(
            try await site.database.loadedCatalogs(), removed: removed,
            ownMedicines: try await site.database.currentMedicationRelease(), today: site.today,
            words: ImportWords(words: site.words(context), zone: site.settings.timeZone))
        var response = try site.response(page, context)
        if removed.contains(where: { $0.state == .wanted }) { response.headers[.refresh] = "2" }
        return response
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

    /// Has a list loaded again that came with the program and was removed. Nothing happens when it was wanted
    /// before and is there again: somebody pressed twice.
    func restore(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        let kind = try Self.kind(context)
        if let release = try await removed().first(where: { $0.kind == kind }) {
            try await site.database.wantBack(release, by: context.actor)
            site.imports.bringBack(kind, from: shipped)
        } else if try await !site.database.wantsBack(kind) {
            throw StoreError.notFound
        }
        return Responses.redirect(to: "/catalogues#\(kind.rawValue)")
    }

    private var shipped: ShippedCatalogs { ShippedCatalogs(dataFolder: site.settings.dataFolder) }

    /// Lists that were removed and that the program can load again: at most one of each kind.
    private func removed() async throws -> [RemovedRelease] {
        try await site.database.removedReleases().filter(shipped.has)
    }

    private static func kind(_ context: AdminContext) throws -> CatalogKind {
        guard let kind = context.parameters.get("kind").flatMap(CatalogKind.init(rawValue:)) else {
            throw HTTPError(.notFound)
        }
        return kind
    }

    private static func release(_ context: AdminContext) throws -> (CatalogKind, Int64) {
        guard let number = context.parameters.get("release").flatMap(Int64.init), number > 0, number < 1 << 38
        else { throw HTTPError(.notFound) }
        return (try kind(context), number)
    }
}

struct CatalogueRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let handlers = CatalogueHandlers(site: site)
        routes.admin.get("/catalogues", use: handlers.index)
        routes.admin.post("/catalogues/:kind/restoration", use: handlers.restore)
        routes.admin.post("/catalogues/:kind/:release/use", use: handlers.use)
        routes.admin.post("/catalogues/:kind/:release/removal", use: handlers.remove)
    }
}
