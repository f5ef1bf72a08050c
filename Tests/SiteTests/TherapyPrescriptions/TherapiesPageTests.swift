import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@Suite("The therapies' form")
struct TherapiesPageTests {
    @Test("starts with four visits and nothing chosen")
    func start() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let page = try await browser.get("\(try await clinic.begin(browser))/therapies")
            #expect(page.body.contains(#"name="visits" value="4" checked"#))
            #expect(page.body.matches(of: /name="visits"/).count == 20)
            // The original's 14, and those of the closed sections.
            let toggles = try TherapyTemplate.spine().items.filter { $0.isField != true }
            #expect(toggles.count == 14 + 22)
            #expect(page.body.matches(of: /name="items"/).count == toggles.count)
            #expect(!page.body.contains(/name="(items|kinds|precautions)" value="[^"]*" checked/))
        }
    }

    @Test("wrong input is told at its field, and nothing typed is lost")
    func wrong() async throws {
        let clinic = try await PrescriptionSite()
        let cases: [(name: String, value: String)] = [
            ("visits", "21"), ("visits", "0"), ("visits", "four"), ("visits", ""), ("per-week", "8"),
            ("per-week", "1e3"),
            ("weeks", "53"), ("weeks", "99999999999999999999"), ("valid-until", "2026-11-20"),
            ("valid-until", "31 February 2027"), ("valid-until", "<script>alert"),
            ("goals", String(repeating: "g", count: 2001)), ("instructions", String(repeating: "i", count: 4001)),
        ]
        try await clinic.run { browser in
            let path = "\(try await clinic.begin(browser))/therapies"
            for (name, value) in cases {
                var fields = [("visits", "6"), ("goals", "Walk \"far\" <b>"), ("items", "lso"), ("version", "1")]
                fields.removeAll { $0.0 == name }
                let answer = try await browser.post(path, fields: fields + [(name, value)])
                #expect(answer.status == 422, "\(name)=\(value.prefix(20))")
                #expect(answer.body.contains("href=\"#\(name)\""), "\(name)=\(value.prefix(20))")
                #expect(answer.body.contains(/value="lso" checked/))
                if name != "goals" { #expect(answer.body.contains("Walk &quot;far&quot; &lt;b&gt;")) }
                #expect(!answer.body.contains("<script>alert"))
            }
        }
    }

    @Test("ids that are not on the list are refused", arguments: ["acupuncture", "<script>", "../../etc/passwd", "/"])
    func unknown(hostile: String) async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = "\(try await clinic.begin(browser))/therapies"
            for name in ["items", "kinds", "precautions", "weight-bearing"] {
                let fields = [("visits", "6"), ("items", "modalities"), ("version", "1")]
                // A kind stands behind its item.
                let value = name == "kinds" ? "modalities/\(hostile)" : hostile
                let answer = try await browser.post(path, fields: fields + [(name, value)])
                #expect(answer.status == 422, "\(name)=\(hostile)")
            }
        }
    }

    @Test("numbers that differ are saved, asked about, and accepted once for exactly these")
    func mismatch() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.begin(browser)
            let plan = [("visits", "12"), ("per-week", "2"), ("weeks", "4")]
            let saved = try await browser.post("\(path)/therapies", fields: plan + [("version", "1")])
            #expect(saved.location == "\(path)/therapies#accepted-plan")
            let asked = try await browser.get("\(path)/therapies")
            #expect(asked.text.contains("makes 8 visits, but 12 are authorized"))
            #expect(asked.body.contains(#"name="accepted-plan" value="12/2/4""#))
            #expect(try await browser.get(path).text.contains("makes 8 visits"))
            let accepted = try await browser.post(
                "\(path)/therapies", fields: plan + [("accepted-plan", "12/2/4"), ("version", "2")])
            #expect(accepted.location == path)
            #expect(try await !browser.get(path).text.contains("makes 8 visits"))
            try await browser.post(
                "\(path)/therapies",
                ["visits": "11", "per-week": "2", "weeks": "4", "accepted-plan": "12/2/4", "version": "3"])
            #expect(try await browser.get(path).text.contains("makes 8 visits, but 11"))
        }
    }

    @Test("a second tab gets both versions to compare, and saves deliberately")
    func stale() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = "\(try await clinic.begin(browser))/therapies"
            try await browser.post(path, ["visits": "8", "goals": "first tab", "version": "1"])
            let second = try await browser.post(path, ["visits": "9", "goals": "second tab", "version": "1"])
            #expect(second.status == 409)
            #expect(second.text.contains("first tab"))
            #expect(second.text.contains("second tab"))
            #expect(second.body.contains(#"name="version" value="2""#))
            #expect(try await browser.post(path, ["visits": "9", "goals": "second tab", "version": "2"]).status == 303)
            #expect(try await browser.get(path).body.contains("second tab"))
        }
    }

    @Test("a script saves in the background and goes on from the new version")
    func autosave() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = "\(try await clinic.begin(browser))/therapies"
            let header = ["X-Autosave": "1"]
            let saved = try await browser.post(path, ["visits": "8", "goals": "half a sent", "version": "1"], header)
            #expect(saved.status == 204)
            #expect(saved.headers[try #require(HTTPField.Name("X-Version"))] == "2")
            #expect(try await browser.post(path, ["visits": "x", "version": "2"], header).status == 422)
            #expect(try await browser.post(path, ["visits": "9", "version": "1"], header).status == 409)
            #expect(try await browser.get(path).body.contains("half a sent"))
        }
    }
}
