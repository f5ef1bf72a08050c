import Clinic
import Foundation
import Rendering
import Store
import TestSupport
import Testing

@testable import Site

@Suite("A small file of every layout, from the form to use")
struct LayoutImportTests {
    /// A list for the layouts that only say something of one.
    private static let base = [
        SmallFiles.order(1, "B88", "0", "Other infestations"), SmallFiles.order(2, "B880", "1", "Other acariasis"),
        SmallFiles.order(3, "F01", "0", "Vascular dementia"), SmallFiles.order(4, "F015", "1", "Vascular dementia"),
    ].joined()

    /// Rows of the release, those of them that are new and those that are changed, and lines of no use.
    private static let counts: [CatalogLayout: [Int]] = [
        .icd10cmOrder: [4, 4, 0, 0], .icd10cmCodes: [3, 3, 0, 0], .icd10cmAddenda: [4, 0, 1, 2],
        .icd10cmTabular: [4, 0, 2, 0], .icd9cmLong: [3, 3, 0, 0], .icd9cmShort: [3, 3, 0, 0],
        .gemsFromICD10: [3, 3, 0, 0], .gemsFromICD9: [3, 3, 0, 0], .rxTerms: [1, 1, 0, 1],
        .rxTermsIngredients: [2, 2, 0, 0], .rxNorm: [2, 2, 0, 1], .openFDA: [1, 1, 0, 1], .openFDALines: [1, 1, 0, 1],
        .ndc: [1, 1, 0, 0], .spl: [1, 1, 0, 0], .fhirBundle: [1, 1, 0, 1], .fhirLines: [1, 1, 0, 0],
        .medicationTable: [1, 1, 0, 0], .interactionTable: [2, 2, 0, 0], .nppes: [1, 1, 0, 0],
        .practiceTable: [1, 1, 0, 0], .gazetteer: [1, 1, 0, 0], .geoNames: [1, 1, 0, 1], .zipAreas: [1, 1, 0, 0],
    ]

    @Test("is checked, previewed, put to use and found; before that nothing of it is", arguments: SmallFiles.texts)
    func wholeWay(layout: CatalogLayout, text: String) async throws {
        let site = try await TestSite()
        let layoutWords = site.site.templates.words(in: .english)("imports.layout.\(layout.rawValue)")
        try await site.runImporting { browser in
            if layout == .icd10cmAddenda || layout == .icd10cmTabular { try await site.bring(Self.base, browser) }
            let path = try await site.send(text, browser)
            let findings = try await site.findings(of: path)
            #expect(findings.kind == layout.kind && findings.layouts == [layout])
            #expect([findings.rows, findings.added, findings.changed, findings.skipped] == Self.counts[layout])
            #expect(findings.problems == 0 && findings.retired == 0)
            let page = try await browser.get(path).text
            #expect(page.contains("Checked, not in use yet") && page.contains(layoutWords))
            #expect(page.contains("New \(findings.added)") && page.contains("Changed \(findings.changed)"))
            #expect(!page.contains("Lines that were not taken"))
            #expect(try await isFound(layout, browser, site.database) == false)
            try await site.apply(path, browser)
            #expect(try await isFound(layout, browser, site.database))
        }
    }

    /// Whether people find what the file of a layout brings, where they look for it.
    private func isFound(
        _ layout: CatalogLayout, _ browser: TestBrowser, _ database: ClinicDatabase
    ) async throws -> Bool {
        func page(_ path: String, _ text: String) async throws -> Bool {
            try await browser.get(path).text.contains(text)
        }
        func medicine(_ typed: String, _ id: String) async throws -> Bool {
            let answer = try await browser.get("/medications/search?q=\(typed)", ["Accept": "application/json"])
            return answer.body.contains("\"id\":\"\(id)\"")
        }
        func equivalent(_ system: CodeSystem, _ code: String, _ target: String) async throws -> Bool {
            let found = try await database.equivalents(of: DiagnosisCode(system: system, text: code))
            return found.map { $0.code?.text } == [target]
        }
        func place(_ zip: String) async throws -> Bool {
            try await database.postalArea(try #require(ZIPCode(zip))) != nil
        }
        switch layout {
        case .icd10cmOrder: return try await page("/diagnoses/icd10cm/A00.0", "Cholera due to Vibrio cholerae 01")
        case .icd10cmCodes: return try await page("/diagnoses/icd10cm/I1A.0", "Resistant hypertension")
        case .icd10cmAddenda: return try await page("/diagnoses/icd10cm/B88.0", "Heading: open it")
        case .icd10cmTabular:
            return try await page("/diagnoses/icd10cm/F01.5", "Includes F01 arteriosclerotic dementia")
        case .icd9cmLong: return try await page("/diagnoses/icd9cm/041.00", "Streptococcus infection")
        case .icd9cmShort: return try await page("/diagnoses/icd9cm/V43.65", "Joint replaced knee")
        case .gemsFromICD10: return try await equivalent(.icd10cm, "A021", "0031")
        case .gemsFromICD9: return try await equivalent(.icd9cm, "0730", "A70")
        case .rxTerms: return try await medicine("norvasc", "amlodipine")
        case .rxTermsIngredients: return try await medicine("lisinopril", "lisinopril")
        case .rxNorm: return try await medicine("lotrel", "amlodipine-benazepril")
        case .openFDALines, .fhirBundle: return try await medicine("ibuprofen", "ibuprofen")
        case .openFDA, .ndc, .spl, .fhirLines, .medicationTable: return try await medicine("advil", "ibuprofen")
        case .interactionTable:
            let id = try #require(MedicationID(untrusted: "ibuprofen"))
            return try await database.listedInteractions(of: id).map(\.severity) == [.major]
        case .nppes: return try await page("/practices/directory?q=riverbend", "RIVERBEND PHYSICAL THERAPY LLC")
        case .practiceTable: return try await page("/practices/directory?q=physio", "Physio Mitte")
        case .gazetteer, .zipAreas: return try await place("00601")
        case .geoNames: return try await place("02139")
        }
    }

    @Test(
        "official samples give as many rows as they have lines",
        .enabled(if: Project.shared("data/samples") != nil, "../shared/data is not there"),
        arguments: [
            ("icd10cm_order_sample.txt", CatalogKind.icd10cm, 743), ("icd10cm_codes_sample.txt", .icd10cm, 400),
            ("CMS32_DESC_LONG_DX_sample.txt", .icd9cm, 231), ("CMS32_DESC_SHORT_DX_sample.txt", .icd9cm, 231),
            ("2018_I10gem_sample.txt", .equivalences, 262), ("2018_I9gem_sample.txt", .equivalences, 114),
            ("npidata_pfile_sample.csv", .practices, 11), ("2026_Gaz_zcta_national_sample.txt", .places, 5),
            ("geonames_US_sample.txt", .places, 4),
        ])
    func samples(name: String, kind: CatalogKind, rows: Int) async throws {
        let bytes = try Data(contentsOf: #require(Project.shared("data/samples/\(name)")))
        let site = try await TestSite()
        try await site.runImporting { browser in
            let path = try await site.send(bytes, name: name, browser)
            let findings = try await site.findings(of: path)
            #expect(findings.kind == kind && findings.rows == rows && findings.added == rows)
            #expect(findings.problems == 0)
            try await site.apply(path, browser)
        }
    }
}
