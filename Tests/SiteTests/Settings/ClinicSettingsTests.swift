import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The clinic's settings in the admin's browser")
struct ClinicSettingsTests {
    private func signedIn(
        _ change: (inout SiteSettings) -> Void = { _ in },
        _ body: @escaping @Sendable (TestBrowser, TestSite) async throws -> Void
    ) async throws {
        let site = try await TestSite(change)
        let admin = try await site.account("Morgan Ellis", [.admin])
        try await site.run { browser in
            try await browser.signIn(admin)
            try await body(browser, site)
        }
    }

    private static let clinic = [
        ("name", " Alder Creek <b> "), ("country", "US"), ("street", "1 Creek Road"), ("city", "Portland"),
        ("state", "me"), ("postcode", "04101"), ("phone", "(207) 555-0133"), ("version", "0"),
    ]
    private static let region = [
        ("languages", "en"), ("languages", "de"), ("default-language", "en"), ("time-zone", ""), ("clock", "24"),
        ("version", "0"),
    ]

    @Test("stand in groups with what holds; each group has a form that explains")
    func overview() async throws {
        try await signedIn { browser, _ in
            let page = try await browser.get("/settings")
            for text in ["Name Not set", "Languages offered English, Deutsch", "Paper As usual in the country", "GMT"] {
                #expect(page.text.contains(text), "\(text)")
            }
            for group in ["clinic", "icon", "region", "units", "doses"] {
                #expect(page.body.contains("href=\"/settings/\(group)\""))
                #expect(try await browser.get("/settings/\(group)").status == 200)
            }
        }
    }

    @Test("name, address and phone stand in the head of every page, on letters, and begin a clinician's own")
    func clinic() async throws {
        try await signedIn { browser, site in
            try await browser.get("/settings/clinic")
            #expect(try await browser.post("/settings/clinic", fields: Self.clinic).location == "/settings")
            let visitor = browser.another()
            let page = try await visitor.get("/sign-in")
            #expect(page.body.contains("<title>Sign in – Alder Creek &lt;b&gt;</title>"))
            #expect(page.body.contains("site-header__clinic\">Alder Creek &lt;b&gt;<"))
            try await browser.get("/people/new")
            let fields = [("name", "Lee Ward"), ("email", "lee@example.org"), ("role", "clinician")]
            let sheet = try await browser.post("/people/invitations", fields: fields)
            #expect(sheet.text.contains("Alder Creek <b> 1 Creek Road · Portland, ME 04101 · (207) 555-0133"))
            let dana = try await site.account()
            let clinician = browser.another()
            try await clinician.signIn(dana)
            let provider = try await clinician.get("/provider")
            for value in ["Alder Creek &lt;b&gt;", "1 Creek Road", "1(207)555-0133"] {
                #expect(provider.body.contains(value), "\(value)")
            }
            // Saved on what was there before: said, nothing lost, and saved with another press.
            var late = Self.clinic.filter { $0.0 != "name" } + [("name", "Harbor")]
            let stale = try await browser.post("/settings/clinic", fields: late)
            #expect(stale.status == 409 && stale.body.contains("value=\"Harbor\""))
            #expect(stale.text.contains("Somebody else has changed the settings meanwhile"))
            late = late.filter { $0.0 != "version" } + [("version", "1")]
            #expect(try await browser.post("/settings/clinic", fields: late).status == 303)
            let german = try await browser.post(
                "/settings/clinic", ["country": "DE", "name": "Kept", "change-country": "yes", "version": "2"])
            #expect(german.status == 200 && german.body.contains("value=\"Kept\""))
        }
    }

