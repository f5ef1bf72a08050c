import Clinic
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// The sheet of a medication prescription: checked before signing, signed, printed.
struct MedicationSheetHandlers {
    let site: Site

    /// The signed sheet; of a draft the one that would be signed, or its form while something is wrong with it.
    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        if let signed = try await site.signedMedication(context) { return try await show(signed, context) }
        return try await preview(try await site.medicationDraft(context), .none, context)
    }

    private func show(_ signed: MedicationPrescription, _ context: ClinicianContext) async throws -> Response {
        let sheet = signed.signed.sheet
        let path = "/medication-prescriptions/\(signed.id)"
        let patient = try await site.database.patient(signed.patient)
        let zone = site.zone(of: patient)
        let results = DeliveriesView(
            try await site.database.deliveries(of: .medication(signed.id)), isInForce: signed.status == .signed,
            letters: SendingLetters(site, context))
        let page = SignedMedicationPage(
            signed, patient: patient, banner: try await site.patientBanner(patient, context),
            sheet: try site.html(of: signed, view: SheetView(of: sheet.provider, path: path)), results: results,
            words: MedicationWords(site.words(context), zone: zone, today: LocalDate(site.now, in: zone)))
        var response = try site.response(page, context)
        response.headers[.refresh] = results?.refresh
        return response
    }

    private func preview(
        _ draft: MedicationDraft, _ trouble: SigningTrouble, _ context: ClinicianContext
    ) async throws -> Response {
        guard let sheet = try site.sheet(draft) else { return Responses.redirect(to: "\(draft.path)/edit") }
        let drawn = MedicationSheetPage(
            unsigned: sheet, words: site.templates.words(in: sheet.language),
            view: SheetView(of: sheet.provider, path: draft.path))
        let page = MedicationPreviewPage(
            draft, sheet: try site.templates.html(drawn, language: sheet.language),
            fingerprint: try Site.fingerprint(of: sheet), password: site.passwordField(trouble.problems, context),
            problems: trouble.problems)
        return try site.response(page, context, status: trouble.status)
    }

    /// Signs exactly the sheet that was shown. A form sent twice ends at the one signed prescription.
    func sign(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        if let signed = try await site.signedMedication(context) {
            guard signed.clinician == context.account.id else { throw StoreError.notFound }
            return Responses.redirect(to: "/medication-prescriptions/\(signed.id)/sheet")
        }
        let draft = try await site.medicationDraft(context)
        let changed = SigningTrouble("prescriptions.problem.changed")
        guard let sheet = try site.sheet(draft) else { return Responses.redirect(to: "\(draft.path)/edit") }
        guard form.text("fingerprint") == (try Site.fingerprint(of: sheet)) else {
            return try await preview(draft, changed, context)
        }
        if case .wrong(let problem, let status) = try await site.proofOfSigner(form, context) {
            return try await preview(draft, SigningTrouble(problems: [problem], status: status), context)
        }
        do {
            _ = try await site.database.sign(
                MedicationSigning(
                    prescription: draft.draft.id, version: draft.draft.version, sheet: sheet,
                    timeZone: site.settings.timeZone), by: context.actor)
        } catch StoreError.stale {
            return try await preview(try await site.medicationDraft(context), changed, context)
        } catch StoreError.conflict {
            return try await preview(draft, SigningTrouble("prescriptions.problem.not-in-force"), context)
        }
        return Responses.redirect(to: "\(draft.path)/sheet", flash: "flash.prescription-signed")
    }

    func pdf(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let signed = try await site.signedMedication(context) else { throw StoreError.notFound }
        return try await site.pdf(of: signed, from: "/medication-prescriptions/\(signed.id)/sheet", request, context)
    }

    /// An icon or a signature, but only one that is on this very sheet.
    func picture(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let hash = context.parameters.get("hash").flatMap({ PictureHash(hex: $0) }) else {
            throw StoreError.notFound
        }
        let pictures: [PictureHash]
        if let signed = try await site.signedMedication(context) {
            pictures = signed.signed.sheet.provider.pictures
        } else {
            pictures = site.pictures(of: try await site.medicationDraft(context).provider)
        }
        guard pictures.contains(hash) else { throw StoreError.notFound }
        return Responses.picture(try await site.database.picture(hash), hash: hash, to: request)
    }
}

extension Site {
    /// The signed prescription that a path names, nil while it is a draft. Opening it is reading the patient's record.
    func signedMedication(_ context: ClinicianContext) async throws -> MedicationPrescription? {
        let id = try context.identifier(of: MedicationPrescription.self)
        do {
            let signed = try await database.medicationPrescription(id)
            try await database.auditRead(
                of: signed.patient, "medication-prescription", id: id.text, by: context.actor)
            return signed
        } catch StoreError.notFound { return nil }
    }

