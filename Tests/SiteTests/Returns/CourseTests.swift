import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The course on the clinician's side")
struct CourseTests {
    @Test("a code said on the telephone leads to its prescription, also one that is no longer in force")
    func find() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, code) = try await clinic.signedWithCode(browser)
            for page in ["/", "/prescriptions"] {
                #expect(try await browser.get(page).body.contains("action=\"/returns\""), "\(page)")
            }
            #expect(try await browser.post("/returns", ["code": code.lowercased()]).location == "\(path)#course")
            try await browser.post("\(path)/return-code", ["edition": "1"])
            #expect(try await browser.post("/returns", ["code": code]).location == "\(path)#course")
            #expect(try await browser.get(path).text.contains("no longer in force"))
            let unknown = try #require(ReturnCode(random: Data(repeating: 3, count: 30))).grouped
            for wrong in ["", "K7QF", unknown, String(repeating: "K", count: 3000)] {
                let answer = try await browser.post("/returns", ["code": wrong])
                #expect(answer.status == 422)
                if wrong == "K7QF" { #expect(answer.body.contains("value=\"K7QF\"")) }
            }
        }
    }

    @Test("what was telephoned is written down by hand, with whom and when; what is wrong stays in the form")
    func byHand() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, _) = try await clinic.signedWithCode(browser)
            let wrong = try await browser.post("\(path)/course", ["visits": "99", "received": "2026-11-21"])
            #expect(wrong.status == 422)
            #expect(wrong.text.contains("More visits than the prescription authorises"))
            #expect(wrong.body.contains("value=\"99\"") && wrong.body.contains("value=\"2026-11-21\""))
            let answer = try await browser.upload(
                "\(path)/course",
                [("received", "2026-11-21"), ("discharged", "2026-11-21"), ("discharge-reason", "<b>well")],
                file: ("report", "fax.pdf", "application/pdf", PrescriptionSite.pdf))
            #expect(answer.location == "\(path)#course")
            let page = try await browser.get(path)
            #expect(page.text.contains("written down by Dana Reyes"))
            #expect(page.text.contains("Discharged"))
            #expect(!page.body.contains("<b>well"))
            #expect(try await browser.get("/prescriptions?course=discharged").body.contains(path))
            let event = try #require(page.body.firstMatch(of: /\/return-events\/([0-9a-f-]{36})\/withdrawal/))
            #expect(try await browser.post(String(event.0)).location == "\(path)#course")
            #expect(try await browser.get(path).text.contains("taken back by Dana Reyes"))
        }
    }

    @Test("a report is saved, never shown: attachment, sandbox, no sniffing")
    func report() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, code) = try await clinic.signedWithCode(browser)
            let practice = try await clinic.practice(browser, code)
            try await clinic.tell(practice, ["report-text": "<script>alert(1)</script>"], file: PrescriptionSite.pdf)
            let page = try await browser.get(path)
            let links = page.body.matches(of: /href="(\/prescriptions\/[^"]+\/reports\/[^"]+)"/).map { String($0.1) }
            #expect(links.count == 2)
            for link in links {
                let answer = try await browser.get(link)
                #expect(answer.status == 200)
                #expect(
                    answer.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"report-2026-00001-") == true)
                #expect(answer.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[.contentType] != "text/html; charset=utf-8")
            }
            let other = try await clinic.signedWithCode(browser).path
            let foreign = links[0].replacing(path, with: other)
            #expect(try await browser.get(foreign).status == 404)
            #expect(try await browser.get("\(path)/reports/x").status == 404)
        }
    }

    @Test("the list counts and filters by course; nonsense filters nothing")
    func lists() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, _) = try await clinic.signedWithCode(browser)
            #expect(try await browser.get("/prescriptions?course=signed").body.contains(path))
            clinic.site.fixed.advance(by: 31 * 86_400)
            try await browser.signIn(clinic.dana)
            let silent = try await browser.get("/prescriptions?course=silent")
            #expect(silent.body.contains(path))
            #expect(silent.text.contains("Gone silent 1"))
            for nonsense in ["%00", "x", "signed%27", String(repeating: "s", count: 2000)] {
                let answer = try await browser.get("/prescriptions?course=\(nonsense)")
                #expect(answer.status == 200 && answer.body.contains(path))
            }
            #expect(try await browser.get("/").text.contains("Gone silent"))
        }
    }

    @Test("a line of the list says how many visits are left and until when it is valid")
    func notes() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await browser.post(
                "\(path)/therapies",
                ["visits": "6", "items": "conditioning", "valid-until": "Dec 5, 2026", "version": "2"])
            try await clinic.sign(browser, path)
            try await browser.post("\(path)/course", ["visits": "2"])
            for (list, count) in [("expiring", "Expiring in 30 days 1"), ("visits-left", "Visits left 1")] {
                let page = try await browser.get("/prescriptions?course=\(list)")
                #expect(page.body.contains("href=\"\(path)\"") && page.text.contains(count))
                #expect(page.text.contains("In treatment 2 of 6 visits used, 4 left · valid until Dec 5, 2026"))
            }
            try await browser.post("/language", ["language": "de", "return": "/"])
            let german = try await browser.get("/prescriptions").text
            #expect(german.contains("In Behandlung 2 von 6 Behandlungen, 4 offen · gültig bis 05.12.2026"))
        }
    }

    @Test("what was cancelled keeps its history and takes no more")
    func over() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, _) = try await clinic.signedWithCode(browser)
            try await browser.post("\(path)/course", ["visits": "2"])
            try await browser.post("\(path)/cancellation", ["reason": "wrong patient"])
            let page = try await browser.get(path)
            #expect(page.text.contains("Visits used: 2"))
            #expect(!page.body.contains("\(path)/course\""))
            try await browser.post("\(path)/course", ["visits": "3"])
            #expect(try await browser.get(path).text.contains("no longer in force"))
            try await browser.post("\(path)/return-code", ["edition": "0"])
            #expect(try await clinic.database.returnEvents(of: clinic.id(path)).count == 1)
        }
    }

    @Test("the patient sees that the practice has it and what is left")
    func patient() async throws {
        let clinic = try await PrescriptionSite()
        let account = try await clinic.site.account("Maria O", [.patient], patient: clinic.patient.id)
        try await clinic.run { browser in
            let (path, _) = try await clinic.signedWithCode(browser)
            let own = browser.another()
            try await own.signIn(account)
            #expect(try await !own.get("/my\(path)").text.contains("The practice has"))
            try await browser.post("\(path)/course", ["received": "2026-11-21", "visits": "5"])
            let text = try await own.get("/my\(path)").text
            #expect(text.contains("The practice has your prescription since") && text.contains("1 visit is left"))
        }
    }
}

extension HTTPField.Name {
    fileprivate static let xContentTypeOptions = HTTPField.Name("X-Content-Type-Options") ?? .cookie
}
