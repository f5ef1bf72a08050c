import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Rendering
import Store

/// The page on which a signed prescription is sent.
struct SendingHandlers {
    let site: Site
    let kind: PrescriptionReference.Kind

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let signed = try await site.signed(kind, context)
        let instead = Identifier<Delivery>(untrusted: request.query("instead"))
        return try await page(signed, SendingForm(instead: instead), problems: [], status: .ok, context)
    }

    /// Puts into the outbox exactly what was shown. The same form sent twice is sent once.
    func send(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let signed = try await site.signed(kind, context)
        let typed = SendingForm(form)
        guard signed.isInForce else {
            return try await page(signed, typed, problems: [], status: .conflict, context)
        }
        let choices = try await site.sendingChoices(signed, context)
        do {
            let (deliveries, merged) = try typed.deliveries(choices)
            let key = form.key(of: context.account)
            guard typed.shown == choices.fingerprint else {
                let changed = Problem("", "sending.problem.changed")
                return try await page(signed, typed, problems: [changed], status: .conflict, context)
            }
            // Of the sheet itself, or for its picture.
            if let paper = deliveries.lazy.compactMap(\.content.sheet).first {
                _ = try await site.keptPDF(of: signed, paper: paper, by: context.actor)
            }
            try await site.database.enqueue(deliveries, for: signed.reference, key: key, by: context.actor)
            return Responses.redirect(
                to: signed.reference.page,
                flash: merged ? "flash.warning.sending-merged" : "flash.sending-queued")
        } catch let failure as ValidationFailure {
            return try await page(signed, typed, problems: failure.problems, status: .unprocessableContent, context)
        } catch let failure as PDFPrinter.Failure {
            context.logger.error("no PDF", metadata: ["id": "\(context.visit.request)", "failure": "\(failure)"])
            let problem = Problem("", "sending.problem.no-pdf")
            return try await page(signed, typed, problems: [problem], status: .serviceUnavailable, context)
        } catch let refusal as DeliveryRefusal {
            return try await page(
                signed, typed, problems: [Problem("", refusal.message)], status: .conflict, context)
        }
    }

    private func page(
        _ signed: SignedPrescription, _ typed: SendingForm, problems: [Problem], status: HTTPResponse.Status,
        _ context: ClinicianContext
    ) async throws -> Response {
        let deliveries = try await site.database.deliveries(of: signed.reference)
        let page = SendingPage(
            try await site.sendingChoices(signed, context), typed, deliveries: deliveries,
            banner: try await site.patientBanner(try await site.database.patient(signed.patient), context),
            fields: FieldBuilder(words: site.words(context), problems: problems, prefix: "sending"),
            letters: SendingLetters(site, context))
        return try site.response(page, context, status: status)
    }
}

extension DeliveryRefusal {
    /// The message that says so.
    var message: String {
        switch self {
        case .notInForce: "sending.problem.not-in-force"
        case .replacesAnother: "sending.problem.instead"
        case .noConsent: "sending.problem.no-consent"
        case .sheetNotMade, .content, .state: "sending.problem.changed"
        }
    }
}
