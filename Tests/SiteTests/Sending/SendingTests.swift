import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Sending a prescription")
struct SendingTests {
    @Test("without consent nobody is told more than whom to call, whoever it is and by whatever way")
    func withheld() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            let page = try await browser.get("\(path)/sending")
            #expect(page.status == 200)
            #expect(page.text.contains("May we send information about your treatment"))
            #expect(page.text.contains("E-mails only say whom to call"))
            for secret in ["M25.551", "Pain in right hip", "Conditioning"] { #expect(!page.text.contains(secret)) }
            #expect(page.body.contains("sms:+12075550199?&amp;body=Dana%20Reyes"))
            let sent = try await clinic.send(
                browser, path, to: ["patient-text-message", "own-email"], others: "front@lakeside.example")
            #expect(sent.location == path)
            let deliveries = try await clinic.deliveries(path)
            #expect(
                deliveries.map(\.recipient.address.text).sorted() == [
                    "+12075550199", "dana.reyes@example.org", "front@lakeside.example",
                ])
            for delivery in deliveries {
                #expect(delivery.state == .queued && delivery.content.sheet == nil)
                #expect(delivery.content.text.contains("has a message for you. Call (207) 555-0133."))
                #expect(!delivery.content.text.contains("María"))
            }
        }
    }

    @Test("with consent, asked once, each gets the whole prescription as it was previewed")
    func whole() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            #expect(try await clinic.answer(browser, .email, "yes", back: path).location == "\(path)/sending")
            try await clinic.answer(browser, .textMessage, "yes", manner: "written", back: path)
            let page = try await browser.get("\(path)/sending")
            #expect(!page.text.contains("May we send"), "it is asked once")
            #expect(page.text.contains("the signed sheet as PDF, US Letter"))
            #expect(page.text.contains("(UCS-2"), "the í of the name is not in the phone alphabet")
            try await clinic.send(browser, path, to: ["practice-text-message", "patient-text-message"])
            try await clinic.send(browser, path, others: "me@example.org\n(207) 555-0188")
            let deliveries = try await clinic.deliveries(path)
            #expect(deliveries.count == 4)
            for delivery in deliveries {
                #expect(delivery.content.text.contains("M25.551 Pain in right hip (Right)"))
                #expect(
                    page.text.contains(
                        delivery.content.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
                #expect(delivery.content.sheet == (delivery.channel == .email ? .letter : nil))
            }
            #expect(try await browser.get(path).text.contains("Waiting"))
        }
    }

    @Test("with nothing set up there is paper, the file and the device's own messages, and who has to set up what")
    func nothingSetUp() async throws {
        let clinic = try await SendingSite(isSetUp: false)
        try await clinic.run { browser, path in
            let page = try await browser.get("\(path)/sending")
            let byHand = try #require(page.body.range(of: "id=\"by-hand\"")).lowerBound
            let question = try #require(page.body.range(of: "id=\"consent-text-message\"")).lowerBound
            #expect(byHand < question, "what works comes first")
            #expect(page.text.contains("E-mail is not set up. An admin enters the mail server"))
            #expect(!page.body.contains("name=\"others\""))
            #expect(page.body.contains("\(path)/printing") && page.body.contains("\(path)/sheet.pdf"))
            #expect(page.body.contains("data-share=") && page.body.contains("sms:+12075550111?&amp;body="))
            #expect(
                !page.text.contains(
                    "May we send information about your treatment, such as prescriptions and diagnoses, by e-mail"))
            #expect(page.text.contains("by text message: to you"), "the device's own messages need the answer")
            let answer = try await browser.post("\(path)/sending", ["to": "own-email", "others": "a@example.org"])
            #expect(answer.status == 422)
            #expect(try await clinic.deliveries(path).isEmpty)
        }
    }

    @Test("a clinician sends to the own number, which stands in their information and on no sheet")
    func ownNumber() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            #expect(
                try await browser.get("\(path)/sending").text.contains("your provider information has no mobile number")
            )
            let dana = clinic.clinic.dana
            let known = try #require(try await clinic.database.provider(of: dana.id))
            var provider = known.provider
            provider.mobile = PhoneNumber(e164: "+12075550166")
            try await clinic.database.updateProvider(
                provider, of: dana.id, version: known.version, by: Actor(account: dana.id))
            #expect(try await browser.get("/provider").body.contains("value=\"1(207)555-0166\""))
            let page = try await browser.get("\(path)/sending")
            let byHand = try #require(page.body.range(of: "id=\"by-hand\"")).lowerBound
            let form = try #require(page.body.range(of: "name=\"others\"")).lowerBound
            #expect(form < byHand)
            #expect(!page.body.contains("sms:+12075550166"), "one's own device needs no message to itself")
            try await clinic.send(browser, path, to: ["own-text-message"])
            let sent = try #require(try await clinic.deliveries(path).first)
            #expect(sent.recipient.kind == .own && sent.recipient.address.text == "+12075550166")
            let next = try await clinic.clinic.complete(browser)
            #expect(!(try await browser.get("\(next)/sheet").body.contains("0166")))
        }
    }

    @Test("the same form sent twice is sent once; another form sends again")
    func twice() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            let page = try await browser.get("\(path)/sending")
            let fields = try SendingSite.hidden(page) + [("to", "own-email"), ("others", "")]
            for _ in 1...3 { #expect(try await browser.post("\(path)/sending", fields: fields).status == 303) }
            #expect(try await clinic.deliveries(path).count == 1)
            try await clinic.send(browser, path, to: ["own-email"])
            #expect(try await clinic.deliveries(path).count == 2)
        }
    }

    @Test("what is typed wrongly is said at the field, all of it kept, and nothing goes out")
    func typed() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            let wrong = [
                ("", "Choose or type at least one recipient"),
                ("a@example.org\r\nBcc: b@example.org", "“Bcc: b@example.org” is not an e-mail address"),
                ("a@example.org\u{85}Bcc:x@example.org", "not an e-mail address"),
                ("front desk", "is neither an e-mail address nor a phone number"),
                ("(207) 555-0188 x12", "is neither an e-mail address nor a phone number"),
                ((1...25).map { "a\($0)@example.org" }.joined(separator: "\n"), "At most 20 recipients"),
                ((1...10_000).map { "a\($0)@example.org" }.joined(separator: "\n"), "at most"),
                ("<script>@x", "“&lt;script&gt;@x” is not an e-mail address"),
            ]
            for (others, message) in wrong {
                let answer = try await clinic.send(browser, path, others: others)
                #expect(answer.status == 422, "\(others.prefix(40))")
                #expect(
                    answer.body.lowercased().contains(message.lowercased()) || answer.text.contains(message),
                    "\(others.prefix(40))")
                if others.count < 500, let first = others.split(whereSeparator: \.isNewline).first {
                    #expect(answer.text.contains(first) || answer.text.contains(String(first).htmlUnescaped))
                }
            }
            let unknown = try await clinic.send(browser, path, to: ["practice-email", "own-text-message", "nobody"])
            #expect(unknown.status == 422)
            #expect(try await clinic.deliveries(path).isEmpty)
        }
    }

    @Test("who is named twice gets one message, and it is said")
    func merged() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            let answer = try await clinic.send(
                browser, path, to: ["own-email", "own-email"],
                others: "dana.reyes@example.org\nX@Example.org\nX@example.ORG\n+1 207 555 0188\n(207) 555-0188")
            #expect(answer.location == path)
            #expect(try await browser.get(path).text.contains("Whoever was named twice gets one"))
            #expect(try await clinic.deliveries(path).count == 3)
        }
    }

    @Test("what changed since the page was made is shown again before anything goes out")
    func changed() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            try await clinic.answer(browser, .email, "yes")
            let page = try await browser.get("\(path)/sending")
            let fields = try SendingSite.hidden(page) + [("to", "own-email"), ("others", "me@example.org")]
            try await clinic.answer(browser, .email, "no")
            let answer = try await browser.post("\(path)/sending", fields: fields)
            #expect(answer.status == 409)
            #expect(answer.text.contains("Nothing was sent. Look at the previews again"))
            #expect(answer.text.contains("me@example.org"), "what was typed is kept")
            #expect(try await clinic.deliveries(path).isEmpty)
        }
    }

    @Test("a draft is no page to send from, and what was corrected or cancelled says why it cannot be sent")
    func notInForce() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            let draft = try await clinic.clinic.complete(browser)
            #expect(try await browser.get("\(draft)/sending").status == 404)
            #expect(try await browser.post("\(draft)/sending", ["to": "own-email"]).status == 404)
            #expect(try await browser.get("\(draft)/printing").status == 404)
            #expect(try await browser.get(path).body.contains("\(path)/sending"))
            let page = try await browser.get("\(path)/sending")
            let fields = try SendingSite.hidden(page) + [("to", "own-email"), ("others", "")]
            try await browser.post("\(path)/cancellation", ["reason": "Wrong patient"])
            let answer = try await browser.post("\(path)/sending", fields: fields)
            #expect(answer.status == 409)
            #expect(answer.text.contains("This prescription was cancelled. It cannot be sent."))
            #expect(!answer.body.contains("name=\"others\"") && !answer.body.contains("sms:"))
            #expect(!(try await browser.get(path).body.contains("\(path)/sending\"")))
            #expect(try await clinic.deliveries(path).isEmpty)
        }
    }

    @Test("only clinicians get there, and only prescribers send")
    func roles() async throws {
        let clinic = try await SendingSite()
        let own = try await clinic.clinic.site.account("Maria O", [.patient], patient: clinic.clinic.patient.id)
        let admin = try await clinic.clinic.site.account("Ada Min", [.admin])
        try await clinic.run { browser, path in
            for account in [own, admin] {
                let other = browser.another()
                try await other.signIn(account)
                #expect(try await other.get("\(path)/sending").status == 403)
                #expect(try await other.get("\(path)/printing.pdf").status == 403)
                #expect(try await other.post("\(path)/sending", ["to": "own-email"]).status == 403)
            }
            let nowhere = "/prescriptions/01920000-0000-7000-8000-00000000ffff"
            #expect(try await browser.get("\(nowhere)/sending").status == 404)
            #expect(try await browser.post("\(nowhere)/sending").status == 404)
            #expect(try await browser.get("/prescriptions/%27/printing").status == 404)
        }
    }
}

extension String {
    fileprivate var htmlUnescaped: String { replacing("&lt;", with: "<").replacing("&gt;", with: ">") }
}
