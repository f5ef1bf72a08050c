/// Physical-therapy prescriptions, for clinicians: writing one part by part, signing, and what follows.
struct TherapyPrescriptionRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let prescriptions = TherapyPrescriptionHandlers(site: site)
        routes.clinician.get("/prescriptions") { try await prescriptions.index($0, $1) }
        routes.prescriber.post("/prescriptions") { try await prescriptions.create($0, $1, $2) }
        routes.clinician.get("/prescriptions/:id") { try await prescriptions.show($0, $1) }
        routes.prescriber.get("/prescriptions/:id/clearing") { try await prescriptions.clearing($0, $1) }
        routes.prescriber.post("/prescriptions/:id/clearing") { try await prescriptions.clear($0, $1, $2) }
        routes.prescriber.post("/prescriptions/:id/separation") { try await prescriptions.separate($0, $1, $2) }
        routes.clinician.get("/patients/:id/prescriptions") { try await prescriptions.history($0, $1) }
        addParts(to: routes)
        addSheet(to: routes)
    }

    private func addParts(to routes: SiteRoutes) {
        let patient = PatientPartHandlers(site: site)
        routes.prescriber.get("/prescriptions/:id/patient") { try await patient.show($0, $1) }
        routes.prescriber.post("/prescriptions/:id/patient") { try await patient.choose($0, $1, $2) }
        let diagnoses = DiagnosesPartHandlers(site: site)
        routes.prescriber.get("/prescriptions/:id/diagnoses") { try await diagnoses.show($0, $1) }
        routes.prescriber.post("/prescriptions/:id/diagnoses") { try await diagnoses.add($0, $1, $2) }
        routes.prescriber.post("/prescriptions/:id/diagnoses/removal") { try await diagnoses.remove($0, $1, $2) }
        routes.prescriber.post("/prescriptions/:id/diagnoses/order") { try await diagnoses.reorder($0, $1, $2) }
        routes.prescriber.post("/prescriptions/:id/diagnoses/replacement") { try await diagnoses.replace($0, $1, $2) }
        let practice = PracticePartHandlers(site: site)
        routes.prescriber.get("/prescriptions/:id/practice") { try await practice.show($0, $1) }
        routes.prescriber.get("/prescriptions/:id/practice/by-hand") { try await practice.byHand($0, $1) }
        routes.prescriber.post("/prescriptions/:id/practice") { try await practice.save($0, $1, $2) }
        routes.prescriber.post("/prescriptions/:id/practice/choice") { try await practice.choose($0, $1, $2) }
        routes.prescriber.get("/prescriptions/:id/practice/favourite") { try await practice.offer($0, $1) }
        routes.prescriber.post("/prescriptions/:id/practice/favourite") { try await practice.keep($0, $1, $2) }
        let therapies = TherapiesPartHandlers(site: site)
        routes.prescriber.get("/prescriptions/:id/therapies") { try await therapies.show($0, $1) }
        routes.prescriber.post("/prescriptions/:id/therapies") { try await therapies.save($0, $1, $2) }
    }

    private func addSheet(to routes: SiteRoutes) {
        let sheet = TherapySheetHandlers(site: site)
        routes.prescriber.get("/prescriptions/:id/sheet") { try await sheet.preview($0, $1) }
        routes.clinician.get("/prescriptions/:id/sheet.pdf") { try await sheet.pdf($0, $1) }
        routes.clinician.get("/prescriptions/:id/pictures/:hash") { try await sheet.picture($0, $1) }
        routes.prescriber.post("/prescriptions/:id/signature") { try await sheet.sign($0, $1, $2) }
        let signed = SignedPrescriptionHandlers(site: site)
        routes.prescriber.post("/prescriptions/:id/correction") { try await signed.correct($0, $1, $2) }
        routes.prescriber.post("/prescriptions/:id/copies") { try await signed.reuse($0, $1, $2) }
        routes.prescriber.get("/prescriptions/:id/cancellation") { try await signed.cancellation($0, $1) }
        routes.prescriber.post("/prescriptions/:id/cancellation") { try await signed.cancel($0, $1, $2) }
    }
}
