import Clinic
import Foundation
import Testing

@Suite("Text messages on the air")
struct TextMessageTests {
    @Test(
        "a text is as many messages as the phone alphabet makes of it",
        arguments: [
            ("", 1, 0), ("a", 1, 1), (String(repeating: "a", count: 160), 1, 160),
            (String(repeating: "a", count: 161), 2, 161), (String(repeating: "a", count: 306), 2, 306),
            (String(repeating: "a", count: 307), 3, 307), ("Grüße aus Köln, ß und Å", 1, 23), ("€", 1, 2),
            (String(repeating: "€", count: 80), 1, 160),
            // 76 fit into a message of 153, since none is torn apart.
            (String(repeating: "€", count: 153), 3, 306), ("line\nline", 1, 9),
        ])
    func seven(text: String, segments: Int, units: Int) {
        let length = TextMessageLength(text)
        #expect(length.encoding == .gsm7)
        #expect(length.segments == segments && length.units == units)
    }

    @Test(
        "one letter outside the alphabet makes all of it sixteen bits wide",
        arguments: [
            ("Ж", 1, 1), (String(repeating: "Ж", count: 70), 1, 70), (String(repeating: "Ж", count: 71), 2, 71),
            (String(repeating: "Ж", count: 134), 2, 134), (String(repeating: "Ж", count: 135), 3, 135),
            ("\u{1F600}", 1, 2), (String(repeating: "\u{1F600}", count: 67), 3, 134), ("á", 1, 1), ("–", 1, 1),
        ])
    func sixteen(text: String, segments: Int, units: Int) {
        let length = TextMessageLength(text)
        #expect(length.encoding == .ucs2)
        #expect(length.segments == segments && length.units == units)
    }

    @Test("the link of the device's messages carries the number and every character of the text")
    func link() throws {
        let number = try #require(PhoneNumber(e164: "+12075550199"))
        let text = "Übung & Ruhe?\n50 % = #1 + 😀 \u{301}\""
        let url = TextMessageLink.url(to: number, text: text)
        #expect(url.hasPrefix("sms:+12075550199?&body="))
        let body = try #require(url.components(separatedBy: "body=").last)
        #expect(body.utf8.allSatisfy { (0x21..<0x7F).contains($0) })
        #expect(!body.contains("&") && !body.contains("#") && !body.contains("+") && !body.contains("?"))
        #expect(body.removingPercentEncoding == text)
        #expect(TextMessageLink.url(to: nil, text: "x") == "sms:?&body=x")
    }
}
