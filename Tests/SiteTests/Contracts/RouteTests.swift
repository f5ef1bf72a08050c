import Clinic
import Foundation
import Hummingbird
import HummingbirdTesting
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Every address of the site")
struct RouteTests {
    @Test("the list of addresses with who may enter is the golden one")
    func goldenList() async throws {
        let file = Project.folder("Tests/SiteTests/Contracts/routes.txt")
        let golden = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        let site = try await TestSite()
        let actual = site.site.routeEntries().map { "\($0.method) \($0.path) \($0.access.rawValue)" }
        #expect(actual.sorted() == golden.sorted())
    }

    @Test("the router knows no address that the list does not")
    func nothingBeside() async throws {
        let site = try await TestSite()
        let routed = Set(site.site.router().routes.map { "\($0.method) \($0.path)" })
        let listed = Set(site.site.routeEntries().map { "\($0.method) \($0.path)".replacing(/:(\w+)/) { "{\($0.1)}" } })
        #expect(routed.subtracting(listed).filter { !$0.hasPrefix("HEAD ") } == [])
        #expect(listed.subtracting(routed) == [])
    }

    @Test("the same pages answer over a real socket")
    func live() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run(.live) { browser in
            try await browser.signIn(account)
            #expect(try await browser.get("/account").status == 200)
            #expect(try await browser.post("/sign-out").status == 303)
            #expect(try await browser.get("/account").status == 303)
            #expect(try await browser.get("/no-such-page").status == 404)
        }
    }

    @Test("each role enters its own addresses and is refused at all others", arguments: Role.allCases)
    func roles(role: Role) async throws {
        let site = try await TestSite()
        let account = try await site.account("Role Bearer", [role])
        try await site.run { browser in
            try await browser.signIn(account)
            for route in site.site.routeEntries() where route.path != "/sign-out" {
                let path = route.path.replacing(":id", with: "01920000-0000-7000-8000-00000000ffff")
                    .replacing(/:\w+/, with: "1")
                let answer = try await browser.enter(route.method, path)
                #expect(answer.status < 500, "\(route)")
                let mayEnter = route.access.role == nil || route.access.role == role
                #expect((answer.status == 403) == !mayEnter, "\(route) as \(role): \(answer.status)")
            }
        }
    }

    @Test("nobody enters without signing in, but where visitors may")
    func visitors() async throws {
        let site = try await TestSite()
        try await site.account()
        try await site.run { browser in
            try await browser.get("/sign-in")
            for route in site.site.routeEntries() where route.access != .visitor {
                let path = route.path.replacing(/:\w+/, with: "01920000-0000-7000-8000-00000000ffff")
                let answer = try await browser.enter(route.method, path)
                #expect(answer.status == 303, "\(route)")
                #expect(answer.location?.hasPrefix("/sign-in") == true, "\(route)")
            }
        }
    }
}

extension TestBrowser {
    /// Asks for an address with nothing in hand.
    fileprivate func enter(_ method: String, _ path: String) async throws -> Answer {
        switch method {
        case "GET": try await get(path)
        case "PUT": try await put(path)
        default: try await post(path)
        }
    }
}
