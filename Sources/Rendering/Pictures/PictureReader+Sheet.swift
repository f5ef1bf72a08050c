import Clinic
import Foundation

extension PictureReader {
    /// Pixels to the inch: small print stays readable on a phone, and a page stays far below what carriers take.
    private static let sheetResolution = 110
    private static let mostSheetPages = 10

    /// A sheet of ours as one gray PNG, its pages below each other.
    /// - Parameter pdf: as ``PDFPrinter`` made it.
    /// - Throws: ``Failure``, ``Failure/tooManyPixels`` for more than ten pages; `CancellationError`.
    package func picture(ofSheet pdf: Data) async throws -> Data {
        do {
            return try await turnstile.pass { try await inTime { try await Self.draw(pdf) } }
        } catch is Turnstile.Crowded { throw Failure.busy }
    }

    private static func draw(_ pdf: Data) async throws -> Data {
        let folder = try newFolder()
        defer { remove(folder) }
        let source = folder.appendingPathComponent("sheet.pdf")
        try pdf.write(to: source)
        try await run(
            [
                "pdftoppm", "-png", "-gray", "-r", "\(sheetResolution)", "-l", "\(mostSheetPages + 1)", source.path,
                folder.appendingPathComponent("page").path,
            ], in: folder)
        let pages = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "png" }.sorted { $0.path < $1.path }
        guard let first = pages.first else { throw Failure.damaged }
        guard pages.count <= mostSheetPages else { throw Failure.tooManyPixels }
        guard pages.count > 1 else { return try Data(contentsOf: first) }
        let joined = folder.appendingPathComponent("joined.png")
        try await run(
            [
                "vips", "arrayjoin", pages.map(\.path).joined(separator: " "), "\(joined.path)[compression=9]",
                "--across", "1", "--background", "255",
            ], in: folder)
        return try Data(contentsOf: joined)
    }
}
