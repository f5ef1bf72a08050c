import Clinic
import Foundation
import Sending
import Site
import Store
import TestSupport
import Testing

@Suite("Everybody is written to in their own language", .serialized)
struct SendingLanguageTests {
    /// A clinic whose patient speaks a language and has an e-mail address.
    private static func clinic(isSetUp: Bool = true, speaking tag: String = "de") async throws -> SendingSite {
        let language = try #require(PersonLanguage(tag: tag))
        let email = try #require(EmailAddress("maria@example.org"))
        return try await SendingSite(
            isSetUp: isSetUp,
            patient: {
                $0.language = language
                $0.email = email
            })
    }

    @Test("practice and patient get a letter each, in their own language, with the very sheet that was kept")
    func letters() async throws {
        let server = try await ForeignServer("mail_server.py")
        let clinic = try await Self.clinic(isSetUp: false)
        try await clinic.database.setUpSending(mailPort: server.port, gatewayPort: 1)
        try await clinic.run(practiceEmail: "front@lakeside.example") { browser, path in
            try await clinic.answer(browser, .email, "yes", back: path)
            let answer = try await clinic.send(browser, path, to: ["practice-email", "patient-email"])
            #expect(answer.location == path)
            try await clinic.clinic.site.site.outbox.sendDue()
            let deliveries = try await clinic.deliveries(path)
            #expect(deliveries.map(\.state) == [.sent, .sent])
            let first = try #require(deliveries.first)
            let sheet = try #require(try await clinic.database.sheet(of: first))
            #expect(try PDFInspector.text(sheet).contains("María Okafor"))
            let letters = [
                try await server.next(ReceivedLetter.self), try await server.next(ReceivedLetter.self),
            ]
            for letter in letters {
                #expect(letter.defects == [] && letter.plain.contains("M25.551 Pain in right hip"))
                #expect(letter.attachments.map { $0.holds(sheet) } == [true])
            }
            let practice = try #require(letters.first { $0.receivers == ["front@lakeside.example"] })
            #expect(practice.to == [["Lakeside Physical Therapy", "front@lakeside.example"]])
            #expect(practice.headers["subject"] == "A message from Harbor Spine Clinic")
            #expect(practice.headers["content-language"] == "en")
            #expect(practice.html?.contains("<html lang=\"en\"") == true)
            #expect(practice.plain.contains("sends you this prescription."))
            #expect(practice.attachments.map(\.name) == ["prescription.pdf"])
            let patient = try #require(letters.first { $0.receivers == ["maria@example.org"] })
            #expect(patient.to == [["María Okafor", "maria@example.org"]])
            #expect(patient.headers["subject"] == "Eine Nachricht von Harbor Spine Clinic")
            #expect(patient.headers["content-language"] == "de")
            #expect(patient.html?.contains("<html lang=\"de\"") == true)
            #expect(patient.plain.contains("sendet Ihnen diese Verordnung."))
            #expect(patient.attachments.map(\.name) == ["verordnung.pdf"])
            #expect(await server.rest() == [])
        }
    }

    @Test(
        "a patient is written to in the language that they speak where pages are in it, else in that of the sheet",
        arguments: [("de", Language.german), ("gsg", .german), ("en", .english), ("fr", .english)])
    func spoken(tag: String, language: Language) async throws {
        let clinic = try await Self.clinic(speaking: tag)
        try await clinic.run { browser, path in
            try await clinic.send(browser, path, to: ["patient-email", "patient-text-message", "own-email"])
            let deliveries = try await clinic.deliveries(path)
            #expect(deliveries.count == 3)
            for delivery in deliveries {
                let expected = delivery.recipient.kind == .patient ? language : .english
                #expect(delivery.content.language == expected)
                #expect(delivery.content.text.hasSuffix(Self.withheld(expected)))
            }
        }
    }

    @Test("where German is not offered, nobody is written to in it")
    func notOffered() async throws {
        let clinic = try await Self.clinic()
        var settings = clinic.database.clinicSettings.settings
        try settings.offer([.english], default: .english)
        try await clinic.database.updateClinicSettings(
            settings, version: clinic.database.clinicSettings.version, by: .program)
        try await clinic.run { browser, path in
            try await clinic.send(browser, path, to: ["patient-text-message"])
            #expect(try await clinic.deliveries(path).map(\.content.language) == [.english])
        }
    }

    @Test(
        "each link to the device's own messages shows what it writes, in the language of whom it is for",
        arguments: Language.allCases)
    func device(reader: Language) async throws {
        let clinic = try await Self.clinic(isSetUp: false)
        try await clinic.run { browser, path in
            try await browser.post("/language", ["language": reader.rawValue, "return": "/"])
            let page = try await browser.get("\(path)/sending")
            let links = page.body.matches(of: /href="sms:(\+[0-9]+)\?&amp;body=([^"]*)"/).map {
                (number: String($0.1), text: String($0.2).removingPercentEncoding ?? "")
            }
            #expect(links.map { $0.number } == ["+12075550111", "+12075550199"])
            #expect(links.first?.text.hasSuffix(Self.withheld(.english)) == true)
            #expect(links.last?.text.hasSuffix(Self.withheld(.german)) == true)
            for (name, link) in zip(["Lakeside Physical Therapy", "María Okafor"], links) {
                let title =
                    reader == .german ? "Was in der SMS an \(name) steht" : "What the text message to \(name) says"
                #expect(page.text.contains("\(title) \(link.text)"))
            }
        }
    }

    /// The end of what is written without consent.
    private static func withheld(_ language: Language) -> String {
        language == .german
            ? ", Harbor Spine Clinic, hat eine Nachricht für Sie. Bitte rufen Sie an: (207) 555-0133."
            : ", Harbor Spine Clinic, has a message for you. Call (207) 555-0133."
    }
}
