import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

@Suite("Notes of the tabular list of ICD-10-CM")
struct DiagnosisNoteTests {
    private static let list = [
        SmallFiles.order(1, "M54", "0", "Dorsalgia"), SmallFiles.order(2, "M545", "1", "Low back pain"),
        SmallFiles.order(3, "M546", "1", "Pain in thoracic spine"),
    ].joined()

    /// A tabular list of M54 and the codes right below it.
    /// - Parameters:
    ///   - excludes: what M54 never stands together with; nil: the file does not name M54 as a code of its own.
    ///   - below: of codes below it what they include besides.
    private static func tabular(excludes: String? = nil, below: KeyValuePairs<String, String>) -> String {
        let codes = below.map { code, text in
            "<diag><name>\(code)</name><desc>As in the list</desc><excludes2><note>\(text)</note></excludes2></diag>"
        }.joined()
        let heading = excludes.map {
            "<diag><name>M54</name><desc>Dorsalgia</desc><excludes1><note>\($0)</note></excludes1>\(codes)</diag>"
        }
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <ICD10CM.tabular><version>2027</version><chapter><section id="M50-M54">
            \(heading ?? codes)
            </section></chapter></ICD10CM.tabular>
            """
    }

    private static let whole = tabular(
        excludes: "psychogenic dorsalgia (F45.41)", below: ["M54.5": "low back strain (S39.012)"])

    private func page(_ code: String, _ browser: TestBrowser) async throws -> String {
        try await browser.get("/diagnoses/icd10cm/\(code)").text
    }

    private static let ofHeading = "Never together with (Excludes1) M54 psychogenic dorsalgia (F45.41)"
    private static let ofCode = "Not included here (Excludes2) M54.5 low back strain (S39.012)"

    @Test(
        "are shown with the code and those below it, and stay through a part of the list and a later year's order file")
    func kept() async throws {
        let site = try await TestSite()
        try await site.runImporting { browser in
            try await site.bring(Self.list, file: "icd10cm_order_2026.txt", browser)
            try await site.bring(Self.whole, browser)
            #expect(try await page("M54.5", browser).contains(Self.ofCode))
            #expect(try await page("M54.6", browser).contains(Self.ofHeading))

            // A file that names one code says nothing of the others.
            try await site.bring(Self.tabular(below: ["M54.6": "pain in rib (R07.81)"]), browser)
            #expect(
                try await page("M54.6", browser).contains("Not included here (Excludes2) M54.6 pain in rib (R07.81)"))
            #expect(try await page("M54.5", browser).contains("\(Self.ofCode)"))
            #expect(try await page("M54.5", browser).contains(Self.ofHeading))

            let next = Self.list + SmallFiles.order(4, "M5A", "1", "A code of the year to come")
            try await site.bring(next, file: "icd10cm_order_2027.txt", browser)
            #expect(try await site.database.currentRelease(of: .icd10cm)?.release.name == "FY2027")
            #expect(try await page("M54.5", browser).contains(Self.ofCode))
            #expect(try await page("M54.5", browser).contains(Self.ofHeading))
            #expect(try await page("M54.6", browser).contains("pain in rib (R07.81)"))
        }
    }

    @Test("are gone where a list that is said to be whole does not name them; the codes stay")
    func whole() async throws {
        let site = try await TestSite()
        try await site.runImporting { browser in
            try await site.bring(Self.list, browser)
            try await site.bring(Self.whole, browser)
            let path = try await site.send(Self.tabular(below: ["M54.6": "pain in rib (R07.81)"]), browser)
            #expect(try await site.findings(of: path).changed == 1)
            try await browser.get(path)
            try await browser.post("\(path)/check", ["rest": "retire"])
            await site.site.imports.waitUntilIdle()
            let findings = try await site.findings(of: path)
            #expect(findings.counts == [3, 0, 3, 0])
            try await site.apply(path, browser)
            #expect(try await !page("M54.5", browser).contains("Excludes"))
            #expect(try await page("M54.6", browser).contains("pain in rib (R07.81)"))
        }
    }

    @Test("that alone are different are a change, old and new beside each other, on the page and in the file")
    func changed() async throws {
        let site = try await TestSite()
        try await site.runImporting { browser in
            try await site.bring(Self.list, browser)
            try await site.bring(Self.whole, browser)
            let same = try await site.send(Self.whole, browser)
            #expect(try await browser.get(same).text.contains("Nothing would change"))

            let text = Self.tabular(excludes: "dorsalgia of the mind (F45.42)", below: [:])
            let path = try await site.send(text, browser)
            let page = try await browser.get(path).text
            #expect(page.contains("New 0 Changed 1 Retired 0") && !page.contains("Nothing would change"))
            let (before, after) = (
                "Never together with (Excludes1): psychogenic dorsalgia (F45.41)",
                "Never together with (Excludes1): dorsalgia of the mind (F45.42)"
            )
            let changes = try await browser.get("\(path)/changes?change=changed").text
            #expect(changes.contains("M54 Dorsalgia heading \(before) Dorsalgia heading \(after)"))
            #expect(!changes.contains("low back strain"))
            let file = try await browser.get("\(path)/changes.csv").body.split(separator: "\r\n")
            #expect(
                file.count == 2
                    && file.last == "Changed,M54,Dorsalgia,heading | \(before),Dorsalgia,heading | \(after)")
        }
    }
}
