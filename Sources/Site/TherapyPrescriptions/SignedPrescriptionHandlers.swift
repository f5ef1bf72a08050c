import Clinic
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// What follows a signature: reading, correcting, cancelling, using again.
struct SignedPrescriptionHandlers {
    let site: Site

    /// - Parameter returning: what was typed about its course and is wrong.
    func show(
        _ signed: TherapyPrescription, _ context: ClinicianContext,
        returning: (ReturnForm, [Problem]) = (ReturnForm(), [])
    ) async throws -> Response {
        let sheet = signed.signed.sheet
        let code = try await site.issuedReturnCode(of: signed.id, by: context.actor)
        let patient = try await site.database.patient(signed.patient)
        // The sheet says what was signed; only the page around it tells what became of its codes.
        let codes = sheet.diagnoses.compactMap { DiagnosisCode(formValue: "\($0.system):\($0.code)") }
        let retired = try await site.database.retired(among: codes)
        let words = PrescriptionWords(site, context)
        let results = DeliveriesView(
            try await site.database.deliveries(of: .therapy(signed.id)), isInForce: signed.status == .signed,
            letters: SendingLetters(site, context))
        let page = SignedPage(
            signed, banner: PatientBanner(patient, try await patientWords(context)), retired: retired,
            course: try await course(of: signed, code, returning, context),
            sheet: try site.html(
                of: signed, view: SheetView(of: sheet.provider, path: "/prescriptions/\(signed.id)"), code: code?.code),
            results: results, words: words)
        var response = try site.response(page, context, status: returning.1.isEmpty ? .ok : .unprocessableContent)
        // What was typed is not taken away.
        if returning.1.isEmpty { response.headers[.refresh] = results?.refresh }
        return response
    }

    /// What became of it; once its prescriber has opened it, nothing of that is new any more.
    private func course(
        of signed: TherapyPrescription, _ code: (issued: IssuedReturnCode, code: ReturnCode)?,
        _ returning: (ReturnForm, [Problem]), _ context: ClinicianContext
    ) async throws -> CourseView {
        guard let course = try await site.database.course(of: signed.id) else { throw StoreError.notFound }
        if course.isUnseen, signed.clinician == context.account.id {
            try await site.database.noteCourseSeen(of: signed.id, by: context.actor)
        }
        return CourseView(
            signed, course, events: try await site.database.returnEvents(of: signed.id), code: code, returning.0,
            problems: returning.1, at: site.now, words: PrescriptionWords(site, context))
    }

    func correct(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let original = try context.identifier(of: TherapyPrescription.self)
        do {
            let id = try await site.database.correct(original, by: context.actor)
            return Responses.redirect(to: "/prescriptions/\(id)")
        } catch StoreError.conflict {
            return try await noLongerInForce(original)
        }
    }

    func reuse(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try await site.database.reuse(try context.identifier(of: TherapyPrescription.self), by: context.actor)
        return Responses.redirect(to: "/prescriptions/\(id)")
    }

    func cancellation(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        try await cancellationPage("", problems: [], context)
    }

