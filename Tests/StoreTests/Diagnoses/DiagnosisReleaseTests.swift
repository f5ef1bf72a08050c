import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Releases of a code list")
struct DiagnosisReleaseTests {
    private func catalog(
        _ name: String = "FY2026", titles: [String: String] = ["M542": "Cervicalgia"], from: String = "2025-10-01"
    ) throws -> DiagnosisCatalog {
        let release = CatalogRelease(
            system: .icd10cm, name: name, title: "ICD-10-CM, \(name)",
            effectiveFrom: try #require(LocalDate(iso: from)), effectiveUntil: nil)
        let heading = DiagnosisRow(code: "M54", parent: nil, isBillable: false, title: "Dorsalgia")
        return DiagnosisCatalog(
            release: release,
            rows: [heading]
                + titles.sorted { $0.key < $1.key }.map {
                    DiagnosisRow(code: $0.key, parent: "M54", isBillable: true, title: $0.value)
                })
    }

    private let digest = Data(repeating: 1, count: 32)

    private func stage(_ catalog: DiagnosisCatalog, in database: ClinicDatabase) async throws -> DiagnosisReleaseID {
        try await database.stage(catalog, origin: .imported, digest: digest, by: .program)
    }

    private func titles(_ typed: String, in database: ClinicDatabase) async throws -> [String] {
        let search = DiagnosisSearch(typed: typed, system: .icd10cm)
        return try await database.diagnoses(matching: search).hits.map(\.diagnosis.title)
    }

    @Test("without one, nothing is found and nothing breaks")
    func none() async throws {
        let database = try await ClinicDatabase.temporary()
        let hits = try await database.diagnoses(matching: DiagnosisSearch(typed: "pain", system: .icd10cm))
        #expect(hits == DiagnosisHits(release: nil, hits: []))
        #expect(try await database.currentRelease(of: .icd9cm) == nil)
    }

    @Test("one that is staged is not searched before it is made current; then one goes back as easily")
    func flip() async throws {
        let database = try await ClinicDatabase.temporary()
        let first = try await stage(catalog(), in: database)
        #expect(try await titles("cervicalgia", in: database) == [])
        try await database.makeCurrent(first, by: .program)
        #expect(try await titles("cervicalgia", in: database) == ["Cervicalgia"])
        let second = try await stage(catalog("FY2027", titles: ["M542": "Neck pain"], from: "2026-10-01"), in: database)
        #expect(try await titles("neck", in: database) == [])
        try await database.makeCurrent(second, by: .program)
        #expect(try await titles("neck", in: database) == ["Neck pain"])
        #expect(try await titles("cervicalgia", in: database) == [])
        #expect(try await database.currentRelease(of: .icd10cm)?.release.name == "FY2027")
        try await database.makeCurrent(first, by: .program)
        #expect(try await titles("cervicalgia", in: database) == ["Cervicalgia"])
        #expect(try await database.releases(of: .icd10cm).map(\.release.name) == ["FY2027", "FY2026"])
        #expect(try await database.releases(of: .icd10cm).map(\.rowCount) == [2, 2])
    }

    @Test("many small steps give the same as one")
    func steps() async throws {
        let database = try await ClinicDatabase.temporary()
        let titles = Dictionary(uniqueKeysWithValues: (1000..<3000).map { ("M\($0)", "Pain number \($0)") })
        let id = try await database.stage(
            catalog(titles: titles), origin: .imported, digest: digest, pace: StagingPace(isShared: true),
            by: .program)
        try await database.makeCurrent(id, by: .program)
        #expect(try await self.titles("pain 2500", in: database) == ["Pain number 2500"])
        let search = DiagnosisSearch(typed: "pain", system: .icd10cm, limit: 100)
        let hits = try await database.diagnoses(matching: search)
        #expect(hits.hits.map(\.diagnosis.code.text) == (1000..<1100).map { "M\($0)" })
    }

    @Test("one that breaks a rule leaves nothing behind")
    func broken() async throws {
        let database = try await ClinicDatabase.temporary()
        await #expect(throws: StoreError.self) {
            try await stage(catalog(titles: ["m5": "lower case"]), in: database)
        }
        let left = try await database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT 'release' FROM diagnosis_release UNION ALL SELECT code FROM diagnosis
                    UNION ALL SELECT name FROM sqlite_master WHERE name LIKE 'diagnosis_text_%'
                    """)
        }
        #expect(left == [])
    }

    @Test("an import that was broken off is cleared away")
    func unfinished() async throws {
        let database = try await ClinicDatabase.temporary()
        let id = try await stage(catalog(), in: database)
        try await database.write(by: .program) { tx in
            try tx.db.execute(sql: "UPDATE diagnosis_release SET state = 'staged'")
        }
        #expect(try await database.releases(of: .icd10cm) == [])
        await #expect(throws: StoreError.notFound) { try await database.makeCurrent(id, by: .program) }
        try await database.removeUnfinishedImports(isRestart: false, by: .program)
        let rows = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM diagnosis") }
        #expect(rows == 0)
    }

    @Test("the current one cannot be taken out, the one before can")
    func removal() async throws {
        let database = try await ClinicDatabase.temporary()
        let first = try await stage(catalog(), in: database)
        try await database.makeCurrent(first, by: .program)
        await #expect(throws: StoreError.conflict("release is current")) {
            try await database.removeRelease(first, by: .program)
        }
        let second = try await stage(catalog("FY2027"), in: database)
        try await database.makeCurrent(second, by: .program)
        try await database.removeRelease(first, by: .program)
        #expect(try await database.releases(of: .icd10cm).map(\.id) == [second])
        let left = try await database.read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT release_id FROM diagnosis UNION SELECT release_id FROM diagnosis_term
                    UNION SELECT release_id FROM diagnosis_note
                    """)
        }
        #expect(left == [second.number])
        #expect(try await titles("cervicalgia", in: database) == ["Cervicalgia"])
    }
}
