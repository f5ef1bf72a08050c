import Catalogs
import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("Editing a list of therapies in a browser")
struct TemplateEditPageTests {
    @Test("items and headings go up, down and out by buttons, and nothing is in force before it is saved")
    func steps() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let moved = try await browser.post("\(path)/edit", ["change": "item-up:conditioning"])
            let again = try #require(moved.location)
            let page = try await browser.get(again)
            #expect(page.body.contains(/value="item-up:conditioning"[^>]* autofocus/))
            #expect(page.body.matches(of: /\sautofocus/).count == 1)
            try await browser.post("\(path)/edit", ["change": "section-down:education"])
            try await browser.post("\(path)/edit", ["change": "item-removal:tns"])
            var template = try await site.template(path)
            #expect(template.content.item("tns") != nil && template.edited.item("tns") == nil)
            #expect(template.edited.sections.map(\.id)[2...3] == ["fit-and-instruct", "education"])
            let edit = try await browser.get("\(path)/edit")
            #expect(edit.text.contains("Save as version 2") && edit.text.contains("apply to fewer items"))
            #expect(edit.body.utf8.count < 40_400, "\(edit.body.utf8.count)")
            let refused = try await browser.post("\(path)/edit", ["change": "item-removal:return-report"])
            #expect(refused.status == 422 && refused.text.contains("request for a report stays"))
            let placed = try await browser.post("\(path)/edit", ["change": "item-place:lso:education:back-school"])
            let there = try await browser.get(try #require(placed.location))
            #expect(there.body.contains(/value="item-up:lso"[^>]* autofocus/))
            try await browser.post("\(path)/edit", ["change": "item-place:tlso:education"])
            let education = try await site.template(path).edited.sections.first { $0.id == "education" }
            #expect(education?.items.map(\.id) == ["neck-school", "lso", "back-school", "tlso"])
            for wrong in [
                "", "x", "item-up", "item-up:", "item-fly:lso", "item-up:nothing", "item-place:lso", "item-place:",
                "item-place:lso:nothing:tlso", "item-place:lso:education:modalities:x", "item-up:lso:education",
            ] {
                let status = try await browser.post("\(path)/edit", ["change": wrong]).status
                #expect(status == 400 || status == 303, "\(wrong)")
            }
            #expect(try await site.save(browser, path).location == path)
            template = try await site.template(path)
            #expect(template.content.version == 2 && template.content.item("tns") == nil)
            #expect(template.content.sections.first { $0.id == "education" }?.items == education?.items)
            try await browser.post("\(path)/edit", ["change": "item-removal:lso"])
            try await browser.post("\(path)/edit", ["change": "discard"])
            #expect(try await site.template(path).working == nil)
        }
    }

    @Test("an item with a number, a choice, a text and a date is added, and keeps its ids when its words change")
    func item() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let fields = [
                ("field-0.kind", "number"), ("field-0.title.en", "Steps"), ("field-0.title.de", "Schritte"),
                ("field-0.unit.en", "steps"), ("field-0.min", "100"), ("field-0.max", "20000"),
                ("field-0.required", "yes"), ("field-1.kind", "choice"), ("field-1.title.en", "Aid"),
                ("field-1.options", "Stick | Stock\nRollator\n\n"), ("field-2.kind", "text"), ("field-3.kind", "date"),
                ("field-3.days", "future"), ("field-4.kind", ""), ("kinds", "Indoors | Drinnen\nOutdoors | Draußen"),
                ("title.de", "Gehen"),
            ]
            let kept = try await site.add("Walking", browser, path, more: fields)
            #expect(kept.location?.contains("/edit?open=education") == true)
            let item = try #require(try await site.template(path).edited.item("walking"))
            #expect(item.title[.german] == "Gehen" && item.kinds?.map(\.id) == ["indoors", "outdoors"])
            #expect(item.fields?.map(\.kind) == [.number, .choice, .text, .date])
            let number = try #require(item.fields?.first)
            #expect(number.id == "steps" && number.range == 100...20_000 && number.isRequired == true)
            #expect(number.unit?[.german] == "steps")
            #expect(item.fields?[1].options?.map { $0.title[.german] } == ["Stock", "Rollator"])
            let address = "\(path)/edit/items/walking"
            let page = try await browser.get(address)
            #expect(page.body.contains(#"name="field-1.id" value="aid""#) && page.body.contains("Stick | Stock"))
            let version = try await site.hidden("version", browser, address)
            let changed = [
                ("title.en", "Walking outside"), ("section", "specific-treatments"), ("version", version),
                ("field-0.id", "steps"), ("field-0.kind", "number"), ("field-0.title.en", "Paces"),
                ("field-1.id", "aid"), ("field-1.kind", "choice"), ("field-1.options", "Cane | Stock\nRollator"),
            ]
            #expect(try await browser.post(address, fields: changed).status == 303)
            let template = try await site.template(path).edited
            let after = try #require(template.item("walking"))
            #expect(after.fields?.map(\.id) == ["steps", "aid"] && after.kinds == nil)
            #expect(after.fields?[1].options?.map(\.id) == ["stick", "rollator"])
            #expect(template.sections[1].items.last?.id == "walking")
        }
    }

    @Test(
        "what cannot be is told at its field, with everything typed kept",
        arguments: [
            ("title.en", "", "problems"), ("title.en", String(repeating: "x", count: 161), ""),
            ("title.en", "a\u{202E}b", ""), ("field-0.min", "nine", ""), ("field-0.min", "99999999999999999999", ""),
            ("field-0.min", "50", "field-0.max"), ("field-0.places", "4", ""), ("field-0.kind", "<script>", ""),
            ("field-1.options", "", ""), ("phrase.en", "walk {nothing}", ""), ("phrase.en", "walk [", ""),
        ])
    func wrong(name: String, value: String, at: String) async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let good = [
                ("title.en", "Walking"), ("field-0.kind", "number"), ("field-0.min", "1"), ("field-0.max", "9"),
                ("field-0.places", "0"), ("field-1.kind", "choice"), ("field-1.options", "Stick"),
                ("detail.en", "kept \"<b>\""), ("section", "education"), ("version", "1"),
            ]
            let fields = good.filter { $0.0 != name } + [(name, value)]
            let answer = try await browser.post("\(path)/edit/new-item", fields: fields)
            #expect(answer.status == 422)
            #expect(answer.body.contains("href=\"#\(at.contains("-") ? at : name)\""), "\(name)")
            #expect(answer.body.contains("kept &quot;&lt;b&gt;&quot;"))
            #expect(!answer.body.contains("<script>\""))
            #expect(try await site.template(path).working == nil)
        }
    }

    @Test("a change from a stale page is held back with what was typed, and goes in the second time")
    func stale() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            let version = try await site.hidden("version", browser, "\(path)/edit/details")
            try await browser.post("\(path)/edit", ["change": "item-up:conditioning"])
            let typed = [
                ("name", "Typed name"), ("title.en", "Spine"), ("visits-title.en", "Visits"), ("visits-min", "1"),
                ("visits-max", "30"), ("visits-default", "6"),
            ]
            let answer = try await browser.post("\(path)/edit/details", fields: typed + [("version", version)])
            #expect(answer.status == 409 && answer.body.contains("value=\"Typed name\""))
            let now = String(try #require(answer.body.firstMatch(of: /name="version" value="(\d+)"/)).1)
            #expect(try await browser.post("\(path)/edit/details", fields: typed + [("version", now)]).status == 303)
            let edited = try await site.template(path).edited
            #expect(edited.name == "Typed name" && edited.visits.max == 30 && edited.title[.german] == "Spine")
            #expect(edited.sections[1].items.first?.id == "conditioning")
            // What was removed in another tab is offered as a new one.
            try await browser.post("\(path)/edit", ["change": "item-removal:lso"])
            let gone = try await browser.post(
                "\(path)/edit/items/lso", ["title.en": "Typed item", "section": "education", "version": now])
            #expect(gone.status == 409 && gone.body.contains("Typed item") && gone.body.contains("/edit/new-item"))
            let saved = try await browser.post("\(path)/versions", ["version": now])
            #expect(saved.status == 409)
            #expect(try await site.template(path).content.version == 1)
        }
    }

    @Test("headings are added, renamed and folded; numbers of visits that do not fit are told")
    func sectionsAndDetails() async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            let path = try await site.copy(browser)
            try await browser.post(
                "\(path)/edit/new-section",
                ["title.en": "Home", "title.de": "Zuhause", "collapsed": "yes", "version": "1"])
            let added = try #require(try await site.template(path).edited.sections.last)
            #expect(added.id == "home" && added.isCollapsed == true && added.title[.german] == "Zuhause")
            #expect(try await browser.get("\(path)/edit/sections/home").body.contains("checked"))
            #expect(try await browser.get("\(path)/edit/sections/nothing").status == 404)
            let empty = try await browser.post("\(path)/edit/sections/home", ["title.en": " ", "version": "2"])
            #expect(empty.status == 422)
            let gone = try await browser.post("\(path)/edit/sections/nothing", ["title.en": "x", "version": "2"])
            #expect(gone.status == 409)
            let details = try await browser.post(
                "\(path)/edit/details",
                [
                    "name": "", "title.en": "S", "visits-title.en": "V", "visits-min": "9", "visits-max": "x",
                    "visits-default": "",
                ])
            #expect(details.status == 422)
            for field in ["name", "visits-max", "visits-default"] {
                #expect(details.body.contains("href=\"#\(field)\""), "\(field)")
            }
        }
    }

    @Test("every shipped list can be edited on pages that weigh no more than they may", arguments: ["en", "de"])
    func weight(language: String) async throws {
        let site = try await TemplateSite()
        try await site.run { browser in
            try await browser.post("/language", ["language": language, "return": "/"])
            for template in try TherapyTemplates.shipped().all {
                let path = try await site.copy(browser, template.id)
                let page = try await browser.get("\(path)/edit")
                #expect(page.body.utf8.count < 40_400, "\(template.id): \(page.body.utf8.count)")
                let largest = template.items.max { ($0.fields?.count ?? 0) < ($1.fields?.count ?? 0) }
                let item = try await browser.get("\(path)/edit/items/\(try #require(largest).id)")
                #expect(item.status == 200 && item.body.utf8.count < 40_400, "\(template.id): \(item.body.utf8.count)")
                #expect(!page.body.contains("[therapy-templates.") && !item.body.contains("[therapy-templates."))
            }
        }
    }
}
