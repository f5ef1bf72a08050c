import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("Questions and warnings of an own list in a browser")
struct TemplateRulesPageTests {
    private static let switchable = ["presets-need-surgery-date", "surgery-date", "report-every", "nwb-gait"]

    private func fields(
        _ rules: [String], of shown: [String] = Self.switchable, _ version: String
    ) -> [(String, String)] {
        rules.map { ("rule", $0) } + shown.map { ("shown", $0) } + [("version", version)]
    }

    /// The rules whose boxes are ticked.
    private func ticked(_ page: TestBrowser.Answer) -> [String] {
        page.body.matches(of: /name="rule" value="([a-z-]+)" checked/).map { String($0.1) }
    }

    @Test("each rule that may be switched is a box with its sentence; those that protect the patient only stand there")
    func shown() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let page = try await browser.get("\(path)/edit/rules")
            #expect(page.status == 200)
            #expect(ticked(page) == Self.switchable)
            #expect(page.body.matches(of: /name="rule"/).count == 4)
            #expect(page.text.contains("After this operation the sheet needs the date of the surgery"))
            #expect(page.text.contains("no TENS") && page.text.contains("cannot be switched off"))
            let german = browser.another()
            try await german.signIn(site.clinic.dana)
            try await german.post("/language", ["language": "de", "return": "/"])
            #expect(try await german.get("\(path)/edit/rules").text.contains("Darum lassen sie sich nicht abschalten"))
        }
    }

    @Test("a rule is switched off with the next version, which says so, goes out as a file and comes in again")
    func off() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let address = "\(path)/edit/rules"
            let version = try await site.hidden("version", browser, address)
            let kept = Self.switchable.filter { $0 != "presets-need-surgery-date" }
            #expect(try await browser.post(address, fields: fields(kept, version)).location == "\(path)/edit")
            let edit = try await browser.get("\(path)/edit")
            #expect(edit.text.contains("will not be asked or said any more") && edit.text.contains("1 switched off"))
            #expect(try await site.template(path).content.rules?.contains { $0.isOff == true } == false)
            try await site.save(browser, path)
            #expect(try await browser.get(path).text.contains("date of the surgery (switched off)"))
            let file = try await browser.get("\(path)/template.json")
            let imported = try #require(try await site.bring(Data(file.body.utf8), browser).location)
            let (before, after) = (try await site.template(path).content, try await site.template(imported).content)
            #expect(after.rules == before.rules)
            // On a prescription nothing is asked any more.
            let id = String(path.split(separator: "/")[1])
            try await browser.post("/therapy-templates/default", ["template": id])
            let draft = try await site.clinic.begin(browser, patient: site.clinic.patient.id)
            let saved = try await browser.post(
                "\(draft)/therapies", ["visits": "6", "items": "post-fusion", "version": "1"])
            #expect(saved.location == draft)
            // Switched on again, all is as it was.
            let now = try await site.hidden("version", browser, address)
            try await browser.post(address, fields: fields(Self.switchable, now))
            let spine = try TherapyTemplate.spine()
            #expect(try await site.template(path).edited.rules == spine.rules)
        }
    }

    @Test("what protects the patient stays on, whatever a form sends")
    func protected() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let address = "\(path)/edit/rules"
            let version = try await site.hidden("version", browser, address)
            let sent = fields(["pacemaker-stimulation", "nwb-gait", "nwb-gait"], version)
            let answer = try await browser.post(address, fields: sent + [("pacemaker-stimulation", "off")])
            #expect(answer.status == 303)
            let off = (try await site.template(path).edited.rules ?? []).filter { $0.isOff == true }.map(\.id)
            #expect(off == ["presets-need-surgery-date", "surgery-date", "report-every"])
            try await site.save(browser, path)
            let id = String(path.split(separator: "/")[1])
            try await browser.post("/therapy-templates/default", ["template": id])
            let draft = try await site.clinic.begin(browser, patient: site.clinic.patient.id)
            let ordered = [("visits", "6"), ("items", "tns"), ("precautions", "pacemaker-stimulator")]
            let saved = try await browser.post("\(draft)/therapies", fields: ordered + [("version", "1")])
            #expect(saved.location == "\(draft)/therapies#reason.pacemaker-stimulation")
            // A file that says otherwise is refused.
            var forged = try TherapyTemplate.spine()
            let index = try #require(forged.rules?.firstIndex { $0.id == "pacemaker-stimulation" })
            forged.rules?[index].isOff = true
            let refused = try await site.bring(try forged.file, browser)
            #expect(refused.status == 422 && refused.text.contains("cannot be switched off"))
        }
    }

    @Test("a rule that the list does not have is told at the boxes, with what was ticked kept")
    func unknown() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let address = "\(path)/edit/rules"
            let version = try await site.hidden("version", browser, address)
            for wrong in ["nothing", "", "<script>alert(1)</script>", String(repeating: "x", count: 10_000)] {
                let answer = try await browser.post(address, fields: fields(["nwb-gait", wrong], version))
                #expect(answer.status == 422 && answer.body.contains("href=\"#rules\""), "\(wrong.prefix(20))")
                #expect(answer.body.contains("id=\"rules-error\"") && !answer.body.contains("<script>alert"))
                #expect(ticked(answer) == ["nwb-gait"])
            }
            #expect(try await site.template(path).working == nil)
        }
    }

    @Test("a change from a stale page is held back with what was ticked, and goes in the second time")
    func stale() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let address = "\(path)/edit/rules"
            let version = try await site.hidden("version", browser, address)
            // The question about weight bearing goes meanwhile.
            try await browser.post("\(path)/edit/lists/weight-bearing", ["change": "none"])
            let chosen = ["surgery-date", "nwb-gait"]
            let answer = try await browser.post(address, fields: fields(chosen, version))
            #expect(answer.status == 409 && answer.text.contains("changed in another tab"))
            #expect(ticked(answer) == ["surgery-date"])
            let now = String(try #require(answer.body.firstMatch(of: /name="version" value="(\d+)"/)).1)
            #expect(try await browser.post(address, fields: fields(["surgery-date"], now)).status == 303)
            let rules = try await site.template(path).edited.rules ?? []
            #expect(rules.filter { $0.isOff == true }.map(\.id) == ["presets-need-surgery-date", "report-every"])
            let late = try await browser.post(address, fields: fields(["report-every"], now))
            #expect(late.status == 409)
        }
    }

    @Test("a rule that the page did not show is not switched off by it")
    func unseen() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let (address, list) = ("\(path)/edit/rules", "\(path)/edit/lists/weight-bearing")
            try await browser.post(list, ["change": "none"])
            let version = try await site.hidden("version", browser, address)
            let shown = Self.switchable.filter { $0 != "nwb-gait" }
            let page = try await browser.get(address)
            #expect(page.body.contains("name=\"shown\" value=\"surgery-date\""))
            #expect(!page.body.contains("name=\"shown\" value=\"nwb-gait\""))
            // In another tab, the question about weight bearing comes back.
            try await browser.post(list, ["change": "restore"])
            let answer = try await browser.post(address, fields: fields(["surgery-date"], of: shown, version))
            #expect(answer.status == 409 && ticked(answer) == ["surgery-date", "nwb-gait"])
            #expect(answer.body.contains("name=\"shown\" value=\"nwb-gait\""))
            // Even where the form is sent without it once more, it stays on.
            let now = String(try #require(answer.body.firstMatch(of: /name="version" value="(\d+)"/)).1)
            #expect(
                try await browser.post(address, fields: fields(["surgery-date"], of: shown, now)).status == 303)
            let off = (try await site.template(path).edited.rules ?? []).filter { $0.isOff == true }.map(\.id)
            #expect(off == ["presets-need-surgery-date", "report-every"])
        }
    }

    @Test("nobody but its maker gets to these pages")
    func others() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            try await browser.post("\(path)/publication", ["published": "yes"])
            let lee = browser.another()
            try await lee.signIn(site.clinic.lee)
            for place in [
                "rules", "lists/precautions", "lists/weight-bearing/new-item", "lists/precautions/items/cardiac",
            ] {
                #expect(try await lee.get("\(path)/edit/\(place)").status == 404, "\(place)")
                let answer = try await lee.post("\(path)/edit/\(place)", ["change": "none", "title.en": "x"])
                #expect(answer.status == 404, "\(place)")
            }
        }
    }
}
