/// What patients say about messages without encryption: asked by clinicians, changed by the patients themselves.
struct ConsentRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let handlers = ConsentHandlers(site: site)
        routes.clinician.get("/patients/:id/consents") { try await handlers.show($0, $1) }
        routes.clinician.post("/patients/:id/consents") { try await handlers.record($0, $1, $2) }
        let own = MyConsentHandlers(site: site)
        routes.patient.get("/my/consents") { try await own.show($0, $1) }
        routes.patient.post("/my/consents") { try await own.record($0, $1, $2) }
    }
}
