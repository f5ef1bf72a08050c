import Clinic
import Foundation
import Site
import Store
import TestSupport
import Testing

@Suite("The page of all catalogues")
struct CataloguePageTests {
    /// Every wording of an ICD-10-CM that is not up to date begins with one of these.
    private static let wordings = [
        "No list of diagnosis codes is loaded", "Out of date:", "Not in force yet:",
        "A newer release is in force since", "CMS may have published an update",
    ]

    /// An admin reads the page.
    private func reading(
        _ site: TestSite, _ body: @escaping @Sendable (TestBrowser, Account) async throws -> Void
    ) async throws {
        let admin = try await site.account("Morgan Ellis", [.admin])
        try await site.run { browser in
            try await browser.signIn(admin)
            try await body(browser, admin)
        }
    }

    /// A list of an admin's, in use.
    private func use(
        _ name: String, from: String, until: String? = nil, _ site: TestSite, by actor: Actor
    ) async throws {
        let release = CatalogRelease(
            system: .icd10cm, name: name, title: "ICD-10-CM \(name)",
            effectiveFrom: try #require(LocalDate(iso: from)), effectiveUntil: until.flatMap(LocalDate.init(iso:)),
            source: "The clinic's own test", licence: "Free for tests")
        let rows = [DiagnosisRow(code: "M542", parent: nil, isBillable: true, title: "Cervicalgia")]
        let id = try await site.database.stage(
            DiagnosisCatalog(release: release, rows: rows), origin: .imported, digest: Data(repeating: 3, count: 32),
            by: actor)
        try await site.database.makeCurrent(id, by: actor)
    }

    @Test(
        "says when ICD-10-CM is out of date, is not in force yet, or may have an update of April",
        arguments: [
            ("2026-11-21", "2026-10-01", nil, nil),
            ("2026-11-21", "2026-10-01", "2027-09-30", nil),
            ("2026-11-21", "2025-10-01", "2026-09-30", "Out of date: this release ended on Sep 30, 2026."),
            ("2026-11-21", "2025-10-01", nil, "A newer release is in force since Oct 1, 2026."),
            ("2026-11-21", "2027-10-01", nil, "Not in force yet: from Oct 1, 2027 on."),
            ("2027-03-31", "2026-10-01", nil, nil),
            (
                "2027-04-01", "2026-10-01", "2027-09-30",
                "CMS may have published an update that is in force since Apr 1, 2027."
            ),
            ("2027-09-30", "2026-10-01", nil, "CMS may have published an update that is in force since Apr 1, 2027."),
            ("2027-04-01", "2027-04-01", "2027-09-30", nil),
            ("2027-04-01", "2026-10-01", "2027-03-31", "Out of date: this release ended on Mar 31, 2027."),
            ("2027-05-01", "2025-10-01", nil, "A newer release is in force since Oct 1, 2026."),
            ("2027-10-01", "2027-04-01", nil, "A newer release is in force since Oct 1, 2027."),
        ] as [(String, String, String?, String?)])
    func warnings(today: String, from: String, until: String?, said: String?) async throws {
        let site = try await TestSite()
        let day = try #require(LocalDate(iso: today))
        site.fixed.advance(by: Double(day.epochDay - LocalDate(site.fixed.now, in: .gmt).epochDay) * 86_400)
        try await use("FY", from: from, until: until, site, by: .program)
        try await reading(site) { browser, _ in
            let page = try await browser.get("/catalogues").text
            if let said { #expect(page.contains(said)) }
            let found = Self.wordings.filter { page.contains($0) }
            #expect(found.count == (said == nil ? 0 : 1), "\(found)")
        }
    }

    @Test("says that no list of diagnoses is loaded, and of each other kind that there is none")
    func none() async throws {
        try await reading(try await TestSite()) { browser, _ in
            let page = try await browser.get("/catalogues").text
            #expect(Self.wordings.filter { page.contains($0) } == ["No list of diagnosis codes is loaded"])
            #expect(page.split(separator: "Not loaded.").count == CatalogKind.allCases.count + 1)
        }
    }

    @Test("of what came with the program it says release, entries, dates, source and terms")
    func shipped() async throws {
        try await reading(try await TestSite(catalogs: true)) { browser, _ in
            let page = try await browser.get("/catalogues").text
            for text in [
                "Release ICD-10-CM, fiscal year 2026 Entries 98186 In force Oct 1, 2025 to Sep 30, 2026 In use since ",
                "Brought by came with the program Source NCHS tabular list of 1 April 2026",
                "Terms Public domain (work of the US Government)", "Entries 15665", "Entries 41127",
                "Source ZIP codes that come with Theralog",
                "Terms Places of ZIP codes: US Census Bureau (public domain) and GeoNames (CC BY 4.0).",
                "The program's own list: 281 medicines", "Not clinically reviewed.",
            ] { #expect(page.contains(text), "\(text)") }
        }
    }

    @Test("of what an admin brought it says by whom and since when, and the same of what comes after it")
    func brought() async throws {
        let site = try await TestSite()
        try await reading(site) { browser, admin in
            try await use("FY2026", from: "2025-10-01", site, by: Actor(account: admin.id))
            site.fixed.advance(by: 600)
            try await use("FY2027", from: "2026-10-01", until: "2027-09-30", site, by: .program)
            var page = try await browser.get("/catalogues")
            #expect(
                page.text.contains(
                    """
                    Release FY2027 Entries 1 In force Oct 1, 2026 to Sep 30, 2027 In use since Nov 21, 2026, 09:40 \
                    Brought by command line Source The clinic's own test Terms Free for tests
                    """))
            #expect(page.text.contains("Not in use FY2026 1 entries, loaded Nov 21, 2026, 09:30"))
            let back = try #require(page.body.firstMatch(of: /action="(\/catalogues\/icd10cm\/\d+\/use)"/)?.1)
            #expect(try await browser.post(String(back)).status == 303)
            page = try await browser.get("/catalogues")
            #expect(
                page.text.contains(
                    """
                    Release FY2026 Entries 1 In force Oct 1, 2025 to no end set In use since Nov 21, 2026, 09:40 \
                    Brought by Morgan Ellis
                    """))
        }
    }

