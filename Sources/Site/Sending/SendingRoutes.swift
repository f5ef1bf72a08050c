/// Sending a signed prescription, what became of each message, and copies on paper.
struct SendingRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let sending = SendingHandlers(site: site)
        routes.clinician.get("/prescriptions/:id/sending") { try await sending.show($0, $1) }
        routes.prescriber.post("/prescriptions/:id/sending") { try await sending.send($0, $1, $2) }
        let results = DeliveryHandlers(site: site)
        routes.prescriber.post("/prescriptions/:id/deliveries/:delivery/attempts") {
            try await results.retry($0, $1, $2)
        }
        routes.prescriber.post("/prescriptions/:id/deliveries/:delivery/cancellation") {
            try await results.cancel($0, $1, $2)
        }
        routes.prescriber.post("/prescriptions/:id/deliveries/:delivery/acknowledgement") {
            try await results.acknowledge($0, $1, $2)
        }
        let printing = PrintingHandlers(site: site)
        routes.clinician.get("/prescriptions/:id/printing") { try await printing.show($0, $1) }
        routes.clinician.get("/prescriptions/:id/printing.pdf") { try await printing.pdf($0, $1) }
    }
}
