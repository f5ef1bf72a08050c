/// A patient's own prescriptions, to read and to print.
struct MyPrescriptionRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let handlers = MyPrescriptionHandlers(site: site)
        routes.patient.get("/my/prescriptions/:id") { try await handlers.show($0, $1) }
        routes.patient.get("/my/prescriptions/:id/sheet.pdf") { try await handlers.pdf($0, $1) }
        routes.patient.get("/my/prescriptions/:id/pictures/:hash") { try await handlers.picture($0, $1) }
    }
}
