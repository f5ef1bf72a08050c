/// Where the places of patients' streets come from.
struct GeocoderRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let geocoder = GeocoderHandlers(site: site)
        routes.admin.get("/settings/geocoder") { try await geocoder.show($0, $1) }
        routes.admin.post("/settings/geocoder") { try await geocoder.save($0, $1, $2) }
        routes.admin.post("/settings/geocoder/test") { try await geocoder.test($0, $1, $2) }
    }
}
