/// Lists of therapies: the shipped ones, and those that the clinic's clinicians make.
struct TherapyTemplateRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let templates = TherapyTemplateHandlers(site: site)
        routes.clinician.get("/therapy-templates") { try await templates.index($0, $1) }
        routes.clinician.post("/therapy-templates", limit: 400_000) { try await templates.bring($0, $1, $2) }
        routes.clinician.post("/therapy-templates/default") { try await templates.setDefault($0, $1, $2) }
        routes.clinician.get("/therapy-templates/:id") { try await templates.show($0, $1) }
        routes.clinician.get("/therapy-templates/:id/template.json") { try await templates.file($0, $1) }
        routes.clinician.post("/therapy-templates/:id/copies") { try await templates.copy($0, $1, $2) }
        routes.clinician.post("/therapy-templates/:id/publication") { try await templates.publish($0, $1, $2) }
        routes.clinician.post("/therapy-templates/:id/archive") { try await templates.archive($0, $1, $2) }
        routes.clinician.post("/therapy-templates/:id/approval") { try await templates.approve($0, $1, $2) }
        routes.clinician.post("/therapy-templates/:id/approval/revocation") { try await templates.revoke($0, $1, $2) }
        addEditing(to: routes)
    }

    private func addEditing(to routes: SiteRoutes) {
        let edit = TemplateEditHandlers(site: site)
        routes.clinician.get("/therapy-templates/:id/edit") { try await edit.show($0, $1) }
        routes.clinician.post("/therapy-templates/:id/edit") { try await edit.change($0, $1, $2) }
        routes.clinician.post("/therapy-templates/:id/versions") { try await edit.save($0, $1, $2) }
        addLists(to: routes)
        let parts = TemplatePartHandlers(site: site)
        routes.clinician.get("/therapy-templates/:id/edit/details") { try await parts.details($0, $1) }
        routes.clinician.post("/therapy-templates/:id/edit/details") { try await parts.setDetails($0, $1, $2) }
        routes.clinician.get("/therapy-templates/:id/edit/new-section") { try await parts.section($0, $1) }
        routes.clinician.post("/therapy-templates/:id/edit/new-section") { try await parts.setSection($0, $1, $2) }
        routes.clinician.get("/therapy-templates/:id/edit/sections/:section") { try await parts.section($0, $1) }
        routes.clinician.post("/therapy-templates/:id/edit/sections/:section") {
            try await parts.setSection($0, $1, $2)
        }
        routes.clinician.get("/therapy-templates/:id/edit/new-item") { try await parts.item($0, $1) }
        routes.clinician.post("/therapy-templates/:id/edit/new-item") { try await parts.setItem($0, $1, $2) }
        routes.clinician.get("/therapy-templates/:id/edit/items/:item") { try await parts.item($0, $1) }
        routes.clinician.post("/therapy-templates/:id/edit/items/:item") { try await parts.setItem($0, $1, $2) }
    }

    private func addLists(to routes: SiteRoutes) {
        let lists = TemplateListHandlers(site: site)
        routes.clinician.get("/therapy-templates/:id/edit/lists/:list") { try await lists.show($0, $1) }
        routes.clinician.post("/therapy-templates/:id/edit/lists/:list") { try await lists.change($0, $1, $2) }
        routes.clinician.get("/therapy-templates/:id/edit/lists/:list/new-item") { try await lists.entry($0, $1) }
        routes.clinician.post("/therapy-templates/:id/edit/lists/:list/new-item") {
            try await lists.setEntry($0, $1, $2)
        }
        routes.clinician.get("/therapy-templates/:id/edit/lists/:list/items/:item") { try await lists.entry($0, $1) }
        routes.clinician.post("/therapy-templates/:id/edit/lists/:list/items/:item") {
            try await lists.setEntry($0, $1, $2)
        }
        let rules = TemplateRuleHandlers(site: site)
        routes.clinician.get("/therapy-templates/:id/edit/rules") { try await rules.show($0, $1) }
        routes.clinician.post("/therapy-templates/:id/edit/rules") { try await rules.set($0, $1, $2) }
    }
}
