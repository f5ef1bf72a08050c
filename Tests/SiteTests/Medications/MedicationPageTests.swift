import Clinic
import Foundation
import HTTPTypes
import Rendering
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Finding medicines in a browser")
struct MedicationPageTests {
    private func signedIn(
        _ roles: Set<Role> = [.clinician], _ body: @escaping @Sendable (TestBrowser, TestSite) async throws -> Void
    ) async throws {
        let site = try await TestSite(catalogs: true)
        let account = try await site.account("Dana Reyes", roles)
        try await site.run { browser in
            try await browser.signIn(account)
            try await body(browser, site)
        }
    }

    private let json = ["Accept": "application/json"]
    private let fragment = ["X-Fragment": "1"]

    @Test("programs get an array of id, name, brands, class and purpose; a guess says that it is one")
    func answersJSON() async throws {
        try await signedIn { browser, _ in
            let answer = try await browser.get("/medications/search?q=zestril&limit=1", json)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
            #expect(
                answer.body
                    == #"[{"id":"lisinopril","name":"lisinopril","brands":["Zestril","Prinivil","Qbrelis"],"#
                    + #""class":"ACE inhibitor","purpose":"High blood pressure; Heart failure; After a heart attack"}]"#
            )
            let guess = try await browser.get("/medications/search?q=lisinipril&limit=1", json)
            #expect(guess.body.hasPrefix(#"[{"id":"lisinopril","#) && guess.body.hasSuffix(#","guess":true}]"#))
            #expect(try await browser.get("/medications/search?q=", json).body == "[]")
        }
    }

    @Test(
        "JSON is valid whatever is asked, and holds no more than the limit",
        arguments: [
            ("q=a", 25), ("q=a&limit=100", 100), ("q=a&limit=1000", 100), ("q=a&limit=0", 1), ("q=a&limit=-5", 1),
            ("q=a&limit=abc", 25), ("q=a&limit=7", 7), ("q=%22%27%3Cscript%3E", 0), ("q=%00", 0), ("q=%FF%FE", 0),
            ("", 0), ("q=insulin&q=hip", 4), ("q=insulin&area=nonsense", 4), ("q=insulin&area=heart", 0),
            ("q=insulin&class=%3Cb%3E", 0), ("q=insulin&letter=z", 4), ("q=%E2%80%AEniap", 0), ("limit=5", 0),
        ])
    func limits(query: String, count: Int) async throws {
        try await signedIn { browser, _ in
            let answer = try await browser.get("/medications/search?\(query)", json)
            #expect(answer.status == 200)
            let list = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [[String: Any]]
            #expect(list?.count == count)
        }
    }

    @Test("scripts and programs get the list alone, a person who opens the address the whole page with it")
    func fragmentAndPage() async throws {
        try await signedIn { browser, _ in
            let part = try await browser.get("/medications/search?q=lisin", fragment)
            #expect(part.status == 200)
            #expect(part.body.contains("data-announce=\"2 medicines for “lisin”\""))
            #expect(part.body.contains("<mark>lisin</mark>opril") && !part.body.contains("<html"))
            #expect(try await browser.get("/medications/search?q=lisin").body == part.body)
            for path in ["/medications?q=lisin", "/medications/search?q=lisin"] {
                let page = try await browser.get(path, ["Sec-Fetch-Mode": "navigate"])
                #expect(page.body.hasPrefix("<!DOCTYPE html>") && page.body.contains("<mark>lisin</mark>opril"))
                #expect(page.body.contains(#"name="q" value="lisin""#))
                #expect(page.text.contains("General information, not clinically reviewed, as of Nov 21, 2026."))
            }
        }
    }

    @Test("a guess asks whether it was meant and is marked as one, with nothing chosen")
    func guess() async throws {
        try await signedIn { browser, _ in
            let page = try await browser.get("/medications?q=lisinipril")
            #expect(page.text.contains("No medicine for “lisinipril”. Did you mean one of these?"))
            #expect(page.text.contains("lisinopril similar name"))
            #expect(!page.body.contains("<mark>") && !page.body.contains("aria-selected"))
            let none = try await browser.get("/medications?q=qqzz")
            #expect(none.text.contains("No medicine for “qqzz”.") && none.text.contains("Check the spelling"))
        }
    }

    @Test("look-alikes are told apart by class and tall letters; why something was found is said")
    func rows() async throws {
        try await signedIn { browser, _ in
            let page = try await browser.get("/medications?q=hydr")
            #expect(page.body.contains("<mark>hydr</mark>OXYzine") && page.body.contains("<mark>hydr</mark>ALAZINE"))
            #expect(page.text.contains("Antihistamine") && page.text.contains("Vasodilator"))
            #expect(page.text.contains("Controlled (CII)"))
            #expect(
                try await browser.get("/medications?q=tylenol").text.contains(
                    "acetaminophen (paracetamol) brand Tylenol"))
            #expect(try await browser.get("/medications?q=ranit").text.contains("Withdrawn"))
        }
    }

    @Test("the list is browsed by letter, area and class, page by page")
    func browsing() async throws {
        try await signedIn { browser, _ in
            let first = try await browser.get("/medications")
            #expect(first.text.contains("281 medicines") && first.body.contains(#"href="/medications?page=2""#))
            #expect(first.body.contains(#"<a href="/medications" aria-current="true">All</a>"#))
            let last = try await browser.get("/medications?page=6")
            #expect(last.body.contains("/medications/zolpidem") && !last.body.contains("page=7"))
            let narrowed = try await browser.get("/medications?letter=A&area=heart&class=statin")
            #expect(narrowed.text.contains("1 medicine") && narrowed.body.contains("/medications/atorvastatin"))
            #expect(narrowed.body.contains(#"<option value="heart" selected>"#))
            #expect(
                narrowed.body.contains(
                    #"<a href="/medications?letter=a&amp;area=heart&amp;class=statin" aria-current="true">"#))
            for odd in [
                "letter=%C3%A4", "letter=aa", "page=0", "page=-3", "page=9999999999999999999", "area=x", "class=",
            ] {
                #expect(try await browser.get("/medications?\(odd)").status == 200, "\(odd)")
            }
            let none = try await browser.get("/medications?class=%3Cscript%3Ealert(1)%3C/script%3E&page=400")
            #expect(none.status == 200 && !none.body.contains("<script>alert"))
            #expect(none.text.contains("No medicine like that in this list."))
        }
    }

    @Test("a medicine says what it is for first, its side effects behind a summary, common apart from serious")
    func show() async throws {
        try await signedIn { browser, _ in
            let page = try await browser.get("/medications/warfarin")
            #expect(page.status == 200)
            let order = [
                "What it is for", "Prevention and treatment of blood clots", "How to take it", "INR",
                "Show side effects",
                "Common", "Bruising", "Serious", "Severe bleeding", "Coumadin", "B01AA03", "not clinically reviewed",
            ]
            var rest = page.text[...]
            for part in order {
                guard let found = rest.range(of: part) else {
                    Issue.record("\(part) is missing or too early")
                    break
                }
                rest = rest[found.upperBound...]
            }
            #expect(page.body.contains("<details class=\"more\"><summary>"))
            #expect(page.body.contains("<li>At the same time every day, often in the evening.</li>"))
        }
    }

    @Test("what was withdrawn, is controlled, is taken weekly or looks like another says so")
    func notices() async throws {
        try await signedIn { browser, _ in
            let withdrawn = try await browser.get("/medications/ranitidine").text
            #expect(withdrawn.contains("Withdrawn from the United States market on Apr 1, 2020"))
            #expect(try await browser.get("/medications/methotrexate").text.contains("Once a week only"))
            #expect(try await browser.get("/medications/codeine").text.contains("Schedule CII (DEA)"))
            let alike = try await browser.get("/medications/hydroxyzine")
            #expect(alike.text.contains("Not to be confused with hydrALAZINE Vasodilator"))
            #expect(alike.body.contains(#"href="/medications/hydralazine""#))
        }
    }

    @Test(
        "what names no medicine is not found",
        arguments: [
            "nothing", "%00", "%3Cb%3E", "Lisinopril", "lisinopril%2F..", "a%20b", "%E2%80%AE", "a;b", "161+2670",
        ])
    func notFound(id: String) async throws {
        try await signedIn { browser, _ in
            let answer = try await browser.get("/medications/\(id)")
            #expect(answer.status == 404)
        }
    }

    @Test(
        "what is typed is text everywhere",
        arguments: ["<script>alert(1)</script>", "\"><b>qqzz", "{{csrf}}", "[[qqzz]]", "'", "\"\u{301} onfocus"])
    func escaped(typed: String) async throws {
        try await signedIn { browser, _ in
            let query = typed.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for headers in [[:], fragment] {
                let answer = try await browser.get("/medications/search?q=\(query)", headers)
                #expect(answer.status == 200)
                #expect(!answer.body.contains("<script>alert") && !answer.body.contains("\"><b>"))
                #expect(answer.text.contains("No medicine for “\(typed)”"))
            }
        }
    }

    @Test("everybody who is signed in may read, and finds the way from the menu; nobody else", arguments: Role.allCases)
    func roles(role: Role) async throws {
        try await signedIn([role]) { browser, _ in
            for path in ["/medications", "/medications?q=lisin", "/medications/lisinopril"] {
                let answer = try await browser.get(path)
                #expect(answer.status == 200)
            }
            let home = try await browser.get("/")
            #expect(home.body.contains(#"href="/medications""#))
        }
        let site = try await TestSite(catalogs: true)
        try await site.run { browser in
            for path in ["/medications", "/medications/search?q=lisin", "/medications/lisinopril"] {
                let answer = try await browser.get(path)
                #expect(answer.status == 303)
            }
        }
    }

    @Test("inside another page rows are buttons of its form, guesses too, and none is chosen")
    func embedded() async throws {
        let place = MedicationSearchPlace(page: "/x", fragments: "/x/search", addForm: "add")
        let site = try await TestSite(catalogs: true)
        for typed in ["lisinopril", "lisinipril"] {
            let form = MedicationSearchForm(typed: typed)
            let hits = try await site.database.medications(matching: form.search(in: .english))
            let builder = MedicationResultsBuilder(
                place: place, form: form, words: site.site.templates.words(in: .english))
            let html = try site.site.templates.html(
                MedicationFragment(results: builder.results(hits)), language: .english)
            #expect(
                html.contains(#"<button class="result" data-option form="add" name="medication" value="lisinopril">"#))
            #expect(!html.contains("href=\"/medications/"))
        }
    }

    @Test("German readers are spoken to in German, about the medicine too")
    func german() async throws {
        try await signedIn([.patient]) { browser, site in
            let account = try #require(try await site.database.accounts().first)
            try await site.database.updateLanguage(of: account.id, to: .german, by: .program)
            let found = try await browser.get("/medications?q=Bluthochdruck")
            #expect(found.text.contains("Medikamente zu „Bluthochdruck“") && found.text.contains("ACE-Hemmer"))
            let page = try await browser.get("/medications/lisinopril").text
            #expect(page.contains("Bluthochdruck") && page.contains("Schwindel") && page.contains("Einmal täglich."))
            #expect(page.contains("Allgemeine Angaben, nicht klinisch geprüft, Stand 21.11.2026"))
        }
    }

    @Test("without the list, pages say so")
    func noList() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            for path in ["/medications", "/medications?q=lisin"] {
                #expect(try await browser.get(path).text.contains("The list of medicines is not loaded."))
            }
            #expect(try await browser.get("/medications/lisinopril").status == 404)
        }
    }
}
