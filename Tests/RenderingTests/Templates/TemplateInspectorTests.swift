import Testing

@testable import Rendering

@Suite("Names that a template asks for and a page lacks")
struct TemplateInspectorTests {
    private struct Line: Sendable {
        let title: String
        var hint: String?
    }

    private struct TestPage: Page {
        static let template = "page"
        let name: String
        var lines: [Line] = []
        var line: Line?
        var isOpen = false
    }

    private func unknown(_ source: String, _ page: TestPage, partials: [String: String] = [:]) -> [String] {
        TemplateInspector(sources: partials.merging(["page": source]) { $1 })
            .unknownNames(in: "page", for: TemplateValue(page: page, frame: nil))
    }

    private let full = TestPage(name: "N", lines: [Line(title: "T")], line: Line(title: "T"), isOpen: true)

    @Test(
        "names that are there are not reported",
        arguments: [
            "{{name}}", "{{{name}}}", "{{&name}}", "{{! remark }}{{name}}", "{{line.title}}",
            "{{#line}}{{title}}{{.title}}{{#.hint}}{{.}}{{/.hint}}{{/line}}", "{{#lines}}{{title}} {{name}}{{/lines}}",
            "{{#isOpen}}{{name}}{{/isOpen}}{{^isOpen}}{{name}}{{/isOpen}}",
        ])
    func known(source: String) {
        #expect(unknown(source, full) == [])
    }

    @Test(
        "a missing name is reported wherever it stands",
        arguments: [
            "{{typo}}", "{{{typo}}}", "{{&typo}}", "{{#typo}}{{/typo}}", "{{^typo}}{{/typo}}",
            "{{#line}}{{typo}}{{/line}}", "{{#lines}}{{typo}}{{/lines}}", "{{#isOpen}}{{typo}}{{/isOpen}}",
            "{{^line}}{{/line}}{{typo}}",
        ])
    func missing(source: String) {
        #expect(unknown(source, full) == ["typo"])
    }

    @Test("a path is followed to its end")
    func paths() {
        #expect(unknown("{{line.typo}}", full) == ["line.typo"])
        #expect(unknown("{{line.hint}}", full) == [])
        #expect(unknown("{{line.typo}}", TestPage(name: "")) == [])
    }

    @Test("a name with a dot in front is looked for in its own section only")
    func ownContext() {
        #expect(unknown("{{#line}}{{.name}}{{/line}}", full) == [".name"])
        #expect(unknown("{{#line}}{{name}}{{/line}}", full) == [])
    }

    @Test("a section that is not shown is passed over, its inverse is looked at")
    func sections() {
        let empty = TestPage(name: "")
        #expect(unknown("{{#lines}}{{typo}}{{/lines}}{{#line}}{{typo}}{{/line}}", empty) == [])
        #expect(unknown("{{^lines}}{{typo}}{{/lines}}", empty) == ["typo"])
        #expect(unknown("{{^line}}{{#isOpen}}{{a}}{{/isOpen}}{{b}}{{/line}}", empty) == ["b"])
    }

    @Test("partials and the layout with its blocks are looked at too")
    func partials() {
        let partials = ["_part": "{{typo}}", "layout": "{{$title}}{{standard}}{{/title}}{{other}}"]
        #expect(unknown("{{> _part}}", full, partials: partials) == ["typo"])
        #expect(
            Set(unknown("{{<layout}}{{$title}}{{name}}{{/title}}{{/layout}}", full, partials: partials))
                .isSuperset(of: ["other"]))
        #expect(unknown("{{> missing}}", full) == ["template missing"])
    }
}
