import Rendering
import Testing

@Suite("Markdown that people typed")
struct MarkdownTests {
    @Test("becomes paragraphs, lists and emphasis, with line ends kept")
    func plain() {
        #expect(Markdown.html("Walk *slowly*\ntwice") == "<p>Walk <em>slowly</em><br />\ntwice</p>\n")
        #expect(Markdown.html("- a\n- b") == "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n")
        #expect(Markdown.html("# Aims") == "<h3>Aims</h3>\n")
        #expect(Markdown.html("").isEmpty)
    }

    @Test("shows what looks like HTML as it was typed")
    func html() {
        #expect(Markdown.html("lift <b>no</b> more") == "<p>lift &lt;b&gt;no&lt;/b&gt; more</p>\n")
        #expect(Markdown.html("under <5 kg & \"so\"") == "<p>under &lt;5 kg &amp; &quot;so&quot;</p>\n")
        #expect(
            Markdown.html("<script>\nalert(1)\n</script>")
                == "<pre><code>&lt;script&gt;\nalert(1)\n&lt;/script&gt;\n</code></pre>\n")
        #expect(!Markdown.html("<!-- a --> <link rel=attachment href='file:///etc/passwd'>").contains("<link"))
    }

    @Test(
        "drops pictures entirely, wherever they stand",
        arguments: [
            "![x](data:image/png;base64,AAAA)", "![x](file:///etc/passwd)",
            "[![x](http://e.example/p.png)](http://e.example)",
            "![a ![b](c) d](e)", "![x][r]\n\n[r]: http://e.example/p.png", "![*a*](b \"onerror=x\")",
        ])
    func pictures(text: String) {
        let html = Markdown.html(text)
        #expect(!html.contains("<img"))
        #expect(!html.contains("p.png"))
    }

    @Test("keeps links to the web, mail and telephone")
    func links() {
        #expect(
            Markdown.html("[a](https://e.example/?x=1&y)").contains(#"<a href="https://e.example/?x=1&amp;y">a</a>"#))
        #expect(Markdown.html("<a@e.example>").contains(#"<a href="mailto:a@e.example">"#))
        #expect(Markdown.html("[call](tel:+15552013344)").contains("<a href=\"tel:"))
    }

    @Test(
        "leaves only the words of any other link",
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "file:///etc/passwd", "/prescriptions",
            "x",
            "vbscript:x", "java&#10;script:alert(1)", "&#106;avascript:alert(1)", "//e.example", "#top", "asset:icon",
        ])
    func otherLinks(url: String) {
        #expect(Markdown.html("see [**this**](\(url)) now") == "<p>see <strong>this</strong> now</p>\n")
    }

    @Test(
        "survives what is nested without end",
        arguments: [
            String(repeating: ">", count: 5000), String(repeating: "[", count: 20000),
            String(repeating: "*a **b ", count: 3000),
            String(repeating: "- ", count: 2000), String(repeating: "![", count: 5000), "\u{0}<\u{0}>",
        ])
    func hostile(text: String) {
        let html = Markdown.html(text + "x")
        #expect(html.contains("x") || html.isEmpty)
        #expect(!html.contains("<img"))
    }
}
