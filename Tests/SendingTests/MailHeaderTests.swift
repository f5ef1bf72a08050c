import Clinic
import Foundation
import Testing

@testable import Sending

@Suite("Lines of a message's head")
struct MailHeaderTests {
    /// Texts that try to get out of their line or break a reader.
    static let hostile = [
        "Plain", "", " ", "a\r\nBcc: x@example.org", "a\nb", "a\rb", "a\u{0}b", "\u{2028}\u{2029}", "\u{85}x",
        "\"quoted\" \\ back", "=?UTF-8?B?SGVsbG8=?=", "Überweisung für José", "👩‍⚕️🏥 rehab", "\u{202E}abc",
        "وصفة طبية", "a\u{301}\u{301}\u{301}", String(repeating: "x", count: 2000), String(repeating: "ü", count: 2000),
        String(repeating: "👍🏽", count: 500), "x@example.org>, <y@example.org", ";,:()<>[]",
    ]

    @Test("whatever is typed, a line ends once, is short, and is ASCII", arguments: hostile)
    func shape(_ text: String) {
        for field in [
            MailHeader.text("Subject", text), MailHeader.mailbox("To", person: text, address: "a@example.org"),
        ] {
            #expect(field.utf8.allSatisfy { $0 < 127 })
            #expect(field.hasSuffix("\r\n"))
            let lines = field.dropLast(1).components(separatedBy: "\r\n")
            for line in lines.dropFirst() { #expect(line.hasPrefix(" "), "\(line)") }
            for line in lines { #expect(line.utf8.count <= 78, "\(line)") }
            #expect(!field.replacing("\r\n", with: "").utf8.contains { $0 < 32 })
        }
    }

    @Test("an address' domain is written in ASCII, and its mailbox stays")
    func domain() throws {
        let address = try #require(EmailAddress("praxis@müller.example"))
        #expect(MailAddress.ascii(address) == "praxis@xn--mller-kva.example")
        #expect(MailAddress.ascii(try #require(EmailAddress("a.b@example.org"))) == "a.b@example.org")
    }
}
