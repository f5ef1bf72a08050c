import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

extension PrescriptionSite {
    static let pdf = Data("%PDF-1.7\n1 0 obj\nstartxref\n9\n%%EOF\n".utf8)

    /// A signed prescription; its path and its code as it stands on the sheet.
    func signedWithCode(_ browser: TestBrowser) async throws -> (path: String, code: String) {
        let path = try await complete(browser)
        try await sign(browser, path)
        return (path, try await code(browser, path))
    }

    /// The code on the sheet of the page of a prescription.
    func code(_ browser: TestBrowser, _ path: String) async throws -> String {
        let page = try await browser.get(path)
        let match = try #require(page.body.firstMatch(of: /sheet__return-code">([^<]+)</))
        return String(match.1)
    }

    func id(_ path: String) -> Identifier<TherapyPrescription> {
        Identifier(String(path.split(separator: "/").last ?? ""))
    }

    /// A practice's browser with a code typed.
    func practice(_ browser: TestBrowser, _ code: String) async throws -> TestBrowser {
        let practice = browser.another()
        try await practice.get("/return")
        let answer = try await practice.post("/return", ["code": code])
        #expect(answer.location == "/return/form")
        return practice
    }

    /// Sends the practice's form.
    @discardableResult
    func tell(
        _ practice: TestBrowser, _ fields: KeyValuePairs<String, String>, file: Data = Data(), name: String = "r.pdf"
    ) async throws -> TestBrowser.Answer {
        let page = try await practice.get("/return/form")
        let key = page.body.firstMatch(of: /name="form-key" value="([^"]+)"/).map { String($0.1) } ?? ""
        return try await practice.upload(
            "/return/form", [("form-key", key)] + fields.map { ($0.key, $0.value) },
            file: ("report", name, "application/pdf", file))
    }
}
