import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

/// A site with code lists, two clinicians who may prescribe, and a patient.
struct PrescriptionSite: Sendable {
    let site: TestSite
    let dana: Account
    let lee: Account
    let patient: Patient
    var database: ClinicDatabase { site.database }

    /// - Parameter describe: what else the patient's record says.
    init(
        _ change: (inout SiteSettings) -> Void = { _ in }, patient describe: (inout PatientDraft) -> Void = { _ in }
    ) async throws {
        site = try await TestSite(catalogs: true, change)
        dana = try await site.account("Dana Reyes")
        lee = try await site.account("Lee Ward")
        for account in [dana, lee] {
            try await site.database.updateProvider(
                try Self.provider(of: account), of: account.id, version: 0, by: Actor(account: account.id))
        }
        let born = try #require(LocalDate(iso: "1947-03-12"))
        var draft = PatientDraft(name: PersonName(given: "María", family: "Okafor"), birthDate: born, sex: .female)
        draft.phone = PhoneNumber(e164: "+12075550199")
        describe(&draft)
        patient = try await site.database.insertPatient(draft, by: Actor(account: dana.id))
    }

    static func provider(of account: Account) throws -> Provider {
        var provider = Provider()
        provider.firstName = account.name.split(separator: " ").first.map(String.init) ?? ""
        provider.lastName = account.name.split(separator: " ").last.map(String.init) ?? ""
        provider.degree = "PA-C"
        provider.practiceName = "Harbor Spine Clinic"
        provider.phone = PhoneNumber(e164: "+12075550133")
        provider.address = PostalAddress(
            street: "12 Quay Street", city: "Portland", state: "ME", postcode: "04101", country: .unitedStates)
        provider.signature = .typed(name: account.name)
        return provider
    }

    /// Runs with Dana signed in.
    func run(_ body: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        try await site.run { browser in
            try await browser.signIn(dana)
            try await body(browser)
        }
    }

    /// Begins a prescription; its path.
    func begin(_ browser: TestBrowser, patient: Identifier<Patient>? = nil) async throws -> String {
        let fields = patient.map { [("patient", $0.text)] } ?? []
        return try #require(try await browser.post("/prescriptions", fields: fields).location)
    }

    /// A practice as its form sends it.
    static func practice(version: Int = 1, email: String = "") -> [(String, String)] {
        [
            ("name", "Lakeside Physical Therapy"), ("country", "US"), ("street", "9 Lake Road"), ("city", "Portland"),
            ("state", "ME"), ("postcode", "04103"), ("phone", "2075550111"), ("email", email),
            ("version", "\(version)"),
        ]
    }

    /// A prescription with all four parts; its path.
    func complete(_ browser: TestBrowser, practiceEmail: String = "") async throws -> String {
        let path = try await begin(browser, patient: patient.id)
        try await browser.post("\(path)/diagnoses", ["code": "icd10cm:M25.551"])
        try await browser.post("\(path)/practice", fields: Self.practice(email: practiceEmail))
        try await browser.post("\(path)/therapies", ["visits": "6", "items": "conditioning", "version": "1"])
        return path
    }

    /// What the preview shows, by name.
    func fingerprint(_ browser: TestBrowser, _ path: String) async throws -> String {
        let preview = try await browser.get("\(path)/sheet")
        let match = try #require(preview.body.firstMatch(of: /name="fingerprint" value="([0-9a-f]{64})"/))
        return String(match.1)
    }

    /// Signs what the preview shows; the answer.
    @discardableResult
    func sign(_ browser: TestBrowser, _ path: String) async throws -> TestBrowser.Answer {
        try await browser.post("\(path)/signature", ["fingerprint": try await fingerprint(browser, path)])
    }
}
