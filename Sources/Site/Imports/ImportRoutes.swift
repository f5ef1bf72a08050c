struct ImportRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let imports = ImportHandlers(site: site)
        let uploads = UploadHandlers(site: site)
        routes.admin.get("/imports", use: imports.index)
        routes.admin.postFile("/imports", use: uploads.create)
        routes.admin.post("/imports/uploads", use: uploads.announce)
        routes.admin.get("/imports/:id", use: imports.show)
        routes.admin.put("/imports/:id/content", use: uploads.piece)
        routes.admin.post("/imports/:id/check", use: imports.recheck)
        routes.admin.post("/imports/:id/application", use: imports.apply)
        routes.admin.post("/imports/:id/cancellation", use: imports.cancel)
        routes.admin.get("/imports/:id/changes", use: imports.changes)
        routes.admin.get("/imports/:id/changes.csv", use: imports.changesFile)
        routes.admin.get("/imports/:id/problems.csv", use: imports.problemsFile)
    }
}
