import Clinic
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering
import Store

/// Copies on paper: for the clinic, the patient and whoever carries the prescription out, each on pages of its own.
struct PrintingHandlers {
    let site: Site
    let kind: PrescriptionReference.Kind

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let signed = try await site.signed(kind, context)
        let copies = Self.copies(of: signed, request)
        let view = SheetView(of: signed.provider, path: signed.reference.path)
        let page = PrintingPage(
            signed, copies: copies, sheets: try await site.html(of: signed, copies, view: view, by: context.actor),
            words: site.words(context))
        return try site.response(page, context)
    }

    func pdf(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let signed = try await site.signed(kind, context)
        let words = site.templates.words(in: signed.language)
        let view = SheetView.printed(on: signed.provider.paper(request))
        return try await site.answer(with: signed.number, from: "\(signed.reference.path)/printing", context) {
            try await site.pdf(
                of: PrintedSheet(
                    html: try await site.html(
                        of: signed, Self.copies(of: signed, request), view: view, by: context.actor),
                    title: signed.title(words), pictures: signed.provider.pictures, words: words))
        }
    }

    /// The copies that are asked for, in their usual order; clinic and patient where none is named.
    private static func copies(of signed: SignedPrescription, _ request: Request) -> [SheetCopy] {
        let asked = Set(request.query.all("copy"))
        let copies = signed.copies.filter { asked.contains($0.rawValue) }
        return copies.isEmpty ? [.clinic, .patient] : copies
    }
}

/// The copies as they are printed.
struct PrintingPage: Page {
    static let template = "sending/printing"
    let url: String
    let number: String
    let copies: ChoiceFieldView
    let pdfURL: String
    /// HTML of our own making.
    let sheets: String

    init(_ prescription: SignedPrescription, copies: [SheetCopy], sheets: String, words: Words) {
        url = prescription.reference.path
        number = prescription.number.description
        self.copies = FieldBuilder(words: words, problems: [], prefix: "sending").choice(
            "copy", prescription.copies.map { ($0.rawValue, words("sending.copy.\($0.rawValue)")) },
            chosen: Set(copies.map(\.rawValue))
        ) { $0.radio = false }
        pdfURL = "\(url)/printing.pdf?" + copies.map { "copy=\($0.rawValue)" }.joined(separator: "&")
        self.sheets = sheets
    }
}
