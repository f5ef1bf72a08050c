import Hummingbird

extension Site {
    /// Every address of the site, feature by feature.
    private func allRoutes() -> SiteRoutes {
        let routes = SiteRoutes(self)
        HomeRoutes(site: self).add(to: routes)
        AccountRoutes(site: self).add(to: routes)
        DiagnosisRoutes(site: self).add(to: routes)
        MedicationRoutes(site: self).add(to: routes)
        ProviderRoutes(site: self).add(to: routes)
        PracticeRoutes(site: self).add(to: routes)
        PatientRoutes(site: self).add(to: routes)
        InvitationRoutes(site: self).add(to: routes)
        TherapyPrescriptionRoutes(site: self).add(to: routes)
        FavouritePrescriptionRoutes(site: self).add(to: routes)
        TherapyTemplateRoutes(site: self).add(to: routes)
        ReturnRoutes(site: self).add(to: routes)
        SendingRoutes(site: self).add(to: routes)
        ConsentRoutes(site: self).add(to: routes)
        MedicationPrescriptionRoutes(site: self).add(to: routes)
        MyPrescriptionRoutes(site: self).add(to: routes)
        AdministrationRoutes(site: self).add(to: routes)
        PeopleRoutes(site: self).add(to: routes)
        SettingsRoutes(site: self).add(to: routes)
        SendingSettingsRoutes(site: self).add(to: routes)
        GeocoderRoutes(site: self).add(to: routes)
        AuditRoutes(site: self).add(to: routes)
        DiagnosticsRoutes(site: self).add(to: routes)
        TrustRoutes(site: self).add(to: routes)
        ImportRoutes(site: self).add(to: routes)
        CatalogueRoutes(site: self).add(to: routes)
        BackgroundWorkRoutes(site: self).add(to: routes)
        return routes
    }

    /// The site as a router, for a server or a test.
    func router() -> Router<VisitorContext> { allRoutes().router }

    /// Every address with who may enter, sorted by path.
    package func routeEntries() -> [RouteEntry] {
        allRoutes().table.entries.sorted { ($0.path, $0.method) < ($1.path, $1.method) }
    }
}
