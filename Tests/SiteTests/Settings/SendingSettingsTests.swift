import Clinic
import Foundation
import HTTPTypes
import Sending
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The clinic's settings for sending", .serialized)
struct SendingSettingsTests {
    private static let mail = [
        "host": "127.0.0.1", "port": "2525", "security": "none", "user": "", "from": "clinic@aldercreek.example",
        "from-name": "Alder Creek", "reply-to": "", "version": "0",
    ]
    private static let texts = [
        "address": "https://gateway.example/send", "sign-in": "bearer", "user": "", "secret-field": "",
        "encoding": "json", "number-field": "to", "text-field": "text", "fields": "from=+15550001111\nkind = short",
        "key-header": "Idempotency-Key", "reference-path": "id", "code-path": "", "words-path": "",
        "landline-codes": "21614, 30006", "status-address": "https://gateway.example/messages/{id}",
        "status-path": "state",
        "delivered-values": "delivered, read", "undelivered-values": "lost", "status-code-path": "error.code",
        "status-words-path": "", "picture-manner": "content", "picture-field": "media", "version": "0",
    ]

    private func signedIn(
        _ change: (inout SiteSettings) -> Void = { _ in },
        _ body: @escaping @Sendable (TestBrowser, TestSite) async throws -> Void
    ) async throws {
        let site = try await TestSite(change)
        let admin = try await site.account("Morgan Ellis", [.admin])
        try await site.run { browser in
            try await browser.signIn(admin)
            try await body(browser, site)
        }
    }

