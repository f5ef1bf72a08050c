/// Medicines with their logs: the same pages for clinicians and, of their own, for patients.
struct AdministrationRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        addReading(to: routes.clinician, medicines: "/medication-prescriptions/:id", entries: "/administrations/:id")
        addWriting(to: routes.prescriber, medicines: "/medication-prescriptions/:id", entries: "/administrations/:id")
        let mine = MyMedicationsHandlers(site: site)
        routes.patient.get("/my/medications") { try await mine.index($0, $1) }
        addReading(to: routes.patient, medicines: "/my/medications/:id", entries: "/my/administrations/:id")
        addWriting(to: routes.patient, medicines: "/my/medications/:id", entries: "/my/administrations/:id")
        let times = DayRhythmHandlers(site: site)
        routes.patient.get("/my/times") { try await times.show($0, $1) }
        routes.patient.post("/my/times") { try await times.save($0, $1, $2) }
    }

    private func addReading(to routes: Routes<some LogContext>, medicines: String, entries: String) {
        let log = MedicationLogHandlers(site: site)
        routes.get(medicines) { try await log.show($0, $1) }
        routes.get("\(medicines)/chart.svg") { try await log.chart($0, $1) }
        routes.get("\(medicines)/log.csv") { try await log.table($0, $1) }
        let entry = EntryHandlers(site: site)
        routes.get(entries) { try await entry.show($0, $1) }
    }

    private func addWriting(to routes: Routes<some LogContext>, medicines: String, entries: String) {
        let doses = AdministrationHandlers(site: site)
        routes.get("\(medicines)/administrations/new") { try await doses.new($0, $1) }
        routes.post("\(medicines)/administrations") { try await doses.create($0, $1, $2) }
        let days = CatchUpHandlers(site: site)
        routes.get("\(medicines)/administrations/days") { try await days.show($0, $1) }
        routes.post("\(medicines)/administrations/days") { try await days.record($0, $1, $2) }
        let entry = EntryHandlers(site: site)
        routes.post(entries) { try await entry.correct($0, $1, $2) }
        routes.post("\(entries)/undoing") { try await doses.undo($0, $1, $2) }
    }
}
