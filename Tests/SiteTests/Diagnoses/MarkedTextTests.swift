import Clinic
import Testing

@testable import Site

@Suite("What was searched for is marked in titles")
struct MarkedTextTests {
    private func marked(_ title: String, _ typed: String) -> String {
        MarkedText.pieces(of: title, query: DiagnosisQuery(typed: typed))
            .map { $0.marked ? "[\($0.text)]" : $0.text }.joined()
    }

    @Test(
        "at the beginnings of words, whatever accents and case",
        arguments: [
            ("Radiculopathy, lumbar region", "lumb rad", "[Rad]iculopathy, [lumb]ar region"),
            ("Ménière's disease", "meniere", "[Ménière]'s disease"), ("Pain in hip", "", "Pain in hip"),
            ("Painful pain", "pain", "[Pain]ful [pain]"), ("Straße", "strasse", "[Straße]"), ("Arm", "arms", "Arm"),
            ("Pain", "pain pai", "[Pain]"), ("", "x", ""), ("L4-L5", "l5", "L4-[L5]"),
        ])
    func pieces(title: String, typed: String, expected: String) {
        #expect(marked(title, typed) == expected)
    }

    @Test("no letter of a title is lost")
    func whole() {
        let title = "Sjögren's syndrome 🦴 with é and \u{1F1E9}\u{1F1EA}"
        for typed in ["s", "sjo", "with e", "🦴", "a b c d"] {
            let pieces = MarkedText.pieces(of: title, query: DiagnosisQuery(typed: typed))
            #expect(pieces.map(\.text).joined() == title)
        }
    }
}
