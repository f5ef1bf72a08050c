import Clinic
import Foundation
import TestSupport
import Testing

@testable import Sending
@testable import Store

@Suite("Giving letters to a mail server", .serialized)
struct MailServerTests {
    private static let certificate = Result { try ForeignServer.certificate("DNS:localhost", in: TemporaryFolder.url) }
    private static let misnamed = Result { try ForeignServer.certificate("DNS:other.example", in: TemporaryFolder.url) }

    /// Limits that a test can wait for, where nothing is said.
    private static var limits: TransferLimits {
        var limits = TransferLimits()
        limits.answer = 1000
        return limits
    }

    private func send(
        to mailbox: String = "desk", _ server: ForeignServer, _ security: MailSettings.Security = .none,
        user: String = "", password: String? = nil, authority: URL? = nil, host: String = "localhost",
        content: DeliveryContent = MailServerTests.content, name: String = "Lakeside", sheet: Data? = nil,
        limits: TransferLimits = MailServerTests.limits
    ) async throws -> SendingResult {
        let settings = MailSettings(
            host: host, port: server.port, security: security, user: user,
            from: try #require(EmailAddress("clinic@aldercreek.example")), fromName: "Alder Creek Überweisungen",
            replyTo: EmailAddress("desk@aldercreek.example"))
        let message = MailMessage(
            from: settings, to: try #require(EmailAddress("\(mailbox)@lakeside.example")), toName: name,
            content: content, sheet: sheet, date: Date(timeIntervalSince1970: 1_795_253_400), key: "0192-4")
        return await MailServer(settings, password: password, authorities: authority, limits: limits)
            .send(message, stop: CurlTransfer.Stop())
    }

    static let content = DeliveryContent(
        language: .german, subject: "Verordnung für Übungen 👍", text: "Guten Tag,\n.\nÜbungen: \u{202B}שלום\u{202C}",
        html: "<p>Übungen</p>")

