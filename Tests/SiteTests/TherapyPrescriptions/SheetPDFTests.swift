import Clinic
import Foundation
import HTTPTypes
import Site
import Store
import TestSupport
import Testing

@Suite("The PDF of a signed prescription", .serialized)
struct SheetPDFTests {
    private func id(_ path: String) -> Identifier<TherapyPrescription> {
        Identifier(String(path.split(separator: "/").last ?? ""))
    }

    @Test("is made once, says what the sheet says, and is Letter in the United States unless A4 is asked for")
    func pdf() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            #expect(try await browser.get("\(path)/sheet.pdf").status == 404)
            try await clinic.sign(browser, path)
            let answer = try await browser.get("\(path)/sheet.pdf")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/pdf")
            #expect(answer.headers[.contentDisposition]?.contains("prescription-2026-00001-") == true)
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(try await browser.get("\(path)/sheet.pdf?paper=a4").status == 200)
            #expect(try await browser.get("\(path)/sheet.pdf?paper=%3Cscript%3E").status == 200)
            let letter = try #require(
                try await clinic.database.sheetPDF(of: id(path), status: .signed, paper: .letter))
            let a4 = try #require(try await clinic.database.sheetPDF(of: id(path), status: .signed, paper: .a4))
            #expect(try PDFInspector.info(letter).contains("(letter)"))
            #expect(try PDFInspector.info(a4).contains("(A4)"))
            let text = try PDFInspector.text(letter)
            for words in ["María Okafor", "M25.551", "Conditioning", "Dana Reyes, PA-C", "2026-00001-"] {
                #expect(text.contains(words), "\(words)")
            }
            #expect(!text.contains("Modalities"))
        }
    }

    @Test("a cancelled one says so, and the one handed out before is kept")
    func cancelled() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            try await browser.get("\(path)/sheet.pdf")
            let before = try await clinic.database.sheetPDF(of: id(path), status: .signed, paper: .letter)
            try await browser.post("\(path)/cancellation", ["reason": "wrong patient"])
            try await browser.get("\(path)/sheet.pdf")
            let after = try #require(
                try await clinic.database.sheetPDF(of: id(path), status: .cancelled, paper: .letter))
            #expect(try PDFInspector.text(after).contains("CANCELLED"))
            #expect(before != nil)
            #expect(try await clinic.database.sheetPDF(of: id(path), status: .signed, paper: .letter) == before)
        }
    }

    @Test("hostile text in every typed field stays text in page, PDF and file name")
    func hostile() async throws {
        let clinic = try await PrescriptionSite()
        let text = #"<img src=file:///etc/passwd>"'{{x}}"#
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await browser.post(
                "\(path)/practice",
                ["name": text, "contact": text, "country": "US", "phone": "2075550111", "notes": text, "version": "2"])
            let long = "\(text)\n![x](file:///etc/passwd)\n<link rel=attachment href=file:///etc/passwd>"
            try await browser.post(
                "\(path)/therapies", ["visits": "6", "goals": long, "instructions": long, "version": "2"])
            try await clinic.sign(browser, path)
            let page = try await browser.get(path)
            #expect(!page.body.contains("<img src=file"))
            #expect(page.body.contains("&lt;img src=file:///etc/passwd&gt;&quot;&#39;{{x}}"))
            try await browser.get("\(path)/sheet.pdf")
            let pdf = try #require(try await clinic.database.sheetPDF(of: id(path), status: .signed, paper: .letter))
            #expect(try PDFInspector.images(pdf) == 0)
            #expect(try PDFInspector.attachments(pdf).contains("0 embedded files"))
            let printed = try PDFInspector.text(pdf)
            #expect(!printed.contains("root:"))
            #expect(printed.split(whereSeparator: \.isWhitespace).joined().contains("<imgsrc=file:///etc/passwd>"))
        }
    }

    @Test("the icon and the drawn signature are on the page and in the PDF, and given out only there")
    func pictures() async throws {
        let clinic = try await PrescriptionSite()
        let png = try Data(contentsOf: Project.folder("Static/provider-icons/spine.png"))
        let actor = Actor(account: clinic.dana.id)
        try await clinic.database.updateIcon(
            of: clinic.dana.id, to: Picture(png: png, width: 512, height: 512), by: actor)
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            let preview = try await browser.get("\(path)/sheet")
            let match = try #require(
                preview.body.firstMatch(of: /src="(\/prescriptions\/[^"]+\/pictures\/[0-9a-f]{64})"/))
            #expect(try await browser.get(String(match.1)).headers[.contentType] == "image/png")
            try await clinic.sign(browser, path)
            #expect(try await browser.get(String(match.1)).status == 200)
            try await browser.get("\(path)/sheet.pdf")
            let pdf = try #require(try await clinic.database.sheetPDF(of: id(path), status: .signed, paper: .letter))
            #expect(try PDFInspector.images(pdf) > 0)
            for hash in [String(repeating: "a", count: 64), "x", "..%2F..%2Fetc%2Fpasswd"] {
                #expect(try await browser.get("\(path)/pictures/\(hash)").status == 404)
            }
        }
    }

    @Test("when no PDF can be made the reader is told how to print instead, and no half PDF is kept")
    func noPDF() async throws {
        let clinic = try await PrescriptionSite { $0.pdfTimeLimit = .zero }
        let account = try await clinic.site.account("Maria O", [.patient], patient: clinic.patient.id)
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            let answer = try await browser.get("\(path)/sheet.pdf")
            #expect(answer.location == path)
            #expect(try await browser.get(path).text.contains("The PDF could not be made. Print from the browser"))
            #expect(try await clinic.database.sheetPDF(of: id(path), status: .signed, paper: .letter) == nil)
            let own = browser.another()
            try await own.signIn(account)
            #expect(try await own.get("/my\(path)/sheet.pdf").location == "/my\(path)")
            #expect(try await own.get("/my\(path)").text.contains("The PDF could not be made"))
        }
    }
}
