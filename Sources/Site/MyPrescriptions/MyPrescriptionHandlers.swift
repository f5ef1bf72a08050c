import Clinic
import Documents
import Hummingbird
import Rendering
import Store

/// What a patient sees of a prescription: the sheet that the clinician signed. Whose it is comes from the account, never
/// from the address.
struct MyPrescriptionHandlers {
    let site: Site

    /// The home page of a patient: who they are to the clinic, and what was prescribed for them.
    func home(_ request: Request, _ context: PatientContext) async throws -> Response {
        let words = PrescriptionWords(site, context)
        guard let id = context.patient else {
            return try site.response(PatientHomePage(context.account), context)
        }
        let medicines = try await site.myMedicines(context, place: "home")
        let length = 25
        let summaries = try await site.database.therapyPrescriptions(
            of: id, before: PrescriptionNumber(request.query("before")), limit: length + 1)
        let page = PatientHomePage(
            try await site.database.patient(id), summaries, pageLength: length,
            medicines: MyMedicationsPage(
                medicines, notice: try await site.loggedNotice(request, place: "home", context)),
            words: words)
        return try site.response(page, context)
    }

    func show(_ request: Request, _ context: PatientContext) async throws -> Response {
        let own = try await own(context)
        let sheet = own.signed.sheet
        let code = try await site.issuedReturnCode(of: own.id, by: context.actor)
        let page = MyPrescriptionPage(
            own, course: try await site.database.course(of: own.id),
            sheet: try site.html(
                of: own, view: SheetView(of: sheet.provider, path: MyPrescriptionPage.path(own.id)), code: code?.code),
            words: PrescriptionWords(site, context))
        return try site.response(page, context)
    }

    func pdf(_ request: Request, _ context: PatientContext) async throws -> Response {
        let own = try await own(context)
        return try await site.pdf(of: own, from: MyPrescriptionPage.path(own.id), request, context)
    }

    /// An icon or a signature, but only one that is on this very sheet.
    func picture(_ request: Request, _ context: PatientContext) async throws -> Response {
        let pictures = try await own(context).signed.sheet.provider.pictures
        guard let hash = context.parameters.get("hash").flatMap({ PictureHash(hex: $0) }), pictures.contains(hash)
        else { throw StoreError.notFound }
        return Responses.picture(try await site.database.picture(hash), hash: hash, to: request)
    }

    /// The prescription that the address names, if it was written for the account's own patient.
    private func own(_ context: PatientContext) async throws -> TherapyPrescription {
        let id = try context.identifier(of: TherapyPrescription.self)
        guard let patient = context.patient else { throw StoreError.notFound }
        return try await site.database.therapyPrescription(id, ofPatient: patient)
    }
}
