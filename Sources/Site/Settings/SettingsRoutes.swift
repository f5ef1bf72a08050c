struct SettingsRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let handlers = SettingsHandlers(site: site)
        routes.admin.get("/settings", use: handlers.show)
        routes.admin.post("/settings", use: handlers.save)
    }
}
