/// How mail and text messages leave the clinic, and a message to try it with.
struct SendingSettingsRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        add(SendingSettingsHandlers<TypedMail>(site: site), to: routes)
        add(SendingSettingsHandlers<TypedGateway>(site: site), to: routes)
    }

    private func add<Typed: TypedSending>(_ handlers: SendingSettingsHandlers<Typed>, to routes: SiteRoutes) {
        routes.admin.get(Typed.path) { try await handlers.show($0, $1) }
        routes.admin.post(Typed.path) { try await handlers.save($0, $1, $2) }
        routes.admin.post("\(Typed.path)/test") { try await handlers.test($0, $1, $2) }
    }
}
