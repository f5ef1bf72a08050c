import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("Code lists, from the form to use")
struct CodeListImportTests {
    private static let fy2026 = list([
        ("M54", "0", "Dorsalgia"), ("M545", "1", "Low back pain"), ("M546", "1", "Pain in thoracic spine"),
        ("M549", "1", "Dorsalgia, unspecified"),
    ])
    /// One code of a new shape, one in other words, one gone.
    private static let fy2027 = list([
        ("M54", "0", "Dorsalgia"), ("M545", "1", "Low back pain"), ("M546", "1", "Pain in the thoracic spine"),
        ("M5A", "1", "A code of the year to come"),
    ])
    private static let terms = """
        <?xml version="1.0" encoding="utf-8"?>
        <ICD10CM.tabular><version>2026</version><chapter><section id="M50-M54">
        <diag><name>M54</name><desc>Dorsalgia</desc>
        <diag><name>M54.5</name><desc>Low back pain</desc><inclusionTerm><note>Lumbago NOS</note></inclusionTerm></diag>
        </diag></section></chapter></ICD10CM.tabular>
        """

    private static func list(_ codes: [(code: String, flag: String, title: String)]) -> String {
        codes.enumerated().map { SmallFiles.order($0 + 1, $1.code, $1.flag, $1.title) }.joined()
    }

    /// The codes that a search finds, as JSON.
    private func search(_ typed: String, _ browser: TestBrowser) async throws -> String {
        try await browser.get("/diagnoses/search?q=\(typed)&system=icd10cm", ["Accept": "application/json"]).body
    }

    @Test("next year's order file is named, counted, put to use with the terms of codes that stay, and switched back")
    func yearly() async throws {
        let site = try await TestSite()
        try await site.runImporting { browser in
            try await site.bring(Self.fy2026, file: "icd10cm_order_2026.txt", browser)
            try await site.bring(Self.terms, as: "FY2026 with terms", browser)
            let path = try await site.send(Self.fy2027, name: "icd10cm_order_2027.txt", browser)
            let findings = try await site.findings(of: path)
            #expect(findings.counts == [4, 1, 1, 1])
            let page = try await browser.get(path)
            for proposed in ["FY2027", "2026-10-01", "2027-09-30"] {
                #expect(page.body.contains("value=\"\(proposed)\""), "\(proposed)")
            }
            #expect(try await browser.get("\(path)/changes?change=retired").text.contains("M54.9"))
            #expect(try await !search("year+to+come", browser).contains("M5A"))

            try await site.apply(path, browser)
            #expect(try await search("year+to+come", browser).contains("\"M5A\""))
            // Only the terms of the list before say so.
            #expect(try await search("lumbago", browser).contains("\"M54.5\""))
            let gone = "M54.9 is no longer in the list"
            #expect(try await browser.get("/diagnoses/icd10cm/M54.9").text.contains(gone))
            let release = try #require(try await site.database.currentRelease(of: .icd10cm)).release
            #expect(release.name == "FY2027" && release.title == "ICD-10-CM FY2027")
            #expect(release.effectiveFrom.description == "2026-10-01")
            #expect(release.effectiveUntil?.description == "2027-09-30")

            let catalogues = try await browser.get("/catalogues")
            let back = try #require(catalogues.body.firstMatch(of: /action="(\/catalogues\/icd10cm\/\d+\/use)"/)?.1)
            #expect(try await browser.post(String(back)).status == 303)
            let before = try await site.database.currentRelease(of: .icd10cm)?.release.name
            #expect(before == "FY2026 with terms")
            #expect(try await !search("year+to+come", browser).contains("M5A"))
            #expect(try await !browser.get("/diagnoses/icd10cm/M54.9").text.contains(gone))
        }
    }

    @Test("addenda are laid over the list in use; what does not fit it is said with its line")
    func addenda() async throws {
        let changes = [
            SmallFiles.change("Delete:", "1", "M546", "Pain in the thoracic spine"),
            SmallFiles.change("Add:", "1", "M5B", "Brought by addenda"),
            SmallFiles.change("Revise from:", "1", "M545", "Low back pain"),
            SmallFiles.change("Revise to:", "1", "M545", "Low back pain, any"),
            SmallFiles.change("Delete:", "1", "Z999", "Never there"),
        ].joined()
        let site = try await TestSite()
        try await site.runImporting { browser in
            try await site.bring(Self.fy2027, file: "icd10cm_order_2027.txt", browser)
            let path = try await site.send(changes, name: "icd10cm_order_addenda_2027.txt", browser)
            let findings = try await site.findings(of: path)
            #expect(findings.counts == [4, 1, 1, 1])
            #expect(findings.releaseName == "FY2027, 2026-11-21")
            #expect(findings.effectiveFrom?.description == "2026-10-01")
            #expect(findings.effectiveUntil?.description == "2027-09-30")
            let unknown = "Changes Z999, which the list does not have"
            #expect(findings.problems == 1)
            #expect(try await browser.get(path).text.contains(unknown))
            let problems = try await browser.get("\(path)/problems.csv").body.split(separator: "\r\n")
            #expect(problems.count == 2 && problems.last?.contains(",5,\"\(unknown)\"") == true)

            try await site.apply(path, browser)
            #expect(try await search("addenda", browser).contains("\"M5B\""))
            #expect(try await browser.get("/diagnoses/icd10cm/M54.5").text.contains("Low back pain, any"))
            #expect(try await browser.get("/diagnoses/icd10cm/M54.6").text.contains("no longer in the list"))
            let more = try await site.send(SmallFiles.change("Add:", "1", "M5C", "One more"), browser)
            #expect(try await site.findings(of: more).releaseName == "FY2027, 2026-11-21")
        }
    }

