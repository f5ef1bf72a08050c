import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Favourite practices")
struct PracticePageTests {
    private let lakeside = [
        ("name", "Lakeside Physical Therapy"), ("contact", "Sam"), ("country", "US"), ("street", "5 Shore Rd"),
        ("city", "Evanston"), ("state", "il"), ("postcode", "60201"), ("phone", "847-555-0110"), ("fax", ""),
        ("email", "desk@lakeside.example"), ("npi", ""), ("specialties", "Spine"), ("notes", "Ring twice\r\nParking"),
        ("version", "0"),
    ]

    private func fields(_ changes: KeyValuePairs<String, String>) -> [(String, String)] {
        lakeside.map { field in (field.0, changes.first { $0.key == field.0 }?.value ?? field.1) }
    }

    @Test("one is added, shown, edited and removed after a question")
    func roundTrip() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            #expect(try await browser.get("/practices").text.contains("No favorite practices yet"))
            try await browser.get("/practices/new")
            #expect(try await browser.post("/practices", fields: lakeside).location == "/practices")
            let list = try await browser.get("/practices")
            #expect(list.text.contains("Lakeside Physical Therapy 5 Shore Rd, Evanston, IL 60201"))
            #expect(list.text.contains("(847) 555-0110"))
            let id = try #require(try await site.database.favouritePractices(of: account.id).first).id
            let edit = try await browser.get("/practices/\(id)/edit")
            #expect(edit.body.contains("value=\"1(847)555-0110\""))
            #expect(edit.body.contains("Ring twice\nParking</textarea>"))
            let saved = try await browser.post(
                "/practices/\(id)", fields: fields(["name": "Bayside", "version": "1"]))
            #expect(saved.location == "/practices")
            let question = try await browser.get("/practices/\(id)/removal")
            #expect(question.text.contains("Remove Bayside from your favorites?"))
            let unconfirmed = try await browser.post("/practices/\(id)/removal")
            #expect(unconfirmed.status == 200)
            #expect(try await site.database.favouritePractices(of: account.id).count == 1)
            #expect(try await browser.post("/practices/\(id)/removal", ["confirmed": "yes"]).location == "/practices")
            #expect(try await site.database.favouritePractices(of: account.id).isEmpty)
            #expect(try await browser.get("/practices/\(id)/edit").status == 404)
        }
    }

    @Test("the same name and address is refused, however it is spelt, and everything typed stays")
    func duplicate() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/practices/new")
            try await browser.post("/practices", fields: lakeside)
            let answer = try await browser.post("/practices", fields: fields(["name": "LAKESIDE physical-therapy"]))
            #expect(answer.status == 422)
            #expect(answer.text.contains("You already have a practice with this name and address"))
            #expect(answer.body.contains("value=\"LAKESIDE physical-therapy\""))
        }
    }

    @Test("what is wrong is said at its field and everything typed stays")
    func wrong() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/practices/new")
            let answer = try await browser.post(
                "/practices",
                fields: fields([
                    "name": "\"><script>alert(1)</script>", "phone": "12", "email": "a@b.de\nBcc: x@y.de", "npi": "1",
                    "state": "ZZ", "postcode": "1", "notes": "</textarea><script>",
                ]))
            #expect(answer.status == 422)
            #expect(!answer.body.contains("<script>"))
            #expect(answer.body.contains("&lt;/textarea&gt;&lt;script&gt;"))
            for field in ["phone", "email", "npi", "state", "postcode"] {
                #expect(answer.body.contains("id=\"\(field)-error\""), "\(field)")
            }
            #expect(!answer.body.contains("id=\"name-error\""))
            let empty = try await browser.post("/practices")
            #expect(empty.status == 422)
            #expect(empty.body.contains("id=\"name-error\""))
            #expect(empty.body.contains("<a href=\"#name\">Practice name: Fill this in</a>"))
        }
        #expect(try await site.database.favouritePractices(of: account.id).isEmpty)
    }

    @Test("a name that can be misused is only text on every page")
    func hostileName() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/practices/new")
            try await browser.post("/practices", fields: fields(["name": "<img src=x onerror=\"a\">{{csrf}} & 'Co'"]))
            let id = try #require(try await site.database.favouritePractices(of: account.id).first).id
            for path in ["/practices", "/practices/\(id)/edit", "/practices/\(id)/removal"] {
                let page = try await browser.get(path)
                #expect(!page.body.contains("<img src=x"))
                #expect(page.body.contains("&lt;img src=x onerror=&quot;a&quot;&gt;{{csrf}} &amp;"), "\(path)")
            }
        }
    }

    @Test("another country shows its own fields and keeps what was typed")
    func country() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/practices/new")
            let answer = try await browser.post(
                "/practices", fields: fields(["country": "CH"]) + [("change-country", "yes")])
            #expect(answer.status == 200)
            #expect(!answer.body.contains("id=\"state\""))
            #expect(answer.body.contains("value=\"Lakeside Physical Therapy\""))
        }
        #expect(try await site.database.favouritePractices(of: account.id).isEmpty)
    }

    @Test("an older form shows what is kept beside what was typed")
    func stale() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            try await browser.get("/practices/new")
            try await browser.post("/practices", fields: lakeside)
            let id = try #require(try await site.database.favouritePractices(of: account.id).first).id
            try await browser.post("/practices/\(id)", fields: fields(["name": "Bayside", "version": "1"]))
            let answer = try await browser.post(
                "/practices/\(id)", fields: fields(["name": "Seaside", "version": "1"]))
            #expect(answer.status == 409)
            #expect(answer.body.contains("value=\"Seaside\""))
            #expect(answer.body.contains("<td data-label=\"Saved now\">Bayside</td>"))
            #expect(answer.body.contains("name=\"version\" value=\"2\""))
        }
    }

    @Test("a long list has pages")
    func pages() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        for number in 1...30 {
            var practice = Practice()
            practice.name = "Practice \(String(format: "%02d", number))"
            try await site.database.insertFavourite(practice, of: account.id, by: .program)
        }
        try await site.run { browser in
            try await browser.signIn(account)
            let first = try await browser.get("/practices")
            #expect(first.text.contains("30 practices"))
            #expect(first.text.contains("Practice 25"))
            #expect(!first.text.contains("Practice 26"))
            #expect(first.body.contains("/practices?page=2"))
            #expect(try await browser.get("/practices?page=2").text.contains("Practice 30"))
            for odd in ["0", "-1", "99999999999999999999", "x", "%00"] {
                #expect(try await browser.get("/practices?page=\(odd)").status == 200)
            }
        }
    }

    @Test("a colleague's favourites are not found, and other roles are refused")
    func access() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        let colleague = try await site.account("Lee Ward")
        let patient = try await site.account("Pat Doe", [.patient])
        var practice = Practice()
        practice.name = "Lakeside"
        let id = try await site.database.insertFavourite(practice, of: account.id, by: .program).id
        try await site.run { browser in
            try await browser.signIn(colleague)
            #expect(try await !browser.get("/practices").text.contains("Lakeside"))
            #expect(try await browser.get("/practices/\(id)/edit").status == 404)
            #expect(try await browser.get("/practices/\(id)/removal").status == 404)
            try await browser.get("/practices/new")
            #expect(try await browser.post("/practices/\(id)", fields: lakeside).status == 404)
            #expect(try await browser.post("/practices/\(id)/removal", ["confirmed": "yes"]).status == 404)
            #expect(try await browser.get("/practices/x/edit").status == 404)
            let other = browser.another()
            try await other.signIn(patient)
            #expect(try await other.get("/practices").status == 403)
            #expect(try await other.post("/practices", fields: lakeside).status == 403)
        }
        #expect(try await site.database.favouritePractices(of: account.id).count == 1)
    }

    @Test("German labels for those who read German")
    func inGerman() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.database.updateLanguage(of: account.id, to: .german, by: .program)
        try await site.run { browser in
            try await browser.signIn(account)
            #expect(try await browser.get("/practices").text.contains("Noch keine bevorzugten Praxen"))
            let page = try await browser.get("/practices/new")
            for word in ["Praxis hinzufügen", "Name der Praxis", "Ansprechperson", "Postleitzahl", "Schwerpunkte"] {
                #expect(page.text.contains(word), "\(word)")
            }
        }
    }
}
