import Clinic
import Testing

@Suite("Plain text as people type it")
struct PlainTextTests {
    @Test("keeps words of every script and drops what could mislead")
    func cleaned() {
        #expect(PlainText.cleaned(" a\tb\r\nc\rd ") == "a\tb\nc\nd")
        #expect(PlainText.cleaned("\u{FEFF}x\u{1B}[31m\u{7F}\u{85}") == "x[31m")
        #expect(PlainText.cleaned("1\u{2067}2\u{2069}") == "12")
        #expect(PlainText.cleaned("می\u{200C}خواهم") == "می\u{200C}خواهم")
        #expect(PlainText.cleaned("👩‍⚕️") == "👩‍⚕️")
        #expect(PlainText.cleaned(" \n\t ").isEmpty)
    }
}
