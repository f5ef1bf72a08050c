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

    private static func query(_ typed: String) -> String {
        typed.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// What the field for a patient holds.
    private static func typed(_ page: TestBrowser.Answer) -> String? {
        page.body.firstMatch(of: /name="patient" type="text" value="([^"]*)"/).map { String($0.1) }
    }

    @Test("an admin narrows by the characters that stand for a patient, with the other filters and in the file")
    func code() async throws {
        try await reading([.admin]) { browser, clinic in
            #expect(Self.typed(try await browser.get("/audit")) == "")
            let code = String(clinic.patient.text.suffix(8))
            for typed in [code, "…\(code)", "Patient …\(code)", " \(code) ", clinic.patient.text] {
                let page = try await browser.get("/audit?action=read&patient=\(Self.query(typed))")
                #expect(page.status == 200 && Self.typed(page) == code, "\(typed)")
                #expect(page.text.contains("Only Patient …\(code) Show all patients"))
                #expect(page.text.contains("Dana Reyes Looked at Patient’s record Patient …\(code)"))
                #expect(page.body.contains("value=\"read\" selected"))
                #expect(!page.text.contains("Made Patient’s record") && !page.text.contains("Looked at Audit log"))
                #expect(page.body.contains("href=\"/audit.csv?patient=\(clinic.patient)&amp;action=read\""))
                let file = try await browser.get("/audit.csv?action=read&patient=\(Self.query(typed))").body
                let lines = file.split(separator: "\r\n").dropFirst()
                #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("Patient …\(code)") })
                #expect(!file.contains("Okafor"))
            }
        }
    }

    @Test("to an admin an unknown code is said to be unknown, and a name or a number finds nothing")
    func unknownCode() async throws {
        try await reading([.admin]) { browser, clinic in
            let number = try await clinic.database.patientRecord(clinic.patient).number.description
            let code = clinic.patient.text.suffix(8)
            for typed in ["00000000", String(code.dropFirst()), "Okafor", "María Okafor", "1948-03-12", number, "%"] {
                let query = "action=read&patient=\(Self.query(typed))"
                let page = try await browser.get("/audit?\(query)")
                #expect(page.status == 422 && Self.typed(page) == typed, "\(typed)")
                #expect(page.text.contains("No record ends like this."))
                #expect(!page.text.contains("Okafor") && !page.text.contains("Only Patient"))
                #expect(page.body.contains("value=\"read\" selected"))
                let file = try await browser.get("/audit.csv?\(query)")
                #expect(file.status == 303 && file.location?.hasPrefix("/audit?patient=") == true)
                #expect(file.location?.hasSuffix("&action=read") == true)
            }
        }
    }

    @Test("an admin who is a clinician too narrows by name or number")
    func name() async throws {
        try await reading([.admin, .clinician]) { browser, clinic in
            let number = try await clinic.database.patientRecord(clinic.patient).number.description
            for typed in ["Okafor", "okafor mar", "Okafor 1948-03-12", number, clinic.patient.text] {
                let page = try await browser.get("/audit?action=read&patient=\(Self.query(typed))")
                #expect(page.status == 200 && Self.typed(page) == number, "\(typed)")
                #expect(page.text.contains("Only María Okafor Show all patients"))
                #expect(page.text.contains("Dana Reyes Looked at Patient’s record María Okafor"))
                #expect(!page.text.contains("Looked at Audit log"))
                #expect(page.body.contains("href=\"/audit.csv?patient=\(clinic.patient)&amp;action=read\""))
                let file = try await browser.get("/audit.csv?action=read&patient=\(Self.query(typed))").body
                let lines = file.split(separator: "\r\n").dropFirst()
                #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("María Okafor") })
            }
            // Nobody has looked at this record.
            let other = try await browser.get("/audit?action=read&patient=quist")
            #expect(other.text.contains("Only María Quist") && other.text.contains("No row like this"))
        }
    }

    @Test("a name of several patients lets a clinician choose; one of none is said to be unknown")
    func severalNames() async throws {
        try await reading([.admin, .clinician]) { browser, clinic in
            let page = try await browser.get("/audit?action=read&patient=mar%C3%ADa")
            #expect(page.status == 422 && Self.typed(page) == "maría")
            #expect(page.text.contains("Several patients match."))
            for name in ["María Okafor Mar 12, 1948", "María Quist Mar 12, 1948"] { #expect(page.text.contains(name)) }
            let choice = "/audit?patient=\(clinic.patient)&action=read"
            #expect(page.body.contains("href=\"\(choice.replacing("&", with: "&amp;"))\""))
            #expect(try await browser.get(choice).text.contains("Only María Okafor"))
            for typed in ["Nobody", "9999-9", "01920000-0000-7000-8000-999999999999", "?"] {
                let page = try await browser.get("/audit?patient=\(Self.query(typed))")
                #expect(page.status == 422 && Self.typed(page) == typed, "\(typed)")
                #expect(page.text.contains("No patient matches."))
                #expect(try await browser.get("/audit.csv?patient=\(Self.query(typed))").status == 303)
            }
        }
    }

    @Test("what is wrong with patient and days is said at once")
    func problems() async throws {
        try await reading([.admin]) { browser, _ in
            let page = try await browser.get("/audit?patient=x&from=2026-11-21&through=2026-11-01")
            #expect(page.status == 422)
            #expect(page.text.contains("No record ends like this.") && page.text.contains("This day is before"))
        }
    }

    @Test(
        "anything may stand in the address",
        arguments: [
            "account=%22%CC%81%3Cb%3E", "patient='", "action=nothing", "from=31+Feb+2026", "before=-1",
            "before=99999999999999999999", "from=%00", "patient=%00", "patient=%25%25%25%25%25%25%25%25",
            "patient=%3Cb%3E", "patient=\(String(repeating: "a", count: 3000))",
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
