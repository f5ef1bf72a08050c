import Clinic
import Foundation
import Store
import TestSupport
import Testing

/// A site with two clinicians, and ways to make templates in a browser.
struct TemplateSite: Sendable {
    let clinic: PrescriptionSite
    var database: ClinicDatabase { clinic.database }

    init() async throws { clinic = try await PrescriptionSite() }

    /// Runs with Dana signed in.
    func run(_ body: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        try await clinic.run(body)
    }

    /// Copies a template; the copy's path.
    func copy(_ browser: TestBrowser, _ source: String = "spine") async throws -> String {
        let edit = try #require(try await browser.post("/therapy-templates/\(source)/copies").location)
        #expect(edit.hasSuffix("/edit"))
        return String(edit.dropLast("/edit".count))
    }

    /// What a form's hidden field of that name holds.
    func hidden(_ name: String, _ browser: TestBrowser, _ path: String) async throws -> String {
        let page = try await browser.get(path)
        let pattern = try Regex("name=\"\(name)\" value=\"([^\"]*)\"")
        return String(try #require(page.body.firstMatch(of: pattern)?.output[1].substring))
    }

    /// Adds a plain item below a heading, and keeps it.
    @discardableResult
    func add(
        _ title: String, to section: String = "education", _ browser: TestBrowser, _ path: String,
        more: [(String, String)] = []
    ) async throws -> TestBrowser.Answer {
        let version = try await hidden("version", browser, "\(path)/edit/new-item?section=\(section)")
        return try await browser.post(
            "\(path)/edit/new-item",
            fields: [("title.en", title), ("section", section), ("version", version)] + more)
    }

    /// Saves what was changed as the next version.
    @discardableResult
    func save(_ browser: TestBrowser, _ path: String) async throws -> TestBrowser.Answer {
        let version = try await hidden("version", browser, "\(path)/edit")
        return try await browser.post("\(path)/versions", ["version": version])
    }

    /// Brings a file; the answer.
    func bring(_ file: Data, _ browser: TestBrowser) async throws -> TestBrowser.Answer {
        let csrf = try await hidden("csrf", browser, "/therapy-templates")
        var body = Data("--edge\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(csrf)\r\n".utf8)
        body += Data("--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"list.json\"\r\n".utf8)
        body += Data("Content-Type: application/json\r\n\r\n".utf8) + file + Data("\r\n--edge--\r\n".utf8)
        return try await browser.post(
            "/therapy-templates", type: "multipart/form-data; boundary=edge", body: Array(body))
    }

    func template(_ path: String) async throws -> ClinicTemplate {
        try await database.clinicTemplate(
            Identifier(String(path.split(separator: "/")[1])), visibleTo: clinic.dana.id)
    }
}
