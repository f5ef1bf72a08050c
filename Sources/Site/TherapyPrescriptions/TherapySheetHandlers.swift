import Clinic
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// The sheet: checked before signing, signed, printed.
struct TherapySheetHandlers {
    let site: Site

    /// Check your answers. With a part missing the draft's page instead, with links to what is missing.
    func preview(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: TherapyPrescription.self)
        if try await site.signedPrescription(context) != nil {
            return Responses.redirect(to: "/prescriptions/\(id)")
        }
        let around = try await site.surroundings(context)
        return try preview(around, .none, isSideLeftOpen: false, context)
    }

    private func preview(
        _ around: DraftSurroundings, _ trouble: SigningTrouble, isSideLeftOpen: Bool, _ context: ClinicianContext
    ) throws -> Response {
        guard let sheet = site.sheet(around) else {
            let page = DraftPage(around, PrescriptionWords(site, context), isRefused: true)
            return try site.response(page, context, status: .unprocessableContent)
        }
        let view = SheetView(of: sheet.provider, path: around.path)
        let drawn = TherapySheetPage(
            unsigned: sheet, today: around.today, words: site.templates.words(in: sheet.language), view: view)
        let page = SheetPreviewPage(
            around, sheet: try site.templates.html(drawn, language: sheet.language),
            fingerprint: try Site.fingerprint(of: sheet), password: site.passwordField(trouble.problems, context),
            isSideLeftOpen: isSideLeftOpen, problems: trouble.problems)
        return try site.response(page, context, status: trouble.status)
    }

    /// Signs exactly the sheet that was shown. A form sent twice ends at the one signed prescription. A code that leaves the
    /// side open is signed once somebody says that it is meant.
    func sign(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: TherapyPrescription.self)
        if let signed = try await site.signedPrescription(context) {
            guard signed.clinician == context.account.id else { throw StoreError.notFound }
            return Responses.redirect(to: "/prescriptions/\(id)")
        }
        let around = try await site.surroundings(context)
        let changed = SigningTrouble("prescriptions.problem.changed")
        let isSideLeftOpen = form.text(SheetPreviewPage.sideLeftOpen) == "yes"
        guard let sheet = site.sheet(around), form.text("fingerprint") == (try Site.fingerprint(of: sheet)) else {
            return try preview(around, changed, isSideLeftOpen: isSideLeftOpen, context)
        }
        guard isSideLeftOpen || around.draft.diagnoses.leavingSideOpen.isEmpty else {
            let problem = Problem(SheetPreviewPage.sideLeftOpen, "prescriptions.problem.side")
            let trouble = SigningTrouble(problems: [problem], status: .unprocessableContent)
            return try preview(around, trouble, isSideLeftOpen: false, context)
        }
        if case .wrong(let problem, let status) = try await site.proofOfSigner(form, context) {
            let trouble = SigningTrouble(problems: [problem], status: status)
            return try preview(around, trouble, isSideLeftOpen: isSideLeftOpen, context)
        }
        let signing = TherapySigning(
            prescription: id, version: around.draft.version, sheet: sheet, timeZone: site.settings.timeZone,
            returnCodeHash: site.returnCodeHash(1, of: id))
        do {
            _ = try await site.database.sign(signing, by: context.actor)
        } catch StoreError.stale {
            return try preview(
                try await site.surroundings(context), changed, isSideLeftOpen: isSideLeftOpen, context)
        } catch StoreError.conflict {
            let trouble = SigningTrouble("prescriptions.problem.not-in-force")
            return try preview(around, trouble, isSideLeftOpen: isSideLeftOpen, context)
        }
        return Responses.redirect(to: "/prescriptions/\(id)", flash: "flash.prescription-signed")
    }

    func pdf(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let signed = try await site.signedPrescription(context) else { throw StoreError.notFound }
        return try await site.pdf(of: signed, from: "/prescriptions/\(signed.id)", request, context)
    }

    /// An icon or a signature, but only one that is on this very sheet.
    func picture(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let hash = context.parameters.get("hash").flatMap({ PictureHash(hex: $0) }) else {
            throw StoreError.notFound
        }
        let id = try context.identifier(of: TherapyPrescription.self)
        let pictures: [PictureHash]
        do {
            pictures = try await site.database.therapyPrescription(id).signed.sheet.provider.pictures
        } catch StoreError.notFound {
            _ = try await site.database.therapyPrescriptionDraft(id, of: context.account.id)
            pictures =
                try await site.database.provider(of: context.account.id).map { site.pictures(of: $0.provider) } ?? []
        }
        guard pictures.contains(hash) else { throw StoreError.notFound }
        return Responses.picture(try await site.database.picture(hash), hash: hash, to: request)
    }
}

extension Site {
    /// The sheet of a draft in the reader's language; nil while a part is missing.
    func sheet(_ around: DraftSurroundings) -> TherapySheet? {
        let words = around.words.words
        return around.sources.map { sources in
            let dates = Dates(words.language)
            var sheet = TherapySheet(
                sources, in: words.language, countryName: { words.name($0) }, date: { dates.date($0) })
            sheet.provider = headed(sheet.provider)
            return sheet
        }
    }

    /// The signed sheet as PDF, as ``answer(with:from:_:_:)`` gives it.
    /// - Parameter page: the path of the page of the prescription.
    func pdf(
        of signed: TherapyPrescription, from page: String, _ request: Request, _ context: some SiteContext
    ) async throws -> Response {
        let paper = signed.signed.sheet.provider.paper(request)
        return try await answer(with: signed.signed.number, from: page, context) {
            try await keptPDF(of: signed, paper: paper, by: context.actor)
        }
    }

    /// The PDF of a signed sheet: the one that is kept, else a new one, which is kept.
    /// - Throws: `PDFPrinter.Failure`.
    func keptPDF(of signed: TherapyPrescription, paper: Paper, by actor: Actor) async throws -> Data {
        let (id, status) = (signed.id, signed.status)
        let words = templates.words(in: signed.signed.sheet.language)
        let code = try await issuedReturnCode(of: id, by: actor)
        let edition = code?.issued.edition ?? 0
        if let kept = try await database.sheetPDF(of: id, status: status, paper: paper, codeEdition: edition) {
            return kept
        }
        let printed = PrintedSheet(
            html: try html(of: signed, view: .printed(on: paper), code: code?.code),
            title: words("sheets.document-title", ["number": signed.signed.number.description]),
            pictures: signed.signed.sheet.provider.pictures, words: words)
        return try await database.keep(
            pdf: try await pdf(of: printed), of: id, status: status, paper: paper, codeEdition: edition, by: actor)
    }
}

extension Provider {
    /// Every picture that a sheet would show.
    var pictures: [PictureHash] {
        var pictures = [icon].compactMap(\.self)
        if case .picture(let hash)? = signature { pictures.append(hash) }
        return pictures
    }
}
