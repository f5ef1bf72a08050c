import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Asking for consent")
struct ConsentTests {
    @Test("the patient's page says what holds; the answers stay readable with what was asked")
    func recorded() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, _ in
            #expect(try await browser.get(clinic.patient).text.contains("E-mail Not asked yet"))
            let answer = try await clinic.answer(browser, .email, "yes", manner: "written")
            #expect(answer.location == "\(clinic.patient)/consents")
            #expect(
                try await browser.get(clinic.patient).text.contains(
                    "E-mail Agreed (In writing), recorded by Dana Reyes, Nov 21, 2026, 09:30"))
            try await clinic.answer(browser, .email, "no")
            let page = try await browser.get("\(clinic.patient)/consents")
            #expect(page.text.contains("Withdrew consent (Spoken)") && page.text.contains("Agreed (In writing)"))
            #expect(page.text.components(separatedBy: "by e-mail: to you").count == 4, "asked once, answered twice")
        }
    }

    @Test(
        "an answer that lacks something is asked for again and not written down",
        arguments: [
            ["channel": "email", "answer": "yes"], ["channel": "email", "manner": "spoken"],
            ["channel": "pigeon", "answer": "yes", "manner": "spoken"],
            ["channel": "email", "answer": "yes", "manner": "account"],
            ["channel": "email", "answer": "perhaps", "manner": "written"],
        ])
    func incomplete(fields: [String: String]) async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, _ in
            try await browser.get(clinic.patient)
            let answer = try await browser.post("\(clinic.patient)/consents", fields: fields.map { ($0.key, $0.value) })
            #expect(answer.status == 422)
            #expect(try await clinic.database.messageConsents(of: clinic.clinic.patient.id).history.isEmpty)
        }
    }

    @Test("patients give and withdraw it themselves; what waits is taken back")
    func own() async throws {
        let clinic = try await SendingSite()
        let account = try await clinic.clinic.site.account("Maria O", [.patient], patient: clinic.clinic.patient.id)
        try await clinic.run { browser, path in
            let own = browser.another()
            try await own.signIn(account)
            #expect(try await own.get("/").body.contains("/my/consents"))
            #expect(try await own.get("/my/consents").text.contains("Yes, I agree"))
            try await own.post("/my/consents", ["channel": "email", "answer": "yes", "manner": "written"])
            let consents = try await clinic.database.messageConsents(of: clinic.clinic.patient.id)
            #expect(consents.allows(.email) && consents.last(.email)?.manner == .account)
            try await clinic.send(browser, path, to: ["own-email"])
            #expect(try await clinic.deliveries(path).first?.content.sheet == .letter)
            let page = try await own.get("/my/consents")
            #expect(page.text.contains("Withdraw consent") && page.text.contains("recorded by Maria O"))
            try await own.post("/my/consents", ["channel": "email", "answer": "no"])
            #expect(try await clinic.deliveries(path).first?.state == .cancelled)
            #expect(try await own.post("/my/consents", ["channel": "x"]).location == "/my/consents")
        }
    }

    @Test("nobody answers for somebody else's record")
    func others() async throws {
        let clinic = try await SendingSite()
        let own = try await clinic.clinic.site.account("Maria O", [.patient], patient: clinic.clinic.patient.id)
        let loose = try await clinic.clinic.site.account("No Body", [.patient])
        try await clinic.run { browser, _ in
            let patient = browser.another()
            try await patient.signIn(own)
            #expect(try await patient.get("\(clinic.patient)/consents").status == 403)
            #expect(try await clinic.answer(patient, .email, "yes").status == 403)
            let other = browser.another()
            try await other.signIn(loose)
            #expect(try await other.get("/my/consents").status == 404)
            #expect(try await other.post("/my/consents", ["channel": "email", "answer": "yes"]).status == 404)
            #expect(try await browser.get("/my/consents").status == 403)
            #expect(try await browser.get("/patients/01920000-0000-7000-8000-00000000ffff/consents").status == 404)
        }
    }
}
