import Clinic
import Documents
import Foundation
import Rendering
import TestSupport
import Testing

@Suite("The sheet as PDF", .serialized)
struct TherapySheetPDFTests {
    let templates: Templates
    let printer: PDFPrinter

    init() throws {
        templates = try TherapySheetTests.templates.get()
        printer = try PDFPrinter(stylesheet: TherapySheetTests.root.appendingPathComponent("Static/sheet.css"))
    }

    private func pdf(_ sheet: TherapySheet, isA4: Bool = false) async throws -> Data {
        let words = templates.words(in: sheet.language)
        let number = PrescriptionNumber(year: 2026, count: 42)
        let signed = SignedTherapySheet(
            sheet: sheet, number: number, signedAt: Date(timeIntervalSince1970: 1_795_253_400),
            timeZone: "Europe/Berlin")
        let page = TherapySheetPage(
            signed, status: .signed, words: words, view: SheetView(isA4: isA4) { "picture:\($0.hex)" })
        let document = SheetDocument(
            sheet: try templates.html(page, language: sheet.language),
            title: words("sheets.document-title", ["number": number.description]), words: words)
        return try await printer.pdf(html: try templates.html(document, language: sheet.language))
    }

    @Test(
        "a full sheet fits on one page of Letter, and in German of A4",
        arguments: [(Language.english, false), (.english, true), (.german, true)])
    func onePage(language: Language, isA4: Bool) async throws {
        let spine = try TherapyTemplate.spine()
        var choice = TherapyChoice(template: spine)
        choice.items = Set(spine.items.map(\.id))
        choice.kinds = ["modalities": ["heat", "ice", "ultrasound"]]
        choice.plan = VisitPlan(visits: 12, perWeek: 2, weeks: 6)
        choice.weightBearing = "wbat"
        choice.precautions = ["fall-risk", "osteoporosis-fragility"]
        choice.goals = "Walk to the shop without a stick\nSleep through the night"
        choice.instructions = "1. Begin *gently*\n2. No manipulation"
        choice.validUntil = LocalDate(iso: "2027-02-28")
        let info = try PDFInspector.info(await pdf(.sample(choice, language: language), isA4: isA4))
        #expect(info.contains(/Pages: +1\n/))
        #expect(info.contains(isA4 ? "(A4)" : "(letter)"))
        #expect(info.contains("2026-00042-"))
        #expect(info.contains(/Tagged: +yes/))
    }

    @Test("hostile text in every field is printed as it was typed and fetches nothing")
    func hostile() async throws {
        let text = "<img src=file:///etc/passwd>{{x}}\"'&"
        let pdf = try await pdf(.sample(text: text))
        let printed = try PDFInspector.text(pdf).split(whereSeparator: \.isWhitespace).joined()
        #expect(printed.contains("<imgsrc=file:///etc/passwd>{{x}}"))
        #expect(!printed.contains("root:"))
        #expect(try PDFInspector.images(pdf) == 0)
        #expect(try PDFInspector.attachments(pdf).contains("0 embedded files"))
    }

    @Test("names of every script are printed")
    func scripts() async throws {
        var sheet = try TherapySheet.sample(country: "DE")
        sheet.patient.name = "Đặng Thị Ánh / Łukasz Żółć / أحمد العربي / Иван Петров / Μαρία"
        let printed = try PDFInspector.text(await pdf(sheet)).split(separator: /\s+/).joined(separator: " ")
        for name in ["Đặng Thị Ánh", "Łukasz Żółć", "Иван", "Μαρία"] { #expect(printed.contains(name)) }
    }
}
