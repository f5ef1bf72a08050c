import Clinic
import Foundation
import Store
import TestSupport
import Testing

@Suite("Diagnoses a clinician uses and keeps")
struct FamiliarDiagnosisTests {
    private let fixed = FixedSurroundings()

    private func clinician(_ name: String, in database: ClinicDatabase) async throws -> Actor {
        let email = name.lowercased() + "@example.org"
        let draft = AccountDraft(name: name, email: email, roles: [.clinician])
        let account = try await database.insertAccount(draft, passwordHash: "x", by: .program)
        return Actor(account: account.id)
    }

    private func use(_ codes: String..., times: Int = 1, by actor: Actor, in database: ClinicDatabase) async throws {
        for code in codes {
            let (diagnosis, release) = try await database.diagnosis(DiagnosisCode(system: .icd10cm, text: code))
            let prescribed = PrescribedDiagnosis(diagnosis, releaseUntil: release.effectiveUntil)
            for _ in 0..<times {
                fixed.advance(by: 60)
                try await database.noteUse(of: [prescribed], by: actor)
            }
        }
    }

    private func codes(_ typed: String, by actor: Actor, in database: ClinicDatabase) async throws -> [String] {
        let search = DiagnosisSearch(typed: typed, system: .icd10cm, account: actor.account)
        return try await database.diagnoses(matching: search).hits.map(\.diagnosis.code.text)
    }

    @Test("codes used often rise, the most used first, for the one who used them")
    func rise() async throws {
        let database = try await ClinicDatabase.withShippedCatalogs(fixed)
        let (lee, kim) = (try await clinician("Lee", in: database), try await clinician("Kim", in: database))
        let before = try await codes("lumbar", by: lee, in: database)
        #expect(!before.prefix(2).contains("M47816"))
        try await use("M47816", times: 3, by: lee, in: database)
        try await use("M5416", by: lee, in: database)
        #expect(try await codes("lumb", by: lee, in: database).prefix(2) == ["M47816", "M5416"])
        #expect(try await codes("lumbar", by: kim, in: database) == before)
        let search = DiagnosisSearch(typed: "lumbar", system: .icd10cm, account: lee.account)
        #expect(try await database.diagnoses(matching: search).hits.first?.uses == 3)
    }

    @Test("an exact code stays before those used often, which lead the codes that begin so")
    func exactStays() async throws {
        let database = try await ClinicDatabase.withShippedCatalogs(fixed)
        let lee = try await clinician("Lee", in: database)
        try await use("M5459", times: 5, by: lee, in: database)
        #expect(try await codes("m54.5", by: lee, in: database).prefix(3) == ["M545", "M5459", "M5450"])
        #expect(try await codes("m54.50", by: lee, in: database).first == "M5450")
        #expect(try await codes("hip", by: lee, in: database).contains("M5459") == false)
    }

    @Test("recent ones come the latest first, each once")
    func recent() async throws {
        let database = try await ClinicDatabase.withShippedCatalogs(fixed)
        let lee = try await clinician("Lee", in: database)
        let account = try #require(lee.account)
        try await use("M5416", "M542", "M5416", "M25551", by: lee, in: database)
        let recent = try await database.recentDiagnoses(of: account, in: .icd10cm)
        #expect(recent.map(\.diagnosis.code.text) == ["M25551", "M5416", "M542"])
        #expect(recent.allSatisfy { !$0.isRetired })
        #expect(try await database.recentDiagnoses(of: account, in: .icd10cm, limit: 1).count == 1)
        #expect(try await database.recentDiagnoses(of: account, in: .icd9cm).isEmpty)
    }

    @Test("favourites are kept once, in the order kept, audited, and let go")
    func favourites() async throws {
        let database = try await ClinicDatabase.withShippedCatalogs(fixed)
        let lee = try await clinician("Lee", in: database)
        let account = try #require(lee.account)
        let hip = DiagnosisCode(system: .icd10cm, text: "M25551")
        let neck = DiagnosisCode(system: .icd10cm, text: "M542")
        for code in [hip, neck, hip] {
            fixed.advance(by: 1)
            try await database.insertFavourite(code, by: lee)
        }
        #expect(try await database.favouriteDiagnoses(of: account, in: .icd10cm).map(\.diagnosis.code) == [hip, neck])
        try await database.removeFavourite(hip, by: lee)
        try await database.removeFavourite(hip, by: lee)
        #expect(try await database.favouriteDiagnoses(of: account, in: .icd10cm).map(\.diagnosis.code) == [neck])
        let audit = try await database.auditEntries(limit: 3).filter { $0.entity == "favourite-diagnosis" }
        #expect(audit.map(\.action) == [.removed, .created, .created])
        #expect(audit.first?.entityID == "icd10cm/M25551")
    }

    @Test("a heading and a code that is not there cannot be kept")
    func notKept() async throws {
        let database = try await ClinicDatabase.withShippedCatalogs(fixed)
        let lee = try await clinician("Lee", in: database)
        await #expect(throws: ValidationFailure.self) {
            try await database.insertFavourite(DiagnosisCode(system: .icd10cm, text: "M54"), by: lee)
        }
        await #expect(throws: StoreError.notFound) {
            try await database.insertFavourite(DiagnosisCode(system: .icd10cm, text: "M9999"), by: lee)
        }
    }

    @Test("what a new release has no more shows as last worded, and retired; a new title is found by its words")
    func retired() async throws {
        let database = try await ClinicDatabase.withShippedCatalogs(fixed)
        let lee = try await clinician("Lee", in: database)
        let account = try #require(lee.account)
        try await use("M542", "M5416", by: lee, in: database)
        let release = CatalogRelease(
            system: .icd10cm, name: "FY2027", title: "ICD-10-CM, fiscal year 2027",
            effectiveFrom: try #require(LocalDate(iso: "2026-10-01")), effectiveUntil: nil)
        let rows = [DiagnosisRow(code: "M542", parent: nil, isBillable: true, title: "Pain of the neck")]
        let id = try await database.stage(
            DiagnosisCatalog(release: release, rows: rows), origin: .imported, digest: Data(repeating: 2, count: 32),
            by: .program)
        try await database.makeCurrent(id, by: .program)
        let recent = try await database.recentDiagnoses(of: account, in: .icd10cm)
        #expect(recent.map(\.diagnosis.title) == ["Radiculopathy, lumbar region", "Pain of the neck"])
        #expect(recent.map(\.isRetired) == [true, false])
        #expect(try await codes("pain neck", by: lee, in: database) == ["M542"])
    }
}
