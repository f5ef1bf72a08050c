import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

/// A clinic with a signed prescription, and a clinician who is about to send it.
struct SendingSite: Sendable {
    let clinic: PrescriptionSite
    var database: ClinicDatabase { clinic.database }
    var patient: String { "/patients/\(clinic.patient.id)" }

    init(
        isSetUp: Bool = true, _ change: (inout SiteSettings) -> Void = { _ in },
        patient describe: (inout PatientDraft) -> Void = { _ in }
    ) async throws {
        clinic = try await PrescriptionSite(change, patient: describe)
        guard isSetUp else { return }
        // Nothing is sent: no outbox runs beside these tests.
        let from = try #require(EmailAddress("desk@harbor-spine.example"))
        try await clinic.database.updateSendingSettings(version: 0, by: .program) {
            $0.mail = MailSettings(host: "localhost", port: 587, security: .startTLS, from: from)
            $0.gateway = GatewaySettings(address: "https://localhost/messages")
        }
    }

    /// Runs with Dana signed in and a signed prescription; its path.
    func run(
        practiceEmail: String = "", _ body: @escaping @Sendable (TestBrowser, String) async throws -> Void
    ) async throws {
        try await clinic.run { browser in
            let path = try await clinic.complete(browser, practiceEmail: practiceEmail)
            try await clinic.sign(browser, path)
            try await body(browser, path)
        }
    }

    /// The hidden fields of the form, as the page has them.
    static func hidden(_ page: TestBrowser.Answer) throws -> [(String, String)] {
        try ["form-key", "shown", "instead"].map { name in
            let pattern = try Regex("name=\"\(name)\" value=\"([^\"]*)\"", as: (Substring, Substring).self)
            return (name, String(try #require(page.body.firstMatch(of: pattern)).output.1))
        }
    }

    /// Sends to what is chosen and typed; the answer.
    @discardableResult
    func send(
        _ browser: TestBrowser, _ path: String, to chosen: [String] = [], others: String = "", query: String = ""
    ) async throws -> TestBrowser.Answer {
        try await Self.send(browser, path, to: chosen, others: others, query: query)
    }

    @discardableResult
    static func send(
        _ browser: TestBrowser, _ path: String, to chosen: [String] = [], others: String = "", query: String = ""
    ) async throws -> TestBrowser.Answer {
        let page = try await browser.get("\(path)/sending\(query)")
        let fields = try hidden(page) + chosen.map { ("to", $0) } + [("others", others)]
        return try await browser.post("\(path)/sending", fields: fields)
    }

    /// Records what the patient says.
    @discardableResult
    func answer(
        _ browser: TestBrowser, _ channel: DeliveryChannel, _ answer: String, manner: String = "spoken",
        back path: String = ""
    ) async throws -> TestBrowser.Answer {
        try await browser.post(
            "\(patient)/consents",
            [
                "channel": channel.rawValue, "answer": answer, "manner": manner,
                "prescriptions": path.replacing("/prescriptions/", with: ""),
            ])
    }

    func deliveries(_ path: String) async throws -> [Delivery] {
        try await database.deliveries(of: .therapy(Identifier(path.replacing("/prescriptions/", with: ""))))
    }
}
