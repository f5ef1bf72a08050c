import Clinic
import Foundation
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The page for practices")
struct ReturnPageTests {
    @Test("a practice types the code and tells everything; the clinician has it on the home page until it is opened")
    func journey() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, code) = try await clinic.signedWithCode(browser)
            let practice = try await clinic.practice(browser, code.lowercased().replacing("-", with: " "))
            let form = try await practice.get("/return/form")
            #expect(form.status == 200)
            #expect(form.text.contains("Harbor Spine Clinic") && form.text.contains("2026-00001-"))
            for secret in ["Okafor", "1947", "M25", "Conditioning", "Lakeside", "Reyes", code] {
                #expect(!form.body.contains(secret), "\(secret)")
            }
            let told = try await clinic.tell(
                practice,
                ["received": "2026-11-21", "first-visit": "2026-11-21", "visits": "4", "report-text": "Better"],
                file: PrescriptionSite.pdf)
            #expect(told.location == "/return/form")
            #expect(try await practice.get("/return/form").text.contains("Thank you"))
            #expect(try await browser.get("/").text.contains("New from practices"))
            let page = try await browser.get(path).text
            for words in ["Reported", "4 of 6 visits used, 2 left", "told by the practice", "PDF, 0", "Text, 0"] {
                #expect(page.contains(words), "\(words)")
            }
            #expect(try await !browser.get("/").text.contains("New from practices"))
            #expect(try await browser.get("/prescriptions?course=reported").body.contains(path))
            #expect(try await !browser.get("/prescriptions?course=silent").body.contains(path))
        }
    }

    @Test("the address of the QR code leads to the form without the code in any address")
    func scanned() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (_, code) = try await clinic.signedWithCode(browser)
            let practice = browser.another()
            let answer = try await practice.get("/return/\(code.replacing("-", with: ""))")
            #expect(answer.status == 303)
            #expect(answer.location == "/return/form")
            #expect(answer.headers[values: .setCookie].allSatisfy { !$0.contains(code.prefix(4)) })
            #expect(try await practice.get("/return/form").status == 200)
            for wrong in ["K7QF", "%00", "%F0%9F%98%80", String(repeating: "2", count: 4000), "..%2F..", "form%20"] {
                let answer = try await browser.another().get("/return/\(wrong)")
                #expect(answer.location == "/return" || answer.status == 404, "\(wrong)")
            }
        }
    }

    @Test(
        "hostile codes are asked back and kept as typed",
        arguments: ["", " ", "K7QF", "<b>", "٢٢٢٢٢٢٢٢٢٢٢٢٢٢٢٢", String(repeating: "K", count: 5000), "\u{202E}K7QF"])
    func hostile(typed: String) async throws {
        let site = try await TestSite()
        try await site.run { browser in
            try await browser.get("/return")
            let answer = try await browser.post("/return", ["code": typed])
            #expect(answer.status == 422)
            #expect(!answer.body.contains("<b>\""))
            if typed == "K7QF" { #expect(answer.body.contains("value=\"K7QF\"")) }
        }
    }

    @Test("unknown, revoked and cancelled codes are answered alike; a replaced one sends for the new sheet")
    func constant() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let revoked = try await clinic.signedWithCode(browser)
            try await browser.post("\(revoked.path)/return-code/revocation")
            let cancelled = try await clinic.signedWithCode(browser)
            try await browser.post("\(cancelled.path)/cancellation", ["reason": "wrong patient"])
            let unknown = try #require(ReturnCode(random: Data(repeating: 3, count: 30))).grouped
            let visitor = browser.another()
            try await visitor.get("/return")
            var answers: Set<String> = []
            for code in [revoked.code, cancelled.code, unknown] {
                let answer = try await visitor.post("/return", ["code": code])
                #expect(answer.status == 422)
                answers.insert(answer.text)
            }
            #expect(answers.count == 1)
            let replaced = try await clinic.signedWithCode(browser)
            let draft = try #require(try await browser.post("\(replaced.path)/correction").location)
            try await clinic.sign(browser, draft)
            #expect(
                try await visitor.post("/return", ["code": replaced.code]).text.contains(
                    "Ask the clinic for the new sheet"))
            #expect(try await !browser.get(replaced.path).body.contains("sheet__return-code"))
            let new = try await clinic.code(browser, draft)
            #expect(new != replaced.code)
            _ = try await clinic.practice(browser, new)
        }
    }

    @Test("a code taken back stops the form that is open")
    func revokedMeanwhile() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, code) = try await clinic.signedWithCode(browser)
            let practice = try await clinic.practice(browser, code)
            try await practice.get("/return/form")
            try await browser.get(path)
            try await browser.post("\(path)/return-code", ["edition": "1"])
            let late = try await practice.upload(
                "/return/form", [("visits", "3")], file: ("report", "", "application/pdf", Data()))
            #expect(late.location == "/return")
            #expect(try await practice.get("/return/form").location == "/return")
            #expect(try await clinic.database.returnEvents(of: clinic.id(path)) == [])
            let new = try await clinic.code(browser, path)
            #expect(new != code)
            // The same button pressed again on the page as it was makes no third code.
            try await browser.post("\(path)/return-code", ["edition": "1"])
            #expect(try await clinic.code(browser, path) == new)
        }
    }

    @Test("a code opens its own prescription alone, in the browser in which it was typed, for an hour")
    func limits() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let first = try await clinic.signedWithCode(browser)
            let second = try await clinic.signedWithCode(browser)
            let practice = try await clinic.practice(browser, first.code)
            try await clinic.tell(practice, ["visits": "2"])
            #expect(try await clinic.database.returnEvents(of: clinic.id(first.path)).count == 1)
            #expect(try await clinic.database.returnEvents(of: clinic.id(second.path)) == [])
            let thief = browser.another()
            try await thief.get("/return")
            thief.setCookie("theralog_return", try #require(practice.cookie("theralog_return")))
            #expect(try await thief.get("/return/form").location == "/return")
            for page in [first.path, "\(first.path)/sheet.pdf", "/prescriptions", "/returns"] {
                #expect(try await practice.get(page).location?.hasPrefix("/sign-in") == true, "\(page)")
            }
            clinic.site.fixed.advance(by: 3601)
            #expect(try await practice.get("/return/form").location == "/return")
        }
    }

    @Test("without a token of the page, or from another site, nothing is told")
    func forged() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, code) = try await clinic.signedWithCode(browser)
            let practice = try await clinic.practice(browser, code)
            #expect(try await practice.post("/return/form", ["visits": "3", "csrf": "x"]).status == 403)
            #expect(
                try await practice.post("/return/form", ["visits": "3"], ["Origin": "https://evil.example"]).status
                    == 403)
            #expect(try await practice.another().post("/return", ["code": code, "csrf": "x"]).status == 403)
            #expect(try await clinic.database.returnEvents(of: clinic.id(path)) == [])
        }
    }

    @Test(
        "what is wrong is said at its field with everything kept, and nothing is written",
        arguments: [
            ("received", "2026-11-20", "before the prescription was signed"),
            ("received", "2099-01-01", "has not come yet"),
            ("visits", "7", "More visits than the prescription authorises"), ("visits", "many", "whole number"),
            ("report-text", "a\u{202E}b", ""), ("discharge-reason", "well", "on which day"), ("first-visit", "x", ""),
        ])
    func wrong(field: String, value: String, words: String) async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, code) = try await clinic.signedWithCode(browser)
            let practice = try await clinic.practice(browser, code)
            let answer = try await clinic.tell(practice, [field: value, "received": "2026-11-21"])
            #expect(answer.status == 422)
            #expect(words.isEmpty || answer.text.contains(words))
            #expect(answer.body.contains("href=\"#\(field == "discharge-reason" ? "discharged" : field)\""))
            if field != "received" { #expect(answer.body.contains("value=\"2026-11-21\"")) }
            #expect(try await clinic.database.returnEvents(of: clinic.id(path)) == [])
        }
    }

    @Test("more visits than authorised are taken once they are confirmed")
    func confirmed() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, code) = try await clinic.signedWithCode(browser)
            let practice = try await clinic.practice(browser, code)
            #expect(try await clinic.tell(practice, ["visits": "8"]).body.contains("name=\"visits-confirmed\""))
            #expect(try await clinic.tell(practice, ["visits": "8", "visits-confirmed": "yes"]).status == 303)
            #expect(try await browser.get(path).text.contains("8 of 6 visits used, 0 left"))
        }
    }

    @Test("nothing but a whole PDF is taken as one, and a huge body is refused")
    func uploads() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, code) = try await clinic.signedWithCode(browser)
            let practice = try await clinic.practice(browser, code)
            let html = Data("<html><script>alert(1)</script>".utf8)
            let zip = Data("PK\u{3}\u{4}".utf8) + Data(repeating: 0, count: 100_000)
            for bytes in [html, zip, Data("%PDF-1.7 cut".utf8), html + PrescriptionSite.pdf] {
                let answer = try await clinic.tell(practice, ["visits": "2"], file: bytes, name: "report.pdf")
                #expect(answer.status == 422)
                #expect(answer.text.contains("no PDF"))
                #expect(answer.body.contains("value=\"2\""))
            }
            let again = try await clinic.tell(practice, ["visits": "x"], file: PrescriptionSite.pdf)
            #expect(again.text.contains("Choose the file again"))
            let large = Data("%PDF-1.7\n".utf8) + Data(repeating: 0x20, count: 10 << 20) + PrescriptionSite.pdf
            #expect(try await clinic.tell(practice, [:], file: large).status == 422)
            let huge = Data(repeating: 0x20, count: 12 << 20)
            #expect(try await clinic.tell(practice, [:], file: huge).status == 413)
            #expect(try await clinic.database.returnEvents(of: clinic.id(path)) == [])
        }
    }

    @Test("of somebody without a code no body is read")
    func noCode() async throws {
        let site = try await TestSite()
        try await site.run { browser in
            try await browser.get("/return")
            let answer = try await browser.upload(
                "/return/form", [("visits", "2")], file: ("report", "r.pdf", "application/pdf", Data(count: 1 << 20)))
            #expect(answer.location == "/return")
        }
    }

    @Test("the same form sent twice tells once, another report of the same form's page is another")
    func twice() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, code) = try await clinic.signedWithCode(browser)
            let practice = try await clinic.practice(browser, code)
            try await practice.get("/return/form")
            for file in [PrescriptionSite.pdf, PrescriptionSite.pdf, PrescriptionSite.pdf + Data("\n".utf8)] {
                let answer = try await practice.upload(
                    "/return/form", [("form-key", String(repeating: "k", count: 40)), ("visits", "2")],
                    file: ("report", "r.pdf", "application/pdf", file))
                #expect(answer.status == 303)
            }
            let kinds = try await clinic.database.returnEvents(of: clinic.id(path)).map(\.kind)
            #expect(kinds.filter { $0 == .report }.count == 2)
        }
    }

    @Test("wrong codes of one address are slowed down, and a right one is then too, until the wait is over")
    func throttled() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (_, code) = try await clinic.signedWithCode(browser)
            let visitor = browser.another()
            try await visitor.get("/return")
            for number in 0..<SignInThrottle.freeForAddress {
                let wrong = try #require(ReturnCode(random: Data(repeating: UInt8(number + 1), count: 30))).text
                #expect(try await visitor.post("/return", ["code": wrong]).status == 422)
            }
            let slowed = try await visitor.post("/return", ["code": code])
            #expect(slowed.status == 429)
            #expect(slowed.headers[.retryAfter] == "2")
            #expect(try await visitor.get("/return/\(code)").location == "/return")
            clinic.site.fixed.advance(by: 3)
            #expect(try await visitor.post("/return", ["code": code]).location == "/return/form")
        }
    }

    @Test("wrong codes of everybody together are slowed down too")
    func throttledTogether() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (_, code) = try await clinic.signedWithCode(browser)
            let everybody = ThrottleKey(hash: SecretToken.hash("return"), free: SignInThrottle.freeForReturns)
            for _ in 0..<SignInThrottle.freeForReturns { _ = try await clinic.database.beginSignIn([everybody]) }
            let visitor = browser.another()
            try await visitor.get("/return")
            #expect(try await visitor.post("/return", ["code": code]).status == 429)
        }
    }
}
