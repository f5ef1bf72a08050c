/// Patients and their records: read by clinicians, written by those whose provider information is complete.
struct PatientRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let patients = PatientHandlers(site: site)
        routes.clinician.get("/patients") { try await patients.index($0, $1) }
        routes.prescriber.get("/patients/new") { try await patients.new($0, $1) }
        routes.prescriber.post("/patients") { try await patients.create($0, $1, $2) }
        routes.clinician.get("/patients/:id") { try await patients.show($0, $1) }
        routes.prescriber.get("/patients/:id/edit") { try await patients.edit($0, $1) }
        routes.prescriber.post("/patients/:id") { try await patients.update($0, $1, $2) }
        routes.clinician.get("/patients/:id/versions") { try await patients.versions($0, $1) }
        routes.prescriber.get("/patients/:id/merge") { try await patients.mergePage($0, $1) }
        routes.prescriber.post("/patients/:id/merge") { try await patients.merge($0, $1, $2) }
        routes.prescriber.get("/patients/:id/separation") { try await patients.separationPage($0, $1) }
        routes.prescriber.post("/patients/:id/separation") { try await patients.separate($0, $1, $2) }
    }
}
