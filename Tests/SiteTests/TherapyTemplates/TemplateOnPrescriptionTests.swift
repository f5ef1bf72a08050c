import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("The clinic's own lists on prescriptions")
struct TemplateOnPrescriptionTests {
    /// A copy of the spine's list with an item of its own, as version 2; its path and id.
    private func own(_ site: TemplateSite, _ browser: TestBrowser) async throws -> (path: String, id: String) {
        let path = try await site.copy(browser)
        try await site.add("Walking program", to: "education", browser, path)
        try await site.save(browser, path)
        return (path, String(path.split(separator: "/")[1]))
    }

    /// A draft with all its parts, the therapies from a template that is the default; its path.
    private func complete(_ site: TemplateSite, _ browser: TestBrowser) async throws -> String {
        let path = try await site.clinic.begin(browser, patient: site.clinic.patient.id)
        try await browser.post("\(path)/diagnoses", ["code": "icd10cm:M25.551"])
        try await browser.post("\(path)/practice", fields: PrescriptionSite.practice())
        let saved = try await browser.post(
            "\(path)/therapies", ["visits": "6", "items": "walking-program", "version": "1"])
        #expect(saved.location == path)
        return path
    }

    @Test("a new prescription begins with the default; the signed sheet keeps the version it was signed with")
    func signed() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let (path, id) = try await own(site, browser)
            try await browser.post("/therapy-templates/default", ["template": id])
            let draft = try await complete(site, browser)
            let form = try await browser.get("\(draft)/therapies")
            #expect(form.body.contains("<option value=\"\(id)\" selected>"))
            #expect(form.text.contains("was not clinically reviewed"))
            #expect(try await site.clinic.sign(browser, draft).location == draft)
            // Later versions change nothing of it.
            try await browser.post("\(path)/edit", ["change": "item-removal:walking-program"])
            try await site.save(browser, path)
            try await browser.post("\(path)/archive", ["archived": "yes"])
            #expect(try await browser.get(draft).text.contains("Walking program"))
            let signed = try await site.database.therapyPrescription(
                Identifier(String(draft.split(separator: "/")[1])))
            #expect(signed.signed.sheet.therapies.template == id && signed.signed.sheet.therapies.version == 2)
            // What is begun from it goes on with its version too.
            let again = try #require(try await browser.post("\(draft)/copies").location)
            let copy = try await browser.get("\(again)/therapies")
            #expect(copy.status == 200 && copy.body.contains(/value="walking-program" checked/))
            // With the default archived, the next one begins with a list that can be used.
            let next = try await browser.get("\(try await site.clinic.begin(browser))/therapies")
            #expect(next.body.contains(#"<option value="spine" selected>"#))
        }
    }

    @Test("a draft says that there is a newer version, and moves over when it is told to")
    func newer() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let (path, id) = try await own(site, browser)
            try await browser.post("/therapy-templates/default", ["template": id])
            let draft = try await complete(site, browser)
            #expect(!(try await browser.get(draft).text.contains("newer version")))
            try await browser.post("\(path)/edit", ["change": "item-removal:walking-program"])
            try await site.save(browser, path)
            #expect(try await browser.get(draft).text.contains("has a newer version: 3"))
            let form = try await browser.get("\(draft)/therapies")
            #expect(form.text.contains("goes on with version 2") && form.body.contains(#"value="newest""#))
            #expect(form.body.contains(/value="walking-program" checked/))
            let typed = [
                ("visits", "8"), ("items", "walking-program"), ("items", "conditioning"), ("goals", "Walk"),
                ("version", "2"),
            ]
            let asked = try await browser.post(
                "\(draft)/therapies", fields: typed + [("switch", "newest"), ("template", id)])
            #expect(asked.status == 200 && asked.text.contains("no place for: Walking program"))
            let version = String(try #require(asked.body.firstMatch(of: /name="version" value="(\d+)"/)).1)
            let moved = try await browser.post(
                "\(draft)/therapies", ["switch": "newest", "template": id, "version": version, "confirmed": "yes"])
            #expect(moved.location == "\(draft)/therapies")
            let after = try await browser.get("\(draft)/therapies")
            #expect(after.body.contains(/value="conditioning" checked/) && after.text.contains("Walk"))
            #expect(!after.text.contains("newer version") && !after.body.contains("walking-program"))
            // Pressed again, nothing happens.
            let again = try await browser.post(
                "\(draft)/therapies", ["switch": "newest", "template": id, "version": "9"])
            #expect(again.location == "\(draft)/therapies")
        }
    }

    @Test("the picker has the shipped, one's own and what is published, nothing else")
    func picker() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let (path, id) = try await own(site, browser)
            let lee = browser.another()
            try await lee.signIn(site.clinic.lee)
            let draft = "\(try await site.clinic.begin(lee))/therapies"
            #expect(!(try await lee.get(draft).body.contains(id)))
            let refused = try await lee.post(draft, ["visits": "6", "version": "1", "switch": "yes", "template": id])
            #expect(refused.status == 404)
            try await browser.post("\(path)/publication", ["published": "yes"])
            #expect(try await lee.get(draft).text.contains("(Dana Reyes)"))
            let taken = try await lee.post(draft, ["visits": "6", "version": "1", "switch": "yes", "template": id])
            #expect(taken.location == draft)
            // Taken back, the draft goes on with what it has.
            try await browser.post("\(path)/publication", ["published": "no"])
            let form = try await lee.get(draft)
            #expect(form.body.contains("<option value=\"\(id)\" selected>") && form.body.contains("walking-program"))
            let kept = try await lee.post(draft, ["visits": "6", "items": "walking-program", "version": "3"])
            #expect(kept.status == 303)
        }
    }

    @Test("a favourite made with an own list begins prescriptions with the version it was saved with")
    func favourites() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let (path, id) = try await own(site, browser)
            try await browser.post("/therapy-templates/default", ["template": id])
            let draft = try await complete(site, browser)
            let kept = try await browser.post("\(draft)/favourite", ["name": "Walk", "key": ""])
            #expect(kept.location == "/favourite-prescriptions")
            #expect(try await browser.get("/favourite-prescriptions").text.contains("Walking program"))
            try await browser.post("\(path)/edit", ["change": "item-removal:walking-program"])
            try await site.save(browser, path)
            let favourites = try await site.database.favouritePrescriptions(of: site.clinic.dana.id)
            let favourite = try #require(favourites.first)
            let begun = try await browser.post(
                "/favourite-prescriptions/\(favourite.id)/prescriptions", ["patient": site.clinic.patient.id.text])
            let sheet = try await browser.get(try #require(begun.location))
            #expect(sheet.status == 200 && sheet.text.contains("Walking program"))
        }
    }

    /// Signs a prescription with a precaution, begun with the default; its path.
    private func sign(_ precaution: String, _ site: TemplateSite, _ browser: TestBrowser) async throws -> String {
        let draft = try await complete(site, browser)
        let therapies = [
            ("visits", "6"), ("items", "walking-program"), ("precautions", precaution), ("version", "2"),
        ]
        let saved = try await browser.post("\(draft)/therapies", fields: therapies)
        #expect(saved.location == draft)
        #expect(try await site.clinic.sign(browser, draft).location == draft)
        return draft
    }

    @Test("other precautions are offered and printed from the next version on; a signed sheet keeps its own")
    func precautions() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let (path, id) = try await own(site, browser)
            try await browser.post("/therapy-templates/default", ["template": id])
            let first = try await sign("fall-risk", site, browser)
            #expect(try await browser.get(first).text.contains("Fall risk"))
            let list = "\(path)/edit/lists/precautions"
            let version = try await site.hidden("version", browser, "\(list)/items/fall-risk")
            try await browser.post(
                "\(list)/items/fall-risk",
                ["title.en": "Falls <often>", "title.de": "Stürzt häufig", "version": version])
            let next = try await site.hidden("version", browser, "\(list)/new-item")
            try await browser.post("\(list)/new-item", ["title.en": "Neutropenia", "version": next])
            try await browser.post(list, ["change": "item-removal:cardiac"])
            // Nothing of it before it is saved.
            let before = try await browser.get("\(try await site.clinic.begin(browser))/therapies")
            #expect(before.text.contains("Fall risk") && !before.text.contains("Neutropenia"))
            try await site.save(browser, path)
            let after = try await browser.get("\(try await site.clinic.begin(browser))/therapies")
            #expect(after.text.contains("Falls <often>") && after.text.contains("Neutropenia"))
            #expect(!after.text.contains("Fall risk") && !after.body.contains(#"value="cardiac""#))
            let second = try await sign("fall-risk", site, browser)
            let third = try await sign("neutropenia", site, browser)
            #expect(try await browser.get(second).body.contains("Falls &lt;often&gt;"))
            #expect(try await browser.get(third).text.contains("Neutropenia"))
            let old = try await browser.get(first)
            #expect(old.text.contains("Fall risk") && !old.text.contains("Falls <often>"))
            let signed = try await site.database.therapyPrescription(
                Identifier(String(first.split(separator: "/")[1])))
            #expect(signed.signed.sheet.therapies.precautions == ["Fall risk"])
        }
    }
}
