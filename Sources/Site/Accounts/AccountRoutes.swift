/// First run, sign-in and what people do with their own account.
struct AccountRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let signIn = SignInHandlers(site: site)
        routes.visitor.get("/set-up") { try await signIn.setUpPage($0, $1) }
        routes.visitor.post("/set-up") { try await signIn.setUp($0, $1, $2) }
        routes.visitor.get("/sign-in") { try await signIn.signInPage($0, $1) }
        routes.visitor.post("/sign-in") { try await signIn.signIn($0, $1, $2) }
        routes.visitor.post("/sign-out") { try await signIn.signOut($0, $1, $2) }
        routes.visitor.post("/language") { try await signIn.chooseLanguage($0, $1, $2) }
        let account = AccountHandlers(site: site)
        routes.signedIn.get("/account") { try await account.show($0, $1) }
        routes.signedIn.post("/account/password") { try await account.updatePassword($0, $1, $2) }
        routes.signedIn.post("/sessions/:id/revocation") { try await account.revokeSession($0, $1, $2) }
    }
}
