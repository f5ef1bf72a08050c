/// Finding medicines and reading about one: for everybody who is signed in, patients too.
struct MedicationRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let handlers = MedicationHandlers(site: site)
        routes.signedIn.get("/medications") { try await handlers.index($0, $1) }
        routes.signedIn.get("/medications/search") { try await handlers.search($0, $1) }
        routes.signedIn.get("/medications/:id") { try await handlers.show($0, $1) }
    }
}
