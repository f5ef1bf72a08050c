import Clinic
import Documents
import Foundation
import Rendering
import TestSupport
import Testing

@Suite("QR codes")
struct QRCodeTests {
    private static let texts = [
        "https://clinic.local:8443/trust", "A", "0123456789", "THERALOG 2026", "Grüße aus Köln – Ω", "Đặng Thị Ánh 日本",
        "a\u{0}b".replacing("\u{0}", with: "%00"), String(repeating: "x7-", count: 300),
    ]

    @Test("a reader finds the text in the drawing", arguments: texts)
    func reading(text: String) throws {
        let svg = try QRCode(text).svg(title: "Code", side: 60)
        #expect(try BarCodeReader.texts(svg: svg) == [text])
    }

    @Test("a reader finds the text on a printed sheet")
    func printing() async throws {
        let svg = try QRCode("https://clinic.local:8443/trust").svg(title: "Code")
        let printer = try PDFPrinter(stylesheet: Project.folder("Static/sheet.css"))
        let pdf = try await printer.pdf(
            html: """
                <!DOCTYPE html><html lang="en"><head><title>T</title></head><body>
                <article class="sheet"><p>Open this page:</p>\(svg)</article></body></html>
                """)
        #expect(try BarCodeReader.texts(pdf: pdf) == ["https://clinic.local:8443/trust"])
    }

    @Test("the drawing has a name, a quiet zone of four modules, one path and no inline style")
    func drawing() throws {
        let code = try QRCode("hello")
        let svg = code.svg(title: "Open <this> & \"that\"", side: 25)
        #expect(code.modules.count == 21 && code.modules.allSatisfy { $0.count == 21 })
        #expect(svg.contains("viewBox=\"0 0 29 29\"") && svg.contains("width=\"25mm\" height=\"25mm\""))
        #expect(svg.contains("role=\"img\"") && svg.contains("<title>Open &lt;this&gt; &amp; &quot;that&quot;</title>"))
        #expect(svg.components(separatedBy: "<path").count == 2 && !svg.contains("style"))
        // The finder in the corner: seven dark modules.
        #expect(svg.contains(" d=\"M4 4h7v1h-7z"))
    }

    @Test("what no code can hold is refused")
    func refusals() {
        #expect(throws: QRCode.Failure.empty) { try QRCode("") }
        #expect(throws: QRCode.Failure.tooLong) { try QRCode(String(repeating: "x", count: 2332)) }
        #expect(throws: Never.self) { try QRCode(String(repeating: "x", count: 2331)) }
        #expect(throws: QRCode.Failure.tooLong) { try QRCode(String(repeating: "ü", count: 100_000)) }
    }
}
