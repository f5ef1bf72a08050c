import Foundation
import Rendering
import TestSupport
import Testing

@Suite("Sheets become PDF in a process that can reach nothing", .serialized)
struct PDFPrinterTests {
    /// A red point, as PNG.
    static let point =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")
        ?? Data()

    private func printer(css: String = "@page { size: A4 }", timeLimit: Duration = .seconds(20)) throws -> PDFPrinter {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).css")
        try Data(css.utf8).write(to: file)
        defer { unlink(file.path) }
        return try PDFPrinter(stylesheet: file, timeLimit: timeLimit)
    }

    private func document(_ body: String, head: String = "") -> String {
        "<!DOCTYPE html><html lang=\"de\"><head><title>Verordnung Ω</title>\(head)</head><body>\(body)</body></html>"
    }

    @Test("a sheet has title, language, tags, text and its own pictures, and the same bytes each time")
    func sheet() async throws {
        let html = document("<h1>Grüße, Đặng</h1><p>مرحبا</p><img alt=\"icon\" src=\"picture:icon\">")
        let pictures = ["icon": PDFPrinter.Picture(mediaType: "image/png", bytes: Self.point)]
        let pdf = try await printer().pdf(html: html, pictures: pictures)
        #expect(pdf == (try await printer().pdf(html: html, pictures: pictures)))
        let info = try PDFInspector.info(pdf)
        #expect(info.contains("Verordnung Ω"))
        #expect(info.contains(/Tagged: +yes/))
        #expect(info.contains(/Pages: +1/))
        #expect(try PDFInspector.text(pdf).contains("Grüße, Đặng"))
        #expect(try PDFInspector.images(pdf) > 0)
        #expect(pdf.range(of: Data("/Lang (de)".utf8)) != nil)
    }

    @Test(
        "nothing but those pictures can be fetched or attached",
        arguments: [
            "<img src=\"file:///etc/passwd\">", "<img src=\"http://127.0.0.1:9/x.png\">",
            "<img src=\"https://example.org/x.png\">",
            "<img src=\"data:image/png;base64,\(point.base64EncodedString())\">", "<img src=\"/etc/passwd\">",
            "<img src=\"picture:other\">", "<img src=\"picture:../../etc/passwd\">",
            "<img src=\"ftp://example.org/x\">",
            "<a rel=\"attachment\" href=\"file:///etc/passwd\">x</a>", "<object data=\"file:///etc/passwd\"></object>",
            "<embed src=\"file:///etc/passwd\">", "<p style=\"background: url(file:///etc/passwd)\">x</p>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><image href=\"file:///etc/passwd\"/></svg>",
        ])
    func nothingElse(markup: String) async throws {
        try await expectNothing(document(markup))
    }

    @Test(
        "nor from the head",
        arguments: [
            "<link rel=\"attachment\" href=\"file:///etc/passwd\">",
            "<link rel=\"stylesheet\" href=\"file:///etc/passwd\">",
            "<style>@import url(file:///etc/passwd); @font-face { font-family: x; src: url(file:///etc/passwd) }</style>",
            "<base href=\"file:///etc/\"><link rel=\"attachment\" href=\"passwd\">",
        ])
    func nothingFromHead(markup: String) async throws {
        try await expectNothing(document("<p>x</p>", head: markup))
    }

    private func expectNothing(_ html: String) async throws {
        let pdf = try await printer().pdf(html: html)
        #expect(try PDFInspector.images(pdf) == 0)
        #expect(try PDFInspector.attachments(pdf).contains("0 embedded files"))
        #expect(pdf.range(of: Data("EmbeddedFile".utf8)) == nil)
        #expect(try !PDFInspector.text(pdf).contains("root:"))
    }

    @Test("the stylesheet cannot fetch either")
    func stylesheet() async throws {
        let pdf = try await printer(css: "@import url(file:///etc/passwd); p { background: url(http://127.0.0.1:9/x) }")
            .pdf(html: document("<p>still there</p>"))
        #expect(try PDFInspector.text(pdf).contains("still there"))
    }

    @Test("a sheet that takes too long is given up, and its process with it")
    func time() async throws {
        let rows = String(repeating: "<tr><td>x</td><td>y</td></tr>", count: 60_000)
        let started = ContinuousClock.now
        await #expect(throws: PDFPrinter.Failure.timedOut) {
            try await printer(timeLimit: .seconds(2)).pdf(html: document("<table>\(rows)</table>"))
        }
        #expect(ContinuousClock.now - started < .seconds(6))
    }

    @Test("time that runs out at any moment, while the sheet is still handed over too, ends that sheet only")
    func anyMoment() async throws {
        let long = document(String(repeating: "<p>x</p>", count: 200_000))
        for milliseconds in stride(from: 0, to: 40, by: 2) {
            await #expect(throws: PDFPrinter.Failure.timedOut) {
                try await printer(timeLimit: .milliseconds(milliseconds)).pdf(html: long)
            }
        }
        #expect(try await !printer().pdf(html: document("x")).isEmpty)
    }

    @Test("a sheet that needs too much memory fails and takes nothing with it")
    func memory() async throws {
        let wide = "<p style=\"font-size: 1px\">\(String(repeating: "x ", count: 6_000_000))</p>"
        await #expect(throws: PDFPrinter.Failure.self) {
            try await printer(timeLimit: .seconds(8)).pdf(html: document(wide))
        }
        #expect(try await !printer().pdf(html: document("x")).isEmpty)
    }
}
