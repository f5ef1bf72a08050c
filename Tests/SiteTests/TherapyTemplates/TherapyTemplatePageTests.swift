import Catalogs
import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@Suite("Lists of therapies in a browser")
struct TherapyTemplatePageTests {
    @Test("the shipped ones are listed as not clinically reviewed, and every one can be looked at and exported")
    func shipped() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let list = try await browser.get("/therapy-templates")
            #expect(list.status == 200)
            #expect(list.body.matches(of: /Not clinically reviewed/).count == 16)
            #expect(try await browser.get("/prescriptions").body.contains(#"href="/therapy-templates""#))
            for template in try TherapyTemplates.shipped().all {
                let page = try await browser.get("/therapy-templates/\(template.id)")
                #expect(page.status == 200 && page.text.contains("Not clinically reviewed"), "\(template.id)")
                #expect(page.body.utf8.count < 40_400, "\(template.id): \(page.body.utf8.count)")
                let file = try await browser.get("/therapy-templates/\(template.id)/template.json")
                #expect(try TherapyTemplateFile.template(Data(file.body.utf8), field: "file") == template)
            }
            #expect(try await browser.get("/therapy-templates/spine/edit").status == 404)
            #expect(try await browser.get("/therapy-templates/spine?version=7").status == 404)
            #expect(try await browser.get("/therapy-templates/..%2Fspine").status == 404)
            #expect(try await browser.post("/therapy-templates/spine/publication", ["published": "yes"]).status == 404)
        }
    }

    @Test("what comes out as a file goes in again, and is one's own, for oneself alone")
    func exchange() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser, "shoulder")
            try await site.add("Ball <b>toss</b>", to: "treatment", browser, path)
            try await site.save(browser, path)
            let file = try await browser.get("\(path)/template.json")
            #expect(file.headers[.contentDisposition]?.contains(".json") == true)
            let imported = try #require(try await site.bring(Data(file.body.utf8), browser).location)
            let (before, after) = (try await site.template(path).content, try await site.template(imported).content)
            #expect(after.sections == before.sections && after.rules == before.rules && after.name == before.name)
            #expect(after.id != before.id && after.version == 1)
            let page = try await browser.get(imported)
            #expect(page.body.contains("Ball &lt;b&gt;toss&lt;/b&gt;") && !page.body.contains("<b>toss"))
            #expect(page.text.contains("You alone"))
        }
    }

    @Test("a file that is none is refused with its place; nothing is kept, nothing breaks")
    func hostileFiles() async throws {
        let site = try await TemplateSite()
        let spine = try TherapyTemplate.spine().file
        let text = String(decoding: spine, as: UTF8.self)
        try await site.run { browser in
            let files: [(String, String)] = [
                (String(repeating: "[", count: 100_000), "deeper than any list"),
                ("{\"id\": 3}", "not what belongs there"),
                (text.replacing("\"version\" : ", with: "\"version\" : -"), "number from 1"),
                (text.replacing("\"id\" : \"lso\"", with: "\"id\" : \"tlso\""), "comes twice"),
                (text.replacing("\"id\" : \"lso\"", with: "\"id\" : \"<script>\""), "is no id"),
                ("{}", "lacks"), ("\u{0}", ""), ("null", ""), (text + text, ""),
            ]
            for (file, words) in files {
                let answer = try await site.bring(Data(file.utf8), browser)
                #expect(answer.status == 422, "\(file.prefix(60))")
                #expect(words.isEmpty || answer.text.contains(words), "\(file.prefix(60)): \(words)")
                #expect(!answer.body.contains("<script>\""))
            }
            #expect(try await site.bring(Data(), browser).status == 422)
            #expect(try await site.bring(Data(repeating: 0xFF, count: 2000), browser).status == 422)
            #expect(try await site.bring(Data(repeating: 0x20, count: 300_000), browser).status == 422)
            #expect(try await site.bring(Data(repeating: 0x20, count: 500_000), browser).status == 413)
            #expect(try await site.database.clinicTemplates(visibleTo: site.clinic.dana.id).isEmpty)
        }
    }

    @Test("a clinician approves a version by name; the next version is unreviewed again")
    func approval() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let unticked = try await browser.post("\(path)/approval", ["version": "1"])
            #expect(unticked.status == 422 && unticked.body.contains("reviewed-error"))
            let stale = try await browser.post("\(path)/approval", ["version": "2", "reviewed": "yes"])
            #expect(stale.status == 409)
            try await browser.post("\(path)/approval", ["version": "1", "reviewed": "yes"])
            let page = try await browser.get(path)
            #expect(page.text.contains("Approved by Dana Reyes on") && !page.text.contains("Not clinically reviewed"))
            try await site.add("Walking", browser, path)
            try await site.save(browser, path)
            #expect(try await browser.get(path).text.contains("Not clinically reviewed"))
            let first = try await browser.get("\(path)?version=1")
            #expect(first.text.contains("Approved by Dana Reyes") && first.text.contains("earlier version"))
            try await browser.post("\(path)/approval/revocation", ["version": "1"])
            #expect(try await browser.get("\(path)?version=1").text.contains("Not clinically reviewed"))
            let shipped = try TherapyTemplate.spine().version
            // An approval of what was shipped before says nothing of what is shipped now.
            try await site.database.approve("spine", version: shipped - 1, by: Actor(account: site.clinic.dana.id))
            let draft = "\(try await site.clinic.begin(browser))/therapies"
            #expect(try await browser.get(draft).text.contains("was not clinically reviewed"))
            try await browser.post("/therapy-templates/spine/approval", ["version": "\(shipped)", "reviewed": "yes"])
            let form = try await browser.get(draft)
            #expect(form.text.contains("Approved by Dana Reyes on"))
            #expect(!form.text.contains("was not clinically reviewed"))
        }
    }

    @Test("another's is there once it is published, never to be edited, and gone when it is taken back")
    func colleagues() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let lee = browser.another()
            try await lee.signIn(site.clinic.lee)
            for address in [
                path, "\(path)/edit", "\(path)/edit/details", "\(path)/edit/items/lso", "\(path)/template.json",
            ] {
                #expect(try await lee.get(address).status == 404, "\(address)")
            }
            #expect(try await lee.post("\(path)/copies").status == 404)
            let id = String(path.split(separator: "/")[1])
            #expect(try await lee.post("/therapy-templates/default", ["template": id]).status == 404)
            try await browser.post("\(path)/publication", ["published": "yes"])
            #expect(try await lee.get("/therapy-templates").text.contains("Published by colleagues"))
            #expect(try await lee.get(path).status == 200)
            for address in ["edit", "edit/details", "edit/new-item", "edit/new-section", "edit/items/lso"] {
                #expect(try await lee.get("\(path)/\(address)").status == 404, "\(address)")
            }
            for address in ["edit", "versions", "edit/details", "publication", "archive", "edit/items/lso"] {
                let answer = try await lee.post("\(path)/\(address)", ["change": "item-up:lso", "archived": "yes"])
                #expect(answer.status == 404, "\(address)")
            }
            _ = try await site.copy(lee, id)
            try await lee.post("/therapy-templates/default", ["template": id])
            let draft = "\(try await site.clinic.begin(lee))/therapies"
            #expect(try await lee.get(draft).body.contains("<option value=\"\(id)\" selected>"))
            try await browser.post("\(path)/archive", ["archived": "yes"])
            #expect(try await lee.get(path).status == 404)
            #expect(try await lee.get(draft).body.contains(#"<option value="spine" selected>"#))
        }
    }

    @Test("patients see nothing of it, and an admin who is a clinician may take back what others published")
    func roles() async throws {
        let site = try await TemplateSite()
        let both = try await site.clinic.site.account("Ada Min", [.admin, .clinician])
        let patient = try await site.clinic.site.account("Pat Ient", [.patient])
        try await site.run { browser in
            let path = try await site.copy(browser)
            try await browser.post("\(path)/publication", ["published": "yes"])
            let other = browser.another()
            try await other.signIn(patient)
            #expect(try await other.get("/therapy-templates").status == 403)
            #expect(try await other.get(path).status == 403)
            let admin = browser.another()
            try await admin.signIn(both)
            #expect(try await admin.get(path).text.contains("Stop publishing"))
            let answer = try await admin.post("\(path)/publication", ["published": "no"])
            #expect(answer.location == "/therapy-templates")
            #expect(try await admin.get(path).status == 404)
        }
    }
}