    /// The sheet of a draft in the reader's language; nil while something is wrong with the order.
    func sheet(_ draft: MedicationDraft) throws -> MedicationSheet? {
        let order: MedicationOrder
        do {
            order = try draft.form.order(draft.reading)
        } catch is ValidationFailure { return nil }
        return medicationSheet(
            order, from: draft.provider, for: draft.patient, in: draft.words.words.language, zone: draft.zone)
    }

    /// The signed sheet as PDF.
    /// - Parameter page: the path of the page of the prescription.
    func pdf(
        of signed: MedicationPrescription, from page: String, _ request: Request, _ context: some SiteContext
    ) async throws -> Response {
        let paper = signed.signed.sheet.provider.paper(request)
        return try await answer(with: signed.signed.number, from: page, context) {
            try await keptPDF(of: signed, paper: paper, by: context.actor)
        }
    }

    /// The PDF of a signed sheet: the one that is kept, else a new one, which is kept.
    /// - Throws: `PDFPrinter.Failure`.
    func keptPDF(of signed: MedicationPrescription, paper: Paper, by actor: Actor) async throws -> Data {
        let (id, status) = (signed.id, signed.status)
        if let kept = try await database.sheetPDF(of: id, status: status, paper: paper) { return kept }
        let words = templates.words(in: signed.signed.sheet.language)
        let printed = PrintedSheet(
            html: try html(of: signed, view: .printed(on: paper)),
            title: words("medication-sheets.document-title", ["number": signed.signed.number.description]),
            pictures: signed.signed.sheet.provider.pictures, words: words)
        return try await database.keep(
            pdf: try await pdf(of: printed), of: id, status: status, paper: paper, by: actor)
    }

    /// A signed sheet in its own language.
    /// - Parameter copy: whose copy it is; nil for the sheet itself.
    func html(of signed: MedicationPrescription, view: SheetView, copy: SheetCopy? = nil) throws -> String {
        let language = signed.signed.sheet.language
        let drawn = MedicationSheetPage(
            signed.signed, status: signed.status, words: templates.words(in: language), view: view, copy: copy)
        return try templates.html(drawn, language: language)
    }
}

/// Check your answers: the sheet as it would be signed.
struct MedicationPreviewPage: Page {
    static let template = "medication-prescriptions/preview"
    let banner: PatientBanner
    let problems: [ProblemLine]
    let url: String
    /// HTML of our own making.
    let sheet: String
    let fingerprint: String
    /// Nil while no password is asked for.
    let password: FieldView?
    let asksForPassword: Bool

    init(
        _ draft: MedicationDraft, sheet: String, fingerprint: String, password: FieldView?, problems: [Problem]
    ) {
        banner = draft.banner
        self.problems = problems.map { ProblemLine($0, draft.words.words) }
        url = draft.path
        self.sheet = sheet
        self.fingerprint = fingerprint
        self.password = password
        asksForPassword = password != nil
    }
}

/// A signed prescription: the sheet, what became of it, and what can be done with it.
struct SignedMedicationPage: Page {
    static let template = "medication-prescriptions/signed"
    let banner: PatientBanner
    let url: String
    let listURL: String
    let number: String
    /// `signed`, `superseded`, `discontinued`.
    let status: String
    let statusText: String
    let isInForce: Bool
    let isPaused: Bool
    /// Who signed when.
    let signed: String
    /// What is to be known of its state; nil for nothing.
    let state: String?
    let replacedByURL: String?
    let replacesURL: String?
    let replacesNumber: String?
    /// What became of what was sent; nil when nothing was.
    let results: DeliveriesView?
    /// HTML of our own making.
    let sheet: String

    init(
        _ prescription: MedicationPrescription, patient: Patient, banner: PatientBanner, sheet: String,
        results: DeliveriesView?, words: MedicationWords
    ) {
        self.banner = banner
        self.results = results
        url = "/medication-prescriptions/\(prescription.id)"
        listURL = "/patients/\(patient.id)/medications"
        number = prescription.signed.number.description
        status = prescription.status.rawValue
        statusText = words("medication-prescriptions.status.\(prescription.status.rawValue)")
        isInForce = prescription.status == .signed
        isPaused = prescription.pauses.contains { $0.through == nil }
        signed = words(
            "prescriptions.signed-by",
            ["name": prescription.signed.sheet.provider.name, "time": words.time(prescription.signed.signedAt)])
        state = words.state(prescription)
        replacedByURL = prescription.replacedBy.map { "/medication-prescriptions/\($0)/sheet" }
        replacesURL = prescription.replaces.map { "/medication-prescriptions/\($0)/sheet" }
        replacesNumber = prescription.signed.replaces?.description
        self.sheet = sheet
    }
}
