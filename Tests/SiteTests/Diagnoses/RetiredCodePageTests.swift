import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("Codes that were retired")
struct RetiredCodePageTests {
    /// Puts a release to use: code, whether it is billable, title.
    private func release(
        _ name: String, _ codes: [(String, Bool, String)], in database: ClinicDatabase
    ) async throws {
        let release = CatalogRelease(
            system: .icd10cm, name: name, title: "ICD-10-CM \(name)",
            effectiveFrom: try #require(LocalDate(iso: "2025-10-01")), effectiveUntil: nil)
        let rows = codes.map { code, isBillable, title in
            DiagnosisRow(
                code: code, parent: codes.map(\.0).filter { $0 != code && code.hasPrefix($0) }.max(),
                isBillable: isBillable, title: title)
        }
        let id = try await database.stage(
            DiagnosisCatalog(release: release, rows: rows), origin: .imported, digest: Data(repeating: 1, count: 32),
            by: .program)
        try await database.makeCurrent(id, by: .program)
    }

    @Test("are marked in drafts, with successors that take their place, and stay findable")
    func wholeWay() async throws {
        let site = try await TestSite()
        let database = site.database
        let before = [("M54", false, "Dorsalgia"), ("M545", true, "Low back pain"), ("M999", true, "Lesion")]
        try await release("FY2021", before, in: database)
        let dana = try await site.prescriber()
        try await site.run { browser in
            try await browser.signIn(dana)
            let path = try #require(try await browser.post("/prescriptions").location)
            for code in ["M54.5", "M99.9"] {
                try await browser.post("\(path)/diagnoses", ["code": "icd10cm:\(code)"])
            }
            #expect(!(try await browser.get("\(path)/diagnoses")).text.contains("Use instead"))
            let after = [
                ("M54", false, "Dorsalgia"), ("M545", false, "Low back pain"),
                ("M5450", true, "Low back pain, unspecified"), ("M5459", true, "Other low back pain"),
            ]
            try await release("FY2022", after, in: database)

            let page = try await browser.get("\(path)/diagnoses").text
            #expect(page.contains("M54.5 is a heading now: a bill needs a more exact code"))
            #expect(page.contains("M99.9 is no longer in the list and cannot be billed"))
            #expect(page.contains("Use instead : M54.50"))
            let answer = try await browser.post(
                "\(path)/diagnoses/replacement", ["code": "icd10cm:M54.5", "by": "icd10cm:M54.59"])
            #expect(answer.status == 303)
            let codes = try await browser.get("\(path)/diagnoses").body.matches(
                of: /name="code" value="icd10cm:(M[\d.]+)"/)
            #expect(codes.first?.1 == "M54.59")
            // A heading is no successor, and the draft stays as it is.
            let refused = try await browser.post(
                "\(path)/diagnoses/replacement", ["code": "icd10cm:M99.9", "by": "icd10cm:M54"])
            #expect(refused.status == 422)
            for bad in ["", "M54.50", "icd10cm:ZZZ99", "icd11:A00"] {
                let answer = try await browser.post(
                    "\(path)/diagnoses/replacement", ["code": "icd10cm:M99.9", "by": bad])
                #expect(answer.status == 404, "\(bad)")
            }

            let gone = try await browser.get("/diagnoses/icd10cm/M99.9")
            #expect(gone.status == 200)
            #expect(gone.text.contains("Lesion"))
            #expect(gone.text.contains("no longer in the list"))
            #expect(try await browser.get("/diagnoses/icd10cm/M99.8").status == 404)
        }
    }
}
