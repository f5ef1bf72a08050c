import Foundation
import Testing

@testable import Clinic

@Suite("Return codes")
struct ReturnCodeTests {
    private let alphabet = PaperCode.alphabet

    private func code(_ seed: UInt8) throws -> ReturnCode {
        try #require(ReturnCode(random: Data((0..<30).map { UInt8(truncatingIfNeeded: $0 * 37) ^ seed })))
    }

    @Test("have 68 bits of chance and a check, in groups of four")
    func shape() throws {
        let code = try code(1)
        #expect(code.text.count == 16)
        #expect(code.grouped.split(separator: "-").map(\.count) == [4, 4, 4, 4])
        #expect(pow(Double(alphabet.count), Double(ReturnCode.length - 1)) > pow(2, 60))
        #expect(ReturnCode(random: Data(repeating: 1, count: 29)) == nil)
    }

    @Test("are read as people type and say them")
    func typed() throws {
        for seed: UInt8 in 0..<20 {
            let code = try code(seed)
            let lookalike = code.text.replacing("2", with: "z").replacing("5", with: "S").replacing("8", with: "b")
            let wide = String(
                String.UnicodeScalarView(
                    code.text.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xFEE0) }))
            for typed in [
                code.text, code.grouped, code.text.lowercased(), lookalike, wide, " \(code.grouped)\t\n",
                code.text.map(String.init).joined(separator: " "), code.grouped.replacing("-", with: "–"),
            ] {
                #expect(ReturnCode(typed: typed) == code, "\(typed)")
            }
        }
    }

    @Test(
        "what is none is none",
        arguments: [
            "", " ", "-", "K7QF", String(repeating: "2", count: 15), String(repeating: "2", count: 17),
            String(repeating: "K", count: 1_000_000), "٢٢٢٢-٢٢٢٢-٢٢٢٢-٢٢٢٢", "AAAA-AAAA-AAAA-AAAA",
            "0000-0000-0000-0000",
            "K7QF-3MXW-P9TD-HC4ß", "K7QF 3MXW P9TD HC4\u{0}", "' OR 1=1 --------", "<script>alert(1)</script>",
            "../../etc/passwd", "%00%00%00%00%00%00",
        ])
    func hostile(typed: String) {
        #expect(ReturnCode(typed: typed) == nil)
    }

    @Test("one wrong character is always noticed, and neighbours swapped nearly always")
    func check() throws {
        let code = try code(7)
        let characters = Array(code.text)
        for place in characters.indices {
            for other in alphabet where other != characters[place] {
                var wrong = characters
                wrong[place] = other
                #expect(ReturnCode(typed: String(wrong)) == nil)
            }
        }
        var missed = 0
        for (first, second) in alphabet.flatMap({ first in alphabet.map { (first, $0) } }) where first != second {
            let body = String([first, second] + characters.dropFirst(2).dropLast())
            let swapped = String([second, first] + characters.dropFirst(2).dropLast())
            if PaperCode.check(body) == PaperCode.check(swapped) { missed += 1 }
        }
        #expect(missed <= 2)
    }
}