    @Test("languages that are not offered are gone from every page, and the default is spoken to who asks for none")
    func languages() async throws {
        try await signedIn { browser, site in
            let visitor = browser.another()
            #expect(try await visitor.get("/sign-in").text.contains("Sign in"))
            var fields = Self.region.filter { $0.0 != "default-language" } + [("default-language", "de")]
            try await browser.get("/settings/region")
            #expect(try await browser.post("/settings/region", fields: fields).status == 303)
            #expect(try await visitor.get("/sign-in").text.contains("Anmelden"))
            #expect(try await visitor.get("/sign-in", ["Accept-Language": "fr, en;q=0.5"]).text.contains("Sign in"))
            fields = fields.filter { $0.1 != "en" && $0.0 != "version" } + [("version", "1")]
            #expect(try await browser.post("/settings/region", fields: fields).status == 303)
            let german = try await visitor.get("/sign-in", ["Accept-Language": "en"])
            #expect(german.text.contains("Anmelden") && !german.text.contains("English"))
            #expect(try await browser.get("/settings").text.contains("Angebotene Sprachen Deutsch"))
            try await visitor.post("/language", ["language": "en", "return": "/sign-in"])
            #expect(visitor.cookie("theralog_language") == nil)
        }
    }

    @Test("the time zone holds from the next page, typed as a place; that of the command line goes before")
    func zone() async throws {
        let fields = Self.region.filter { $0.0 != "time-zone" } + [("time-zone", "auckland")]
        try await signedIn { browser, site in
            #expect(site.site.today.description == "2026-11-21")
            let form = try await browser.get("/settings/region")
            #expect(form.body.contains("<option>America/Chicago</option>") && !form.text.contains("--time-zone"))
            #expect(try await browser.post("/settings/region", fields: fields).status == 303)
            #expect(site.site.settings.timeZone.identifier == "Pacific/Auckland")
            #expect(
                try await browser.get("/settings/region").text.contains(
                    "In force: Pacific/Auckland, where it is Nov 21, 2026, 22:30"))
            #expect(try await browser.get("/account").text.contains("Nov 21, 2026, 22:30"))
        }
        try await signedIn({ $0.isTimeZoneTold = true }) { browser, site in
            try await browser.get("/settings/region")
            #expect(try await browser.post("/settings/region", fields: fields).status == 303)
            #expect(site.site.settings.timeZone == .gmt)
            let form = try await browser.get("/settings/region")
            #expect(form.text.contains("--time-zone") && form.body.contains("value=\"Pacific/Auckland\""))
        }
    }

    @Test("units begin a new patient's form, and doses are read by the clock until a patient chooses")
    func units() async throws {
        try await signedIn { browser, site in
            try await browser.get("/settings/units")
            let fields = [("weight-unit", "kg"), ("height-unit", "cm"), ("paper", "a4"), ("version", "0")]
            #expect(try await browser.post("/settings/units", fields: fields).status == 303)
            let dana = try await site.prescriber()
            let clinician = browser.another()
            try await clinician.signIn(dana)
            let form = try await clinician.get("/patients/new")
            #expect(
                form.body.contains(/name="weight-unit" value="kg"[^>]*checked/)
                    || form.body.contains(/value="kg" selected/))
            let clock =
                Self.region.filter { $0.0 != "version" && $0.0 != "clock" } + [("clock", "12"), ("version", "1")]
            #expect(try await browser.post("/settings/region", fields: clock).status == 303)
            #expect(try await site.database.clockStyle(of: dana.id) == .hours12)
            try await site.database.updateClockStyle(.hours24, of: dana.id, by: .program)
            #expect(try await site.database.clockStyle(of: dana.id) == .hours24)
        }
    }

    @Test("paper and icon are on what is signed from now on; what was signed before stays")
    func sheets() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let before = try await clinic.complete(browser)
            try await clinic.sign(browser, before)
            #expect(!(try await browser.get(before).body.contains("sheet--a4")))
            let draft = try await clinic.complete(browser)
            let shown = try await clinic.fingerprint(browser, draft)
            var settings = ClinicSettings()
            settings.paper = .a4
            try await clinic.database.updateClinicSettings(settings, version: 0, by: .program)
            try await clinic.database.updateClinicIcon(
                to: Picture(png: SamplePictures.png, width: 1, height: 1), by: .program)
            // The sheet is not the one that was shown: it is shown again.
            let refused = try await browser.post("\(draft)/signature", ["fingerprint": shown])
            #expect(refused.status == 409)
            #expect(refused.body.contains("sheet--a4"))
            let picture = String(try #require(refused.body.firstMatch(of: /"([^"]+\/pictures\/[0-9a-f]{64})"/)?.1))
            #expect(try await browser.get(picture).status == 200)
            try await clinic.sign(browser, draft)
            let after = try await browser.get(draft)
            #expect(after.body.contains("sheet--a4") && after.body.contains("/pictures/"))
            let old = try await browser.get(before)
            #expect(!old.body.contains("sheet--a4") && !old.body.contains("/pictures/"))
            settings.paper = .letter
            try await clinic.database.updateClinicSettings(settings, version: 2, by: .program)
            #expect(try await browser.get(draft).body.contains("sheet--a4"))
        }
    }

    @Test("the icon is a picture of any kind, is shown to everybody and can be taken away")
    func icon() async throws {
        try await signedIn { browser, _ in
            #expect(try await browser.get("/clinic/icon").status == 404)
            try await browser.get("/settings/icon")
            #expect(try await browser.post("/settings/icon").status == 422)
            let wrong = try await browser.upload(
                "/settings/icon", [], file: ("file", "x.png", "image/png", Data("<svg onload=alert(1)>".utf8)))
            #expect(wrong.status == 422 && wrong.body.contains("href=\"#file\""))
            let saved = try await browser.upload(
                "/settings/icon", [], file: ("file", "x.png", "image/png", SamplePictures.png))
            #expect(saved.location == "/settings")
            let visitor = browser.another()
            let page = try await visitor.get("/sign-in")
            let path = String(try #require(page.body.firstMatch(of: /src="(\/clinic\/icon[^"]+)"/)?.1))
            #expect(try await visitor.get(path).headers[.contentType] == "image/png")
            try await browser.get("/settings/icon")
            #expect(try await browser.post("/settings/icon", ["remove": "yes"]).status == 303)
            #expect(try await visitor.get("/clinic/icon").status == 404)
        }
    }

    @Test(
        "what cannot be is said at its field, with everything typed kept and nothing saved",
        arguments: [
            ("clinic", "name", String(repeating: "x", count: 300)), ("clinic", "name", "a\u{202E}b"),
            ("clinic", "phone", "12<b>"), ("clinic", "postcode", "abc"), ("clinic", "country", "XX"),
            ("region", "time-zone", "Mars/Olympus\"\u{301}"),
            ("region", "time-zone", String(repeating: "y", count: 9000)),
            ("region", "languages", "xx"), ("region", "languages", ""), ("region", "default-language", "fr"),
            ("region", "clock", "13"), ("units", "weight-unit", "stone"), ("units", "height-unit", "\0"),
            ("units", "paper", "<script>"),
        ])
    func refused(group: String, field: String, value: String) async throws {
        try await signedIn { browser, site in
            let units = [("weight-unit", ""), ("height-unit", ""), ("paper", ""), ("version", "0")]
            let right = ["clinic": Self.clinic, "region": Self.region, "units": units][group] ?? []
            let fields = right.filter { $0.0 != field } + [(field, value)]
            try await browser.get("/settings/\(group)")
            let answer = try await browser.post("/settings/\(group)", fields: fields)
            #expect(answer.status == 422)
            #expect(answer.body.contains("href=\"#\(field)\""))
            #expect(!answer.body.contains("<script>") || !value.contains("script"))
            if group == "clinic", field != "name" { #expect(answer.body.contains("1 Creek Road")) }
            #expect(site.database.clinicSettings.version == 0)
        }
    }
}
