import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Provider information")
struct ProviderPageTests {
    private let complete = [
        ("first-name", "Dana"), ("middle-name", ""), ("last-name", "Reyes"), ("degree", "PA-C"),
        ("practice-name", "Harbor Spine Clinic"), ("country", "US"), ("street", "12 Harbor St"), ("city", "Chicago"),
        ("state", "illinois"), ("postcode", "606141234"), ("phone", "312.555.0142"), ("fax", ""), ("email", ""),
        ("npi", "1234567893"), ("licence", "085.001234"), ("version", "0"),
    ]

    private func fields(_ changes: KeyValuePairs<String, String>) -> [(String, String)] {
        complete.map { field in (field.0, changes.first { $0.key == field.0 }?.value ?? field.1) }
    }

    @Test("before it is there the page says what is missing and links to each field")
    func missing() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            let page = try await browser.get("/provider")
            #expect(page.status == 200)
            #expect(page.text.contains("This information will be embedded in all prescriptions."))
            #expect(page.text.contains("Your provider information is incomplete"))
            for field in [
                "first-name", "last-name", "degree", "phone", "practice-name", "street", "city", "state", "postcode",
            ] {
                #expect(page.body.contains("href=\"#\(field)\""), "\(field)")
                #expect(page.body.contains("id=\"\(field)\""), "\(field)")
            }
            #expect(page.text.contains("ZIP code"))
        }
    }

    @Test("the first time it is normalised, kept, and leads on to icon and signature")
    func firstTime() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider")
            let answer = try await browser.post("/provider", fields: complete)
            #expect(answer.status == 303)
            #expect(answer.location?.hasPrefix("/provider/icon?return=") == true)
            let page = try await browser.get("/provider")
            #expect(page.body.contains("value=\"1(312)555-0142\""))
            #expect(page.body.contains("value=\"IL\""))
            #expect(page.body.contains("value=\"60614-1234\""))
            #expect(!page.text.contains("incomplete"))
        }
        let provider = try #require(try await site.database.provider(of: account.id)).provider
        #expect(provider.isComplete)
        #expect(provider.phone?.e164 == "+13125550142")
    }

    @Test("icon and signature of the first time lead to the page that was wanted")
    func wayBack() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider?return=/patients/new")
            var answer = try await browser.post("/provider", fields: complete + [("return", "/patients/new")])
            try await browser.get(try #require(answer.location))
            let first = try await browser.get(try #require(answer.location)).body
            let path = try #require(first.firstMatch(of: /name="return" value="([^"]+)"/)?.1)
            answer = try await browser.upload(
                "/provider/icon", [("icon", "spine"), ("return", String(path).replacing("&amp;", with: "&"))],
                file: ("file", "", "", Data()))
            #expect(answer.status == 303)
            #expect(answer.location == "/provider/signature?return=/patients/new")
        }
    }

    @Test(
        "a path to another site is not returned to", arguments: ["https://evil.example/", "//evil.example", "/\\evil"])
    func noOpenRedirect(path: String) async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider")
            let answer = try await browser.post("/provider", fields: complete + [("return", path)])
            #expect(answer.location?.contains("evil") == false)
            let icon = try await browser.get("/provider/icon?return=\(path.queryEscaped)")
            #expect(!icon.body.contains("evil"))
        }
    }

    @Test("what is wrong is said at its field and everything typed stays")
    func wrong() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider")
            let answer = try await browser.post(
                "/provider",
                fields: fields([
                    "first-name": "<script>alert(\"1\")</script>", "last-name": "", "state": "Bavaria",
                    "postcode": "123",
                    "phone": "call me", "npi": "1234567890", "licence": "<b>",
                ]))
            #expect(answer.status == 422)
            #expect(answer.body.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"))
            #expect(!answer.body.contains("<script>alert"))
            for field in ["last-name", "state", "postcode", "phone", "npi", "licence"] {
                #expect(answer.body.contains("id=\"\(field)-error\""), "\(field)")
            }
            #expect(answer.body.contains("value=\"call me\""))
            #expect(answer.body.contains("value=\"Bavaria\""))
            #expect(!answer.body.contains("id=\"city-error\""))
        }
        #expect(try await site.database.provider(of: account.id) == nil)
    }

    @Test(
        "no field makes the server fail",
        arguments: [
            "", "\u{0}", "\r\n\r\n", "\u{202E}evil", String(repeating: "é", count: 60_000), "{{csrf}}",
            "'; DROP TABLE provider",
            "\u{FFFF}", "🧑‍⚕️",
        ])
    func hostile(text: String) async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider")
            for name in complete.map(\.0) {
                let fields = complete.map { ($0.0, $0.0 == name ? text : $0.1) }
                let status = try await browser.post("/provider", fields: fields).status
                #expect([303, 409, 413, 422].contains(status), "\(name): \(status)")
            }
        }
    }

    @Test("a repeated field counts once, and a form without fields is refused at every field")
    func repeated() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider")
            #expect(try await browser.post("/provider").status == 422)
            let answer = try await browser.post("/provider", fields: complete + [("first-name", "Other")])
            #expect(answer.status == 303)
        }
        #expect(try await site.database.provider(of: account.id)?.provider.firstName == "Dana")
    }

    @Test("another country shows its own fields, checks nothing yet and keeps what was typed")
    func country() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider")
            let answer = try await browser.post(
                "/provider",
                fields: fields(["country": "DE", "last-name": "", "city": "Berlin"]) + [("change-country", "yes")])
            #expect(answer.status == 200)
            #expect(!answer.body.contains("id=\"state\""))
            #expect(answer.body.contains("value=\"Berlin\""))
            #expect(answer.text.contains("Postcode"))
        }
        #expect(try await site.database.provider(of: account.id) == nil)
    }

    @Test("a German practice needs no state")
    func german() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider")
            let answer = try await browser.post(
                "/provider",
                fields: fields([
                    "country": "DE", "street": "Turmstr. 21", "city": "Berlin", "state": "", "postcode": "10559",
                    "phone": "030 901820", "npi": "",
                ]))
            #expect(answer.status == 303)
        }
        #expect(try await site.database.provider(of: account.id)?.provider.isComplete == true)
    }

    @Test("whoever saves an older form sees what is kept beside what was typed, and may save again")
    func stale() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider")
            try await browser.post("/provider", fields: complete)
            let answer = try await browser.post("/provider", fields: fields(["last-name": "Reyes-Ito"]))
            #expect(answer.status == 409)
            #expect(answer.body.contains("value=\"Reyes-Ito\""))
            #expect(answer.body.contains("<td data-label=\"Saved now\">Reyes</td>"))
            #expect(answer.body.contains("name=\"version\" value=\"1\""))
            let again = try await browser.post("/provider", fields: fields(["last-name": "Reyes-Ito", "version": "1"]))
            #expect(again.status == 303)
            #expect(again.location == "/provider")
        }
        #expect(try await site.database.provider(of: account.id)?.provider.lastName == "Reyes-Ito")
    }

    @Test("German labels for those who read German")
    func inGerman() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.database.updateLanguage(of: account.id, to: .german, by: .program)
        try await site.run { browser in
            try await browser.signIn(account)
            let page = try await browser.get("/provider")
            for word in ["Angaben zur verordnenden Person", "Vorname", "Name der Praxis", "Postleitzahl", "Abschluss"] {
                #expect(page.text.contains(word), "\(word)")
            }
            // Germany is the country to begin with: no state is asked for.
            #expect(!page.body.contains("id=\"state\""))
            #expect(try await browser.get("/provider/icon").text.contains("Praxislogo"))
            #expect(try await browser.get("/provider/signature").text.contains("Wie unterschreiben Sie?"))
        }
    }

    @Test("patients and mere admins are refused", arguments: [Role.patient, Role.admin])
    func wrongRole(role: Role) async throws {
        let site = try await TestSite()
        let account = try await site.account("Pat Doe", [role])
        try await site.run { browser in
            try await browser.signIn(account)
            for path in ["/provider", "/provider/icon", "/provider/icon/image", "/provider/signature"] {
                #expect(try await browser.get(path).status == 403)
            }
            #expect(try await browser.post("/provider", fields: complete).status == 403)
        }
    }

    @Test("each clinician sees their own only")
    func others() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        let other = try await site.account("Lee Ward")
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/provider")
            try await browser.post("/provider", fields: complete)
            let theirs = browser.another()
            try await theirs.signIn(other)
            let page = try await theirs.get("/provider")
            #expect(!page.body.contains("Harbor Spine"))
        }
    }
}
