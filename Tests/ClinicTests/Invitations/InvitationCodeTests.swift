import Clinic
import Foundation
import Testing

@Suite("A code on paper")
struct InvitationCodeTests {
    private let code = InvitationCode(typed: "K7QF-3MXW-P9TD")

    @Test("has twelve characters, in groups of four, none of which is taken for another")
    func made() throws {
        for seed in UInt8.min...UInt8.max {
            let code = try #require(InvitationCode(random: Data((0..<32).map { seed &* 37 &+ $0 &* 11 })))
            #expect(code.text.count == 12)
            #expect(!code.text.contains { "01OILUVZSB AE".contains($0) }, "\(code)")
            #expect(code.grouped.wholeMatch(of: /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/) != nil)
            #expect(InvitationCode(typed: code.grouped) == code)
        }
        #expect(InvitationCode(random: Data(count: 23)) == nil)
    }

    @Test("uses every character about equally often")
    func even() throws {
        var counts: [Character: Int] = [:]
        for high in 0...255 {
            for low in 0...255 {
                let bytes = Data((0..<12).flatMap { _ in [UInt8(high), UInt8(low)] })
                let code = try #require(InvitationCode(random: bytes))
                counts[try #require(code.text.first), default: 0] += 1
            }
        }
        #expect(counts.count == 24)
        #expect(counts.values.allSatisfy { (2730...2731).contains($0) })
    }

    @Test(
        "is read however it is typed",
        arguments: [
            "K7QF3MXWP9TD", "k7qf-3mxw-p9td", "  k7qf 3mxw p9td ", "K7QF–3MXW—P9TD", "k 7 q f 3 m x w p 9 t d",
            "K7QF.3MXW.P9TD", "ｋ７ｑｆ３ｍｘｗｐ９ｔｄ", "K7QF\u{00A0}3MXW\u{2011}P9TD", "K7QF\n3MXW\tP9TD",
        ])
    func typed(text: String) {
        #expect(code != nil)
        #expect(InvitationCode(typed: text) == code)
    }

    @Test("takes a letter that looks like a digit for the digit")
    func lookalikes() throws {
        let code = try #require(InvitationCode(typed: "2589 2589 2589"))
        #expect(InvitationCode(typed: "zsb9 ZSB9 2sb9") == code)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", " ", "K7QF-3MXW-P9T", "K7QF-3MXW-P9TDD", "K7QF-3MXW-P9T0", "K7QF-3MXW-P9TÄ", "<b>K7QF3MXWP9TD</b>",
            "K7QF3MXWP9TD\0", "K7QF\u{202E}3MXWP9TD", "K7QF+3MXWP9TD", "K7QF3MXWP9T\u{0301}D", "ßßßßßß",
            String(repeating: "-", count: 100_000) + "K7QF3MXWP9TD", String(repeating: "K", count: 100_000),
        ])
    func refused(text: String) {
        #expect(InvitationCode(typed: text) == nil)
    }
}
