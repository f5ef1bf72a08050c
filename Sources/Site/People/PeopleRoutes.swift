/// Who signs in: colleagues, patients as codes, invitations, roles, sessions.
struct PeopleRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let people = PeopleHandlers(site: site)
        routes.admin.get("/people") { try await people.index($0, $1) }
        routes.admin.get("/people/patients") { try await people.patients($0, $1) }
        routes.admin.get("/people/:id") { try await people.show($0, $1) }
        routes.admin.post("/people/:id") { try await people.update($0, $1, $2) }
        let access = PersonAccessHandlers(site: site)
        routes.admin.get("/people/:id/deactivation") { try await access.deactivation($0, $1) }
        routes.admin.post("/people/:id/deactivation") { try await access.deactivate($0, $1, $2) }
        routes.admin.post("/people/:id/reactivation") { try await access.reactivate($0, $1, $2) }
        routes.admin.post("/people/:id/sessions/revocation") { try await access.endSessions($0, $1, $2) }
        routes.admin.post("/people/:id/sessions/:session/revocation") { try await access.endSession($0, $1, $2) }
        let invitations = StaffInvitationHandlers(site: site)
        routes.admin.get("/people/new") { try await invitations.form($0, $1) }
        routes.admin.get("/people/invitations") { try await invitations.index($0, $1) }
        routes.admin.post("/people/invitations") { try await invitations.create($0, $1, $2) }
        routes.admin.get("/people/:id/invitations") { try await invitations.renewalIndex($0, $1) }
        routes.admin.post("/people/:id/invitations") { try await invitations.renew($0, $1, $2) }
        routes.admin.post("/staff-invitations/:id/revocation") { try await invitations.revoke($0, $1, $2) }
        let join = StaffJoinHandlers(site: site)
        routes.visitor.get("/join/staff") { try await join.codePage($0, $1) }
        routes.visitor.post("/join/staff") { try await join.checkCode($0, $1, $2) }
        routes.visitor.get("/join/staff/account") { try await join.accountPage($0, $1) }
        routes.visitor.post("/join/staff/account") { try await join.useCode($0, $1, $2) }
    }
}
