/// A clinician's favourite practices.
struct PracticeRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let practices = PracticeHandlers(site: site)
        routes.clinician.get("/practices") { try await practices.index($0, $1) }
        routes.clinician.get("/practices/new") { try await practices.new($0, $1) }
        routes.clinician.post("/practices") { try await practices.create($0, $1, $2) }
        routes.clinician.get("/practices/:id/edit") { try await practices.edit($0, $1) }
        routes.clinician.post("/practices/:id") { try await practices.update($0, $1, $2) }
        routes.clinician.get("/practices/:id/removal") { try await practices.removal($0, $1) }
        routes.clinician.post("/practices/:id/removal") { try await practices.remove($0, $1, $2) }
    }
}
