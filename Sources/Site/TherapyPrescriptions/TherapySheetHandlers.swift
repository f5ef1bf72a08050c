import Clinic
import Crypto
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
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
        return try preview(around, problems: [], context)
    }

    private func preview(
        _ around: DraftSurroundings, problems: [Problem], _ context: ClinicianContext
    ) throws -> Response {
        guard let sheet = site.sheet(around) else {
            let page = DraftPage(around, PrescriptionWords(site, context), isRefused: true)
            return try site.response(page, context, status: .unprocessableContent)
        }
        let view = site.sheetView(sheet, path: around.path, paper: nil)
        let drawn = TherapySheetPage(
            unsigned: sheet, today: around.today, words: site.templates.words(in: sheet.language), view: view)
        let page = SheetPreviewPage(
            around, sheet: try site.templates.html(drawn, language: sheet.language),
            fingerprint: try Self.fingerprint(sheet), problems: problems.map { ProblemLine($0, site.words(context)) })
        return try site.response(page, context, status: problems.isEmpty ? .ok : .conflict)
    }

    /// Signs exactly the sheet that was shown. A form sent twice ends at the one signed prescription.
    func sign(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: TherapyPrescription.self)
        if let signed = try await site.signedPrescription(context) {
            guard signed.clinician == context.account.id else { throw StoreError.notFound }
            return Responses.redirect(to: "/prescriptions/\(id)")
        }
        let around = try await site.surroundings(context)
        let changed = Problem("", "prescriptions.problem.changed")
        guard let sheet = site.sheet(around) else { return try preview(around, problems: [changed], context) }
        guard form.text("fingerprint") == (try Self.fingerprint(sheet)) else {
            return try preview(around, problems: [changed], context)
        }
        let signing = TherapySigning(
            prescription: id, version: around.draft.version, sheet: sheet, timeZone: site.settings.timeZone)
        do {
            _ = try await site.database.sign(signing, by: context.actor)
        } catch StoreError.stale {
            return try preview(try await site.surroundings(context), problems: [changed], context)
        } catch StoreError.conflict {
            let problem = Problem("", "prescriptions.problem.not-in-force")
            return try preview(around, problems: [problem], context)
        }
        return Responses.redirect(to: "/prescriptions/\(id)", flash: "flash.prescription-signed")
    }

    /// Names a sheet's content, so that what is signed is what was shown.
    private static func fingerprint(_ sheet: TherapySheet) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return SHA256.hash(data: try encoder.encode(sheet)).map { String(format: "%02x", $0) }.joined()
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
            pictures = try await site.database.therapyPrescription(id).signed.sheet.pictures
        } catch StoreError.notFound {
            _ = try await site.database.therapyPrescriptionDraft(id, of: context.account.id)
            pictures = try await site.database.provider(of: context.account.id)?.provider.pictures ?? []
        }
        guard pictures.contains(hash) else { throw StoreError.notFound }
        return Responses.picture(try await site.database.picture(hash), hash: hash, to: request)
    }
}

extension Site {
    /// The sheet of a draft in the reader's language; nil while a part is missing.
    func sheet(_ around: DraftSurroundings) -> TherapySheet? {
        let words = around.words.words
        return around.sources.map { TherapySheet($0, in: words.language) { words.name($0) } }
    }

    /// How a sheet is drawn on a page of the site.
    /// - Parameter paper: nil for the one usual where the provider is.
    func sheetView(_ sheet: TherapySheet, path: String, paper: Paper?) -> SheetView {
        SheetView(isA4: paper ?? sheet.usualPaper == .a4) { "\(path)/pictures/\($0.hex)" }
    }

    /// The signed sheet as PDF, on the paper that the request asks for, else the usual one. Made once per paper and
    /// status, kept, and the same bytes ever after.
    /// - Parameter page: the path of the page of the prescription, which is shown again when no PDF can be made: the
    ///   sheet itself is safe and can be printed from there.
    func pdf(
        of signed: TherapyPrescription, from page: String, _ request: Request, _ context: some SiteContext
    ) async throws -> Response {
        let paper = Paper(rawValue: request.query("paper")) ?? signed.signed.sheet.usualPaper
        let pdf: Data
        do {
            pdf = try await self.pdf(of: signed, on: paper, by: context.actor)
        } catch let failure as PDFPrinter.Failure {
            context.logger.error("no PDF", metadata: ["id": "\(context.visit.request)", "failure": "\(failure)"])
            return Responses.redirect(to: page, flash: "flash.warning.no-pdf")
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/pdf",
                .contentDisposition: "inline; filename=\"prescription-\(signed.signed.number).pdf\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: pdf)))
    }

    /// The PDF that was handed out before, else a new one, which is kept.
    private func pdf(of prescription: TherapyPrescription, on paper: Paper, by actor: Actor) async throws -> Data {
        let (id, status) = (prescription.id, prescription.status)
        if let kept = try await database.sheetPDF(of: id, status: status, paper: paper) { return kept }
        let made = try await printed(prescription, on: paper)
        return try await database.keep(pdf: made, of: id, status: status, paper: paper, by: actor)
    }

    /// A new PDF of a signed prescription.
    func printed(_ prescription: TherapyPrescription, on paper: Paper) async throws -> Data {
        let sheet = prescription.signed.sheet
        let words = templates.words(in: sheet.language)
        let view = SheetView(isA4: paper == .a4) { "picture:\($0.hex)" }
        let page = TherapySheetPage(prescription.signed, status: prescription.status, words: words, view: view)
        let document = TherapySheetDocument(
            sheet: try templates.html(page, language: sheet.language), number: prescription.signed.number, words: words)
        var pictures: [String: PDFPrinter.Picture] = [:]
        for hash in sheet.pictures {
            let png = try await database.picture(hash).png
            pictures[hash.hex] = PDFPrinter.Picture(mediaType: "image/png", bytes: png)
        }
        return try await printer.pdf(html: try templates.html(document, language: sheet.language), pictures: pictures)
    }
}

extension TherapySheet {
    /// Letter in the United States and Canada, A4 elsewhere.
    var usualPaper: Paper { ["US", "CA"].contains(provider.country) ? .letter : .a4 }

    /// Every picture on it.
    var pictures: [PictureHash] {
        var pictures = [provider.icon].compactMap(\.self)
        if case .picture(let hash) = provider.signature { pictures.append(hash) }
        return pictures
    }
}

extension Provider {
    /// Every picture that a sheet would show.
    fileprivate var pictures: [PictureHash] {
        var pictures = [icon].compactMap(\.self)
        if case .picture(let hash)? = signature { pictures.append(hash) }
        return pictures
    }
}

/// Everything once more before signing.
struct SheetPreviewPage: Page {
    static let template = "prescriptions/preview"
    let banner: PatientBanner?
    let problems: [ProblemLine]
    let url: String
    /// HTML of our own making.
    let sheet: String
    let fingerprint: String

    init(_ around: DraftSurroundings, sheet: String, fingerprint: String, problems: [ProblemLine]) {
        banner = around.banner
        self.problems = problems
        url = around.path
        self.sheet = sheet
        self.fingerprint = fingerprint
    }
}
