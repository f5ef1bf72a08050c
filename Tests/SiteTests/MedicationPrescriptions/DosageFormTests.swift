import Clinic
import Foundation
import HTTPTypes
import Rendering
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The form of a dosage", .serialized)
struct DosageFormTests {
    /// What a browser would send of a page's form: every control with its value, no button.
    private static func controls(_ page: String) -> [(String, String)] {
        var sent: [(String, String)] = []
        for match in page.matches(of: /<(input|textarea|select)\b([^>]*)>([\s\S]*?)(?=<input|<textarea|<select|$)/) {
            let attributes = String(match.2)
            guard let name = attributes.firstMatch(of: /\bname="([^"]*)"/).map({ String($0.1) }) else { continue }
            let value = attributes.firstMatch(of: /\bvalue="([^"]*)"/).map { unescaped(String($0.1)) } ?? ""
            switch match.1 {
            case "textarea":
                let text = match.3.firstMatch(of: /^\n?([\s\S]*?)<\/textarea>/).map { String($0.1) } ?? ""
                sent.append((name, unescaped(text)))
            case "select":
                let chosen = match.3.firstMatch(of: /<option( value="([^"]*)")? selected>([^<]*)/)
                sent.append((name, unescaped(String(chosen.map { $0.2 ?? $0.3 } ?? ""))))
            default:
                let isBox = attributes.contains("type=\"checkbox\"") || attributes.contains("type=\"radio\"")
                if !isBox || attributes.contains(" checked") { sent.append((name, value)) }
            }
        }
        return sent
    }

    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    /// The form as a browser shows it, with some fields changed or a button pressed.
    private static func controls(
        _ browser: TestBrowser, _ path: String, _ changes: [String: String] = [:]
    ) async throws -> [(String, String)] {
        let form = try await browser.get("\(path)/edit").body.firstMatch(of: /<form class="form"[\s\S]*?<\/form>/)
        let shown = controls(String(try #require(form).0)).filter { $0.0 != "csrf" && changes[$0.0] == nil }
        return shown + changes.map { ($0.key, $0.value) }
    }

    @Test("a preset and the grid fill the line without scripts, and nothing typed elsewhere is lost")
    func buttons() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            func press(_ changes: [String: String]) async throws -> TestBrowser.Answer {
                try await browser.post("\(path)/edit", fields: Self.controls(browser, path, changes))
            }
            let preset = try await press(["preset": "twice-daily", "note-patient": "keep <b>me</b>"])
            #expect(preset.location == "\(path)/edit#dosage")
            var page = try await browser.get("\(path)/edit")
            #expect(page.body.contains("value=\"1 tablet twice a day\""))
            #expect(page.body.contains("keep &lt;b&gt;me&lt;/b&gt;"))
            #expect(page.text.contains("Take 1 tablet twice a day."))
            let grid = ["use": "grid", "grid-morning": "1", "grid-evening": "½", "grid-unit": "tablet"]
            #expect(try await press(grid).location == "\(path)/edit#dosage")
            page = try await browser.get("\(path)/edit")
            #expect(page.body.contains("value=\"1-0-½-0 tablets\""))
            #expect(page.body.contains(/id="grid-evening" name="grid-evening" type="text" value="½"/))
            // Something wrong stays where it was typed, and the line too.
            let wrong = try await press(["use": "grid", "grid-morning": ".5"])
            #expect(wrong.status == 422 && wrong.body.contains("href=\"#grid-morning\""))
            #expect(wrong.body.contains("value=\".5\"") && wrong.body.contains("value=\"1-0-½-0 tablets\""))
        }
    }

    @Test("what a script saves comes back as the parts of the form")
    func fragment() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            let fields = try await Self.controls(
                browser, path, ["grid-noon": "2", "grid-unit": "tablet", "preset": ""])
            let saved = try await browser.post("\(path)/edit", fields: fields, ["X-Autosave": "1"])
            #expect(saved.status == 204 || saved.status == 200)
            let parts = try await browser.get("\(path)/edit", ["X-Fragment": "1"])
            for id in ["dosage-line", "dosage-shown", "meaning", "dosage-grid", "dosage-rows"] {
                #expect(parts.body.contains("id=\"\(id)\""), "\(id)")
            }
            #expect(parts.body.contains("value=\"0-2-0-0 tablets\""))
        }
    }

    @Test("what a line cannot say is typed in the details, renewed whole, and the same when nothing is changed")
    func details() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            let details = [
                "d1-dose": "1 to 2 tablets", "d1-frequency": "2", "d1-period": "1 day", "d1-bounds": "7 to 10 days",
                "d1-duration": "10 to 15 minutes",
                "d1-as-needed": "yes", "d1-need-reason": "pain",
                "d1-max-period": "4 tablets in 24 hours\n20 tablets in 1 week", "d1-max-lifetime": "500 tablets",
                "d1-instruction": "slowly\nsitting", "add": "yes",
            ]
            let added = try await browser.post("\(path)/edit", fields: Self.controls(browser, path, details))
            #expect(added.location == "\(path)/edit#d2-dose")
            let second = ["d2-step": "1", "d2-dose": "1 tablet", "d2-instants": "2026-12-24 18:00\n2026-12-31 18:00"]
            let checked = try await browser.post("\(path)/edit", fields: Self.controls(browser, path, second))
            #expect(checked.location == "\(path)/sheet", "\(checked.text.prefix(1500))")
            let sheet = try await browser.get("\(path)/sheet").text
            for words in ["10 to 15 minutes", "7 to 10 days", "500 tablets", "20 tablets a week", "December 31, 2026"] {
                #expect(sheet.contains(words), "\(words)")
            }
            let sentence = try #require(sheet.firstMatch(of: /If you have pain.*?18:00\./)).0
            try await clinic.sign(browser, path)
            let draft = try #require(try await browser.post("\(path)/versions").location)
            let renewed = draft.replacing("/edit", with: "")
            let page = try await browser.get(draft)
            #expect(page.body.contains("value=\"10 to 15 minutes\"") && page.text.contains("The details below hold"))
            let same = try await browser.post("\(renewed)/edit", fields: Self.controls(browser, renewed))
            #expect(same.location == "\(renewed)/sheet")
            #expect(try await browser.get("\(renewed)/sheet").text.contains(String(sentence)))
            // A removed dosage is gone, the other one stays.
            let fewer = try await browser.post(
                "\(renewed)/edit", fields: Self.controls(browser, renewed, ["remove": "2"]))
            #expect(fewer.location == "\(renewed)/edit#dosage")
            let left = try await browser.get("\(renewed)/edit")
            #expect(!left.body.contains("d2-dose") && left.body.contains("value=\"10 to 15 minutes\""))
        }
    }

    @Test(
        "a rule that details break is said at the field that breaks it",
        arguments: [
            (["d1-duration": "13 hours"], "d1-duration"), (["d1-dose": ""], "d1-dose"),
            (["d1-frequency": "", "d1-period": "", "d1-count": "3"], "d1-frequency"),
            (["d1-max-period": "1 tablet in 24 hours"], "d1-max-period"), (["d1-max-once": "½ tablet"], "d1-max-once"),
            (["d1-times": "08:00"], "d1-frequency"), (["d1-period": "0.5 days"], "d1-period"),
            (["d1-from": "2026-12-31", "d1-through": "2026-12-01"], "d1-through"), (["d1-step": "3"], "d1-step"),
        ])
    func rules(changes: [String: String], field: String) async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            let details = ["d1-dose": "1 tablet", "d1-frequency": "2", "d1-period": "1 day"].merging(changes) { $1 }
            let answer = try await browser.post("\(path)/edit", fields: Self.controls(browser, path, details))
            #expect(answer.status == 422)
            #expect(answer.body.contains("<a href=\"#\(field)\">"), "\(answer.text.prefix(600))")
            #expect(answer.body.contains("id=\"\(field)-error\""))
            for (name, value) in details where !value.isEmpty {
                #expect(answer.body.contains("value=\"\(value)\"") || name == "d1-max-period", "\(name)")
            }
        }
    }

    @Test("any fields at all are borne, and the most dosages fit on a page")
    func hostile() async throws {
        let clinic = try await MedicationSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            let odd = ["\u{0}", "<script>", String(repeating: "9", count: 5000), "½/½", "-1", "1e9", "🙂", "\u{202E}1"]
            for text in odd {
                var fields: [String: String] = [:]
                for element in DosageRow.Element.allCases { fields["d1-\(element.rawValue)"] = text }
                for name in MedicationOrderForm.placeNames { fields[name] = text }
                let answer = try await browser.post("\(path)/edit", fields: Self.controls(browser, path, fields))
                #expect([422, 303].contains(answer.status), "\(text.prefix(9)): \(answer.status)")
                #expect(try await browser.get("\(path)/edit").status == 200)
            }
            var many = ["rows": "99", "dosage-base": ""]
            for number in 1...14 {
                for element in DosageRow.Element.allCases { many["d\(number)-\(element.rawValue)"] = "" }
                many["d\(number)-step"] = "\(number)"
                many["d\(number)-dose"] = "1 tablet"
                many["d\(number)-frequency"] = "1"
                many["d\(number)-period"] = "1 day"
                many["d\(number)-bounds"] = "5 days"
            }
            for name in MedicationOrderForm.gridNames { many[name] = "" }
            let answer = try await browser.post("\(path)/edit", fields: Self.controls(browser, path, many))
            #expect(answer.location == "\(path)/sheet", "\(answer.text.prefix(900))")
            let page = try await browser.get("\(path)/edit").body
            #expect(page.contains("d10-dose") && !page.contains("d11-dose"))
            #expect(page.utf8.count < 100 * 1024)
            // A longer taper stands in its line alone.
            let taper = Array(repeating: "1 tab daily x3d", count: 12).joined(separator: " then ")
            for _ in 1...2 {
                let fields = try await Self.controls(browser, path, ["dosage": taper])
                #expect(try await browser.post("\(path)/edit", fields: fields).location == "\(path)/sheet")
            }
            let long = try await browser.get("\(path)/edit")
            #expect(!long.body.contains("d1-dose") && long.text.contains("only in the line"))
        }
    }
}
