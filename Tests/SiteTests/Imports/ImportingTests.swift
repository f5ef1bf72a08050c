import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

/// Tests in which an admin brings files of catalogues by the browser.
protocol ImportingTests {}

extension ImportingTests {
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

    /// The import that a page is of.
    func job(at path: String, in site: TestSite) async throws -> CatalogImport {
        let id = try #require(Identifier<CatalogImport>(untrusted: String(path.split(separator: "/").last ?? "")))
        return try await site.database.catalogImport(id)
    }

    /// The lines of a map of so many codes, none twice, as CMS lays it out.
    static func codes(_ count: Int) -> [UInt8] {
        Array((0..<count).map { "S\(100_000 + $0) 7242  10000\r\n" }.joined().utf8)
    }

    /// Returns when a check has read something, or is over.
    func waitForProgress(of path: String, in site: TestSite) async throws {
        while true {
            let job = try await job(at: path, in: site)
            guard job.state.isUnderWay, job.progress.done == 0 else { return }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Every table that holds a catalogue, with its rows.
    func catalogueTables(of site: TestSite) async throws -> [DatabaseState.Table] {
        let beginnings = ["catalog_release", "code_equivalence", "diagnosis", "listed_", "postal_area"]
        return try await site.database.state().tables.filter { table in
            beginnings.contains { table.name.hasPrefix($0) }
        }
    }
}
