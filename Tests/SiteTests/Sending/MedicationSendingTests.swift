import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Sending a medication prescription")
struct MedicationSendingTests {
    private func run(_ body: @escaping @Sendable (MedicationSite, TestBrowser, String) async throws -> Void)
        async throws
    {
        let clinic = try await MedicationSite()
        let from = try #require(EmailAddress("desk@harbor-spine.example"))
        try await clinic.database.updateSendingSettings(version: 0, by: .program) {
            $0.mail = MailSettings(host: "localhost", port: 587, security: .startTLS, from: from)
            $0.gateway = GatewaySettings(address: "https://localhost/messages")
        }
        try await clinic.run { browser in try await body(clinic, browser, try await clinic.signed(browser)) }
    }

    private func deliveries(_ clinic: MedicationSite, _ path: String) async throws -> [Delivery] {
        let id = path.replacing("/medication-prescriptions/", with: "")
        return try await clinic.database.deliveries(of: .medication(Identifier(id)))
    }

    @Test("nothing about it goes out without consent; asked there, it leads back and opens the whole text")
    func consent() async throws {
        try await run { clinic, browser, path in
            #expect(try await browser.get("\(path)/sheet").body.contains("\(path)/sending\""))
            var page = try await browser.get("\(path)/sending")
            #expect(page.status == 200 && !page.text.lowercased().contains("lisinopril"))
            #expect(!page.body.contains("practice-email"), "a medicine goes to no therapy practice")
            #expect(page.body.contains("name=\"medication-prescriptions\""))
            for channel in DeliveryChannel.allCases {
                let answer = try await browser.post(
                    "/patients/\(clinic.patient.id)/consents",
                    [
                        "channel": channel.rawValue, "answer": "yes", "manner": "spoken",
                        "medication-prescriptions": path.replacing("/medication-prescriptions/", with: ""),
                    ])
                #expect(answer.location == "\(path)/sending")
            }
            page = try await browser.get("\(path)/sending")
            #expect(page.text.contains("the signed sheet as PDF, US Letter"))
            let sent = try await SendingSite.send(
                browser, path, to: ["own-email"], others: "pharmacy@corner.example\n(207) 555-0188")
            #expect(sent.location == "\(path)/sheet")
            let deliveries = try await deliveries(clinic, path)
            #expect(deliveries.count == 3)
            for delivery in deliveries {
                for words in [
                    "Medication prescription 2026-", "María Okafor", "isinopril 10 mg", "1 tablet", "Refills: 3",
                    "Penicillin", "Dana Reyes, PA-C",
                ] { #expect(delivery.content.text.contains(words), "\(words) in \(delivery.content.text)") }
                #expect(delivery.content.sheet == (delivery.channel == .email ? .letter : nil))
            }
            let email = try #require(deliveries.first { $0.channel == .email })
            let pdf = try #require(try await clinic.database.sheet(of: email))
            #expect(pdf.starts(with: Data("%PDF-".utf8)))
        }
    }

    @Test("what became of it stands at the sheet, and can be taken back, tried again and sent elsewhere")
    func results() async throws {
        try await run { clinic, browser, path in
            try await SendingSite.send(browser, path, to: ["own-email"])
            var page = try await browser.get("\(path)/sheet")
            #expect(page.text.contains("Waiting E-mail: Dana Reyes") && page.headers[.refresh] == "4")
            let id = try #require(try await deliveries(clinic, path).first).id
            #expect(try await browser.post("\(path)/deliveries/\(id)/cancellation").location == "\(path)/sheet")
            #expect(try await browser.post("\(path)/deliveries/\(id)/attempts").location == "\(path)/sheet")
            _ = try await clinic.database.claimDelivery(.email)
            try await clinic.database.finishDelivery(id, .failed(.recipient), words: "550 No such user")
            page = try await browser.get("/")
            #expect(
                page.text.contains("There is no such address or number.")
                    && page.body.contains("href=\"\(path)/sheet\""))
            try await SendingSite.send(browser, path, others: "b@example.org", query: "?instead=\(id)")
            #expect(try await browser.get("\(path)/sheet").text.contains("Sent elsewhere instead"))
            #expect(!(try await browser.get("/").text.contains("There is no such address or number.")))
            let therapy = path.replacing("/medication-prescriptions/", with: "/prescriptions/")
            #expect(try await browser.post("\(therapy)/deliveries/\(id)/cancellation").status == 404)
            #expect(try await browser.get("\(therapy)/sending").status == 404)
        }
    }

    @Test("a draft is no page to send from; one that was discontinued says so and goes out no more")
    func notInForce() async throws {
        try await run { clinic, browser, path in
            let draft = try await clinic.begin(browser)
            for page in ["sending", "printing", "printing.pdf"] {
                #expect(try await browser.get("\(draft)/\(page)").status == 404)
            }
            #expect(try await browser.post("\(draft)/sending", ["to": "own-email"]).status == 404)
            let page = try await browser.get("\(path)/sending")
            let fields = try SendingSite.hidden(page) + [("to", "own-email"), ("others", "")]
            let stopped = try await browser.post(
                "\(path)/discontinuation", ["day": "11/21/2026", "reason": "Cough"])
            #expect(stopped.status == 303)
            let answer = try await browser.post("\(path)/sending", fields: fields)
            #expect(answer.status == 409 && answer.text.contains("This prescription was discontinued."))
            #expect(try await deliveries(clinic, path).isEmpty)
            #expect(!(try await browser.get("\(path)/sheet").body.contains("\(path)/sending\"")))
        }
    }

    @Test("copies are the clinic's, the patient's and the pharmacy's")
    func copies() async throws {
        try await run { _, browser, path in
            let page = try await browser.get("\(path)/printing?copy=pharmacy&copy=practice&copy=clinic")
            #expect(page.body.components(separatedBy: "<article").count == 3)
            #expect(page.body.contains("<p class=\"sheet__copy\">Pharmacy copy</p>"))
            #expect(!page.body.contains("<p class=\"sheet__copy\">Therapist copy</p>"))
            let pdf = try await browser.get("\(path)/printing.pdf?copy=pharmacy")
            #expect(pdf.status == 200 && pdf.headers[.contentType] == "application/pdf")
            #expect(!(try await browser.get("\(path)/sheet").body.contains("sheet__copy")))
        }
    }
}
