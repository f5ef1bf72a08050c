import Clinic
import Documents
import Foundation
import Rendering
import TestSupport
import Testing

@Suite("The sheet of a therapy prescription")
struct TherapySheetTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let templates = Result { try Templates(folder: root.appendingPathComponent("Views"), strict: true) }

    let templates: Templates
    let spine: TherapyTemplate
    let view = SheetView(isA4: false) { "picture:\($0.hex)" }
    let signedAt = Date(timeIntervalSince1970: 1_795_253_400)

    init() throws {
        templates = try Self.templates.get()
        spine = try TherapyTemplate.spine()
    }

    private func html(
        _ sheet: TherapySheet, status: PrescriptionStatus = .signed, view: SheetView? = nil
    ) throws -> String {
        let signed = SignedTherapySheet(
            sheet: sheet, number: PrescriptionNumber(year: 2026, count: 42), signedAt: signedAt,
            timeZone: "America/New_York", replaces: PrescriptionNumber(year: 2026, count: 41))
        let page = try TherapySheetPage(
            signed, status: status, words: templates.words(in: sheet.language), view: view ?? self.view)
        return try templates.html(page, language: sheet.language)
    }

    private func choice(_ items: Set<String>) -> TherapyChoice {
        var choice = TherapyChoice(template: spine)
        choice.items = items
        return choice
    }

    @Test("each item chosen alone prints its own words and none of another item's", arguments: Language.allCases)
    func eachAlone(language: Language) throws {
        let items = spine.items.filter { $0.id != TherapyTemplate.returnReport && $0.fields == nil }
        for item in items {
            let text = try html(.sample(choice([item.id]), language: language))
            let printed = text.matches(of: /<li><strong>([^<]*)<\/strong>/).map { String($0.1) }
            #expect(printed == [item.title[language].htmlEscaped])
        }
    }

    @Test("return report says yes or no")
    func report() throws {
        #expect(try html(.sample(choice([]))).contains("Return Report</span> No</td>"))
        #expect(try html(.sample(choice(["return-report"]))).contains("Return Report</span> Yes</td>"))
        let german = try html(.sample(choice(["return-report"]), language: .german))
        #expect(german.contains("Rückbericht</span> Ja</td>"))
    }

    @Test("stands in the original's order")
    func order() throws {
        var everything = choice(Set(spine.items.map(\.id)))
        everything.goals = "Walk to the shop"
        everything.instructions = "Twice *daily*"
        everything.validUntil = LocalDate(iso: "2027-02-28")
        let text = try html(.sample(everything, icon: PictureHash(digest: "abc")))
        let marks = [
            "picture:abc", "Robin Ward, PA-C", "Harbor Spine Clinic", "Patient Information", "María Okafor",
            "Therapy Practice", "Lakeside Physical Therapy", "Evaluate and Treat", "Total Visits", "Specific Treatment",
            "Education", "Fit / Instruct", "Walk to the shop", "<em>daily</em>", "Diagnosis List", "M54.16", "M25.551",
            "Nov 21, 2026, 04:30", "2026-00042-5", "<p><bdi>Robin Ward</bdi></p>", "Valid until", "Feb 28, 2027",
        ]
        var rest = text[...]
        for mark in marks {
            let range = try #require(rest.range(of: mark), "\(mark)")
            rest = rest[range.upperBound...]
        }
        #expect(text.contains("Replaces</span> 2026-00041-"))
    }

    @Test("modalities name the kinds they were narrowed to")
    func kinds() throws {
        var narrowed = choice(["modalities"])
        narrowed.kinds = ["modalities": ["ice", "heat"]]
        #expect(
            try html(.sample(narrowed)).contains(
                "<strong>Modalities</strong> <span class=\"sheet__detail\">(Heat, Ice)"))
    }

    @Test("a diagnosis shows its side, its release and whether that was still in force on the day")
    func diagnoses() throws {
        let text = try html(.sample())
        #expect(text.contains("<span class=\"sheet__side\">Right</span>"))
        #expect(text.contains("ICD-10-CM FY2026, was in force until Sep 30, 2026"))
        #expect(text.contains("ICD-10-CM FY2027, in force until Sep 30, 2027"))
    }

    @Test("an unsigned sheet is watermarked and has no number, time or signature")
    func unsigned() throws {
        let page = TherapySheetPage(
            unsigned: try .sample(), today: try #require(LocalDate(iso: "2026-11-21")),
            words: templates.words(in: .english), view: view)
        let text = try templates.html(page, language: .english)
        #expect(text.contains("sheet__watermark\" aria-hidden=\"true\">UNSIGNED"))
        #expect(!text.contains("2026-"))
        #expect(!text.contains("<p><bdi>Robin Ward</bdi></p>"))
        #expect(!text.contains("Date and time"))
    }

    @Test("a sheet that is not in force says so", arguments: [PrescriptionStatus.cancelled, .superseded, .signed])
    func notInForce(status: PrescriptionStatus) throws {
        #expect(try html(.sample(), status: status).contains("sheet__watermark") == (status != .signed))
    }

    @Test(
        "nothing typed becomes markup, in any field",
        arguments: [
            "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
            "{{number}} {{{instructions}}} [[sheets.no]]",
            "</article><link rel=attachment href=file:///etc/passwd>", "![x](file:///etc/passwd)",
            "<style>*{display:none}</style>",
        ])
    func hostile(text: String) throws {
        // The line at the foot of each page is an attribute: text too, and gone with its quotes unless they were broken out of.
        let tags = { (html: String) in
            Set(html.replacing(/\sdata-running="[^"]*"/, with: "").matches(of: /<[^>]*>/).map { String($0.0) })
        }
        var filled = choice([])
        (filled.goals, filled.instructions) = ("x", "<x>\n\nx")
        let expected = tags(try html(.sample(filled))).union(["<pre>", "</pre>", "<code>", "</code>"])
        #expect(tags(try html(.sample(text: text))).subtracting(expected).isEmpty)
    }
}
