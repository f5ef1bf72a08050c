import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Store

/// What the clinic is called, how it reads and prints, and its rules; a page for each group.
struct SettingsRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let overview = SettingsHandlers(site: site)
        routes.admin.get("/settings") { try await overview.show($0, $1) }
        let clinic = ClinicHandlers(site: site)
        routes.admin.get("/settings/clinic") { try await clinic.show($0, $1) }
        routes.admin.post("/settings/clinic") { try await clinic.save($0, $1, $2) }
        let icon = ClinicIconHandlers(site: site)
        routes.visitor.get("/clinic/icon") { try await icon.image($0, $1) }
        routes.admin.get("/settings/icon") { try await icon.show($0, $1) }
        routes.admin.post("/settings/icon", limit: ProviderRoutes.pictureFormLimit) { try await icon.save($0, $1, $2) }
        add(SettingsGroupHandlers<RegionForm>(site: site), to: routes)
        add(SettingsGroupHandlers<UnitForm>(site: site), to: routes)
        add(SettingsGroupHandlers<SigningSettingsForm>(site: site), to: routes)
        let doses = DoseSettingsHandlers(site: site)
        routes.admin.get("/settings/doses") { try await doses.show($0, $1) }
        routes.admin.post("/settings/doses") { try await doses.save($0, $1, $2) }
    }

    private func add<Typed: TypedSettingsGroup>(_ handlers: SettingsGroupHandlers<Typed>, to routes: SiteRoutes) {
        routes.admin.get(Typed.path) { try await handlers.show($0, $1) }
        routes.admin.post(Typed.path) { try await handlers.save($0, $1, $2) }
    }
}

extension Site {
    /// Saves one group of the settings and leads back to all of them.
    /// - Parameters:
    ///   - settings: from those in force, with what was typed.
    ///   - again: the form with problems, its version put right.
    func save(
        _ version: Int, _ context: AdminContext, _ settings: (ClinicSettings) throws -> ClinicSettings,
        again: ([Problem], Int, HTTPResponse.Status) throws -> Response
    ) async throws -> Response {
        do {
            try await database.updateClinicSettings(
                try settings(clinic), version: version, by: context.actor)
            return Responses.redirect(to: "/settings", flash: "flash.settings-saved")
        } catch let failure as ValidationFailure {
            return try again(failure.problems, version, .unprocessableContent)
        } catch StoreError.stale(let current) {
            return try again([Problem("", "settings.problem.changed")], current, .conflict)
        }
    }
}
