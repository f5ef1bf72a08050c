import Clinic
import Foundation
import HTTPTypes
import Sending
import Site
import Store
import TestSupport
import Testing

@Suite("The sheet as a picture", .serialized)
struct SheetPictureTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47])

    /// A clinic whose gateway is a real server on this machine.
    private func clinic(
        _ gateway: ForeignServer, _ pictures: GatewaySettings.Pictures?, publicAddress: String? = nil
    ) async throws -> SendingSite {
        let clinic = try await SendingSite(isSetUp: false) { $0.publicAddress = publicAddress }
        try await clinic.database.setUpSending(mailPort: 1, gatewayPort: gateway.port) { $0.pictures = pictures }
        return clinic
    }

    @Test("without consent there is never a picture, and with it the page says that one goes along")
    func content() async throws {
        let gateway = try await ForeignServer("text_gateway.py")
        let clinic = try await clinic(gateway, .init(.content, field: "media"))
        try await clinic.run { browser, path in
            #expect(!(try await browser.get("\(path)/sending").text.contains("as a picture")))
            try await clinic.send(browser, path, to: ["patient-text-message"])
            try await clinic.clinic.site.site.outbox.sendDue()
            #expect(try await gateway.next(ReceivedText.self).fields["media"] == nil)
            try await clinic.answer(browser, .textMessage, "yes", back: path)
            let page = try await browser.get("\(path)/sending")
            #expect(page.text.contains("the signed sheet as a picture"))
            try await clinic.send(browser, path, to: ["patient-text-message"])
            let queued = try #require(try await clinic.deliveries(path).first)
            #expect(queued.content.picture && queued.content.sheet == .letter)
            try await clinic.clinic.site.site.outbox.sendDue()
            let message = try await gateway.next(ReceivedText.self)
            let picture = try #require(message.fields["media"].flatMap { Data(base64Encoded: $0) })
            #expect(picture.starts(with: Self.png) && picture.count < 600_000)
            #expect(message.fields["Body"]?.contains("M25.551") == true)
            // Shown before, sent after it was switched off: what is previewed anew says so.
            let shown = try SendingSite.hidden(page) + [("to", "patient-text-message"), ("others", "")]
            try await clinic.database.updateSendingSettings(version: 1, by: .program) { $0.gateway?.pictures = nil }
            #expect(try await browser.post("\(path)/sending", fields: shown).status == 409)
        }
    }

    @Test("what waits with a picture when the gateway gets none any more fails at once; sent anew it goes without")
    func switchedOff() async throws {
        let gateway = try await ForeignServer("text_gateway.py")
        let clinic = try await clinic(gateway, .init(.content, field: "media"))
        try await clinic.run { browser, path in
            let outbox = clinic.clinic.site.site.outbox
            try await clinic.answer(browser, .textMessage, "yes", back: path)
            try await clinic.send(browser, path, to: ["patient-text-message"])
            try await clinic.database.updateSendingSettings(version: 1, by: .program) { $0.gateway?.pictures = nil }
            try await outbox.sendDue()
            let failed = try #require(try await clinic.deliveries(path).first)
            let page = try await browser.get(path)
            #expect(page.text.contains("Not sent Text message: María Okafor"))
            #expect(page.text.contains("It was previewed with a picture, and the gateway no longer gets any."))
            #expect(page.text.contains("Send anew") && page.body.contains("/sending?instead=\(failed.id)"))
            #expect(page.body.contains("/deliveries/\(failed.id)/attempts"), "for when it gets them again")
            try await clinic.send(browser, path, to: ["patient-text-message"], query: "?instead=\(failed.id)")
            try await outbox.sendDue()
            #expect(try await clinic.deliveries(path).map(\.state) == [.sent, .failed])
            #expect(try await browser.get(path).text.contains("Sent anew instead"))
            let message = try await gateway.next(ReceivedText.self)
            #expect(message.fields["media"] == nil && message.fields["Body"]?.contains("M25.551") == true)
            #expect(await gateway.rest() == [])
        }
    }

    @Test("a gateway fetches it without an account, as long as it may, and nobody else finds it")
    func address() async throws {
        let gateway = try await ForeignServer("text_gateway.py")
        let clinic = try await clinic(gateway, .init(.address), publicAddress: "https://clinic.example")
        try await clinic.run { browser, path in
            try await clinic.answer(browser, .textMessage, "yes", back: path)
            try await clinic.send(browser, path, to: ["patient-text-message"])
            try await clinic.clinic.site.site.outbox.sendDue()
            let url = try #require(try await gateway.next(ReceivedText.self).fields["MediaUrl"])
            let start = "https://clinic.example"
            #expect(url.hasPrefix("\(start)/sheet-pictures/") && url.count > 70)
            let address = String(url.dropFirst(start.count))
            let stranger = browser.another()
            let fetched = try await stranger.get(address)
            #expect(fetched.status == 200 && fetched.headers[.contentType] == "image/png")
            #expect(fetched.headers[.cacheControl]?.contains("no-store") == true)
            for wrong in [
                String(address.dropLast()) + "!", String(address.dropLast(2)), address + "A", "/sheet-pictures/x",
            ] {
                #expect(try await stranger.get(wrong).status == 404, "\(wrong)")
            }
            try await clinic.answer(browser, .textMessage, "no", back: path)
            #expect(try await stranger.get(address).status == 404)
            try await clinic.answer(browser, .textMessage, "yes", back: path)
            #expect(try await stranger.get(address).status == 200)
            clinic.clinic.site.fixed.advance(by: DeliveryPictures.lifetime)
            #expect(try await stranger.get(address).status == 404)
        }
    }

    @Test("whoever tries addresses has to wait")
    func throttled() async throws {
        let clinic = try await SendingSite(isSetUp: false)
        try await clinic.run { browser, _ in
            let stranger = browser.another()
            var answers: Set<Int> = []
            for count in 0..<60 {
                let token = String(repeating: "A", count: 41) + String(format: "%02d", count)
                answers.insert(try await stranger.get("/sheet-pictures/\(token)").status)
            }
            #expect(answers == [404, 429])
        }
    }

    @Test("without a public address nothing is promised that cannot be fetched")
    func unreachable() async throws {
        let gateway = try await ForeignServer("text_gateway.py")
        let clinic = try await clinic(gateway, .init(.address))
        try await clinic.run { browser, path in
            try await clinic.answer(browser, .textMessage, "yes", back: path)
            #expect(!(try await browser.get("\(path)/sending").text.contains("as a picture")))
            try await clinic.send(browser, path, to: ["patient-text-message"])
            #expect(try await clinic.deliveries(path).first?.content.picture == false)
            let admin = try await clinic.clinic.site.account("Ada Min", [.admin])
            let other = browser.another()
            try await other.signIn(admin)
            #expect(try await other.get("/settings/texts").text.contains("this server has no public address"))
        }
    }
}
