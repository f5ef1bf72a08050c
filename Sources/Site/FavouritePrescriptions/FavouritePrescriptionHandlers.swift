import Catalogs
import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Store

/// Favourite prescriptions: list, keep, rename, remove, begin.
struct FavouritePrescriptionHandlers {
    let site: Site

    func index(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let favourites = try await site.database.favouritePrescriptions(of: context.account.id)
        let retired = try await site.database.retired(
            among: Array(Set(favourites.flatMap(\.content.diagnoses.diagnoses).map(\.code))))
        return try site.response(
            FavouritePrescriptionsPage(
                favourites, retired: retired, try await words(favourites.compactMap(\.content.therapies), context)),
            context)
    }

    /// What would be kept of a prescription, and under which name.
    func new(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let others = try await site.database.favouritePrescriptions(of: context.account.id)
        let key = FavouriteLabel.keys.first { key in !others.contains { $0.label.key == key } }
        let typed = FavouriteForm(name: "", key: key.map(String.init) ?? "", version: 0)
        return try await newPage(typed, [], context)
    }

    func create(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let typed = FavouriteForm(form)
        do {
            let content = try await content(context)
            try await site.database.insertFavouritePrescription(
                content, try typed.label(), templateVersion: try await templateVersion(of: content), by: context.actor)
        } catch let failure as ValidationFailure {
            return try await newPage(typed, failure.problems, context)
        }
        return Responses.redirect(to: "/favourite-prescriptions", flash: "flash.favourite-prescription-added")
    }

    func edit(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let favourite = try await favourite(context)
        return try await editPage(favourite, FavouriteForm(favourite), [], .ok, context)
    }

    func update(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let favourite = try await favourite(context)
        var typed = FavouriteForm(form)
        do {
            try await site.database.relabelFavouritePrescription(
                favourite.id, try typed.label(), version: typed.version, by: context.actor)
        } catch let failure as ValidationFailure {
            return try await editPage(favourite, typed, failure.problems, .unprocessableContent, context)
        } catch StoreError.stale(let version) {
            typed.version = version
            let problem = Problem("", "favourite-prescriptions.problem.stale")
            return try await editPage(favourite, typed, [problem], .conflict, context)
        }
        return Responses.redirect(to: "/favourite-prescriptions", flash: "flash.favourite-prescription-saved")
    }

    func removal(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let question = ConfirmView.removal(of: try await favourite(context), site.words(context))
        return try site.response(
            FavouriteRemovalPage(question: question.page(cancelURL: "/favourite-prescriptions")), context)
    }

    func remove(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let favourite = try await favourite(context)
        guard form.text("confirmed") == "yes" else { return try await removal(request, context) }
        try await site.database.removeFavouritePrescription(favourite.id, by: context.actor)
        return Responses.redirect(to: "/favourite-prescriptions", flash: "flash.favourite-prescription-removed")
    }

    /// Begins a prescription, for the patient whose page it was pressed on or for one who is chosen next. With nothing
    /// missing its sheet follows, to be checked and signed; else what is missing.
    func begin(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let favourite = try await favourite(context)
        var patient: Identifier<Patient>?
        if form.has("patient") {
            guard let id = Identifier<Patient>(untrusted: form.text("patient")) else { throw StoreError.notFound }
            patient = try await site.database.patient(id).id
        }
        let id = try await site.database.insertTherapyPrescription(
            from: favourite.id, for: patient, on: site.today, template: { site.therapies.template(of: $0) },
            by: context.actor)
        let flash = try await isChanged(favourite) ? "flash.warning.favourite-template-changed" : nil
        return Responses.redirect(to: "/prescriptions/\(id)/\(patient == nil ? "patient" : "sheet")", flash: flash)
    }

    /// Whether the therapies' template is another than when the favourite was saved.
    private func isChanged(_ favourite: FavouritePrescription) async throws -> Bool {
        guard let therapies = favourite.content.therapies else { return false }
        let template = try await site.template(of: therapies)
        return template.id != therapies.template || template.version != favourite.templateVersion
    }

    private func templateVersion(of content: FavouriteContent) async throws -> Int? {
        guard let therapies = content.therapies else { return nil }
        return try await site.template(of: therapies).version
    }

    private func favourite(_ context: ClinicianContext) async throws -> FavouritePrescription {
        try await site.database.favouritePrescription(
            try context.identifier(of: FavouritePrescription.self), of: context.account.id)
    }

    private func content(_ context: ClinicianContext) async throws -> FavouriteContent {
        try await site.database.favouriteContent(
            of: try context.identifier(of: TherapyPrescription.self), for: context.account.id,
            in: site.settings.timeZone, template: { site.therapies.template(of: $0) })
    }

    /// - Parameter choices: what is to be said.
    private func words(_ choices: [TherapyChoice], _ context: ClinicianContext) async throws -> FavouriteWords {
        let templates = try await site.templates(of: choices)
        return FavouriteWords(words: PrescriptionWords(site, context)) { templates($0) }
    }

    private func newPage(
        _ form: FavouriteForm, _ problems: [Problem], _ context: ClinicianContext
    ) async throws -> Response {
        let id = try context.identifier(of: TherapyPrescription.self)
        let content = try await content(context)
        let patient = try await patient(context)
        let others = try await site.database.favouritePrescriptions(of: context.account.id)
        let page = FavouriteFormPage(
            FavouriteFormPage.Purpose(action: "/prescriptions/\(id)/favourite", backURL: "/prescriptions/\(id)"),
            form, content, others: others, problems: problems, patient: patient?.name,
            try await words([content.therapies].compactMap(\.self), context))
        return try site.response(page, context, status: problems.isEmpty ? .ok : .unprocessableContent)
    }

    private func editPage(
        _ favourite: FavouritePrescription, _ form: FavouriteForm, _ problems: [Problem],
        _ status: HTTPResponse.Status, _ context: ClinicianContext
    ) async throws -> Response {
        let others = try await site.database.favouritePrescriptions(of: context.account.id)
            .filter { $0.id != favourite.id }
        let page = FavouriteFormPage(
            FavouriteFormPage.Purpose(
                action: "/favourite-prescriptions/\(favourite.id)", backURL: "/favourite-prescriptions"),
            form, favourite.content, others: others, problems: problems, patient: nil,
            try await words([favourite.content.therapies].compactMap(\.self), context))
        return try site.response(page, context, status: status)
    }

    /// Whom the prescription is for, to see whether its words name anybody. Opening it reads the patient's record.
    private func patient(_ context: ClinicianContext) async throws -> Patient? {
        if let signed = try await site.signedPrescription(context) {
            return try await site.database.patient(signed.patient)
        }
        return try await site.surroundings(context).patient
    }
}
