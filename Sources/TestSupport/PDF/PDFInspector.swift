import Foundation

/// Looks into a PDF with poppler's programs.
package enum PDFInspector {
    /// Its text as it stands on the page.
    package static func text(_ pdf: Data) throws -> String {
        try run("pdftotext", pdf, after: ["-layout"], last: ["-"])
    }

    /// Where each of its words ends at the right, in points from the page's left edge.
    package static func rightEdges(_ pdf: Data) throws -> [Double] {
        try run("pdftotext", pdf, after: ["-bbox"], last: ["-"]).matches(of: /xMax="([0-9.]+)"/)
            .compactMap { Double($0.1) }
    }

    /// Title, pages, size, tags.
    package static func info(_ pdf: Data) throws -> String { try run("pdfinfo", pdf) }

    /// The list of embedded files.
    package static func attachments(_ pdf: Data) throws -> String { try run("pdfdetach", pdf, after: ["-list"]) }

    /// How many pictures it shows.
    package static func images(_ pdf: Data) throws -> Int {
        try run("pdfimages", pdf, after: ["-list"]).split(separator: "\n").count - 2
    }

    private static func run(_ program: String, _ pdf: Data, after: [String] = [], last: [String] = []) throws -> String
    {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pdf")
        try pdf.write(to: file)
        defer { unlink(file.path) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
        process.arguments = after + [file.path] + last
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
