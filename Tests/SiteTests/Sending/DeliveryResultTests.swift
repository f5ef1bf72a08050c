import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Store
import TestSupport
import Testing

@testable import Site

@Suite("What became of what was sent")
struct DeliveryResultTests {
    @Test("the page says no more than the server did, and offers what the state allows")
    func states() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            try await clinic.send(browser, path, to: ["own-email"])
            var page = try await browser.get(path)
            #expect(page.text.contains("Waiting E-mail: Dana Reyes, dana.reyes@example.org"))
            #expect(!page.text.contains("Accepted by the server"))
            #expect(page.headers[.refresh] == "4")
            #expect(page.body.contains("/cancellation\"") && !page.body.contains("/attempts\""))
            let claimed = try #require(try await clinic.database.claimDelivery(.email))
            page = try await browser.get(path)
            #expect(page.text.contains("Being sent") && page.headers[.refresh] == "4")
            #expect(!page.body.contains("/deliveries/\(claimed.id)/"))
            try await clinic.database.finishDelivery(
                claimed.id, .failedForNow(.busy, after: nil), words: "451 4.7.1 Greylisted, <b>come</b> back")
            page = try await browser.get(path)
            #expect(page.text.contains("451 4.7.1 Greylisted, <b>come</b> back"))
            #expect(page.text.contains("Tried once") && page.text.contains("Next try Nov 21, 2026, 09:31"))
            #expect(page.headers[.refresh] == "60")
            clinic.clinic.site.fixed.advance(by: 61)
            let again = try #require(try await clinic.database.claimDelivery(.email))
            try await clinic.database.finishDelivery(again.id, .accepted(reference: "A1"), words: "250 OK id=1")
            page = try await browser.get(path)
            #expect(
                page.text.contains("Sent E-mail") && page.text.contains("Accepted by the server Nov 21, 2026, 09:31"))
            #expect(page.headers[.refresh] == nil)
            #expect(!page.body.contains("/deliveries/\(claimed.id)/"))
        }
    }

    @Test("what arrived, what got lost and what nobody knows is said as that; what a gateway lost is only sent anew")
    func arrivals() async throws {
        let clinic = try await SendingSite()
        try await clinic.database.updateSendingSettings(version: 1, by: .program) {
            $0.gateway?.status = .init(address: "https://localhost/{id}")
        }
        try await clinic.run { browser, path in
            func send(_ outcome: DeliveryOutcome) async throws -> Identifier<Delivery> {
                try await clinic.send(browser, path, to: ["patient-text-message"])
                let claimed = try #require(try await clinic.database.claimDelivery(.textMessage))
                try await clinic.database.finishDelivery(claimed.id, outcome, words: nil)
                return claimed.id
            }
            let arrived = try await send(.accepted(reference: "SM1"))
            try await clinic.database.noteArrival(of: arrived, .delivered, words: nil)
            var page = try await browser.get(path)
            #expect(page.text.contains("Arrived Text message: María Okafor, +12075550199"))
            #expect(page.text.contains("Arrived Nov 21, 2026, 09:30"))
            #expect(!page.body.contains("/deliveries/\(arrived)/") && !page.body.contains("?instead=\(arrived)"))

            let lost = try await send(.accepted(reference: "SM2"))
            try await clinic.database.noteArrival(of: lost, .undelivered(.undelivered), words: "30003 Unreachable")
            page = try await browser.get(path)
            #expect(page.text.contains("Not sent Text message: María Okafor, +12075550199"))
            #expect(page.text.contains("It was accepted but did not arrive."))
            #expect(page.text.contains("It cannot be tried again, only sent anew."))
            #expect(page.text.contains("30003 Unreachable") && page.text.contains("Send anew"))
            #expect(!page.body.contains("/deliveries/\(lost)/") && page.body.contains("/sending?instead=\(lost)"))
            #expect(try await browser.get("/").text.contains("It was accepted but did not arrive."))
            try await clinic.send(browser, path, to: ["patient-text-message"], query: "?instead=\(lost)")
            page = try await browser.get(path)
            #expect(page.text.contains("Sent anew instead") && !page.text.contains("only sent anew."))
            let anew = try #require(try await clinic.database.claimDelivery(.textMessage))
            #expect(anew.replaces == lost && anew.key != lost.text)
            try await clinic.database.finishDelivery(anew.id, .accepted(), words: nil)

            let unknown = try await send(.uncertain(.timeout))
            page = try await browser.get(path)
            #expect(page.text.contains("Unknown Text message: María Okafor, +12075550199"))
            #expect(page.text.contains("The server was too slow."))
            #expect(page.body.contains("/deliveries/\(unknown)/attempts"))
            #expect(page.text.contains("Send elsewhere") && !page.text.contains("Send anew"))
        }
    }

    @Test("a failure stands on the sender's home until it is tried again, sent elsewhere or dealt with")
    func failed() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            let lee = browser.another()
            try await lee.signIn(clinic.clinic.lee)
            func fail() async throws -> Identifier<Delivery> {
                let claimed = try #require(try await clinic.database.claimDelivery(.email))
                try await clinic.database.finishDelivery(claimed.id, .failed(.recipient), words: "550 No such user")
                return claimed.id
            }
            try await clinic.send(browser, path, to: ["own-email"])
            let first = try await fail()
            #expect(try await browser.get("/").text.contains("There is no such address or number."))
            #expect(!(try await lee.get("/").text.contains("Not sent")))
            let retried = try await browser.post("\(path)/deliveries/\(first)/attempts")
            #expect(retried.location == path)
            #expect(!(try await browser.get("/").text.contains("Not sent")))
            _ = try await fail()
            #expect(try await browser.get(path).body.contains("\(path)/sending?instead=\(first)"))
            let page = try await browser.get("\(path)/sending?instead=\(first)")
            #expect(page.text.contains("Instead of the message to dana.reyes@example.org"))
            try await clinic.send(browser, path, others: "other@example.org", query: "?instead=\(first)")
            #expect(!(try await browser.get("/").text.contains("Not sent")))
            #expect(try await browser.get(path).text.contains("Sent elsewhere instead"))
            let second = try await fail()
            #expect(try await browser.get("/").text.contains("other@example.org"))
            let noted = try await browser.post("\(path)/deliveries/\(second)/acknowledgement")
            #expect(noted.location == "/")
            #expect(!(try await browser.get("/").text.contains("Not sent")))
        }
    }

    @Test("cancelling twice, retrying what is sent, and another prescription's messages do no harm")
    func byHand() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            try await clinic.send(browser, path, to: ["own-email"])
            let id = try #require(try await clinic.deliveries(path).first).id
            for _ in 1...2 {
                #expect(try await browser.post("\(path)/deliveries/\(id)/cancellation").location == path)
            }
            #expect(try await clinic.deliveries(path).map(\.state) == [.cancelled])
            #expect(try await browser.post("\(path)/deliveries/\(id)/acknowledgement").status == 303)
            try await browser.post("\(path)/deliveries/\(id)/attempts")
            _ = try await clinic.database.claimDelivery(.email)
            try await clinic.database.finishDelivery(id, .accepted(), words: "250 OK")
            for verb in ["attempts", "cancellation"] {
                #expect(try await browser.post("\(path)/deliveries/\(id)/\(verb)").status == 303)
                #expect(try await browser.get(path).text.contains("That was not possible any more"))
            }
            #expect(try await clinic.deliveries(path).map(\.state) == [.sent])
            let other = try await clinic.clinic.complete(browser)
            try await clinic.clinic.sign(browser, other)
            for verb in ["attempts", "cancellation", "acknowledgement"] {
                #expect(try await browser.post("\(other)/deliveries/\(id)/\(verb)").status == 404)
                #expect(try await browser.post("\(path)/deliveries/x/\(verb)").status == 404)
            }
            #expect(try await clinic.send(browser, other, to: ["own-email"], query: "?instead=\(id)").status == 303)
        }
    }

    @Test("a number that turned out to be a landline is not offered again, and it is said why")
    func landline() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            try await clinic.send(browser, path, to: ["practice-text-message"])
            let claimed = try #require(try await clinic.database.claimDelivery(.textMessage))
            try await clinic.database.finishDelivery(claimed.id, .failed(.landline), words: "21614")
            let page = try await browser.get("\(path)/sending")
            #expect(page.text.contains("the last text message was refused: this is a landline"))
            #expect(!page.body.contains("value=\"practice-text-message\""))
        }
    }
}
