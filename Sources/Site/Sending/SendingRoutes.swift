import Clinic

/// Sending a signed prescription of either kind, what became of each message, and copies on paper.
struct SendingRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        for kind in PrescriptionReference.Kind.allCases { add(kind, to: routes) }
        let pictures = SheetPictureHandlers(site: site)
        routes.visitor.get("/sheet-pictures/:token") { try await pictures.show($0, $1) }
    }

    private func add(_ kind: PrescriptionReference.Kind, to routes: SiteRoutes) {
        let path = "/\(kind.rawValue)/:id"
        let sending = SendingHandlers(site: site, kind: kind)
        routes.clinician.get("\(path)/sending") { try await sending.show($0, $1) }
        routes.prescriber.post("\(path)/sending") { try await sending.send($0, $1, $2) }
        let results = DeliveryHandlers(site: site, kind: kind)
        routes.prescriber.post("\(path)/deliveries/:delivery/attempts") { try await results.retry($0, $1, $2) }
        routes.prescriber.post("\(path)/deliveries/:delivery/cancellation") { try await results.cancel($0, $1, $2) }
        routes.prescriber.post("\(path)/deliveries/:delivery/acknowledgement") {
            try await results.acknowledge($0, $1, $2)
        }
        let printing = PrintingHandlers(site: site, kind: kind)
        routes.clinician.get("\(path)/printing") { try await printing.show($0, $1) }
        routes.clinician.get("\(path)/printing.pdf") { try await printing.pdf($0, $1) }
    }
}
