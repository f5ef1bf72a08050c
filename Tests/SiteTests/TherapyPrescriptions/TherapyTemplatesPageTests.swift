import Catalogs
import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@Suite("The therapies' form with other templates")
struct TherapyTemplatesPageTests {
    /// A draft's therapies with a template chosen; the path of the form, which is at version 3.
    private func begin(_ clinic: PrescriptionSite, _ browser: TestBrowser, _ template: String) async throws -> String {
        let path = "\(try await clinic.begin(browser))/therapies"
        let answer = try await browser.post(
            path, ["visits": "6", "version": "1", "switch": "yes", "template": template])
        #expect(answer.location == path)
        return path
    }

    private static let limits = [
        ("visits", "12"), ("items", "external-rotation"), ("value.external-rotation.degrees", "30"),
        ("value.external-rotation.until", "March 1, 2027"), ("items", "sling"), ("value.sling.weeks", "6"),
        ("items", "driving"), ("value.driving.driving", "no"), ("value.surgery.procedure", "Cuff <b>repair</b>"),
        ("value.surgery.date", "2026-11-01"), ("weight-bearing", "pwb"), ("value.pwb.kilograms", "20"),
    ]

    @Test("values of every kind are kept as typed and stand on the sheet")
    func roundTrip() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await begin(clinic, browser, "shoulder")
            let saved = try await browser.post(path, fields: Self.limits + [("version", "3")])
            #expect(saved.location == path.replacing("/therapies", with: ""))
            let page = try await browser.get(path)
            for (name, value) in [
                ("external-rotation.degrees", "30"), ("external-rotation.until", "Mar 1, 2027"), ("sling.weeks", "6"),
                ("surgery.procedure", "Cuff &lt;b&gt;repair&lt;/b&gt;"), ("surgery.date", "Nov 1, 2026"),
                ("pwb.kilograms", "20"),
            ] {
                #expect(page.body.contains("name=\"value.\(name)\" type=\"text\" value=\"\(value)\""), "\(name)")
            }
            #expect(page.body.contains(#"<option value="no" selected>not allowed</option>"#))
            #expect(page.body.contains(/value="external-rotation" checked/))
            // Sending what the page shows changes nothing.
            let shown = Self.limits.map { name, value in
                name == "value.external-rotation.until" ? (name, "Mar 1, 2027") : (name, value)
            }
            let again = try await browser.post(path, fields: shown + [("version", "4")], ["X-Autosave": "1"])
            #expect(again.headers[try #require(HTTPField.Name("X-Version"))] == "4")
        }
    }

    @Test(
        "what cannot be meant is told at its field, with everything typed kept",
        arguments: [
            ("value.external-rotation.degrees", "thirty"), ("value.external-rotation.degrees", "181"),
            ("value.external-rotation.degrees", "-1"), ("value.external-rotation.until", "2026-11-21"),
            ("value.external-rotation.until", "31 February 2027"), ("value.external-rotation.until", "1/1/2126"),
            ("value.sling.weeks", "99999999999999999999"), ("value.driving.driving", "<script>"),
            ("value.surgery.date", "\u{202E}1"), ("value.surgery.procedure", String(repeating: "x", count: 161)),
        ])
    func wrong(name: String, value: String) async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await begin(clinic, browser, "shoulder")
            let fields =
                Self.limits.filter { $0.0 != name } + [(name, value), ("goals", "Reach \"high\""), ("version", "3")]
            let answer = try await browser.post(path, fields: fields)
            #expect(answer.status == 422)
            #expect(answer.body.contains("href=\"#\(name)\""))
            #expect(answer.body.contains("Reach &quot;high&quot;"))
            #expect(answer.body.contains(/value="sling" checked/))
            #expect(!answer.body.contains("<script>\""))
        }
    }

    @Test("fields that no template names are ignored, however many")
    func foreign() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await begin(clinic, browser, "shoulder")
            let foreign =
                (0..<200).map { ("value.nothing.\($0)", "x") } + [
                    ("value.", "x"), ("value.sling", "x"), ("reason.", "x"), ("reason.nothing", "x"),
                    ("accepted", "nothing"),
                    ("value.sling.weeks", "6"), ("value.sling.weeks", "7"),
                ]
            let saved = try await browser.post(
                path, fields: foreign + [("visits", "6"), ("items", "sling"), ("version", "3")])
            #expect(saved.status == 303)
            #expect(try await browser.get(path).body.contains(#"name="value.sling.weeks" type="text" value="6""#))
        }
    }

    @Test("after an operation the form asks for its date, and nothing is signed before")
    func surgery() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await browser.post(
                "\(path)/therapies", ["visits": "6", "version": "2", "switch": "yes", "template": "shoulder"])
            let fields = [("visits", "12"), ("items", "cuff-repair"), ("value.cuff-repair.size", "large")]
            let saved = try await browser.post("\(path)/therapies", fields: fields + [("version", "4")])
            #expect(saved.location == "\(path)/therapies#value.surgery.date")
            #expect(try await browser.get("\(path)/therapies").text.contains("the sheet needs the date of the surgery"))
            #expect(try await browser.get(path).text.contains("the sheet needs the date of the surgery"))
            #expect(try await browser.get("\(path)/sheet").status == 422)
            try await browser.post(
                "\(path)/therapies", fields: fields + [("value.surgery.date", "2026-11-01"), ("version", "5")])
            #expect(try await clinic.sign(browser, path).location == path)
            let signed = try await browser.get(path)
            #expect(signed.text.contains("Rotator cuff repair (large)"))
            #expect(signed.text.contains("Surgery Nov 1, 2026"))
            // The next one begins with the same specialty.
            let next = try await browser.get("\(try await clinic.begin(browser))/therapies")
            #expect(next.body.contains(#"<option value="shoulder" selected>"#))
        }
    }

    @Test("what is dangerous is signed only with a reason, which the sheet prints and the audit log notes")
    func danger() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            let fields = [("visits", "6"), ("items", "tns"), ("precautions", "pacemaker-stimulator")]
            let saved = try await browser.post("\(path)/therapies", fields: fields + [("version", "2")])
            #expect(saved.location == "\(path)/therapies#reason.pacemaker-stimulation")
            let asked = try await browser.get("\(path)/therapies", ["X-Fragment": "1"])
            #expect(asked.body.contains(#"name="reason.pacemaker-stimulation""#))
            #expect(asked.text.contains("no TENS"))
            #expect(!asked.body.contains("<html"))
            #expect(try await browser.get("\(path)/sheet").status == 422)
            let reason = ("reason.pacemaker-stimulation", "Cardiologist <agreed>")
            let answered = try await browser.post("\(path)/therapies", fields: fields + [reason, ("version", "3")])
            #expect(answered.location == path)
            #expect(try await clinic.sign(browser, path).location == path)
            let signed = try await browser.get(path)
            #expect(signed.body.contains("Cardiologist &lt;agreed&gt;"))
            #expect(signed.text.contains("Ordered despite a warning"))
            let audit = try await clinic.database.auditEntries(limit: 20)
            #expect(audit.contains { $0.entity == "therapy-warning" && $0.action == .signed })
        }
    }

    @Test("what the patient's record says counts, and a tick answers a question")
    func record() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            var details = clinic.patient.details
            details.conditions = [Condition(name: "Pacemaker")]
            _ = try await clinic.database.updatePatient(
                clinic.patient.id, to: details, version: 1, by: Actor(account: clinic.dana.id))
            let path = try await clinic.complete(browser)
            let saved = try await browser.post(
                "\(path)/therapies", fields: [("visits", "6"), ("items", "tns"), ("version", "2")])
            #expect(saved.location == "\(path)/therapies#reason.pacemaker-stimulation")
            let gait = [("visits", "6"), ("items", "gait-training"), ("weight-bearing", "nwb")]
            let asked = try await browser.post("\(path)/therapies", fields: gait + [("version", "3")])
            #expect(asked.location == "\(path)/therapies#accepted.nwb-gait")
            let meant = try await browser.post(
                "\(path)/therapies", fields: gait + [("accepted", "nwb-gait"), ("version", "4")])
            #expect(meant.location == path)
        }
    }

    @Test("changing the specialty keeps what both have, and asks before it drops the rest")
    func change() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await begin(clinic, browser, "shoulder")
            let typed =
                Self.limits + [("items", "home-exercise-program"), ("goals", "Reach high"), ("precautions", "cancer")]
            let asked = try await browser.post(
                path, fields: typed + [("version", "3"), ("switch", "yes"), ("template", "knee")])
            #expect(asked.status == 200)
            #expect(asked.text.contains("No active external rotation beyond 30° until Mar 1, 2027"))
            #expect(!asked.text.contains("Home exercise program;"))
            // Nothing is gone while it is asked.
            #expect(try await browser.get(path).body.contains(#"<option value="shoulder" selected>"#))
            let version = try #require(asked.body.firstMatch(of: /name="version" value="(\d+)"/)).1
            let changed = try await browser.post(
                path, ["version": String(version), "switch": "yes", "template": "knee", "confirmed": "yes"])
            #expect(changed.location == path)
            let page = try await browser.get(path)
            #expect(page.body.contains(#"<option value="knee" selected>"#))
            #expect(page.body.contains(/value="home-exercise-program" checked/))
            #expect(page.body.contains(/value="cancer" checked/))
            #expect(page.body.contains("Reach high") && page.body.contains("Cuff &lt;b&gt;repair"))
            #expect(try await browser.post(path, ["visits": "6", "switch": "yes", "template": "../x"]).status == 404)
            let wrong = try await browser.post(
                path, ["visits": "x", "goals": "kept", "switch": "yes", "template": "hip", "version": "9"])
            #expect(wrong.status == 422 && wrong.body.contains("kept"))
        }
    }

    @Test(
        "every list's form says that it was not reviewed, and weighs no more than a page may", arguments: ["en", "de"])
    func weight(language: String) async throws {
        let clinic = try await PrescriptionSite()
        let templates = try TherapyTemplates.shipped()
        try await clinic.run { browser in
            try await browser.post("/language", ["language": language, "return": "/"])
            for template in templates.all where template.id != "spine" {
                let path = try await begin(clinic, browser, template.id)
                let page = try await browser.get(path)
                // The stylesheet, icons and scripts weigh 62,000 bytes of the 100 KiB.
                #expect(page.body.utf8.count < 40_400, "\(template.id): \(page.body.utf8.count)")
                let words = language == "en" ? "was not clinically reviewed" : "nicht klinisch geprüft"
                #expect(page.text.contains(words), "\(template.id)")
                #expect(page.body.contains("value=\"\(template.id)\" selected"))
                #expect(!page.body.contains("therapies.value"))
            }
        }
    }
}
