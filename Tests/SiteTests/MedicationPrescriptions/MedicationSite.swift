import Clinic
import Foundation
import Store
import TestSupport
import Testing

/// A site with the catalogue, two clinicians who may prescribe, and a patient with an allergy.
struct MedicationSite: Sendable {
    let site: TestSite
    let dana: Account
    let lee: Account
    let patient: Patient
    var database: ClinicDatabase { site.database }

    init() async throws {
        site = try await TestSite(catalogs: true)
        dana = try await site.prescriber("Dana Reyes")
        lee = try await site.prescriber("Lee Ward")
        let born = try #require(LocalDate(iso: "1947-03-12"))
        var draft = PatientDraft(name: PersonName(given: "María", family: "Okafor"), birthDate: born, sex: .female)
        draft.allergies = .recorded([Allergy(substance: "Penicillin", reaction: "hives", severity: .severe)])
        patient = try await site.database.insertPatient(draft, by: Actor(account: dana.id))
    }

    /// Runs with Dana signed in.
    func run(_ body: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        try await site.run { browser in
            try await browser.signIn(dana)
            try await body(browser)
        }
    }

    /// Begins an order of a medicine of the catalogue; its path.
    func begin(_ browser: TestBrowser, _ medicine: String = "lisinopril") async throws -> String {
        let location = try #require(try await browser.post("/patients/\(patient.id)/medications").location)
        let path = location.replacing("/medicine", with: "")
        let found = try await browser.get("\(path)/medicine?q=\(medicine)")
        let match = try #require(found.body.firstMatch(of: /name="medicine" value="([^"]+)"/))
        let chosen = try await browser.post("\(path)/medicine", ["medicine": String(match.1)])
        #expect(chosen.location == "\(path)/edit")
        return path
    }

    /// The version that the form would send.
    func version(_ browser: TestBrowser, _ path: String) async throws -> String {
        let form = try await browser.get("\(path)/edit")
        return String(try #require(form.body.firstMatch(of: /name="version" value="(\d+)"/)).1)
    }

    /// Fills in the form and sends it.
    @discardableResult
    func fill(
        _ browser: TestBrowser, _ path: String, _ fields: [String: String]
    ) async throws -> TestBrowser.Answer {
        let usual = [
            "strength": "10 mg", "start": "11/21/2026", "refills": "3", "substitution": "allowed",
            "version": try await version(browser, path),
        ]
        return try await browser.post(
            "\(path)/edit", fields: usual.merging(fields) { $1 }.map { ($0.key, $0.value) })
    }

    /// Signs what the preview shows; the answer.
    @discardableResult
    func sign(_ browser: TestBrowser, _ path: String) async throws -> TestBrowser.Answer {
        let preview = try await browser.get("\(path)/sheet")
        let match = try #require(preview.body.firstMatch(of: /name="fingerprint" value="([0-9a-f]{64})"/))
        return try await browser.post("\(path)/signature", ["fingerprint": String(match.1)])
    }

    /// A signed order; its path.
    func signed(
        _ browser: TestBrowser, _ fields: [String: String] = ["dosage": "1 tablet twice a day"]
    ) async throws -> String {
        let path = try await begin(browser)
        #expect(try await fill(browser, path, fields).location == "\(path)/sheet")
        #expect(try await sign(browser, path).location == "\(path)/sheet")
        return path
    }
}
