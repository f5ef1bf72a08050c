import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store
import TestSupport
import Testing

@testable import Site

/// A site with a clinician who may write and Maria Lopez, born on 12 March 1948.
struct InvitationSite: Sendable {
    let patients: PatientSite
    let maria: Patient
    var site: TestSite { patients.site }
    var database: ClinicDatabase { site.database }
    var url: String { "/patients/\(maria.id)" }
    static let email = "maria@home.example"

    init(_ change: @escaping @Sendable (inout PatientDraft) -> Void = { _ in }) async throws {
        patients = try await PatientSite()
        maria = try await patients.insert("Maria", "Lopez", change)
    }

    /// Makes a code as a clinician at the page of the record, for a new account or for the account that is there; the code
    /// as it stands on the sheet.
    func code(_ clinician: TestBrowser, _ headers: [String: String] = [:]) async throws -> String {
        let sheet = try await clinician.post("\(url)/invitations", fields: try await form(clinician), headers)
        #expect(sheet.status == 200)
        return try Self.code(on: sheet)
    }

    /// The first form on the page of the record that makes a code.
    func form(_ clinician: TestBrowser) async throws -> [(String, String)] {
        let page = try await clinician.get(url)
        let form = try #require(page.body.firstMatch(of: /\/invitations">([\s\S]*?)<\/form>/)?.1)
        return form.matches(of: /name="(form-key|account)" value="([^"]+)"/).map { (String($0.1), String($0.2)) }
    }

    static func code(on sheet: TestBrowser.Answer) throws -> String {
        String(try #require(sheet.body.firstMatch(of: /sheet__key--code">([^<]+)</)?.1))
    }

    /// Types code and date of birth.
    @discardableResult
    func type(
        _ code: String, _ browser: TestBrowser, born birthDate: String = "12.3.1948"
    ) async throws -> TestBrowser.Answer {
        try await browser.get("/join")
        return try await browser.post("/join", ["code": code, "birth-date": birthDate])
    }

    /// Types e-mail address and password.
    func finish(
        _ browser: TestBrowser, email: String = Self.email, password: String = TestSite.password
    ) async throws -> TestBrowser.Answer {
        try await browser.get("/join/account")
        return try await browser.post("/join/account", ["email": email, "password": password])
    }

    /// Makes Maria's account with a code; the browser is signed in.
    func join(_ clinician: TestBrowser, _ visitor: TestBrowser) async throws {
        try await type(try await code(clinician), visitor)
        #expect(try await finish(visitor).location == "/")
    }

    func audited(_ entity: String) async throws -> [AuditAction] {
        try await database.auditEntries(of: maria.id).filter { $0.entity == entity }.map(\.action).reversed()
    }
}

/// What a plain hash of a code would be.
enum SecretTokenHash {
    static func plain(_ text: String) -> Data { SecretToken.hash(text) }
}
