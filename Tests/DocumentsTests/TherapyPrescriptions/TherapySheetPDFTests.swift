import Catalogs
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

    private static let code = Result {
        try #require(ReturnCode(random: Data(repeating: 7, count: 30)))
    }

    /// - Parameter address: at which practices reach the site, the longest that is likely.
    private func pdf(
        _ sheet: TherapySheet, isA4: Bool = false,
        address: String? = "https://prescriptions.harbor-spine.example:8443/return"
    ) async throws -> Data {
        let words = templates.words(in: sheet.language)
        let number = PrescriptionNumber(year: 2026, count: 42)
        let signed = SignedTherapySheet(
            sheet: sheet, number: number, signedAt: Date(timeIntervalSince1970: 1_795_253_400),
            timeZone: "Europe/Berlin")
        let page = try TherapySheetPage(
            signed, status: .signed, words: words, view: SheetView(isA4: isA4) { "picture:\($0.hex)" },
            returning: SheetReturn(code: try Self.code.get(), address: address, phone: "(207) 555-0133"))
        let document = SheetDocument(
            sheet: try templates.html(page, language: sheet.language),
            title: words("sheets.document-title", ["number": number.description]), words: words)
        return try await printer.pdf(html: try templates.html(document, language: sheet.language))
    }

    /// Every treatment and kind, eight precautions, three diagnoses.
    private func full(
        _ language: Language, goals: String = "Walk to the shop without a stick\nSleep through the night",
        instructions: String = "1. Begin *gently*\n2. No manipulation"
    ) throws -> TherapySheet {
        let spine = try TherapyTemplate.spine()
        var choice = TherapyChoice(template: spine)
        let items = spine.sections.filter { $0.isCollapsed != true }.flatMap(\.items)
        choice.items = Set(items.map(\.id))
        for item in items { choice.kinds[item.id] = item.kinds.map { Set($0.map(\.id)) } }
        choice.plan = VisitPlan(visits: 12, perWeek: 2, weeks: 6)
        choice.weightBearing = "wbat"
        choice.precautions = Set(spine.precautions.prefix(8).map(\.id))
        choice.goals = goals
        choice.instructions = instructions
        choice.validUntil = LocalDate(iso: "2027-02-28")
        var sheet = try TherapySheet.sample(choice, language: language)
        sheet.diagnoses.append(
            TherapySheet.Diagnosis(
                system: "icd10cm", code: "M51.370",
                title: "Other intervertebral disc degeneration, lumbosacral region with discogenic back pain only",
                side: nil, release: "FY2027", releaseUntil: LocalDate(iso: "2027-09-30")))
        return sheet
    }

    @Test(
        "a full sheet fits on one page", arguments: [Language.english, .german], [false, true])
    func onePage(language: Language, isA4: Bool) async throws {
        let info = try PDFInspector.info(await pdf(try full(language), isA4: isA4))
        #expect(info.contains(/Pages: +1\n/))
        #expect(info.contains(isA4 ? "(A4)" : "(letter)"))
        #expect(info.contains("2026-00042-"))
        #expect(info.contains(/Tagged: +yes/))
    }

    @Test("the QR code is read from the paper, in black and white, and leads to the page with the code")
    func qrCode() async throws {
        let code = try Self.code.get()
        let pdf = try await pdf(try full(.english))
        #expect(
            try BarCodeReader.texts(pdf: pdf) == ["https://prescriptions.harbor-spine.example:8443/return/\(code.text)"]
        )
        #expect(try PDFInspector.text(pdf).contains(code.grouped))
        let without = try await self.pdf(try full(.english), address: nil)
        #expect(try BarCodeReader.texts(pdf: without) == [])
        #expect(try PDFInspector.text(without).contains(code.grouped))
        #expect(try PDFInspector.info(without).contains(/Pages: +1\n/))
    }

    /// After a rotator cuff repair: eight treatments, every limit with its values, a warning answered.
    private func shoulder(_ language: Language) throws -> TherapySheet {
        let shoulder = try #require(try TherapyTemplates.shipped().template(id: "shoulder"))
        var choice = TherapyChoice(template: shoulder)
        choice.plan = VisitPlan(visits: 12, perWeek: 2, weeks: 6)
        choice.items = [
            "return-report", "cuff-repair", "passive-rom", "active-assisted-rom", "pendulum", "scapular-stabilization",
            "soft-tissue-mobilization", "home-exercise-program", "modalities", "sling", "external-rotation",
            "internal-rotation", "lifting-limit-until", "driving", "surgeons-protocol",
        ]
        choice.kinds = ["modalities": ["ice", "tens"]]
        choice.values = [
            "cuff-repair": ["size": "large"], "sling": ["weeks": "6"],
            "external-rotation": ["degrees": "30", "until": "2027-03-01"], "internal-rotation": ["until": "2027-03-01"],
            "lifting-limit-until": ["weight": "2 lb", "until": "2027-03-01"], "driving": ["driving": "no"],
            "surgery": ["procedure": "Arthroscopic rotator cuff repair, right", "date": "2026-11-01"],
            "mission": ["mission": "evaluate-and-treat"], "setting": ["setting": "clinic"],
            "report-when": ["when": "every-n-visits", "visits": "6"],
        ]
        choice.precautions = ["cold-intolerance", "fall-risk"]
        choice.reasons = ["cold-intolerance": "Fifteen minutes at most, skin checked before and after"]
        choice.goals = "Dress without help\nSleep on the side"
        choice.validUntil = LocalDate(iso: "2027-02-28")
        var sheet = try TherapySheet.sample(language: language)
        sheet.therapies = SheetTherapies(choice, of: shoulder, in: language) { Dates(language).date($0) }
        return sheet
    }

    @Test(
        "an order after shoulder surgery with every limit fits on one page of either paper, in words of one language",
        arguments: Language.allCases, [false, true])
    func afterSurgery(language: Language, isA4: Bool) async throws {
        let data = try await pdf(try shoulder(language), isA4: isA4)
        #expect(try PDFInspector.info(data).contains(/Pages: +1\n/))
        let text = try PDFInspector.text(data).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let expected =
            language == .english
            ? [
                "Shoulder", "Rotator cuff repair (large)", "No active external rotation beyond 30° until Mar 1, 2027",
                "Lifting limit 2 lb until Mar 1, 2027", "Surgery Nov 1, 2026", "Ordered despite a warning",
                "Fifteen minutes at most",
            ]
            : [
                "Schulter", "Naht der Rotatorenmanschette (groß)",
                "Keine aktive Außenrotation über 30° bis zum 01.03.2027", "Operation am 01.11.2026",
                "Trotz Warnung verordnet",
            ]
        for words in expected { #expect(text.contains(words), "\(words)") }
    }

    @Test(
        "instructions may go on to another page, but the signature stays with the diagnoses, and each page says whose it is"
    )
    func twoPages() async throws {
        for lines in [8, 12, 16, 20, 60] {
            let instructions = (1...lines).map { "Line \($0) of the instructions" }.joined(separator: "\n\n")
            let text = try PDFInspector.text(await pdf(try full(.english, instructions: instructions)))
            let pages = text.split(separator: "\u{0C}").map(String.init)
            #expect(lines < 20 ? pages.count <= 2 : pages.count == 2)
            #expect(pages.last?.contains("M54.16") == true && pages.last?.contains("Valid until") == true)
            for page in pages { #expect(page.contains(/2026-00042-\d · María Okafor/)) }
        }
    }

    @Test("text that cannot be broken stays on the paper")
    func unbreakable() async throws {
        let wide = String(repeating: "W", count: 400)
        let quotes = String(repeating: "> ", count: 30) + "deep"
        let address = "https://example.org/" + String(repeating: "a", count: 300)
        let instructions = [wide, "`\(String(repeating: "c", count: 300))`", "    \(wide)", quotes, address]
        let sheets = [
            try full(.english, goals: wide, instructions: instructions.joined(separator: "\n\n")),
            try TherapySheet.sample(text: wide),
        ]
        for sheet in sheets {
            let edges = try PDFInspector.rightEdges(await pdf(sheet))
            // Letter is 612 points wide.
            #expect(!edges.isEmpty && edges.allSatisfy { $0 <= 612 - 36 }, "\(edges.max() ?? 0)")
        }
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
