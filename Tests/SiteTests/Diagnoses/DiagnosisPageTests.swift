import Clinic
import Foundation
import HTTPTypes
import Rendering
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Finding diagnoses in a browser")
struct DiagnosisPageTests {
    private func signedIn(_ body: @escaping @Sendable (TestBrowser, TestSite) async throws -> Void) async throws {
        let site = try await TestSite(catalogs: true)
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await body(browser, site)
        }
    }

    private let json = ["Accept": "application/json"]
    private let fragment = ["X-Fragment": "1"]

    @Test("programs get an array of code, display, system and billable, the code with its dot")
    func answersJSON() async throws {
        try await signedIn { browser, _ in
            let answer = try await browser.get("/diagnoses/search?q=m25.551&system=icd10cm", json)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
            #expect(
                answer.body
                    == #"[{"code":"M25.551","display":"Pain in right hip","system":"icd10cm","billable":true}]"#)
            let heading = try await browser.get("/diagnoses/search?q=722&system=icd9cm&limit=1", json)
            #expect(heading.body.contains(#""code":"722","#) && heading.body.contains(#""billable":false"#))
            #expect(try await browser.get("/diagnoses/search?q=&system=icd10cm", json).body == "[]")
        }
    }

    @Test(
        "JSON is valid whatever is asked, and holds no more than the limit",
        arguments: [
            ("q=a", 25), ("q=fracture&limit=100", 100), ("q=fracture&limit=1000", 100), ("q=fracture&limit=0", 1),
            ("q=fracture&limit=-5", 1), ("q=fracture&limit=abc", 25), ("q=of&limit=7", 7), ("q=%22%27%3Cscript%3E", 0),
            ("q=%00", 0), ("q=%FF%FE", 0), ("", 0), ("q=pain&q=hip", 25), ("q=pain&system=nonsense", 25),
            ("q=%E2%80%AEniap", 0), ("limit=5", 0),
        ])
    func limits(query: String, count: Int) async throws {
        try await signedIn { browser, _ in
            let answer = try await browser.get("/diagnoses/search?\(query)", json)
            #expect(answer.status == 200)
            let list = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [[String: Any]]
            #expect(list?.count == count)
        }
    }

    @Test("scripts and programs get the list alone, a person who opens the address the whole page with it")
    func fragmentAndPage() async throws {
        try await signedIn { browser, _ in
            let part = try await browser.get("/diagnoses/search?q=lumb+rad", fragment)
            #expect(part.status == 200)
            #expect(part.body.hasPrefix("<div data-announce="))
            #expect(part.body.contains("<mark>Rad</mark>iculopathy, <mark>lumb</mark>ar region"))
            #expect(try await browser.get("/diagnoses/search?q=lumb+rad").body == part.body)
            for path in ["/diagnoses?q=lumb+rad", "/diagnoses/search?q=lumb+rad"] {
                let page = try await browser.get(path, ["Sec-Fetch-Mode": "navigate"])
                #expect(page.body.hasPrefix("<!DOCTYPE html>") && page.body.contains("<mark>Rad</mark>iculopathy"))
                #expect(page.body.contains(#"name="q" value="lumb rad""#))
            }
        }
    }

    @Test("the release is named with its end; after it the page says so; ICD-9 is historical")
    func release() async throws {
        try await signedIn { browser, site in
            let page = try await browser.get("/diagnoses")
            #expect(page.text.contains("ICD-10-CM, fiscal year 2026, ended on Sep 30, 2026."))
            #expect(page.text.contains("an administrator should import the new release"))
            let old = try await browser.get("/diagnoses?system=icd9cm")
            #expect(old.text.contains("ICD-9-CM is historical.") && old.text.contains("in force until Sep 30, 2015"))
            let words = site.site.templates.words(in: .english)
            let release = try await site.database.currentRelease(of: .icd10cm)?.release
            let inForce = ReleaseView(
                release, of: .icd10cm, today: try #require(LocalDate(iso: "2026-09-30")), words: words)
            #expect(inForce.warning == nil)
            #expect(inForce.text == "ICD-10-CM, fiscal year 2026, in force until Sep 30, 2026")
            #expect(ReleaseView(nil, of: .icd10cm, today: site.site.today, words: words).warning != nil)
        }
    }

    @Test("no result says so and what to try; hits in the other list alone offer to switch")
    func noResult() async throws {
        try await signedIn { browser, _ in
            let none = try await browser.get("/diagnoses?q=qqzz")
            #expect(none.text.contains("No diagnosis for “qqzz”.") && none.text.contains("Check the spelling"))
            #expect(!none.body.contains("Search in ICD-9-CM"))
            let other = try await browser.get("/diagnoses?q=722.10")
            #expect(other.text.contains("ICD-9-CM has diagnoses for “722.10”."))
            #expect(other.body.contains(#"href="/diagnoses?q=722%2E10&amp;system=icd9cm""#))
        }
    }

    @Test(
        "what is typed is text everywhere",
        arguments: ["<script>alert(1)</script>", "\"><b>qqzz", "{{csrf}}", "[[qqzz]]", "'", "\"\u{301} onfocus"])
    func escaped(typed: String) async throws {
        try await signedIn { browser, _ in
            let query = typed.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for headers in [[:], fragment] {
                let answer = try await browser.get("/diagnoses/search?q=\(query)", headers)
                #expect(answer.status == 200)
                #expect(!answer.body.contains("<script>alert") && !answer.body.contains("\"><b>"))
                #expect(answer.text.contains("No diagnosis for “\(typed)”"))
            }
        }
    }

    @Test("the side of the body is a tag with words")
    func side() async throws {
        try await signedIn { browser, _ in
            let page = try await browser.get("/diagnoses?q=pain+hip")
            for tag in ["side side--right\">Right", "side side--left\">Left", "side\">Side not stated"] {
                #expect(page.body.contains("<span class=\"\(tag)</span>"))
            }
        }
    }

    @Test("a heading opens to what is below it, with the way back up")
    func heading() async throws {
        try await signedIn { browser, _ in
            let found = try await browser.get("/diagnoses?q=m54.5")
            #expect(found.body.contains(#"<a class="result" data-option href="/diagnoses/icd10cm/M54.5">"#))
            let page = try await browser.get("/diagnoses/icd10cm/M54.5")
            #expect(page.status == 200)
            #expect(page.text.contains("M54.50 Low back pain, unspecified"))
            #expect(page.body.contains(#"href="/diagnoses/icd10cm/M54""#))
            #expect(!page.text.contains("Add to favorites"))
            #expect(try await browser.get("/diagnoses/icd10cm/m545").status == 200)
            for wrong in ["icd10cm/M99.999", "icd11/M54", "icd10cm/%3Cb%3E", "icd10cm/%00", "icd10cm/M54%2F5"] {
                #expect(try await browser.get("/diagnoses/\(wrong)").status == 404, "\(wrong)")
            }
        }
    }

    @Test("favourites are kept and let go, and shown with recent ones before typing")
    func favourites() async throws {
        try await signedIn { browser, site in
            #expect(try await browser.get("/diagnoses").text.contains("Start typing."))
            try await browser.get("/diagnoses/icd10cm/M25.551")
            let kept = try await browser.post("/diagnoses/icd10cm/M25.551/favourite", ["keep": "yes"])
            #expect(kept.status == 303 && kept.location == "/diagnoses/icd10cm/M25.551")
            #expect(try await browser.get("/diagnoses/icd10cm/M25.551").text.contains("Remove from favorites"))
            let account = try #require(try await site.database.accounts().first)
            let (neck, release) = try await site.database.diagnosis(DiagnosisCode(system: .icd10cm, text: "M542"))
            try await site.database.noteUse(
                of: [PrescribedDiagnosis(neck, releaseUntil: release.effectiveUntil)], by: Actor(account: account.id))
            let before = try await browser.get("/diagnoses").text
            #expect(before.contains("M25.551 Pain in right hip Right favorite"))
            #expect(before.contains("M54.2 Cervicalgia used before"))
            #expect(try await browser.get("/diagnoses?q=cervicalgia").text.contains("used once"))
            #expect(try await browser.get("/diagnoses/search?q=", fragment).text.contains("favorite"))
            try await browser.post("/diagnoses/icd10cm/M25.551/favourite", ["keep": "no"])
            #expect(try await !browser.get("/diagnoses").text.contains("M25.551"))
            #expect(try await browser.post("/diagnoses/icd10cm/M54/favourite", ["keep": "yes"]).status == 422)
            #expect(try await browser.post("/diagnoses/icd10cm/M54.2/favourite", ["csrf": "x"]).status == 403)
        }
    }

    @Test("inside another page rows are buttons of its form, headings open there, chosen ones say so")
    func embedded() async throws {
        let place = DiagnosisSearchPlace(
            page: "/prescriptions/7/diagnoses", fragments: "/prescriptions/7/diagnoses/search", addForm: "add",
            chosen: [DiagnosisCode(system: .icd10cm, text: "M5450")])
        let site = try await TestSite(catalogs: true)
        let hits = try await site.database.diagnoses(matching: DiagnosisSearch(typed: "m54.5", system: .icd10cm))
        let builder = DiagnosisResultsBuilder(
            place: place, form: DiagnosisSearchForm(typed: "m54.5", system: .icd10cm),
            words: site.site.templates.words(in: .english))
        let html = try site.site.templates.html(
            DiagnosisFragment(results: builder.results(hits)), language: .english)
        #expect(html.contains(#"<button class="result" data-option form="add" name="code" value="icd10cm:M54.51">"#))
        #expect(
            html.contains(
                #"<a class="result" data-option href="/prescriptions/7/diagnoses?q=M54%2E5&amp;system=icd10cm">"#))
        #expect(!html.contains("icd10cm:M54.50") && html.contains("already on the list"))
    }

    @Test("German readers are spoken to in German")
    func german() async throws {
        try await signedIn { browser, site in
            let account = try #require(try await site.database.accounts().first)
            try await site.database.updateLanguage(of: account.id, to: .german, by: .program)
            let page = try await browser.get("/diagnoses?q=Bandscheibenvorfall")
            #expect(page.text.contains("Diagnosen zu „Bandscheibenvorfall“"))
            #expect(page.text.contains("galt bis 30.09.2026"))
            #expect(page.body.contains(#"<span lang="en">"#))
        }
    }
}