    @Test("a letter arrives as it was written, text, HTML and PDF, and a reader finds nothing wrong with it")
    func letter() async throws {
        let server = try await ForeignServer("mail_server.py")
        let sheet = Data("%PDF-1.7\r\n.\r\n\u{0}ü".utf8)
        let result = try await send(server, sheet: sheet)
        #expect(result == SendingResult(.accepted(), words: "250 2.0.0 queued as T1"))
        let letter = try await server.next(ReceivedLetter.self)
        #expect(letter.defects == [] && letter.ascii && letter.longest <= 78)
        #expect(letter.headers["subject"] == Self.content.subject)
        #expect(letter.headers["message-id"] == "<0192-4@aldercreek.example>")
        #expect(letter.headers["date"] == "Sat, 21 Nov 2026 09:30:00 +0000")
        #expect(letter.headers["reply-to"] == "desk@aldercreek.example")
        #expect(letter.from == [["Alder Creek Überweisungen", "clinic@aldercreek.example"]])
        #expect(letter.to == [["Lakeside", "desk@lakeside.example"]])
        #expect(letter.plain.replacing("\r\n", with: "\n") == Self.content.text)
        #expect(letter.html == Self.content.html)
        #expect(
            letter.types == [
                "multipart/mixed", "multipart/alternative", "text/plain", "text/html", "application/pdf",
            ])
        #expect(letter.attachments.map(\.name) == ["verordnung.pdf"])
        #expect(letter.attachments.map { $0.holds(sheet) } == [true])
        #expect(letter.receivers == ["desk@lakeside.example"])
    }

    @Test("no name, subject or text gets out of its place", arguments: MailHeaderTests.hostile)
    func hostile(_ text: String) async throws {
        let server = try await ForeignServer("mail_server.py")
        let content = DeliveryContent(language: .english, subject: "s \(text)", text: text + "t", html: nil)
        let result = try await send(server, content: content, name: text)
        #expect(result.outcome == .accepted())
        let letter = try await server.next(ReceivedLetter.self)
        #expect(letter.count == 10 && letter.defects == [] && letter.ascii && letter.longest <= 78)
        #expect(letter.to.map(\.last) == ["desk@lakeside.example"])
        #expect(letter.receivers == ["desk@lakeside.example"])
        let lines = { (text: String) in text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") }
        #expect(lines(letter.plain) == lines(text + "t"))
    }

    @Test(
        "what the server refuses is refused for now or for good, with its words",
        arguments: [
            ("rcpt-550", DeliveryOutcome.failed(.recipient), "550 5.1.1 no such <rcpt-550@lakeside.example>"),
            ("rcpt-451", .failedForNow(.busy), "451 5.1.1 no such <rcpt-451@lakeside.example>"),
            ("data-552", .failed(.refused), "552 not this letter"),
            ("data-452", .failedForNow(.busy), "452 not this letter"),
            ("drop", .failedForNow(.brokenOff), nil), ("silent", .failedForNow(.timeout), nil),
        ] as [(String, DeliveryOutcome, String?)])
    func refusals(_ mailbox: String, _ outcome: DeliveryOutcome, _ words: String?) async throws {
        let server = try await ForeignServer("mail_server.py")
        let result = try await send(to: mailbox, server, sheet: Data(repeating: 65, count: 100_000))
        #expect(result == SendingResult(outcome, words: words))
    }

    @Test(
        "a server that says nothing, or that it is not at home, is tried again",
        arguments: [("", DeliveryFailure.timeout), ("421 later", .busy), ("554 not you", .refused)])
    func greeting(_ words: String, _ failure: DeliveryFailure) async throws {
        let server = try await ForeignServer("mail_server.py", ["--greeting", words])
        let result = try await send(server)
        #expect(result == SendingResult(.failedForNow(failure), words: words.isEmpty ? nil : words))
    }

    @Test("nothing goes to a server without encryption, unless it is in the house and the clinic said so")
    func encryption() async throws {
        let server = try await ForeignServer("mail_server.py")
        let wanted = try await send(server, .startTLS)
        #expect(wanted.outcome == .failedForNow(.notEncrypted))
        let outside = try await send(server, host: "192.0.2.1")
        #expect(outside.outcome == .failedForNow(.notEncrypted))
        let nowhere = try await send(server, .startTLS, host: "mail.invalid")
        #expect(nowhere.outcome == .failedForNow(.unreachable))
        #expect(await server.rest() == [])
    }

    @Test(
        "STARTTLS and TLS with sign-in; a wrong password, name or authority is refused", arguments: ["starttls", "tls"])
    func tls(_ kind: String) async throws {
        let (certificate, key) = try Self.certificate.get()
        let security = try #require(MailSettings.Security(rawValue: kind))
        let server = try await ForeignServer(
            "mail_server.py",
            ["--tls", kind, "--certificate", certificate.path, "--key", key.path, "--password", "pass wörd"])
        let good = try await send(server, security, user: "clinic", password: "pass wörd", authority: certificate)
        #expect(good.outcome == .accepted())
        let letter = try await server.next(ReceivedLetter.self)
        #expect(letter.tls && letter.user == "clinic")
        let wrong = try await send(server, security, user: "clinic", password: "other", authority: certificate)
        #expect(wrong.outcome == .failedForNow(.signIn))
        #expect(wrong.words?.hasPrefix("535 ") == true)
        let missing = try await send(server, security, user: "clinic", authority: certificate)
        #expect(missing.outcome == .failedForNow(.notConfigured))
        let nobody = try await send(server, security, authority: certificate)
        #expect(nobody.outcome == .failedForNow(.signIn))
        let untrusted = try await send(server, security, user: "clinic", password: "pass wörd")
        #expect(untrusted.outcome == .failedForNow(.certificate))
        let other = try Self.misnamed.get()
        let misnamed = try await ForeignServer(
            "mail_server.py", ["--tls", kind, "--certificate", other.certificate.path, "--key", other.key.path])
        let result = try await send(misnamed, security, authority: other.certificate)
        #expect(result.outcome == .failedForNow(.certificate))
    }

    @Test("a very large PDF goes through")
    func large() async throws {
        let server = try await ForeignServer("mail_server.py")
        let sheet = Data(repeating: 65, count: 10_000_000)
        let result = try await send(server, sheet: sheet, limits: TransferLimits())
        #expect(result.outcome == .accepted())
        #expect(try await server.next(ReceivedLetter.self).attachments.map { $0.holds(sheet) } == [true])
    }
}
