import Catalogs
import Clinic
import Foundation
import TestSupport
import Testing

@Suite("A template's file")
struct TherapyTemplateFileTests {
    @Test("every shipped template is the same after it went out and came in")
    func roundTrip() throws {
        let shipped = try TherapyTemplates.shipped().all
        #expect(shipped.count == 16)
        for template in shipped {
            let file = try template.file
            #expect(file.count < TherapyTemplateFile.mostBytes / 2, "\(template.id)")
            #expect(try TherapyTemplateFile.template(file, field: "file") == template)
            var named = template
            named.name = "Mine"
            #expect(try TherapyTemplateFile.template(try named.file, field: "file") == named)
            #expect(named.clinicFaults.isEmpty, "\(template.id)")
        }
    }

    private func problems(_ file: Data) throws -> [Problem] {
        do {
            _ = try TherapyTemplateFile.template(file, field: "file")
            return []
        } catch let failure as ValidationFailure { return failure.problems }
    }

    private func problems(_ change: (inout [String: Any]) -> Void) throws -> [Problem] {
        let object = try JSONSerialization.jsonObject(with: try TherapyTemplate.spine().file)
        var template = try #require(object as? [String: Any])
        change(&template)
        return try problems(try JSONSerialization.data(withJSONObject: template))
    }

    @Test(
        "what is no template says why",
        arguments: [
            ("", "syntax"), ("null", "type"), ("[]", "type"), ("{}", "missing"), ("\u{FEFF}{}", "missing"),
            (String(repeating: "[", count: 50_000), "too-deep"), (#"{"id": "a" "b"}"#, "syntax"),
            (String(repeating: "{\"a\":", count: 100_000), "too-large"), ("\u{0}\u{1}\u{2}", "syntax"),
        ])
    func refused(text: String, problem: String) throws {
        let found = try problems(Data(text.utf8))
        #expect(found.map(\.field) == ["file"])
        #expect(found.map(\.message) == ["therapy-templates.problem.\(problem)"])
    }

    @Test(
        "the line on which it goes wrong is found, whatever it is",
        arguments: [
            ("{\n\"a\": 1,\n}", "3"), ("{\n\"a\" 1}", "2"), ("[\n\n1 2]", "3"), ("\n\"a", "2"), ("{\"a\": tru}", "1"),
            ("{}\n{}", "2"), ("[1,\n2", "2"), ("{\"a\": \"\\\"\",\n1: 2}", "2"), ("\"a\nb\"", "1"), ("", "1"),
            ("\\", "1"),
        ])
    func slips(text: String, line: String) throws {
        let found = try problems(Data(text.utf8))
        #expect(found.map(\.message) == ["therapy-templates.problem.syntax"])
        #expect(found.first?.values["line"] == line)
    }

    @Test("the line of a slip is said")
    func line() throws {
        var lines = String(decoding: try TherapyTemplate.spine().file, as: UTF8.self).split(separator: "\n").map(
            String.init)
        lines[41] += " oops"
        let found = try problems(Data(lines.joined(separator: "\n").utf8))
        #expect(found.first?.message == "therapy-templates.problem.syntax")
        let line = Int(found.first?.values["line"] ?? "") ?? 0
        #expect(line == 42, "\(found)")
    }

    @Test("the place of a wrong or missing value is said, counted from one")
    func places() throws {
        let missing = try problems { $0["sections"] = [["id": "a", "title": ["en": "A", "de": "A"]]] }
        #expect(missing.first?.values["place"] == "sections[1].items")
        let wrong = try problems { $0["visits"] = ["title": 7, "min": 1, "max": 2, "default": 1] }
        #expect(wrong.first?.values["place"]?.hasPrefix("visits.title") == true)
        let large = try problems { $0["version"] = 1e300 }
        #expect(large.count == 1)
    }

    @Test("what breaks a rule or is too much is told, never more than twenty at once")
    func rules() throws {
        let items = { (count: Int, id: String) -> [[String: Any]] in
            (0..<count).map { ["id": id.isEmpty ? "i\($0)" : id, "title": ["en": "A", "de": "A"]] }
        }
        let section = { (items: [[String: Any]]) -> [[String: Any]] in
            [["id": "a", "title": ["en": "A", "de": "A"], "items": items]]
        }
        let twice = try problems { $0["sections"] = section(items(2, "return-report")) }
        #expect(twice.map(\.message) == ["therapy-templates.fault.repeated-id"])
        let many = try problems { $0["sections"] = section(items(2000, "")) }
        #expect(many.contains { $0.message == "therapy-templates.fault.too-many.items" })
        let bad = try problems { $0["sections"] = section(items(100, "<script>alert(1)</script>")) }
        #expect(bad.count == 20)
        let html = try problems { $0["title"] = ["en": "<b>x</b>", "de": "<b>x</b>"] }
        #expect(html.isEmpty)
        let marks = try problems { $0["title"] = ["en": "a\u{202E}b", "de": "x"] }
        #expect(marks.map(\.message) == ["therapy-templates.fault.characters"])
        let sign = try problems { $0["signs"] = [["id": "pregnancy", "words": [""]]] }
        #expect(sign.map(\.message) == ["therapy-templates.fault.sign"])
        let name = try problems { $0["name"] = String(repeating: "n", count: 1000) }
        #expect(name.map(\.message) == ["therapy-templates.fault.name"])
    }
}