    func cancel(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: TherapyPrescription.self)
        let reason = PlainText.cleaned(form.text("reason"))
        let typed = PlainText.problem(form.text("reason"), field: "reason")
        if let problem = typed ?? CancellationReason.problem(reason) {
            return try await cancellationPage(form.text("reason"), problems: [problem], context)
        }
        do {
            try await site.database.cancel(id, reason: reason, by: context.actor)
        } catch StoreError.conflict {
            let now = try await site.database.therapyPrescription(id)
            // The same cancellation sent twice is done once; another's is said.
            guard now.status == .cancelled, now.cancellation?.reason == reason else {
                return try await noLongerInForce(id)
            }
        }
        return Responses.redirect(to: "/prescriptions/\(id)", flash: "flash.prescription-cancelled")
    }

    /// To a prescription with a word about what became of it meanwhile.
    private func noLongerInForce(_ id: Identifier<TherapyPrescription>) async throws -> Response {
        let status = try await site.database.therapyPrescription(id).status
        return Responses.redirect(
            to: "/prescriptions/\(id)",
            flash: status == .cancelled
                ? "flash.warning.prescription-cancelled" : "flash.warning.prescription-superseded")
    }

    private func cancellationPage(
        _ reason: String, problems: [Problem], _ context: ClinicianContext
    ) async throws -> Response {
        guard let signed = try await site.signedPrescription(context) else { throw StoreError.notFound }
        guard signed.status == .signed else { return Responses.redirect(to: "/prescriptions/\(signed.id)") }
        let patient = try await site.database.patient(signed.patient)
        let page = CancellationPage(
            signed, banner: PatientBanner(patient, try await patientWords(context)), reason: reason,
            fields: FieldBuilder(words: site.words(context), problems: problems, prefix: "prescriptions"))
        return try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }

    private func patientWords(_ context: ClinicianContext) async throws -> PatientWords {
        PatientWords(site.words(context), try await site.patientReading(context))
    }
}

/// A signed prescription: the sheet, what became of it, and what can be done with it.
struct SignedPage: Page {
    static let template = "prescriptions/signed"
    let banner: PatientBanner
    let url: String
    let patientURL: String
    let number: String
    /// `signed`, `superseded`, `cancelled`.
    let status: String
    let statusText: String
    let isInForce: Bool
    /// Who signed when.
    let signed: String
    /// Who cancelled when; nil unless cancelled.
    let cancelled: String?
    let reason: String?
    /// The one that took its place, and the one it took the place of.
    let replacedByURL: String?
    let replacesURL: String?
    let replacesNumber: String?
    /// Codes that cannot be billed any more.
    let retired: [RetiredCodeView]
    let course: CourseView
    /// What is wrong with what was typed about the course.
    let problems: [ProblemLine]
    /// What became of what was sent; nil when nothing was.
    let results: DeliveriesView?
    /// HTML of our own making.
    let sheet: String

    init(
        _ prescription: TherapyPrescription, banner: PatientBanner, retired: [RetiredCode], course: CourseView,
        sheet: String, results: DeliveriesView?, words: PrescriptionWords
    ) {
        self.results = results
        self.retired = retired.map { RetiredCodeView($0, words.words) }
        self.course = course
        problems = course.problems
        self.banner = banner
        url = "/prescriptions/\(prescription.id)"
        patientURL = "/patients/\(prescription.patient)"
        number = prescription.signed.number.description
        status = prescription.status.rawValue
        statusText = words.status(prescription.status)
        isInForce = prescription.status == .signed
        signed = words(
            "prescriptions.signed-by",
            ["name": prescription.signed.sheet.provider.name, "time": words.time(prescription.signed.signedAt)])
        cancelled = prescription.cancellation.map {
            words("prescriptions.cancelled-by", ["name": $0.by, "time": words.time($0.at)])
        }
        reason = prescription.cancellation?.reason
        replacedByURL = prescription.replacedBy.map { "/prescriptions/\($0)" }
        replacesURL = prescription.replaces.map { "/prescriptions/\($0)" }
        replacesNumber = prescription.signed.replaces?.description
        self.sheet = sheet
    }
}

/// Asks for the reason before a prescription is taken back.
struct CancellationPage: Page {
    static let template = "prescriptions/cancellation"
    let banner: PatientBanner
    let problems: [ProblemLine]
    let url: String
    let number: String
    let reason: FieldView

    init(_ prescription: TherapyPrescription, banner: PatientBanner, reason: String, fields: FieldBuilder) {
        self.banner = banner
        problems = fields.summary
        url = "/prescriptions/\(prescription.id)"
        number = prescription.signed.number.description
        self.reason = fields.field("reason", reason) {
            $0.multiline = true
            $0.rows = 3
            $0.maxLength = CancellationReason.limit
        }
    }
}