    @Test("what was switched back to stays when the program starts again; a newer list of the program's is offered")
    func offer() async throws {
        let folder = try ShippedFolder()
        let site = try await TestSite()
        let catalogs = ShippedCatalogs(dataFolder: folder.url)
        try await catalogs.bringUpToDate(site.database)
        try folder.write("icd10cm", release: "FY2027", from: "2026-10-01", title: "Pain of the neck")
        try await catalogs.bringUpToDate(site.database)
        try await reading(site) { browser, admin in
            let page = try await browser.get("/catalogues")
            #expect(page.text.contains("Not in use FY2026 1 entries, came with the program Nov 21, 2026"))
            let back = try #require(page.body.firstMatch(of: /action="(\/catalogues\/icd10cm\/\d+\/use)"/)?.1)
            #expect(try await browser.post(String(back)).status == 303)
            try await catalogs.bringUpToDate(site.database)
            #expect(try await site.database.currentRelease(of: .icd10cm)?.release.name == "FY2026")
            let again = try await browser.get("/catalogues").text
            #expect(!again.contains("came with the program and is not in use"))
            try folder.write("icd10cm", release: "FY2028", from: "2027-10-01", title: "Neck pain")
            try await catalogs.bringUpToDate(site.database)
            #expect(try await site.database.currentRelease(of: .icd10cm)?.release.name == "FY2026")
            let offered = try await browser.get("/catalogues").text
            #expect(offered.contains("FY2028 came with the program and is not in use"))
            try await browser.post("/language", ["language": "de", "return": "/catalogues"])
            let german = try await browser.get("/catalogues").text
            #expect(german.contains("FY2028 kam mit dem Programm und ist nicht in Gebrauch"))
        }
    }
}