    @Test("an admin sets up both ways, sees them and switches them off again")
    func change() async throws {
        try await signedIn { browser, site in
            let saved = try await browser.post("/settings/mail", fields: Self.mail.map { ($0, $1) })
            #expect(saved.location == "/settings/mail")
            let stored = site.database.sendingSettings.settings.mail
            #expect(
                stored?.host == "127.0.0.1" && stored?.port == 2525 && stored?.security == MailSettings.Security.none)
            var texts = Self.texts
            texts["version"] = "1"
            #expect(try await browser.post("/settings/texts", fields: texts.map { ($0, $1) }).status == 303)
            let gateway = try #require(site.database.sendingSettings.settings.gateway)
            #expect(
                gateway.fields == [.init(name: "from", value: "+15550001111"), .init(name: "kind", value: "short")])
            #expect(gateway.landlineCodes == ["21614", "30006"])
            #expect(
                gateway.status
                    == .init(
                        address: "https://gateway.example/messages/{id}", path: "state",
                        delivered: ["delivered", "read"], undelivered: ["lost"], codePath: "error.code", wordsPath: ""))
            #expect(gateway.pictures == .init(.content, field: "media"))
            let again = try await browser.get("/settings/texts").body
            #expect(
                again.contains("value=\"https://gateway.example/messages/{id}\"") && again.contains("value=\"media\""))
            let overview = try await browser.get("/settings").text
            #expect(overview.contains("gateway.example") && overview.contains("clinic@aldercreek.example"))
            #expect(try await browser.get("/settings/mail").text.contains("Nothing is encrypted on the way"))
            #expect(try await browser.get("/settings/texts").text.contains("THERALOG_GATEWAY_SECRET"))
            let diagnostics = try await browser.get("/diagnostics.txt").body
            #expect(diagnostics.contains("set up, secret missing") && !diagnostics.contains("gateway.example"))
            let off = try await browser.post("/settings/mail", ["host": "", "security": "tls", "version": "2"])
            #expect(off.status == 303 && site.database.sendingSettings.settings.mail == nil)
            let stale = try await browser.post("/settings/mail", fields: Self.mail.map { ($0, $1) })
            #expect(stale.status == 409 && stale.text.contains("Somebody else has changed the settings meanwhile."))
        }
    }

    @Test(
        "what cannot be is said at its field, with all that was typed",
        arguments: [
            ("mail", "host", "two words"), ("mail", "host", "a/b"), ("mail", "port", "0"), ("mail", "port", "70000"),
            ("mail", "port", "x"), ("mail", "security", "some"), ("mail", "from", ""), ("mail", "from", "a@b@c"),
            ("mail", "from-name", String(repeating: "x", count: 101)), ("mail", "reply-to", "nobody"),
            ("texts", "address", "ftp://x"), ("texts", "address", "https://a:b@c.example/"),
            ("texts", "address", "javascript:1"), ("texts", "sign-in", "x"), ("texts", "encoding", ""),
            ("texts", "number-field", ""), ("texts", "fields", "no value"), ("texts", "key-header", "a: b"),
            ("texts", "status-address", "https://a.example/"), ("texts", "status-address", "https://{id}.example/"),
            ("texts", "status-address", "https://a:b@c.example/{id}"), ("texts", "status-address", "ftp://a/{id}"),
            ("texts", "status-path", ""), ("texts", "delivered-values", " , "), ("texts", "picture-manner", "x"),
            ("texts", "picture-field", ""),
        ])
    func refused(page: String, field: String, value: String) async throws {
        try await signedIn { browser, site in
            var fields = page == "mail" ? Self.mail : Self.texts
            fields[field] = value
            let answer = try await browser.post("/settings/\(page)", fields: fields.map { ($0, $1) })
            #expect(answer.status == 422)
            #expect(answer.body.contains("href=\"#\(field)\""))
            let kept =
                page == "mail" ? ["Alder Creek", "clinic@aldercreek.example"] : ["kind = short", "Idempotency-Key"]
            #expect(kept.contains { answer.body.contains($0) })
            #expect(site.database.sendingSettings.version == 0)
        }
    }

    @Test(
        "a gateway that takes its secret in a field cannot be asked; without a question or pictures it stays as it was")
    func withoutStatus() async throws {
        try await signedIn { browser, site in
            var fields = Self.texts
            fields["sign-in"] = "field"
            fields["secret-field"] = "key"
            let refused = try await browser.post("/settings/texts", fields: fields.map { ($0, $1) })
            #expect(refused.status == 422 && refused.body.contains("href=\"#status-address\""))
            fields["status-address"] = ""
            fields["picture-manner"] = "none"
            #expect(try await browser.post("/settings/texts", fields: fields.map { ($0, $1) }).status == 303)
            let gateway = try #require(site.database.sendingSettings.settings.gateway)
            #expect(gateway.status == nil && gateway.pictures == nil)
        }
    }

    @Test("a test goes to the admin's own address and says what became of it; the password is shown nowhere")
    func test() async throws {
        let server = try await ForeignServer("mail_server.py", ["--password", "geheim"])
        try await signedIn {
            $0.sendingSecrets.mailPassword = .text("geheim")
        } _: { browser, _ in
            var fields = Self.mail
            fields["port"] = "\(server.port)"
            fields["user"] = "clinic"
            #expect(try await browser.post("/settings/mail", fields: fields.map { ($0, $1) }).status == 303)
            let sent = try await browser.post("/settings/mail/test", [:])
            #expect(sent.text.contains("The server accepted it for morgan.ellis@example.org."))
            #expect(sent.text.contains("250 2.0.0 queued as T1"))
            fields["user"] = "other"
            fields["version"] = "1"
            #expect(try await browser.post("/settings/mail", fields: fields.map { ($0, $1) }).status == 303)
            let refused = try await browser.post("/settings/mail/test", [:])
            #expect(refused.text.contains("does not accept our sign-in") && refused.text.contains("535"))
            for path in ["/settings", "/settings/mail", "/diagnostics.txt", "/audit"] {
                #expect(try await !browser.get(path).body.contains("geheim"), "\(path)")
            }
        }
    }

    @Test("a text is tried on a typed number; what failed is on the admin's home without a name; the secret is nowhere")
    func texts() async throws {
        let server = try await ForeignServer("text_gateway.py")
        try await signedIn {
            $0.sendingSecrets.gatewaySecret = .text("geheim")
        } _: { browser, site in
            try await site.database.setUpSending(mailPort: 1, gatewayPort: server.port) { $0.signIn = .bearer }
            #expect(try await browser.post("/settings/texts/test", ["number": "12"]).status == 422)
            let sent = try await browser.post("/settings/texts/test", ["number": "(555) 201-3000"])
            #expect(sent.text.contains("The server accepted it for +15552013000."))
            let message = try await server.next(ReceivedText.self)
            #expect(message.headers["authorization"] == "Bearer geheim" && !sent.body.contains("geheim"))
            _ = try await site.database.enqueueSamples(number: "+15552013614")
            try await site.site.outbox.sendDue()
            #expect(try await browser.get("/").text.contains("1 message was not sent or is not certain"))
            let work = try await browser.get("/background-work").text
            #expect(work.contains("takes no text messages") && work.contains("cannot be reached"))
            #expect(!work.contains("2013614") && !work.contains("lakeside") && !work.contains("Okafor"))
            for path in ["/", "/background-work", "/settings", "/settings/texts", "/diagnostics.txt", "/audit"] {
                #expect(try await !browser.get(path).body.contains("geheim"), "\(path)")
            }
        }
    }
}
