import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("The return code on the sheet", .serialized)
struct ReturnSheetTests {
    @Test("without an address the sheet says to telephone, with one it carries the link, on page and PDF alike")
    func addresses() async throws {
        for address in [nil, "https://clinic.example:8443"] {
            let clinic = try await PrescriptionSite { $0.publicAddress = address }
            try await clinic.run { browser in
                let (path, code) = try await clinic.signedWithCode(browser)
                let page = try await browser.get(path)
                #expect(page.body.contains("class=\"qr-code\"") == (address != nil))
                #expect(page.text.contains("(207) 555-0133") || page.text.contains("1(207)555-0133"))
                try await browser.get("\(path)/sheet.pdf")
                let pdf = try #require(
                    try await clinic.database.sheetPDF(of: clinic.id(path), status: .signed, paper: .letter))
                let text = try PDFInspector.text(pdf)
                #expect(text.contains(code))
                #expect(text.contains("https://clinic.example:8443/return") == (address != nil))
                #expect(text.contains("phone this code in") == (address == nil))
            }
        }
    }

    @Test("a sheet printed after a new code carries it, and the one handed out before is kept as it was")
    func reissued() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let (path, code) = try await clinic.signedWithCode(browser)
            try await browser.get("\(path)/sheet.pdf")
            let id = clinic.id(path)
            let before = try #require(
                try await clinic.database.sheetPDF(of: id, status: .signed, paper: .letter, codeEdition: 1))
            try await browser.post("\(path)/return-code", ["edition": "1"])
            let new = try await clinic.code(browser, path)
            try await browser.get("\(path)/sheet.pdf")
            let after = try #require(try await clinic.database.sheetPDF(of: id, status: .signed, paper: .letter))
            #expect(try PDFInspector.text(after).contains(new))
            #expect(try PDFInspector.text(before).contains(code))
            #expect(
                try await clinic.database.sheetPDF(of: id, status: .signed, paper: .letter, codeEdition: 1) == before)
            #expect(try await clinic.database.alteredTherapyPrescriptions() == [])
            try await browser.post("\(path)/return-code/revocation")
            #expect(try await !browser.get(path).body.contains("sheet__return-code"))
        }
    }

    @Test("an unsigned sheet has no code")
    func unsigned() async throws {
        let clinic = try await PrescriptionSite { $0.publicAddress = "https://clinic.example" }
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            #expect(try await !browser.get("\(path)/sheet").body.contains("sheet__return"))
        }
    }

    @Test(
        "addresses that others can open are told from those that lead nowhere",
        arguments: [
            ("https://clinic.example", "https://clinic.example"),
            ("https://Clinic.Example:8443/", "https://clinic.example:8443"),
            ("https://192.168.1.20:8443", "https://192.168.1.20:8443"),
            ("https://[2001:db8::1]", "https://[2001:db8::1]"),
            ("http://clinic.example", nil), ("https://localhost", nil), ("https://127.0.0.1:8443", nil),
            ("https://[::1]", nil),
            ("https://127.1", nil), ("https://2130706433", nil), ("https://0.0.0.0", nil), ("https://169.254.1.1", nil),
            ("https://clinic.example/path", nil), ("https://a@b.example", nil), ("https://", nil), ("", nil),
            ("https://clinic example", nil), ("javascript:alert(1)", nil), ("https://x.localhost", nil),
        ] as [(String, String?)])
    func publicAddresses(typed: String, address: String?) {
        #expect(PublicAddress(typed)?.text == address)
    }
}
