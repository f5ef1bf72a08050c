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

/// A sheet on its way to a PDF.
struct PrintedSheet: Sendable {
    /// The sheet's HTML, with its pictures as `picture:HASH`.
    let html: String
    /// What the PDF is called.
    let title: String
    let pictures: [PictureHash]
    /// In the sheet's language.
    let words: Words
}

extension Site {
    /// A new PDF.
    /// - Throws: `PDFPrinter.Failure`.
    func pdf(of sheet: PrintedSheet) async throws -> Data {
        let document = SheetDocument(sheet: sheet.html, title: sheet.title, words: sheet.words)
        var pictures: [String: PDFPrinter.Picture] = [:]
        for hash in sheet.pictures {
            let png = try await database.picture(hash).png
            pictures[hash.hex] = PDFPrinter.Picture(mediaType: "image/png", bytes: png)
        }
        return try await printer.pdf(
            html: try templates.html(document, language: sheet.words.language), pictures: pictures)
    }

    /// A signed prescription as PDF. Made once per paper and status, kept, and the same bytes ever after.
    /// - Parameters:
    ///   - page: the path of the prescription's page, which is shown again when no PDF can be made: the sheet itself is
    ///     safe and can be printed from there.
    ///   - made: the one kept, else a new one.
    func answer(
        with number: PrescriptionNumber, from page: String, _ context: some SiteContext, made: () async throws -> Data
    ) async throws -> Response {
        let pdf: Data
        do {
            pdf = try await made()
        } catch let failure as PDFPrinter.Failure {
            context.logger.error("no PDF", metadata: ["id": "\(context.visit.request)", "failure": "\(failure)"])
            return Responses.redirect(to: page, flash: "flash.warning.no-pdf")
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/pdf",
                .contentDisposition: "inline; filename=\"prescription-\(number).pdf\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: pdf)))
    }
}

extension SheetView {
    /// How a sheet is drawn on a page of the site, on the paper usual where the provider is.
    init(of provider: SheetProvider, path: String) {
        self.init(isA4: provider.usualPaper == .a4) { "\(path)/pictures/\($0.hex)" }
    }

    /// How a sheet is drawn for a PDF.
    static func printed(on paper: Paper) -> SheetView { SheetView(isA4: paper == .a4) { "picture:\($0.hex)" } }
}

extension Site {
    /// Names a sheet's content, so that what is signed is what was shown.
    static func fingerprint(of sheet: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return SHA256.hash(data: try encoder.encode(sheet)).map { String(format: "%02x", $0) }.joined()
    }

    /// A letterhead as the clinic has it: with the clinic's icon where the provider has none of their own, and its paper.
    func headed(_ provider: SheetProvider) -> SheetProvider {
        var provider = provider
        provider.icon = provider.icon ?? clinic.icon
        provider.paper = clinic.paper
        return provider
    }

    /// Pictures that a sheet shows which is not signed yet.
    func pictures(of provider: Provider) -> [PictureHash] { provider.pictures + [clinic.icon].compactMap(\.self) }

    /// What letters are printed on.
    func paper(in country: Country?) -> Paper {
        clinic.paper ?? .usual(in: (country ?? clinic.address.country)?.code ?? "")
    }
}

extension Paper {
    /// Letter in the United States and Canada, A4 elsewhere.
    static func usual(in country: String) -> Paper { ["US", "CA"].contains(country) ? .letter : .a4 }
}

extension SheetProvider {
    /// The paper that the clinic used when the sheet was made, else that usual where they are.
    var usualPaper: Paper { paper ?? .usual(in: country) }

    /// The paper that a request asks for, else the usual one.
    func paper(_ request: Request) -> Paper { Paper(rawValue: request.query("paper")) ?? usualPaper }

    /// Every picture on a sheet of theirs.
    var pictures: [PictureHash] {
        var pictures = [icon].compactMap(\.self)
        if case .picture(let hash) = signature { pictures.append(hash) }
        return pictures
    }
}
