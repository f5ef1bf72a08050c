import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The page of practices nearby")
struct NearbyPageTests {
    private func json(_ answer: TestBrowser.Answer) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
    }

    /// The lines of the same search for programs.
    private func lines(_ browser: TestBrowser, _ query: String) async throws -> [[String: Any]] {
        let answer = try await browser.get("/practices/nearby?\(query)", ["Accept": "application/json"])
        return try #require(try json(answer)["practices"] as? [[String: Any]])
    }

    @Test("shows numbered pins that lead to the entries of the same number, the nearest first")
    func page() async throws {
        let site = try await NearbySite()
        try await site.clinic.run { browser in
            let page = try await browser.get("/practices/nearby?zip=04101&radius=10&unit=mi")
            #expect(page.status == 200)
            #expect(page.text.contains("3 practices within 10 mi of 04101 Portland"))
            #expect(page.body.contains(##"href="#practice-3""##) && page.body.contains(#"id="practice-3""#))
            #expect(!page.body.contains("Bangor Therapy") && !page.body.contains("<Center>"))
            #expect(page.text.contains("GeoNames (CC BY 4.0)"))
            let wide = try await browser.get("/practices/nearby?zip=04101&radius=250&unit=km")
            #expect(wide.text.contains("4 practices within 250 km"))
            let hand = try await browser.get("/practices/nearby?zip=04101&specialty=2251H1200X")
            #expect(hand.text.contains("1 practice within") && hand.body.contains("Harbor &quot;Hand&quot;"))
            let named = try await browser.get("/practices/nearby?zip=04101&radius=200&q=bang&order=usual")
            #expect(named.text.contains("1 practice within 200 mi"))
            let none = try await browser.get("/practices/nearby?zip=04101&radius=1&q=nobody")
            #expect(none.status == 200 && none.text.contains("No practice found here"))
            #expect(none.body.contains("radius=5"))
        }
    }

    @Test("answers programs with the same in JSON, and with what is wrong")
    func asJSON() async throws {
        let site = try await NearbySite()
        try await site.clinic.run { browser in
            let headers = ["Accept": "application/json"]
            let answer = try await browser.get("/practices/nearby?zip=04103-0001&radius=2,5&unit=km", headers)
            #expect(answer.status == 200)
            let found = try json(answer)
            #expect(found["zip"] as? String == "04103" && found["radius"] as? Double == 2.5)
            #expect(found["unit"] as? String == "km" && found["more"] as? Bool == false)
            let practices = try #require(found["practices"] as? [[String: Any]])
            let first = try #require(practices.first)
            #expect(first["name"] as? String == "Lakeside Physical Therapy" && first["city"] as? String == "Portland")
            #expect(first["distance"] as? Double == 0 && first["unit"] as? String == "km")
            #expect(first["phone"] as? String == "+12075550111" && first["favourite"] as? Bool == false)
            #expect((first["id"] as? String)?.hasPrefix("l") == true)
            let wrong = try await browser.get("/practices/nearby?zip=1&radius=-1", headers)
            #expect(wrong.status == 422)
            let problems = try #require(try json(wrong)["problems"] as? [[String: String]])
            #expect(Set(problems.compactMap { $0["field"] }) == ["zip", "radius"])
        }
    }

    @Test("every line for programs has the same keys, with null for what there is not")
    func keys() async throws {
        let site = try await NearbySite()
        var lakeside = Practice()
        lakeside.name = "Lakeside Physical Therapy"
        lakeside.address = PostalAddress(
            street: "9 Lake Road", city: "Portland", state: "ME", postcode: "04103", country: .unitedStates)
        let dana = site.clinic.dana.id
        try await site.database.insertFavourite(lakeside, of: dana, by: Actor(account: dana))
        try await site.clinic.run { browser in
            let query = "zip=04101&radius=10&unit=mi"
            let whole = try json(
                try await browser.get("/practices/nearby?\(query)", ["Accept": "application/json"]))
            #expect(Set(whole.keys) == ["zip", "city", "from", "gap", "radius", "unit", "more", "practices"])
            #expect(whole["gap"] is NSNull && whole["from"] as? String == "zip")
            let found = try await lines(browser, query)
            #expect(found.count == 3)
            for line in found {
                #expect(
                    Set(line.keys) == [
                        "id", "name", "distance", "unit", "city", "phone", "favourite", "referrals", "reportDays",
                    ])
                #expect(line["reportDays"] is NSNull && line["referrals"] as? Int == 0)
            }
            let hand = try #require(found.first { $0["name"] as? String == "Harbor \"Hand\" <Center>" })
            #expect(hand["phone"] is NSNull && hand["favourite"] as? Bool == false)
            let near = try #require(found.last)
            #expect(near["name"] as? String == "Lakeside Physical Therapy" && near["favourite"] as? Bool == true)
            // Between the middles of the two ZIP codes.
            let miles = try #require(near["distance"] as? Double)
            #expect((2.5...3).contains(miles) && near["unit"] as? String == "mi")
            let said = miles == miles.rounded() ? "\(Int(miles)) mi" : "\(miles) mi"
            #expect(try await browser.get("/practices/nearby?\(query)").text.contains(said))
        }
    }

    @Test(
        "hostile values get a message and are kept in the form",
        arguments: [
            "zip=04101&radius=1e999", "zip=04101&radius=-1", "zip=04101&radius=NaN", "zip=04101&radius=0",
            "zip=04101&radius=99999", "zip=0410", "zip=04101&zip=04103", "zip=00000", "zip=04101&unit=furlong",
            "zip=04101&radius=5&radius=6", "zip=%3Cscript%3E", "zip=09012", "zip=04101&specialty=x",
            "zip=04101&order=x",
            "zip=0\(String(repeating: "4", count: 3000))", "zip=04101&q=\(String(repeating: "a", count: 300))",
        ])
    func hostile(query: String) async throws {
        let site = try await NearbySite()
        try await site.clinic.run { browser in
            let answer = try await browser.get("/practices/nearby?\(query)")
            #expect(answer.status == 422, "\(query)")
            #expect(answer.body.contains("error-summary"))
            #expect(!answer.body.contains("<script>"))
            let data = try await browser.get("/practices/nearby?\(query)", ["Accept": "application/json"])
            #expect(data.status == 422)
        }
    }

    @Test("is for clinicians; a prescription of somebody else's, or none, is not found")
    func roles() async throws {
        let site = try await NearbySite()
        let admin = try await site.clinic.site.account("Ada Admin", [.admin])
        try await site.clinic.run { browser in
            let draft = try await site.begin(browser)
            let lee = browser.another()
            try await lee.signIn(site.clinic.lee)
            #expect(try await lee.get("/practices/nearby?prescription=\(draft.id)").status == 404)
            #expect(try await lee.get("/practices/directory?prescription=\(draft.id)").status == 404)
            #expect(try await browser.get("/practices/nearby?prescription=%3Cb%3E").status == 404)
            let other = browser.another()
            try await other.signIn(admin)
            for path in ["/practices/nearby", "/practices/directory"] {
                #expect(try await other.get(path).status == 403)
            }
        }
    }

    @Test("from a prescription it begins at the patient; what is chosen is on it, with the offer to keep it")
    func flow() async throws {
        let site = try await NearbySite()
        try await site.clinic.run { browser in
            let draft = try await site.begin(browser)
            let tabs = try await browser.get("\(draft.path)/practice")
            #expect(tabs.body.contains("/practices/nearby?prescription=\(draft.id)"))
            #expect(tabs.body.contains("\(draft.path)/practice/by-hand"))
            let page = try await browser.get("/practices/nearby?prescription=\(draft.id)")
            #expect(page.text.contains("3 practices within 10 mi of 04101 Portland"))
            #expect(page.text.contains("Ada Quist"))
            let match = try #require(
                page.body.firstMatch(of: /name="practice" value="(l[0-9]+)"[^>]*>Choose<span[^>]*>: Lakeside/))
            let chosen = try await browser.post("\(draft.path)/practice/choice", ["practice": String(match.1)])
            #expect(chosen.location == "\(draft.path)/practice/favourite")
            #expect(try await browser.post("\(draft.path)/practice/favourite", ["keep": "yes"]).location == draft.path)
            #expect(try await browser.get(draft.path).text.contains("Lakeside Physical Therapy"))
            let again = try await browser.get("/practices/nearby?prescription=\(draft.id)")
            #expect(again.body.contains("aria-current=\"true\">chosen<"))
            for hostile in ["", "l1", "x", "e01890000-0000-7000-8000-000000000001"] {
                #expect(try await browser.post("\(draft.path)/practice/choice", ["practice": hostile]).status == 404)
            }
        }
    }

    @Test("without a ZIP code there is the way to the patient and back, and the draft stays")
    func gaps() async throws {
        let site = try await NearbySite()
        try await site.clinic.run { browser in
            let path = try await site.clinic.begin(browser, patient: site.clinic.patient.id)
            let id = path.split(separator: "/").last ?? ""
            let page = try await browser.get("/practices/nearby?prescription=\(id)")
            #expect(page.status == 200)
            #expect(page.text.contains("The patient’s record has no ZIP code."))
            let edit = "/patients/\(site.clinic.patient.id)/edit?prescription=\(id)"
            #expect(page.body.contains(edit))
            let form = try await browser.get(edit)
            #expect(form.body.contains("action=\"/patients/\(site.clinic.patient.id)?prescription=\(id)\""))
            let typed = try await browser.get("/practices/nearby?prescription=\(id)&zip=04103")
            #expect(typed.text.contains("of 04103 Portland") && !typed.text.contains("has no ZIP code"))
            let empty = try await site.clinic.begin(browser)
            let none = try await browser.get("/practices/nearby?prescription=\(empty.split(separator: "/").last ?? "")")
            #expect(none.body.contains("\(empty)/patient"))
            let data = try await browser.get(
                "/practices/nearby?prescription=\(id)", ["Accept": "application/json"])
            #expect(data.status == 422 && data.body.contains("practices.gap.no-zip"))
        }
    }

    @Test(
        "a ZIP code that lies nowhere and an address abroad lead to the patient and back, and the draft stays as it was",
        arguments: [
            ("99999", "US", 422, "The patient’s ZIP code has no place on the list.", "practices.problem.zip-unknown"),
            ("10115", "DE", 200, "The patient’s address is outside the United States", "practices.gap.abroad"),
        ])
    func unusable(postcode: String, country: String, status: Int, said: String, problem: String) async throws {
        let site = try await NearbySite()
        let patient = try await site.patient(
            "Uma", postcode: postcode, country: try #require(Country(code: country)))
        try await site.clinic.run { browser in
            let path = try await site.clinic.begin(browser, patient: patient.id)
            try await browser.post("\(path)/diagnoses", ["code": "icd10cm:M25.551"])
            let id = String(path.split(separator: "/").last ?? "")
            let dana = site.clinic.dana.id
            let before = try await site.database.therapyPrescriptionDraft(Identifier(id), of: dana)
            let page = try await browser.get("/practices/nearby?prescription=\(id)")
            #expect(page.status == status)
            #expect(page.text.contains(said) && page.text.contains("Edit the record of Uma Quist"))
            let edit = "/patients/\(patient.id)/edit?prescription=\(id)"
            #expect(page.body.contains("href=\"\(edit)\""))
            let form = try await browser.get(edit)
            #expect(form.body.contains("action=\"/patients/\(patient.id)?prescription=\(id)\""))
            let data = try await browser.get(
                "/practices/nearby?prescription=\(id)", ["Accept": "application/json"])
            #expect(data.status == 422 && data.body.contains(problem))
            let typed = try await browser.get("/practices/nearby?prescription=\(id)&zip=04103")
            #expect(typed.status == 200 && typed.text.contains("of 04103 Portland") && !typed.text.contains(said))
            #expect(try await site.database.therapyPrescriptionDraft(Identifier(id), of: dana) == before)
        }
    }

    @Test("among those that the clinic sends to as often, those come first that report soonest; it says how soon")
    func reports() async throws {
        let site = try await NearbySite()
        try await site.clinic.run { browser in
            let lakeside = try await site.refer(to: "Lakeside Physical Therapy", zip: "04103", browser)
            let casco = try await site.refer(to: "Casco Sports Therapy", zip: "04101", browser)
            func names() async throws -> [String] {
                try await lines(browser, "zip=04101&order=usual").compactMap { $0["name"] as? String }
            }
            // As often, and nobody has reported: by distance.
            #expect(
                try await names() == ["Casco Sports Therapy", "Lakeside Physical Therapy", "Harbor \"Hand\" <Center>"])
            site.clinic.site.fixed.advance(by: 3 * 86_400)
            try await site.report(lakeside, browser)
            #expect(try await names().prefix(2) == ["Lakeside Physical Therapy", "Casco Sports Therapy"])
            let page = try await browser.get("/practices/nearby?zip=04101")
            #expect(page.text.contains("usual time to a report: 3 days"))
            site.clinic.site.fixed.advance(by: 86_400)
            try await site.report(casco, browser)
            #expect(try await names().prefix(2) == ["Lakeside Physical Therapy", "Casco Sports Therapy"])
            let days = try await lines(browser, "zip=04101&order=usual").map { $0["reportDays"] as? Double }
            #expect(days == [3, 4, nil])
            let near = try #require(try await lines(browser, "zip=04101").last)
            #expect(near["name"] as? String == "Lakeside Physical Therapy")
        }
    }

    @Test("says how often the clinic sent patients there, and puts those first where asked")
    func referrals() async throws {
        let site = try await NearbySite()
        try await site.clinic.run { browser in
            // Lakeside is typed with the same name and address as in the directory.
            let path = try await site.clinic.complete(browser)
            try await site.clinic.sign(browser, path)
            let near = try await browser.get("/practices/nearby?zip=04101")
            #expect(near.text.contains("1 prescription of the clinic went there"))
            let usual = try await browser.get(
                "/practices/nearby?zip=04101&order=usual", ["Accept": "application/json"])
            let practices = try #require(try json(usual)["practices"] as? [[String: Any]])
            #expect(practices.first?["name"] as? String == "Lakeside Physical Therapy")
            #expect(practices.first?["referrals"] as? Int == 1)
            try await browser.post("\(path)/cancellation", ["reason": "Wrong patient"])
            let after = try await browser.get("/practices/nearby?zip=04101")
            #expect(!after.text.contains("went there"))
        }
    }
}
