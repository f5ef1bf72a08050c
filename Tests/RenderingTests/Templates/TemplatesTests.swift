import Clinic
import Foundation
import Rendering
import Testing

@Suite("Templates")
struct TemplatesTests {
    private struct Greeting: Page {
        static let template = "greeting"
        let name: String
        var note: String?
    }

    private let views: ViewsFolder

    init() throws {
        views = try ViewsFolder(english: #"{"a.hello": "<b>Hello</b> & \"welcome\", {name}", "a.plain": "Plain"}"#)
    }

    private func html(_ template: String, _ page: Greeting) throws -> String {
        try views.write(template, to: "greeting.mustache")
        return try Templates(folder: views.url, strict: true).html(page, language: .english)
    }

    @Test("a message's own signs and the values in it are escaped")
    func messagesAreEscaped() throws {
        let html = try html("<p>[[a.hello]]</p>", Greeting(name: "<i>'x'</i>"))
        #expect(html.hasPrefix("<p>&lt;b&gt;Hello&lt;/b&gt; &amp; &quot;welcome&quot;, &lt;i&gt;"))
        #expect(!html.contains("<i>") && !html.contains("'x'"))
    }

    @Test(
        "a sign with a combining mark behind it is escaped as without",
        arguments: [("\"", "&quot;"), ("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("'", "&#39;")])
    func combiningMarks(sign: String, entity: String) throws {
        let typed = "a\(sign)\u{301}\u{20D2} b"
        #expect(typed.htmlEscaped == "a\(entity)\u{301}\u{20D2} b")
        #expect(
            try html("<p title=\"{{name}}\">", Greeting(name: typed)) == "<p title=\"a\(entity)\u{301}\u{20D2} b\">")
        // Partials, layouts and their blocks begin with what the library does by itself.
        try views.write("{{#note}}<i>{{.}}</i>{{/note}}{{$block}}{{/block}}", to: "_part.mustache")
        let page = Greeting(name: typed, note: typed)
        let inner = try html("{{<_part}}{{$block}}{{name}}{{/block}}{{/_part}}{{> _part}}", page)
        #expect(
            inner == "<i>a\(entity)\u{301}\u{20D2} b</i>a\(entity)\u{301}\u{20D2} b<i>a\(entity)\u{301}\u{20D2} b</i>")
    }

    @Test("what people type is never taken for a message or a tag", arguments: ["[[a.plain]]", "{{name}}", "{{> x}}"])
    func typedTextIsText(typed: String) throws {
        #expect(try html("{{name}}", Greeting(name: typed)) == typed.htmlEscaped)
    }

    @Test("a message of the catalogue cannot open a section or leave a value unescaped")
    func messagesAreNoTemplates() throws {
        let hostile = try ViewsFolder(english: ##"{"a.x": "{{name}} {#name}x{/name}"}"##)
        try hostile.write("[[a.x]]", to: "greeting.mustache")
        let html = try? Templates(folder: hostile.url).html(Greeting(name: "<i>"), language: .english)
        #expect(html?.contains("<i>") != true)
    }

    @Test("a template that names an unknown message is refused when it is read")
    func unknownMessage() throws {
        try views.write("[[a.missing]]", to: "greeting.mustache")
        #expect(throws: Templates.LoadError.self) { _ = try Templates(folder: views.url) }
    }

    @Test("a template with an open section is refused when it is read")
    func malformed() throws {
        try views.write("{{#name}}open", to: "greeting.mustache")
        #expect(throws: Templates.LoadError.self) { _ = try Templates(folder: views.url) }
    }

    @Test("an optional that is nil is known and renders nothing")
    func optional() throws {
        #expect(try html("{{#note}}{{.}}{{/note}}{{^note}}none{{/note}}", Greeting(name: "")) == "none")
        #expect(try html("{{#note}}{{.}}{{/note}}", Greeting(name: "", note: "a note")) == "a note")
    }

    @Test("the five signs of HTML are escaped, others not")
    func escaping() {
        #expect(
            "<a href=\"x\" id='y'>&amp; ü 😀".htmlEscaped == "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp; ü 😀")
    }
}