    @Test(
        "what only changes a list is refused, in words, while there is none",
        arguments: [CatalogLayout.icd10cmAddenda, .icd10cmTabular])
    func noBase(layout: CatalogLayout) async throws {
        let text = try #require(SmallFiles.texts[layout])
        let site = try await TestSite()
        try await site.runImporting { browser in
            let path = try await site.send(text, browser)
            let page = try await browser.get(path).text
            #expect(page.contains("This file cannot be used") && page.contains("Nothing was changed."))
            #expect(page.contains("that list is not loaded yet. Import the whole list first."))
            try await browser.post("/language", ["language": "de", "return": path])
            #expect(try await browser.get(path).text.contains("Importieren Sie zuerst die ganze Liste."))
            #expect(try await site.database.loadedCatalogs().isEmpty)
        }
    }

    /// 330 days later it is October 2027.
    @Test(
        "a whole list is of the year that its name says, else of the fiscal year, from June on of the next",
        arguments: [
            ("icd10cm_order_2027.txt", 0, "FY2027", "2026-10-01"),
            ("icd10cm-order-2031.txt", 0, "FY2031", "2030-10-01"),
            ("codes.txt", 0, "FY2027", "2026-10-01"), ("codes.txt", 200, "FY2028", "2027-10-01"),
            ("codes.txt", 330, "FY2028", "2027-10-01"),
        ])
    func name(file: String, days: Int, name: String, from: String) async throws {
        let site = try await TestSite()
        site.fixed.advance(by: Double(days) * 86_400)
        try await site.runImporting { browser in
            let findings = try await site.findings(of: try await site.send(Self.fy2027, name: file, browser))
            #expect(findings.releaseName == name && findings.effectiveFrom?.description == from)
        }
    }

    @Test("the same year once more after March is its April update, also when that is brought again")
    func april() async throws {
        let site = try await TestSite()
        // 10 April 2027.
        site.fixed.advance(by: 140 * 86_400)
        try await site.runImporting { browser in
            try await site.bring(Self.fy2026, file: "icd10cm_order_2027.txt", browser)
            #expect(try await site.database.currentRelease(of: .icd10cm)?.release.name == "FY2027")
            for _ in 0..<2 {
                let path = try await site.send(Self.fy2027, name: "icd10cm-order-april-1-2027.txt", browser)
                let findings = try await site.findings(of: path)
                #expect(findings.releaseName == "FY2027 April")
                #expect(findings.effectiveFrom?.description == "2027-04-01")
                #expect(findings.effectiveUntil?.description == "2027-09-30")
                try await site.apply(path, browser)
            }
        }
    }

    @Test("ICD-9-CM has the long titles of a zip of both; the short ones by themselves are a list too")
    func closed() async throws {
        let long = try #require(SmallFiles.texts[.icd9cmLong])
        let short = try #require(SmallFiles.texts[.icd9cmShort])
        let zip = Data(
            try WrittenFiles().zip([
                (Array("CMS32_DESC_SHORT_DX.txt".utf8), Array(short.utf8)),
                (Array("CMS32_DESC_LONG_DX.txt".utf8), Array(long.utf8)),
            ]))
        let site = try await TestSite()
        try await site.runImporting { browser in
            let both = try await site.send(zip, name: "ICD-9-CM-v32.zip", browser)
            var findings = try await site.findings(of: both)
            #expect(findings.layouts == [.icd9cmLong] && findings.added == 3)
            #expect(findings.releaseName == "2026-11-21" && findings.effectiveFrom?.description == "2026-11-21")
            try await site.apply(both, as: "v32", browser)
            let cholera = "/diagnoses/icd9cm/001.0"
            #expect(try await browser.get(cholera).text.contains("Cholera due to vibrio cholerae and some more words"))

            let alone = try await site.send(short, name: "CMS32_DESC_SHORT_DX.txt", browser)
            findings = try await site.findings(of: alone)
            #expect(findings.counts == [3, 1, 2, 1])
            #expect(findings.releaseName == "v32, 2026-11-21")
            try await site.apply(alone, browser)
            #expect(try await browser.get(cholera).text.contains("Cholera d/t vib cholerae"))
        }
    }
}
