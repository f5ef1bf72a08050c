/// Codes on paper: made for a patient by a clinician, used by whoever holds the paper and knows the date of birth.
struct InvitationRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let invitations = InvitationHandlers(site: site)
        routes.clinician.get("/patients/:id/invitations") { try await invitations.index($0, $1) }
        routes.prescriber.post("/patients/:id/invitations") { try await invitations.create($0, $1, $2) }
        routes.clinician.post("/invitations/:id/revocation") { try await invitations.revoke($0, $1, $2) }
        routes.clinician.get("/patient-accounts/:id/deactivation") { try await invitations.deactivation($0, $1) }
        routes.clinician.post("/patient-accounts/:id/deactivation") { try await invitations.deactivate($0, $1, $2) }
        let join = JoinHandlers(site: site)
        routes.visitor.get("/join") { try await join.codePage($0, $1) }
        routes.visitor.post("/join") { try await join.checkCode($0, $1, $2) }
        routes.visitor.get("/join/account") { try await join.accountPage($0, $1) }
        routes.visitor.post("/join/account") { try await join.useCode($0, $1, $2) }
    }
}
