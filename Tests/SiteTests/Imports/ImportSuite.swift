import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

/// A suite in which an admin brings files.
protocol ImportSuite {}

extension ImportSuite {
    /// Runs with an admin signed in.
    func admin(
        catalogs: Bool = false, _ body: @escaping @Sendable (TestBrowser, TestSite) async throws -> Void
    ) async throws {
        let site = try await TestSite(catalogs: catalogs)
        let account = try await site.account("Morgan Ellis", [.admin])
        try await site.run { browser in
            try await browser.signIn(account)
            try await body(browser, site)
        }
    }

    /// Sends a file by the form and waits until it is checked.
    /// - Returns: the address of its page.
    func send(
        _ text: String, name: String = "map.txt", _ browser: TestBrowser, _ site: TestSite
    ) async throws -> String {
        try await send(bytes: Data(text.utf8), name: name, browser, site)
    }

    /// The same of bytes that need not be UTF-8.
    func send(
        bytes: Data, name: String = "map.txt", _ browser: TestBrowser, _ site: TestSite
    ) async throws -> String {
        try await browser.get("/imports")
        let answer = try await browser.upload("/imports", [], file: ("file", name, "text/plain", bytes))
        await site.site.imports.waitUntilIdle()
        return try #require(answer.location)
    }
}
