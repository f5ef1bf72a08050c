import Clinic
import Foundation
import Hummingbird
import HummingbirdTesting
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Where something clinical is written")
struct PrescriberTests {
    /// The site with one page and one form more, for prescribers.
    private func run(_ site: TestSite, _ body: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        let routes = SiteRoutes(site.site)
        AccountRoutes(site: site.site).add(to: routes)
        ProviderRoutes(site: site.site).add(to: routes)
        routes.prescriber.get("/probe") { _, _ in Responses.html("written by a prescriber") }
        routes.prescriber.post("/probe") { _, _, _ in Responses.html("written by a prescriber") }
        try await Application(router: routes.router).test(.router) { try await body(TestBrowser(client: $0)) }
    }

    @Test("incomplete provider information leads to its page, says so, and back afterwards")
    func incomplete() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await run(site) { browser in
            try await browser.signIn(account)
            let answer = try await browser.get("/probe?patient=7")
            #expect(answer.status == 303)
            #expect(answer.location == "/provider?return=/probe%3Fpatient%3D7")
            let page = try await browser.get(try #require(answer.location))
            #expect(page.text.contains("First complete your provider information."))
            #expect(page.body.contains("name=\"return\" value=\"/probe?patient=7\""))
            #expect(try await browser.post("/probe").location == "/provider")
            let json = try await browser.get("/probe", ["Accept": "application/json"])
            #expect(json.status == 409)
            #expect(json.body.contains("provider-required"))
        }
    }

    @Test("one missing field is enough to lead there")
    func oneMissing() async throws {
        let site = try await TestSite()
        let account = try await site.prescriber()
        var provider = try #require(try await site.database.provider(of: account.id)).provider
        provider.degree = ""
        try await site.database.updateProvider(provider, of: account.id, version: 1, by: .program)
        try await run(site) { browser in
            try await browser.signIn(account)
            #expect(try await browser.get("/probe").status == 303)
        }
    }

    @Test("complete information lets in", arguments: [Country.unitedStates, .germany])
    func complete(country: Country) async throws {
        let site = try await TestSite()
        let account = try await site.prescriber(country: country)
        try await run(site) { browser in
            try await browser.signIn(account)
            #expect(try await browser.get("/probe").body == "written by a prescriber")
            #expect(try await browser.post("/probe").body == "written by a prescriber")
        }
    }

    @Test("other roles are refused before anybody looks at provider information", arguments: [Role.admin, .patient])
    func otherRoles(role: Role) async throws {
        let site = try await TestSite()
        let account = try await site.account("Pat Doe", [role])
        try await run(site) { browser in
            try await browser.signIn(account)
            #expect(try await browser.get("/probe").status == 403)
            #expect(try await browser.post("/probe").status == 403)
        }
    }
}
