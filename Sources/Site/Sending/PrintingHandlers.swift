import Clinic
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering
import Store

/// Copies on paper: one for the clinic, one for the patient, one for the therapist, each on pages of its own.
struct PrintingHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let signed = try await site.signedPrescription(context) else { throw StoreError.notFound }
        let copies = Self.copies(request)
        let view = SheetView(of: signed.signed.sheet.provider, path: "/prescriptions/\(signed.id)")
        let page = PrintingPage(
            signed, copies: copies, sheets: try await html(signed, copies, view: view, by: context.actor),
            words: site.words(context))
        return try site.response(page, context)
    }

    func pdf(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let signed = try await site.signedPrescription(context) else { throw StoreError.notFound }
        let words = site.templates.words(in: signed.signed.sheet.language)
        let paper = signed.signed.sheet.provider.paper(request)
        let page = "/prescriptions/\(signed.id)/printing"
        return try await site.answer(with: signed.signed.number, from: page, context) {
            try await site.pdf(
                of: PrintedSheet(
                    html: try await html(signed, Self.copies(request), view: .printed(on: paper), by: context.actor),
                    title: words("sheets.document-title", ["number": signed.signed.number.description]),
                    pictures: signed.signed.sheet.provider.pictures, words: words))
        }
    }

    /// The copies that are asked for, in their usual order; clinic and patient where none is named.
    private static func copies(_ request: Request) -> [SheetCopy] {
        let asked = Set(request.query.all("copy"))
        let copies = SheetCopy.allCases.filter { asked.contains($0.rawValue) }
        return copies.isEmpty ? [.clinic, .patient] : copies
    }

    private func html(
        _ signed: TherapyPrescription, _ copies: [SheetCopy], view: SheetView, by actor: Actor
    ) async throws -> String {
        let code = try await site.issuedReturnCode(of: signed.id, by: actor)?.code
        return try copies.map { try site.html(of: signed, view: view, code: code, copy: $0) }.joined()
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

    init(_ prescription: TherapyPrescription, copies: [SheetCopy], sheets: String, words: Words) {
        url = "/prescriptions/\(prescription.id)"
        number = prescription.signed.number.description
        self.copies = FieldBuilder(words: words, problems: [], prefix: "sending").choice(
            "copy", SheetCopy.allCases.map { ($0.rawValue, words("sending.copy.\($0.rawValue)")) },
            chosen: Set(copies.map(\.rawValue))
        ) { $0.radio = false }
        pdfURL = "\(url)/printing.pdf?" + copies.map { "copy=\($0.rawValue)" }.joined(separator: "&")
        self.sheets = sheets
    }
}
