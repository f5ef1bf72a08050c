struct AuditRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let handlers = AuditHandlers(site: site)
        routes.admin.get("/audit", use: handlers.index)
        routes.admin.get("/audit.csv", use: handlers.file)
    }
}
