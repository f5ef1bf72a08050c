import Clinic
import Foundation
import HTTPTypes
import Rendering
import Site
import Store
import TestSupport
import Testing

@Suite("The audit log in a browser")
struct AuditPageTests {
    /// Somebody with these roles reads, after a clinician looked at a patient's page.
    private func reading(
        _ roles: Set<Role>, _ body: @escaping @Sendable (TestBrowser, LogSite) async throws -> Void
    ) async throws {
        let clinic = try await LogSite()
        let reader = try await clinic.site.account("Morgan Ellis", roles)
        try await clinic.site.run { browser in
            try await browser.signIn(clinic.dana)
            try await browser.get("/patients/\(clinic.patient)")
            try await browser.post("/sign-out")
            try await browser.signIn(reader)
            try await body(browser, clinic)
        }
    }

    @Test("an admin sees who did what, with a code in the place of each patient's name")
    func admin() async throws {
        try await reading([.admin]) { browser, clinic in
            let page = try await browser.get("/audit")
            #expect(page.status == 200)
            #expect(page.text.contains("Dana Reyes Looked at Patient’s record Patient …"))
            #expect(!page.text.contains("Okafor"))
            let own = try await browser.get("/audit?patient=\(clinic.patient)")
            #expect(own.text.contains("Only Patient …\(clinic.patient.text.suffix(8))"))
            #expect(!own.text.contains("Signed in Session"))
            #expect(try await browser.get("/audit").text.contains("Morgan Ellis Looked at Audit log"))
        }
    }

    @Test("an admin who is a clinician too sees the names")
    func clinician() async throws {
        try await reading([.admin, .clinician]) { browser, _ in
            let page = try await browser.get("/audit")
            #expect(page.text.contains("María Okafor"))
        }
    }

    @Test("rows are narrowed by person, action and days; what was chosen stays chosen")
    func filters() async throws {
        try await reading([.admin]) { browser, clinic in
            let read = try await browser.get("/audit?account=\(clinic.dana.id)&action=read")
            #expect(read.text.contains("Looked at Patient’s record") && !read.text.contains("Signed in Session"))
            #expect(read.body.contains("value=\"read\" selected"))
            #expect(try await browser.get("/audit?from=2030-01-01").text.contains("No row like this"))
            #expect(try await browser.get("/audit?through=2026-11-21").text.contains("Dana Reyes"))
            let wrong = try await browser.get("/audit?from=2026-11-21&through=2026-11-01")
            #expect(wrong.status == 422 && wrong.text.contains("This day is before the first one."))
            #expect(wrong.body.contains("value=\"2026-11-01\""))
        }
    }

    @Test(
        "anything may stand in the address",
        arguments: [
            "account=%22%CC%81%3Cb%3E", "patient='", "action=nothing", "from=31+Feb+2026", "before=-1",
            "before=99999999999999999999", "from=%00", "patient=\(String(repeating: "a", count: 3000))",
        ])
    func hostile(query: String) async throws {
        try await reading([.admin]) { browser, _ in
            let answer = try await browser.get("/audit?\(query)")
            #expect(answer.status == 200 || answer.status == 422)
            #expect(!answer.body.contains("<b>"))
            let file = try await browser.get("/audit.csv?\(query)")
            #expect(file.status < 400)
        }
    }

    @Test("the file has every row that the page would show, and no name the reader may not see")
    func file() async throws {
        try await reading([.admin]) { browser, clinic in
            let count = try await clinic.database.auditEntries(limit: 1000).count
            let file = try await browser.get("/audit.csv")
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            let lines = file.body.split(separator: "\r\n")
            // The head, the rows before, and the one that says that the file was read.
            #expect(lines.count == count + 2)
            #expect(!file.body.contains("Okafor"))
            let some = try await browser.get("/audit.csv?action=signed")
            #expect(some.body.split(separator: "\r\n").count == 2)
        }
    }

    @Test("every kind of record that the program writes has a name")
    func names() async throws {
        let site = try await TestSite()
        let words = site.site.templates.words(in: .english)
        let sources = Project.folder("Sources/Store")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var kinds: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /audit\(\s*\.?[a-zA-Z]+, "([a-z_-]+)"|static let entity = "([a-z-]+)"/) {
                kinds.insert(String(match.1 ?? match.2 ?? ""))
            }
        }
        #expect(kinds.count > 14)
        for kind in kinds {
            #expect(words.template("audit.record.\(kind.replacing("_", with: "-"))") != nil, "\(kind)")
        }
        for action in AuditAction.allCases { #expect(words.template("audit.action.\(action.rawValue)") != nil) }
    }
}
