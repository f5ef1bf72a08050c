import Clinic
import Testing

@Suite("Text as it is compared when people search")
struct SearchTextTests {
    @Test(
        "has no accents, no case and no width",
        arguments: [
            ("Müller-Lüdenscheidt", "muller-ludenscheidt"), ("Đặng", "dang"), ("Straße", "strasse"),
            ("SJÖGREN", "sjogren"), ("Plain ASCII 123", "plain ascii 123"), ("ｈｉｐ", "hip"), ("", ""),
        ])
    func folded(text: String, expected: String) {
        #expect(SearchText.folded(text) == expected)
    }

    @Test(
        "falls into words of letters and digits",
        arguments: [
            ("Gelenk (re.), L4/L5", ["gelenk", "re", "l4", "l5"]), ("  ", []), ("\u{0}hip\u{0}knee", ["hip", "knee"]),
            ("🦴 \"bone\" OR * NEAR", ["bone", "or", "near"]), ("Ménière's", ["meniere", "s"]), ("ظهر", ["ظهر"]),
        ])
    func words(text: String, expected: [String]) {
        #expect(SearchText.words(text) == expected)
    }
}
