/// A clinician's favourite prescriptions: kept from one that was written, and begun again.
struct FavouritePrescriptionRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let favourites = FavouritePrescriptionHandlers(site: site)
        routes.clinician.get("/favourite-prescriptions") { try await favourites.index($0, $1) }
        routes.prescriber.get("/prescriptions/:id/favourite") { try await favourites.new($0, $1) }
        routes.prescriber.post("/prescriptions/:id/favourite") { try await favourites.create($0, $1, $2) }
        routes.clinician.get("/favourite-prescriptions/:id/edit") { try await favourites.edit($0, $1) }
        routes.clinician.post("/favourite-prescriptions/:id") { try await favourites.update($0, $1, $2) }
        routes.clinician.get("/favourite-prescriptions/:id/removal") { try await favourites.removal($0, $1) }
        routes.clinician.post("/favourite-prescriptions/:id/removal") { try await favourites.remove($0, $1, $2) }
        routes.prescriber.post("/favourite-prescriptions/:id/prescriptions") {
            try await favourites.begin($0, $1, $2)
        }
    }
}
