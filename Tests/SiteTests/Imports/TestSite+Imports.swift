import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

/// Catalogues brought as an admin brings them: by the form, over HTTP.
extension TestSite {
    /// Runs with somebody signed in who brings catalogues and, as a clinician, searches in them.
    func runImporting(_ body: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        let account = try await account("Morgan Ellis", [.admin, .clinician])
        try await run { browser in
            try await browser.signIn(account)
            try await body(browser)
        }
    }

    /// Sends a file by the form, and does not wait.
    /// - Returns: the address of its page.
    func begin(_ bytes: some Sequence<UInt8>, name: String = "file", _ browser: TestBrowser) async throws -> String {
        try await browser.get("/imports")
        let answer = try await browser.upload("/imports", [], file: ("file", name, "text/plain", Data(bytes)))
        return try #require(answer.location)
    }

    /// Sends a file by the form and waits until it is checked.
    /// - Returns: the address of its page.
    func send(_ bytes: some Sequence<UInt8>, name: String = "file", _ browser: TestBrowser) async throws -> String {
        let path = try await begin(bytes, name: name, browser)
        await site.imports.waitUntilIdle()
        return path
    }

    /// The same of a text.
    func send(_ text: String, name: String = "file", _ browser: TestBrowser) async throws -> String {
        try await send(text.utf8, name: name, browser)
    }

    /// What the check of a file found.
    func findings(of path: String) async throws -> CatalogImport.Findings {
        let job = try #require(try await database.catalogImports().first { "/imports/\($0.id)" == path })
        #expect(job.failure == nil)
        return try #require(job.findings)
    }

    /// Puts a checked file to use, from and until the days that are proposed.
    /// - Parameter name: of the release; nil: as proposed.
    func apply(_ path: String, as name: String? = nil, _ browser: TestBrowser) async throws {
        let proposed = try await findings(of: path)
        try await browser.get(path)
        let answer = try await browser.post(
            "\(path)/application",
            [
                "name": name ?? proposed.releaseName, "from": proposed.effectiveFrom?.description ?? "",
                "until": proposed.effectiveUntil?.description ?? "",
            ])
        #expect(answer.status == 303 && answer.location == path)
        #expect(try await browser.get(path).text.contains("This release is in use."))
    }

    /// Sends a file and puts it to use.
    func bring(
        _ text: String, file: String = "file", as name: String? = nil, _ browser: TestBrowser
    ) async throws {
        try await apply(try await send(text, name: file, browser), as: name, browser)
    }
}

extension CatalogImport.Findings {
    /// Rows of the release, and how many of them are added, changed and retired.
    var counts: [Int] { [rows, added, changed, retired] }
}
