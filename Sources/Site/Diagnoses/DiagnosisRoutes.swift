/// Finding diagnoses, looking at one, keeping favourites.
struct DiagnosisRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let handlers = DiagnosisHandlers(site: site)
        routes.clinician.get("/diagnoses") { try await handlers.index($0, $1) }
        routes.clinician.get("/diagnoses/search") { try await handlers.search($0, $1) }
        routes.clinician.get("/diagnoses/:system/:code") { try await handlers.show($0, $1) }
        routes.clinician.post("/diagnoses/:system/:code/favourite") { try await handlers.updateFavourite($0, $1, $2) }
    }
}
