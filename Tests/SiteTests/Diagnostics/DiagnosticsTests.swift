import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Site

@Suite("Diagnostics")
struct DiagnosticsTests {
    @Test("say what helps and name nobody, as a page and as a file")
    func text() async throws {
        let site = try await PeopleSite()
        var settings = ClinicSettings()
        settings.name = "Secret Clinic"
        settings.phone = PhoneNumber(e164: "+12075550133")
        try await site.database.updateClinicSettings(settings, version: 0, by: .program)
        try await site.run { admin in
            site.test.fixed.advance(by: 3000)
            let page = try await admin.get("/diagnostics")
            let file = try await admin.get("/diagnostics.txt?check=yes")
            #expect(file.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(file.headers[.contentDisposition]?.contains("theralog-diagnostics-2026-11-21.txt") == true)
            for text in [
                "version  \(ProgramVersion.text)", "2026-11-21T09:30:00Z, 0 h 50 min ago", "account ", "not loaded",
                "WeasyPrint", "vips", "time zone         GMT, the machine's", "clinic's name     set",
                "clinic's address  not set", "Errors since the start: 0",
            ] {
                #expect(file.body.contains(text), "\(text)")
            }
            #expect(page.body.contains("quick check       not asked for"))
            #expect(file.body.contains("quick check       ok"))
            for secret in [
                "Secret", "2075550133", "Maria", "Lopez", "Dana", "Reyes", "@example.org", site.morgan.id.text,
                site.maria.patient?.text ?? "", "Morgan",
            ] {
                #expect(!file.body.contains(secret), "\(secret)")
            }
        }
    }

    @Test("count the pages that failed, with route and request")
    func errors() async throws {
        let site = try await PeopleSite()
        try await site.run { admin in
            site.test.site.errors.note(
                ServerErrors.Entry(at: site.test.fixed.now, status: 500, route: "/patients/{id}", request: "abc"))
            let text = try await admin.get("/diagnostics.txt")
            #expect(
                text.body.contains("Errors since the start: 1\n  2026-11-21T09:30:00Z  500 /patients/{id}, request abc")
            )
            #expect(try await admin.get("/").text.contains("Since the last start 1 page failed"))
            for _ in 0..<50 {
                site.test.site.errors.note(ServerErrors.Entry(at: .now, status: 503, route: "none", request: "x"))
            }
            #expect(site.test.site.errors.count == 51 && site.test.site.errors.last.count == 20)
        }
    }

    @Test("an answer of 503 is one of them, as it comes from the site")
    func noted() async throws {
        let site = try await TestSite()
        try await site.run { browser in
            let answer = try await browser.get("/sign-in")
            #expect(answer.status == 503)
        }
        #expect(site.site.errors.last.map(\.route) == ["/sign-in"])
    }

    @Test("the admin's home says what needs attention and leads everywhere")
    func home() async throws {
        let site = try await PeopleSite()
        _ = try await site.test.account("Lee Ward")
        try await site.run { admin in
            let page = try await admin.get("/")
            for text in [
                "The clinic has no name yet", "Only one account can run the clinic", "Lee Ward cannot prescribe yet",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(!page.text.contains("Dana Reyes cannot"))
            for path in ["/people", "/catalogues", "/imports", "/settings", "/audit", "/diagnostics"] {
                #expect(page.body.contains("row__title\" href=\"\(path)\""), "\(path)")
            }
            _ = try await site.invite(admin, [("name", "Kim Roe"), ("email", "kim@example.org"), ("role", "admin")])
            #expect(!(try await admin.get("/").text.contains("Kim Roe")))
        }
        site.test.fixed.advance(by: 8 * 86_400)
        try await site.run { admin in
            let page = try await admin.get("/")
            #expect(page.text.contains("The code for Kim Roe can no longer be used"))
        }
    }
}
