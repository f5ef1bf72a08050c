/// Practices: a clinician's favourites, the directory, and those nearby.
struct PracticeRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let practices = PracticeHandlers(site: site)
        routes.clinician.get("/practices") { try await practices.index($0, $1) }
        routes.clinician.get("/practices/new") { try await practices.new($0, $1) }
        routes.clinician.post("/practices") { try await practices.create($0, $1, $2) }
        routes.clinician.post("/practices/favourites") { try await practices.keep($0, $1, $2) }
        let nearby = NearbyHandlers(site: site)
        routes.clinician.get("/practices/nearby") { try await nearby.show($0, $1) }
        let directory = DirectoryHandlers(site: site)
        routes.clinician.get("/practices/directory") { try await directory.index($0, $1) }
        routes.clinician.post("/practices/directory") { try await directory.create($0, $1, $2) }
        routes.clinician.get("/practices/directory/new") { try await directory.new($0, $1) }
        routes.clinician.get("/practices/directory/:id/edit") { try await directory.edit($0, $1) }
        routes.clinician.post("/practices/directory/:id") { try await directory.update($0, $1, $2) }
        routes.clinician.get("/practices/directory/:id/removal") { try await directory.removal($0, $1) }
        routes.clinician.post("/practices/directory/:id/removal") { try await directory.remove($0, $1, $2) }
        routes.clinician.get("/practices/:id/edit") { try await practices.edit($0, $1) }
        routes.clinician.post("/practices/:id") { try await practices.update($0, $1, $2) }
        routes.clinician.get("/practices/:id/removal") { try await practices.removal($0, $1) }
        routes.clinician.post("/practices/:id/removal") { try await practices.remove($0, $1, $2) }
    }
}
