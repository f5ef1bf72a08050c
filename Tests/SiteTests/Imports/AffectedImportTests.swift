import Clinic
import Store
import TestSupport
import Testing

@Suite("Who uses what a new list retires, before it is put to use")
struct AffectedImportTests {
    @Test("favourites, drafts and signed prescriptions are counted, and no patient is named to the admin")
    func panel() async throws {
        let clinic = try await PrescriptionSite()
        let morgan = try await clinic.site.account("Morgan Ellis", [.admin])
        let next = [
            SmallFiles.order(1, "M2555", "0", "Pain in hip"), SmallFiles.order(2, "M25552", "1", "Pain in left hip"),
        ].joined()
        try await clinic.run { dana in
            let signed = try await clinic.complete(dana)
            try await clinic.sign(dana, signed)
            #expect(try await dana.post("\(signed)/favourite", ["name": "Hip", "key": "1"]).status == 303)
            _ = try await clinic.complete(dana)
            try await dana.get("/diagnoses/icd10cm/M25.551")
            #expect(try await dana.post("/diagnoses/icd10cm/M25.551/favourite", ["keep": "yes"]).status == 303)

            let browser = dana.another()
            try await browser.signIn(morgan)
            let path = try await clinic.site.send(next, name: "icd10cm_order_2027.txt", browser)
            let page = try await browser.get(path)
            #expect(page.text.contains("Who uses retired codes"))
            let total = "1 favourite · 1 favorite prescription · 1 draft · 1 prescription of the last year"
            #expect(page.text.contains(total))
            #expect(page.text.contains("M25.551 Pain in right hip 1 1 1 1"))
            let retired = try await browser.get("\(path)/changes?change=retired")
            for body in [page.body, retired.body] {
                for secret in [clinic.patient.name.given, clinic.patient.name.family, clinic.patient.id.text] {
                    #expect(!body.contains(secret), "\(secret)")
                }
            }
            try await clinic.site.apply(path, browser)
            #expect(try await !browser.get(path).text.contains("Who uses retired codes"))
        }
    }

    @Test("of many codes the most used are listed, and all are counted")
    func many() async throws {
        let codes = (10..<33).map { "M5\($0)0" }
        let list = codes.enumerated().map { SmallFiles.order($0 + 1, $1, "1", "Pain \($0)") }.joined()
        let rest = SmallFiles.order(99, "M999", "1", "Lesion")
        let site = try await TestSite()
        try await site.runImporting { browser in
            try await site.bring(list + rest, browser)
            let morgan = Actor(account: try #require(try await site.database.accounts().first).id)
            for code in codes {
                try await site.database.insertFavourite(DiagnosisCode(system: .icd10cm, text: code), by: morgan)
            }
            let path = try await site.send(rest, browser)
            let page = try await browser.get(path)
            #expect(page.text.contains("Retired 23") && page.text.contains("23 favourites · 0 favorite prescriptions"))
            #expect(page.body.matches(of: /<code class="code">M5/).count == AffectedRecords.mostLines)
            #expect(page.text.contains("And 3 more."))
            try await browser.post("/language", ["language": "de", "return": path])
            #expect(try await browser.get(path).text.contains("Und 3 weitere."))
        }
    }
}
