import Clinic
import Foundation
import HTTPTypes
import HummingbirdTesting
import Store
import TestSupport
import Testing

@testable import Site

@Suite("What a proxy says of its clients")
struct ForwardedTests {
    private func client(_ lines: [String], proxies: [String] = ["10.0.0.0/8"]) throws -> String? {
        var headers = HTTPFields()
        headers[values: try #require(HTTPField.Name("X-Forwarded-For"))] = lines
        let ranges = proxies.compactMap { NetworkRange($0) }
        return Forwarded(headers).client { address in ranges.contains { $0.contains(address) } }?.description
    }

    @Test("is read from the nearest to the farthest, and no farther than the first stranger")
    func chain() throws {
        #expect(try client(["192.0.2.7"]) == "192.0.2.7")
        #expect(try client(["6.6.6.6, 192.0.2.7"]) == "192.0.2.7")
        #expect(try client(["6.6.6.6", "192.0.2.7, 10.1.1.1"]) == "192.0.2.7")
        #expect(try client(["10.9.9.9, 10.1.1.1"]) == "10.9.9.9")
        #expect(try client(["192.0.2.7:4711"]) == "192.0.2.7")
        #expect(try client(["[2001:db8::1]:4711"]) == "2001:db8::1")
        #expect(try client(["2001:db8::1"]) == "2001:db8::1")
    }

    @Test("what cannot be read ends it")
    func unreadable() throws {
        for lines in [[], [""], ["unknown"], ["6.6.6.6, unknown"], ["<script>"], ["1.2.3.4:"], [","]] {
            #expect(try client(lines) == (lines == ["1.2.3.4:"] ? "1.2.3.4" : nil), "\(lines)")
        }
        #expect(try client(["unknown, 10.1.1.1"]) == "10.1.1.1")
    }

    @Test("from the trusted address it decides address, host and whether cookies go over TLS only")
    func believed() async throws {
        let site = try await TestSite { $0.trustedProxies = ["127.0.0.1", "::1"].compactMap { NetworkRange($0) } }
        let account = try await site.account()
        try await site.run(.live) { browser in
            let said = [
                "X-Forwarded-For": "6.6.6.6, 192.0.2.7", "X-Forwarded-Proto": "https",
                "X-Forwarded-Host": "clinic.example",
            ]
            let page = try await browser.get("/sign-in", said)
            #expect(page.headers[.strictTransportSecurity] == "max-age=15552000")
            let fields: KeyValuePairs = ["email": account.email, "password": TestSite.password]
            let foreign = ["Origin": "https://evil.example"].merging(said) { $1 }
            #expect(try await browser.post("/sign-in", fields, foreign).status == 403)
            let own = ["Origin": "https://clinic.example"].merging(said) { $1 }
            let answer = try await browser.post("/sign-in", fields, own)
            #expect(answer.status == 303)
            let cookies = answer.headers[values: .setCookie]
            #expect(!cookies.isEmpty)
            for cookie in cookies {
                #expect(
                    cookie.hasPrefix("__Host-theralog_") && cookie.contains("; Secure") && cookie.contains("Path=/"))
            }
            #expect(try await browser.get("/account", said).status == 200)
            // The same cookies without the proxy's word are of no use.
            let plain = try await browser.get("/account", ["X-Forwarded-Proto": "http"])
            #expect(plain.status == 303)
        }
        let limits = site.site.sessionLimits
        #expect(try await site.database.sessions(of: account, limits: limits).map(\.address) == ["192.0.2.7"])
    }

    @Test("from anybody else it is not believed")
    func notBelieved() async throws {
        let site = try await TestSite { $0.trustedProxies = ["192.0.2.1"].compactMap { NetworkRange($0) } }
        let account = try await site.account()
        try await site.run(.live) { browser in
            let said = [
                "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example",
                "Forwarded": "for=203.0.113.9;proto=https;host=evil.example",
            ]
            let page = try await browser.get("/sign-in", said)
            #expect(page.headers[.strictTransportSecurity] == nil)
            let fields: KeyValuePairs = ["email": account.email, "password": TestSite.password]
            let answer = try await browser.post("/sign-in", fields, said)
            #expect(answer.status == 303)
            #expect(
                answer.headers[values: .setCookie].allSatisfy { $0.hasPrefix("theralog_") && !$0.contains("Secure") })
        }
        let limits = site.site.sessionLimits
        let address = try await site.database.sessions(of: account, limits: limits).first?.address
        #expect(address == "127.0.0.1" || address == "::1")
    }
}
