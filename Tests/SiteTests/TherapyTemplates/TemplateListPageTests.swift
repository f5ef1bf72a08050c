import Catalogs
import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("Precautions and weight bearing of an own list in a browser")
struct TemplateListPageTests {
    private func precautions(_ site: TemplateSite, _ path: String) async throws -> [String] {
        try await site.template(path).edited.precautions.map(\.id)
    }

    @Test("entries go up, down, to another place and out by buttons, and nothing is in force before it is saved")
    func steps() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let list = "\(path)/edit/lists/precautions"
            let first = try await browser.get(list)
            #expect(first.status == 200 && first.text.contains("25 items") && first.text.contains("Fall risk"))
            #expect(!first.text.contains("Put back"))
            let moved = try await browser.post(list, ["change": "item-up:cardiac"])
            let page = try await browser.get(try #require(moved.location))
            #expect(page.body.contains(/value="item-up:cardiac"[^>]* autofocus/))
            #expect(page.body.matches(of: /\sautofocus/).count == 1)
            #expect(try await precautions(site, path).prefix(2) == ["cardiac", "fall-risk"])
            try await browser.post(list, ["change": "item-place:implant:precautions:cardiac"])
            #expect(try await precautions(site, path).first == "implant")
            try await browser.post(list, ["change": "item-place:implant:precautions"])
            #expect(try await precautions(site, path).last == "implant")
            #expect(try await browser.post(list, ["change": "item-removal:lifting-limit"]).location == list)
            let removed = try await browser.get(list)
            #expect(removed.text.contains("24 items") && removed.text.contains("Put back 1 removed item"))
            #expect(try await site.template(path).content.precautions.count == 25)
            try await browser.post(list, ["change": "restore"])
            #expect(try await precautions(site, path).count == 25)
            // Nothing is left to be put back; a second press does nothing.
            let before = try await site.template(path).editVersion
            #expect(try await browser.post(list, ["change": "restore"]).status == 303)
            #expect(try await site.template(path).editVersion == before)
            try await site.save(browser, path)
            #expect(try await site.template(path).content.precautions.map(\.id).prefix(2) == ["cardiac", "fall-risk"])
        }
    }

    @Test("buttons that are none are refused or do nothing")
    func wrongSteps() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let list = "\(path)/edit/lists/precautions"
            for wrong in ["", "x", "item-up", "item-up:", "item-fly:cardiac", "section-up:education", "discard"] {
                #expect(try await browser.post(list, ["change": wrong]).status == 400, "\(wrong)")
            }
            for idle in [
                "item-up:lso", "item-removal:nothing", "item-removal:lso", "item-place:cardiac:weight-bearing",
                "item-place:cardiac:precautions:<script>", "item-up:fall-risk",
            ] {
                #expect(try await browser.post(list, ["change": idle]).status == 303, "\(idle)")
            }
            #expect(try await site.template(path).working == nil)
            for address in ["lists/nothing", "lists/precautions/items/lso", "lists/precautions/items/nothing"] {
                #expect(try await browser.get("\(path)/edit/\(address)").status == 404, "\(address)")
            }
            #expect(try await browser.post("\(path)/edit/lists/nothing", ["change": "none"]).status == 404)
        }
    }

    @Test("a precaution is added, gets other words and something to fill in, and keeps its id")
    func entry() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let list = "\(path)/edit/lists/precautions"
            let version = try await site.hidden("version", browser, "\(list)/new-item")
            let form = try await browser.get("\(list)/new-item")
            #expect(form.text.contains("New precaution") && !form.body.contains("name=\"section\""))
            #expect(!form.body.contains("name=\"kinds\""))
            // A field that is sent twice counts once.
            let typed = [
                ("title.en", "Neutropenia"), ("title.en", "Other"), ("title.de", "Neutropenie"), ("version", version),
            ]
            #expect(try await browser.post("\(list)/new-item", fields: typed).location == list)
            // The same words again are another one, as they are in a file.
            let again = try await site.hidden("version", browser, "\(list)/new-item")
            try await browser.post("\(list)/new-item", ["title.en": "Neutropenia", "version": again])
            #expect(try await precautions(site, path).suffix(2) == ["neutropenia", "neutropenia-2"])
            let address = "\(list)/items/neutropenia"
            let now = try await site.hidden("version", browser, address)
            let changed = [
                ("title.en", "Low <b>white</b> cells"), ("title.de", "Neutropenie"), ("version", now),
                ("field-0.kind", "number"), ("field-0.title.en", "Count"), ("field-0.max", "9"),
            ]
            #expect(try await browser.post(address, fields: changed).location == list)
            let page = try await browser.get(list)
            #expect(page.body.contains("Low &lt;b&gt;white&lt;/b&gt; cells") && !page.body.contains("<b>white"))
            let entry = try await site.template(path).edited.precautions.first { $0.id == "neutropenia" }
            #expect(entry?.title[.english] == "Low <b>white</b> cells" && entry?.fields?.map(\.id) == ["count"])
            let file = try await exported(site, browser, path)
            #expect(file.precautions.last?.id == "neutropenia-2")
        }
    }

    /// What comes out as a file after saving, read as it is when somebody brings it.
    private func exported(
        _ site: TemplateSite, _ browser: TestBrowser, _ path: String
    ) async throws -> TherapyTemplate {
        try await site.save(browser, path)
        let file = try await browser.get("\(path)/template.json")
        return try TherapyTemplateFile.template(Data(file.body.utf8), field: "file")
    }

    @Test(
        "what cannot be is told at its field, with everything typed kept",
        arguments: [
            ("title.en", ""), ("title.en", "   "), ("title.en", String(repeating: "x", count: 161)),
            ("title.en", "a\u{202E}b"), ("field-0.min", "nine"), ("field-0.kind", "<script>"), ("phrase.en", "{x"),
        ])
    func wrong(name: String, value: String) async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let good = [
                ("title.en", "Neutropenia"), ("field-0.kind", "number"), ("field-0.min", "1"),
                ("detail.en", "kept \"<b>\""), ("version", "1"),
            ]
            let fields = good.filter { $0.0 != name } + [(name, value)]
            for place in ["precautions/new-item", "precautions/items/cardiac", "weight-bearing/items/pwb"] {
                let answer = try await browser.post("\(path)/edit/lists/\(place)", fields: fields)
                #expect(answer.status == 422, "\(place)")
                #expect(answer.body.contains("href=\"#\(name)\""), "\(place) \(name)")
                #expect(answer.body.contains("kept &quot;&lt;b&gt;&quot;"))
                #expect(!answer.body.contains("<script>\""))
            }
            #expect(try await site.template(path).working == nil)
        }
    }

    @Test("there are never more entries than a file may have")
    func full() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let id = Identifier<ClinicTemplate>(String(path.split(separator: "/")[1]))
            try await site.database.changeClinicTemplate(
                id, editVersion: nil, by: Actor(account: site.clinic.dana.id)
            ) { template in
                let count = template.items.count + template.precautions.count + template.weightBearing.count
                for number in count..<TherapyTemplate.Limits.items {
                    let title = Wording([.english: "Extra \(number)", .german: "Extra \(number)"])
                    template.addEntry(TherapyTemplate.Item(id: "", title: title), to: .precautions)
                }
            }
            let address = "\(path)/edit/lists/precautions/new-item"
            let version = try await site.hidden("version", browser, address)
            let answer = try await browser.post(address, ["title.en": "One more", "version": version])
            #expect(answer.status == 422 && answer.text.contains("more than 150 items"))
            #expect(answer.body.contains("value=\"One more\""))
            #expect(try await browser.get("\(path)/edit/lists/precautions").status == 200)
        }
    }

    @Test("a change from a stale page is held back with what was typed, and goes in the second time")
    func stale() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let list = "\(path)/edit/lists/precautions"
            let version = try await site.hidden("version", browser, "\(list)/items/cardiac")
            try await browser.post(list, ["change": "item-up:cardiac"])
            let answer = try await browser.post(
                "\(list)/items/cardiac", ["title.en": "Heart", "version": version])
            #expect(answer.status == 409 && answer.body.contains("value=\"Heart\""))
            let now = String(try #require(answer.body.firstMatch(of: /name="version" value="(\d+)"/)).1)
            let second = try await browser.post("\(list)/items/cardiac", ["title.en": "Heart", "version": now])
            #expect(second.location == list)
            let edited = try await site.template(path).edited
            #expect(edited.precautions.first?.title[.german] == "Heart")
            // What was removed in another tab is offered as a new one.
            try await browser.post(list, ["change": "item-removal:cardiac"])
            let gone = try await browser.post("\(list)/items/cardiac", ["title.en": "Heart", "version": now])
            #expect(gone.status == 409 && gone.body.contains("precautions/new-item") && gone.body.contains("Heart"))
        }
    }

    @Test("a precaution stays while a warning needs it; where the record warns as well, it goes and that is told")
    func warnings() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            var template = try TherapyTemplate.spine()
            template.precautions.append(
                TherapyTemplate.Item(
                    id: "brace", title: Wording([.english: "Brace", .german: "Orthese"]),
                    kinds: [TherapyTemplate.Kind(id: "soft", title: Wording([.english: "Soft", .german: "Weich"]))]))
            template.rules?.append(
                TherapyTemplate.Rule(
                    id: "brace-lso", effect: .endangers, when: ["lso"], with: ["brace"],
                    message: Wording([.english: "Two <braces>", .german: "Zwei Orthesen"])))
            let path = try #require(try await site.bring(try template.file, browser).location)
            let list = "\(path)/edit/lists/precautions"
            let page = try await browser.get(list)
            #expect(page.body.contains("Two &lt;braces&gt;") && !page.body.contains("item-removal:brace"))
            let refused = try await browser.post(list, ["change": "item-removal:brace"])
            #expect(refused.status == 422 && refused.text.contains("would never come up"))
            #expect(try await site.template(path).working == nil)
            try await browser.post(list, ["change": "item-removal:pacemaker-stimulator"])
            let edit = try await browser.get("\(path)/edit")
            #expect(edit.text.contains("can no longer be ticked") && edit.text.contains("no TENS"))
            #expect(try await site.template(path).edited.rules == template.rules)
            // Kinds that a file gives a precaution stay in it; the form, which could not keep them, does not offer them.
            let version = try await site.hidden("version", browser, "\(list)/items/brace")
            try await browser.post("\(list)/items/brace", ["title.en": "Braces", "version": version])
            #expect(try await site.template(path).edited.precautions.last?.kinds?.map(\.id) == ["soft"])
            try await browser.post(
                "/therapy-templates/default", ["template": String(path.split(separator: "/")[1])])
            let form = try await browser.get("\(try await site.clinic.begin(browser))/therapies")
            #expect(form.body.contains(#"value="brace""#) && !form.body.contains("brace/soft"))
        }
    }

    @Test("what only a tick can give stays, and the page says why; so does an item, at the top of the page")
    func stays() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser, "vestibular")
            let list = "\(path)/edit/lists/precautions"
            let page = try await browser.get(list)
            #expect(page.text.contains("cannot bring up this warning in its place: Cervical instability"))
            for id in ["cervical-instability", "retinal-detachment", "recent-neck-surgery"] {
                #expect(!page.body.contains("item-removal:\(id)"), "\(id)")
                let refused = try await browser.post(list, ["change": "item-removal:\(id)"])
                #expect(refused.status == 422 && refused.text.contains("would never come up"), "\(id)")
            }
            #expect(try await site.template(path).working == nil)
            let knee = try await site.copy(browser, "knee")
            let refused = try await browser.post("\(knee)/edit", ["change": "item-removal:knee-arthroplasty"])
            #expect(refused.status == 422 && refused.text.contains("would never come up"))
            #expect(refused.body.contains("error-summary"))
            #expect(try await site.template(knee).working == nil)
        }
    }

    @Test("a list that never had precautions is offered those of the house, not removed ones")
    func neverHad() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            var template = try TherapyTemplate.spine()
            template.precautions = []
            let path = try #require(try await site.bring(try template.file, browser).location)
            let page = try await browser.get("\(path)/edit/lists/precautions")
            #expect(page.text.contains("Put in 25 items of") && !page.text.contains("removed item"))
        }
    }

    @Test("weight bearing is asked for or not; what is put back brings its question along")
    func weightBearing() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let list = "\(path)/edit/lists/weight-bearing"
            #expect(try await browser.get(list).text.contains("Do not ask for weight bearing"))
            #expect(try await browser.post(list, ["change": "none"]).location == list)
            let none = try await browser.get(list)
            #expect(none.text.contains("the form does not ask for weight bearing"))
            #expect(none.text.contains("Ask for weight bearing"))
            let edit = try await browser.get("\(path)/edit")
            #expect(edit.text.contains("Not asked for") && edit.text.contains("gait training is ordered without"))
            // Put back before it is saved, nothing was changed.
            try await browser.post(list, ["change": "restore"])
            #expect(try await site.template(path).working == nil)
            try await browser.post(list, ["change": "none"])
            try await site.save(browser, path)
            let id = String(path.split(separator: "/")[1])
            try await browser.post("/therapy-templates/default", ["template": id])
            let draft = "\(try await site.clinic.begin(browser))/therapies"
            let form = try await browser.get(draft)
            #expect(form.status == 200 && !form.body.contains("name=\"weight-bearing\""))
            #expect(form.body.contains("name=\"precautions\""))
            // In force without it, the levels come from the list that is shipped.
            try await browser.post(list, ["change": "restore"])
            let edited = try await site.template(path).edited
            #expect(edited.weightBearing.map(\.id) == ["fwb", "wbat", "wbat-brace", "pwb", "ttwb", "nwb"])
            #expect(edited.rules?.contains { $0.id == "nwb-gait" } == true)
        }
    }

    @Test(
        "the lists of every shipped template are edited on pages that weigh no more than they may",
        arguments: ["en", "de"])
    func weight(language: String) async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            try await browser.post("/language", ["language": language, "return": "/"])
            for template in try TherapyTemplates.shipped().all {
                let path = try await site.copy(browser, template.id)
                for place in ["lists/precautions", "lists/weight-bearing", "lists/weight-bearing/items/pwb", "rules"] {
                    let page = try await browser.get("\(path)/edit/\(place)")
                    #expect(page.status == 200 && page.body.utf8.count < 40_400, "\(template.id) \(place)")
                    #expect(!page.body.contains("[therapy-templates."), "\(template.id) \(place)")
                }
            }
        }
    }
}
