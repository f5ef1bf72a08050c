import Clinic
import Foundation
import Rendering
import Store
import TestSupport
import Testing

@testable import Site

/// A site with an admin who is no clinician, Morgan, a clinician, Dana, and a patient's account, Maria.
struct PeopleSite: Sendable {
    let patients: PatientSite
    let morgan: Account
    let maria: Account
    var dana: Account { patients.account }
    var test: TestSite { patients.site }
    var database: ClinicDatabase { test.database }

    init() async throws {
        patients = try await PatientSite()
        morgan = try await patients.site.account("Morgan Ellis", [.admin])
        let patient = try await patients.insert("Maria", "Lopez")
        maria = try await patients.site.account("Maria Lopez", [.patient], patient: patient.id)
    }

    /// Runs a test with the admin signed in.
    func run(_ body: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        let morgan = morgan
        try await test.run { browser in
            try await browser.signIn(morgan)
            try await body(browser)
        }
    }

    static let lee = [("name", "Lee Ward"), ("email", "Lee.Ward@example.org"), ("role", "clinician")]

    /// Sends the form that invites somebody; the sheet.
    func invite(
        _ admin: TestBrowser, _ fields: [(String, String)] = Self.lee
    ) async throws -> TestBrowser.Answer {
        let page = try await admin.get("/people/new")
        let key = try #require(page.body.firstMatch(of: /name="form-key" value="([^"]+)"/)?.1)
        return try await admin.post("/people/invitations", fields: fields + [("form-key", String(key))])
    }

    static func code(on sheet: TestBrowser.Answer) throws -> String {
        String(try #require(sheet.body.firstMatch(of: /sheet__key--code">([^<]+)</)?.1))
    }

    @discardableResult
    func type(
        _ code: String, _ browser: TestBrowser, email: String = "lee.ward@example.org"
    ) async throws -> TestBrowser.Answer {
        try await browser.get("/join/staff")
        return try await browser.post("/join/staff", ["code": code, "email": email])
    }

    func finish(
        _ browser: TestBrowser, password: String = TestSite.password
    ) async throws -> TestBrowser.Answer {
        try await browser.get("/join/staff/account")
        return try await browser.post("/join/staff/account", ["password": password])
    }
}
