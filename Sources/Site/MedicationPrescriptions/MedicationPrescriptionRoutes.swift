/// Medication prescriptions, for clinicians: the patient's list, writing, signing, and what follows.
struct MedicationPrescriptionRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let list = MedicationListHandlers(site: site)
        routes.clinician.get("/patients/:id/medications") { try await list.index($0, $1) }
        routes.prescriber.post("/patients/:id/medications") { try await list.create($0, $1, $2) }
        addDraft(to: routes)
        addSheet(to: routes)
        let changes = MedicationChangeHandlers(site: site)
        routes.prescriber.post("/medication-prescriptions/:id/versions") { try await changes.change($0, $1, $2) }
        routes.prescriber.get("/medication-prescriptions/:id/pause") { try await changes.pausing($0, $1) }
        routes.prescriber.post("/medication-prescriptions/:id/pause") { try await changes.pause($0, $1, $2) }
        routes.prescriber.post("/medication-prescriptions/:id/resumption") { try await changes.resume($0, $1, $2) }
        routes.prescriber.get("/medication-prescriptions/:id/discontinuation") {
            try await changes.discontinuing($0, $1)
        }
        routes.prescriber.post("/medication-prescriptions/:id/discontinuation") {
            try await changes.discontinue($0, $1, $2)
        }
    }

    private func addDraft(to routes: SiteRoutes) {
        let medicine = MedicinePartHandlers(site: site)
        routes.prescriber.get("/medication-prescriptions/:id/medicine") { try await medicine.show($0, $1) }
        routes.prescriber.post("/medication-prescriptions/:id/medicine") { try await medicine.choose($0, $1, $2) }
        let draft = MedicationDraftHandlers(site: site)
        routes.prescriber.get("/medication-prescriptions/:id/edit") { try await draft.edit($0, $1) }
        routes.prescriber.post("/medication-prescriptions/:id/edit") { try await draft.save($0, $1, $2) }
        routes.prescriber.get("/medication-prescriptions/:id/removal") { try await draft.removal($0, $1) }
        routes.prescriber.post("/medication-prescriptions/:id/removal") { try await draft.remove($0, $1, $2) }
    }

    private func addSheet(to routes: SiteRoutes) {
        let sheet = MedicationSheetHandlers(site: site)
        routes.clinician.get("/medication-prescriptions/:id/sheet") { try await sheet.show($0, $1) }
        routes.clinician.get("/medication-prescriptions/:id/sheet.pdf") { try await sheet.pdf($0, $1) }
        routes.clinician.get("/medication-prescriptions/:id/pictures/:hash") { try await sheet.picture($0, $1) }
        routes.prescriber.post("/medication-prescriptions/:id/signature") { try await sheet.sign($0, $1, $2) }
    }
}
