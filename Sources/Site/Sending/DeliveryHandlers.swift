import Clinic
import Hummingbird
import Store

/// What is done by hand about a message that was queued.
struct DeliveryHandlers {
    let site: Site
    let kind: PrescriptionReference.Kind

    func retry(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        try await change(context, done: "flash.delivery-queued") { delivery, prescription in
            try await site.database.retryDelivery(delivery, of: prescription, by: context.actor)
        }
    }

    func cancel(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        try await change(context, done: "flash.delivery-cancelled") { delivery, prescription in
            try await site.database.cancelDelivery(delivery, of: prescription, by: context.actor)
        }
    }

    /// Takes a failure off the home page: it was done in another way.
    func acknowledge(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        try await change(context, back: "/", done: "flash.delivery-acknowledged") { delivery, prescription in
            try await site.database.acknowledgeDelivery(delivery, of: prescription, by: context.actor)
        }
    }

    private func change(
        _ context: ClinicianContext, back: String? = nil, done: String,
        _ work: (Identifier<Delivery>, PrescriptionReference) async throws -> Void
    ) async throws -> Response {
        guard let prescription = PrescriptionReference(kind, untrusted: context.parameters.get("id") ?? "") else {
            throw StoreError.notFound
        }
        let delivery = try context.identifier("delivery", of: Delivery.self)
        var flash = done
        do {
            try await work(delivery, prescription)
        } catch DeliveryRefusal.state {
            flash = "flash.warning.delivery-state"
        } catch DeliveryRefusal.noConsent {
            flash = "flash.warning.delivery-no-consent"
        } catch DeliveryRefusal.notInForce {
            flash = "flash.warning.delivery-not-in-force"
        }
        return Responses.redirect(to: back ?? prescription.page, flash: flash)
    }
}
