import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// Asks for a patient's consent and writes the answer down.
struct ConsentHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let patient = try await site.database.patient(try context.identifier(of: Patient.self))
        try await site.database.noteReading(of: patient.id, by: context.actor)
        return try await page(patient, problems: [], context)
    }

    /// From the patient's page, or from that of a prescription that is about to be sent: then it leads back there.
    func record(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let patient = try await site.database.patient(try context.identifier(of: Patient.self))
        guard let answer = ConsentForm(form).answer(site.words(context)), answer.manner != .account else {
            let channel = DeliveryChannel(rawValue: form.text("channel")) ?? .email
            let problem = Problem(ConsentQuestion.field(channel), "consents.problem.answer")
            return try await page(patient, problems: [problem], context)
        }
        let cancelled = try await site.database.record(answer, of: patient.id, by: context.actor)
        let flash = cancelled > 0 ? "flash.warning.consent-cancelled" : "flash.consent-recorded"
        let prescription = PrescriptionReference.Kind.allCases.lazy.compactMap {
            PrescriptionReference($0, untrusted: form.text($0.rawValue))
        }.first
        let back = prescription.map { "\($0.path)/sending" } ?? "/patients/\(patient.id)/consents"
        return Responses.redirect(to: back, flash: flash)
    }

    private func page(_ patient: Patient, problems: [Problem], _ context: ClinicianContext) async throws -> Response {
        let fields = FieldBuilder(words: site.words(context), problems: problems, prefix: "consents")
        let consents = try await site.database.messageConsents(of: patient.id)
        let page = ConsentsPage(
            consents, of: patient, banner: try await site.patientBanner(patient, context), fields: fields,
            zone: site.settings.timeZone)
        return try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }
}

/// A patient's own answers, from the own account.
struct MyConsentHandlers {
    let site: Site

    func show(_ request: Request, _ context: PatientContext) async throws -> Response {
        guard let patient = context.patient else { throw StoreError.notFound }
        let page = MyConsentsPage(
            try await site.database.messageConsents(of: patient), words: site.words(context),
            zone: site.settings.timeZone)
        return try site.response(page, context)
    }

    func record(_ form: Form, _ request: Request, _ context: PatientContext) async throws -> Response {
        guard let patient = context.patient else { throw StoreError.notFound }
        guard let answer = ConsentForm(form).answer(site.words(context), by: .account) else {
            return Responses.redirect(to: "/my/consents")
        }
        try await site.database.record(answer, of: patient, by: context.actor)
        return Responses.redirect(to: "/my/consents", flash: "flash.my-consent-recorded")
    }
}

/// An answer as it was sent.
struct ConsentForm {
    private let form: Form

    init(_ form: Form) { self.form = form }

    /// - Parameter manner: how it is said; nil for as the form says.
    /// - Returns: nil where something is missing.
    func answer(_ words: Words, by manner: MessageConsent.Manner? = nil) -> ConsentAnswer? {
        guard let channel = DeliveryChannel(rawValue: form.text("channel")),
            let manner = manner ?? MessageConsent.Manner(rawValue: form.text("manner")),
            ["yes", "no"].contains(form.text("answer"))
        else { return nil }
        return ConsentAnswer(
            channel: channel, allows: form.text("answer") == "yes", manner: manner,
            wording: ConsentWording(language: words.language, text: words(ConsentWording.key(channel))))
    }
}

extension ConsentWording {
    /// The message with the question's present words.
    static func key(_ channel: DeliveryChannel) -> String { "consents.wording.\(current).\(channel.rawValue)" }
}
