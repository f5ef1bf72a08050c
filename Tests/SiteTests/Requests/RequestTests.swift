import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Site

@Suite("Every request")
struct RequestTests {
    @Test("an unsafe request without the page's token is refused and changes nothing")
    func forged() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        try await site.run { browser in
            try await browser.signIn(account)
            for token in ["", "x", String(repeating: "A", count: 43)] {
                #expect(try await browser.post("/sign-out", ["csrf": token]).status == 403)
            }
            let stranger = browser.another()
            try await stranger.get("/sign-in")
            #expect(try await browser.post("/sign-out", ["csrf": stranger.csrf]).status == 403)
            #expect(try await browser.post("/sign-out", [:], ["Origin": "http://evil.example"]).status == 403)
            #expect(try await browser.post("/sign-out", [:], ["Sec-Fetch-Site": "cross-site"]).status == 403)
            #expect(try await browser.get("/account").status == 200)
        }
    }

    @Test("every answer has the security headers, and pages are never stored")
    func headers() async throws {
        let site = try await TestSite()
        try await site.run { browser in
            for path in ["/sign-in", "/no-such-page", "/static/theralog.css", "/up"] {
                let answer = try await browser.get(path)
                let policy = try #require(answer.headers[.contentSecurityPolicy])
                #expect(policy.contains("default-src 'none'"))
                #expect(!policy.contains("unsafe"))
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                let cache = try #require(answer.headers[.cacheControl])
                #expect(path.hasPrefix("/static") ? cache.contains("public") : cache == "no-store")
            }
        }
    }

    @Test("bad bodies are answered with a page, never with a 500")
    func badBodies() async throws {
        let site = try await TestSite()
        try await site.run { browser in
            try await browser.get("/sign-in")
            let form = "application/x-www-form-urlencoded"
            let bodies: [(type: String, body: [UInt8], status: Int)] = [
                (form, Array("email=%zz".utf8), 400), (form, [0xff, 0xfe, 0x3d], 400),
                (form, Array("%00=%00".utf8), 403),
                (form, Array(repeating: 0x26, count: 1000), 403), (form, Array(repeating: 0x61, count: 300_000), 413),
                (form, Array(Array(repeating: "a=1", count: 600).joined(separator: "&").utf8), 400),
                ("text/plain", Array("csrf=1".utf8), 415), ("", Array("csrf=1".utf8), 415),
                ("multipart/form-data", Array("x".utf8), 400),
                ("multipart/form-data; boundary=a", Array("--a\r\nbroken".utf8), 400),
                ("multipart/form-data; boundary=a", Array("--a\r\n\r\n\r\n\r\n--a--".utf8), 400),
            ]
            for (type, body, status) in bodies {
                let answer = try await browser.post("/sign-in", type: type, body: body)
                #expect(answer.status == status, "\(type) \(body.count)")
            }
        }
    }

    @Test("static files come from memory, with a tag; nothing outside the folder has an address")
    func staticFiles() async throws {
        let site = try await TestSite()
        try await site.run { browser in
            let css = try await browser.get("/static/theralog.css")
            #expect(css.status == 200)
            let tag = try #require(css.headers[.eTag])
            #expect(try await browser.get("/static/theralog.css", ["If-None-Match": tag]).status == 304)
            for path in ["/static/../Package.swift", "/static/%2e%2e/Package.swift", "/static/a%00.css", "/static/"] {
                #expect(try await browser.get(path).status == 404, "\(path)")
            }
        }
    }
}
