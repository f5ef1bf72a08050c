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

    @Test("stand on a signed sheet in the words it was signed with; the page beside it says what became of them")
    func signed() async throws {
        let clinic = try await PrescriptionSite()
        try await clinic.run { browser in
            let path = try await clinic.complete(browser)
            try await clinic.sign(browser, path)
            func sheet() async throws -> String {
                let page = try await browser.get(path).body
                return String(try #require(page.firstMatch(of: /<article class="sheet[\s\S]*<\/article>/)).0)
            }
            let before = try await sheet()
            #expect(before.contains("Pain in right hip"))
            // A new release says it in other words.
            let reworded = [("M25", false, "Other joint disorder"), ("M25551", true, "Ache of the right hip")]
            try await release("FY2031", reworded, in: clinic.database)
            #expect(try await sheet() == before)
            #expect(!(try await browser.get(path)).text.contains("no longer in the list"))
            // The next makes a heading of it, and the one after has it no more.
            let heading = [
                ("M25", false, "Other joint disorder"), ("M25551", false, "Ache of the right hip"),
                ("M255511", true, "Ache of the right hip, first"),
            ]
            try await release("FY2032", heading, in: clinic.database)
            #expect(try await sheet() == before)
            let marked = try await browser.get(path).text
            #expect(marked.contains("M25.551 is a heading now: a bill needs a more exact code"), "\(marked)")
            try await release("FY2033", [("M25", false, "Other joint disorder")], in: clinic.database)
            #expect(try await sheet() == before)
            let page = try await browser.get(path)
            #expect(page.text.contains("M25.551 is no longer in the list and cannot be billed"))
            #expect(page.body.contains("href=\"/diagnoses/icd10cm/M25.551\""))
        }
    }

    @Test("are marked in every list of prescriptions, of drafts too, and only while the list in use lacks them")
    func lists() async throws {
        let clinic = try await PrescriptionSite()
        let pages = [
            "/", "/prescriptions", "/prescriptions?status=draft", "/prescriptions?status=signed",
            "/patients/\(clinic.patient.id)/prescriptions",
        ]
        try await clinic.run { browser in
            try await clinic.sign(browser, try await clinic.complete(browser))
            _ = try await clinic.complete(browser)
            func marks(_ page: String, _ mark: String = "M25.551 retired") async throws -> Int {
                let text = try await browser.get(page).text
                #expect(text.contains("M25.551"), "\(page)")
                return text.split(separator: mark, omittingEmptySubsequences: false).count - 1
            }
            for page in pages { #expect(try await marks(page) == 0, "\(page)") }
            let before = try #require(try await clinic.database.currentRelease(of: .icd10cm))
            try await release("FY2031", [("M25", false, "Other joint disorder")], in: clinic.database)
            for page in pages { #expect(try await marks(page) == (page == "/" ? 2 : 1), "\(page)") }
            try await browser.post("/language", ["language": "de", "return": "/"])
            for page in pages { #expect(try await marks(page, "M25.551 entfallen") > 0, "\(page)") }
            try await clinic.database.makeCurrent(before.id, by: .program)
            for page in pages { #expect(try await marks(page, "M25.551 entfallen") == 0, "\(page)") }
        }
    }

    @Test("and all others say on their own page what the maps say of them, flags too")
    func flags() async throws {
        let site = try await TestSite(catalogs: true)
        let dana = try await site.prescriber()
        let draft = CatalogReleaseDraft(
            kind: .equivalences, name: "2018", layouts: [.gemsFromICD10], digest: Data(repeating: 2, count: 32))
        let rows = [
            CodeEquivalence(
                source: .icd10cm, code: "M5450", target: "7242", isApproximate: true, isCombination: true, scenario: 1,
                choiceList: 2),
            CodeEquivalence(
                source: .icd10cm, code: "M5416", target: "7244", isApproximate: false, isCombination: false),
            CodeEquivalence(source: .icd10cm, code: "M542", target: nil, isApproximate: true, isCombination: false),
        ].map { CatalogRow.equivalence($0) }
        let staging = try #require(
            try await CatalogStaging.begin(
                draft, isWholeList: true, isShared: false, in: site.database, by: .program))
        _ = try await staging.write(rows, after: 0)
        _ = try await staging.finish(after: rows.count)
        try await site.database.makeCurrent(.equivalences, release: staging.number, by: .program)
        try await site.run { browser in
            try await browser.signIn(dana)
            let both = try await browser.get("/diagnoses/icd10cm/M54.50").text
            #expect(
                both.contains("Lumbago approximate, only together with another, combination 1, part 2"), "\(both)")
            let exact = try await browser.get("/diagnoses/icd10cm/M54.16").text
            #expect(exact.contains("neuritis or radiculitis, unspecified equivalent"), "\(exact)")
            #expect(try await browser.get("/diagnoses/icd10cm/M54.2").text.contains("Nothing corresponds"))
            try await browser.post("/language", ["language": "de", "return": "/"])
            let german = try await browser.get("/diagnoses/icd10cm/M54.50").text
            #expect(german.contains("annähernd, nur zusammen mit einem anderen, Kombination 1, Teil 2"), "\(german)")
        }
    }
}
