import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// What follows a signature: a new version, a pause, the end.
struct MedicationChangeHandlers {
    let site: Site

    /// Begins a new version, to change or to renew: with all that was typed, from today on, without the old last day.
    func change(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await inForce(context)
        let today = Dates(context.language).date(around.today)
        let id = try await site.database.changeMedicationPrescription(
            around.prescription.id, ["start": [today], "end": [""]], by: context.actor)
        return Responses.redirect(to: "/medication-prescriptions/\(id)/edit")
    }

    func pausing(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await inForce(context)
        let today = Dates(context.language).date(around.today)
        return try page(around, .pause, day: today, reason: "", resumption: "", problems: [], context)
    }

    func pause(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await inForce(context)
        var checks = FieldChecks()
        let day = checks.value(try day(form.text("day"), around))
        let reason = checks.value(try reason(form))
        let resumption = Course.Resumption(rawValue: form.text("resumption"))
        if resumption == nil { checks.note(Problem("resumption", "problems.required")) }
        guard let day, let reason, let resumption, checks.problems.isEmpty else {
            return try page(
                around, .pause, day: form.text("day"), reason: form.text("reason"),
                resumption: form.text("resumption"), problems: checks.problems, context)
        }
        try await site.database.pause(
            around.prescription.id, from: day, resumption: resumption, reason: reason, by: context.actor)
        return done(around, "flash.medication-paused")
    }

    func resume(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await inForce(context)
        try await site.database.resume(around.prescription.id, from: around.today, by: context.actor)
        return done(around, "flash.medication-resumed")
    }

    func discontinuing(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await inForce(context)
        let today = Dates(context.language).date(around.today)
        return try page(around, .discontinuation, day: today, reason: "", resumption: "", problems: [], context)
    }

    func discontinue(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await inForce(context)
        var checks = FieldChecks()
        let day = checks.value(try day(form.text("day"), around))
        let reason = checks.value(try reason(form))
        guard let day, let reason, checks.problems.isEmpty else {
            return try page(
                around, .discontinuation, day: form.text("day"), reason: form.text("reason"), resumption: "",
                problems: checks.problems, context)
        }
        try await site.database.discontinue(
            around.prescription.id, lastDay: day, reason: reason, by: context.actor)
        return done(around, "flash.medication-discontinued")
    }

    private struct Around {
        let prescription: MedicationPrescription
        let patient: Patient
        let today: LocalDate
        let reading: PatientReading
    }

    /// - Throws: ``StoreError/notFound``; ``StoreError/conflict(_:)`` for one that is not in force any more.
    private func inForce(_ context: ClinicianContext) async throws -> Around {
        guard let signed = try await site.signedMedication(context) else { throw StoreError.notFound }
        guard signed.status == .signed else { throw StoreError.conflict("prescription is not in force") }
        let patient = try await site.database.patient(signed.patient)
        return Around(
            prescription: signed, patient: patient, today: LocalDate(site.now, in: site.zone(of: patient)),
            reading: try await site.patientReading(context))
    }

    private func done(_ around: Around, _ flash: String) -> Response {
        Responses.redirect(to: "/patients/\(around.patient.id)/medications", flash: flash)
    }

    private func day(_ typed: String, _ around: Around) throws(Problem) -> LocalDate {
        guard !typed.isEmpty else { throw Problem("day", "problems.required") }
        return try DateReading(typed, order: around.reading.order).day("day")
    }

    private func reason(_ form: Form) throws(Problem) -> String {
        let reason = PlainText.cleaned(form.text("reason"))
        if let problem = CancellationReason.problem(reason) { throw problem }
        return reason
    }

    private func page(
        _ around: Around, _ change: MedicationChangePage.Change, day: String, reason: String, resumption: String,
        problems: [Problem], _ context: ClinicianContext
    ) throws -> Response {
        let words = site.words(context)
        let fields = FieldBuilder(
            words: words, problems: problems, prefix: "medication-prescriptions.\(change.rawValue)")
        let page = MedicationChangePage(
            around.prescription, change,
            banner: PatientBanner(around.patient, PatientWords(words, around.reading)),
            day: fields.field("day", day) { $0.width = "20" },
            reason: fields.field("reason", reason) {
                $0.multiline = true
                $0.rows = 3
                $0.maxLength = CancellationReason.limit
            },
            resumption: change == .pause ? Self.resumptions(fields, resumption) : nil, fields: fields)
        return try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }

    private static func resumptions(_ fields: FieldBuilder, _ chosen: String) -> ChoiceFieldView {
        fields.choice(
            "resumption",
            Course.Resumption.allCases.map { ($0.rawValue, fields.label("resumption.\($0.rawValue)")) },
            chosen: [chosen])
    }
}

/// Asks from when on, and why, before a prescription is paused or stopped.
struct MedicationChangePage: Page {
    enum Change: String, Sendable {
        case pause, discontinuation
    }

    static let template = "medication-prescriptions/change"
    let banner: PatientBanner
    let problems: [ProblemLine]
    let url: String
    let action: String
    let title: String
    let text: String
    let confirm: String
    let medicine: String
    let day: FieldView
    let resumption: ChoiceFieldView?
    let reason: FieldView
    let isDanger: Bool

    init(
        _ prescription: MedicationPrescription, _ change: Change, banner: PatientBanner, day: FieldView,
        reason: FieldView, resumption: ChoiceFieldView?, fields: FieldBuilder
    ) {
        self.banner = banner
        problems = fields.summary
        url = "/medication-prescriptions/\(prescription.id)/sheet"
        action = "/medication-prescriptions/\(prescription.id)/\(change.rawValue)"
        title = fields.label("title")
        text = fields.label("text")
        confirm = fields.label("confirm")
        medicine = prescription.order.medicine.title
        self.day = day
        self.resumption = resumption
        self.reason = reason
        isDanger = change == .discontinuation
    }
}
