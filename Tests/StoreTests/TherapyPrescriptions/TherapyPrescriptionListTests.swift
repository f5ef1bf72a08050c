import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Lists of therapy prescriptions")
struct TherapyPrescriptionListTests {
    @Test("newest first, in pages, by status, by clinician, by patient")
    func lists() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let database = fixture.database
        var ids: [Identifier<TherapyPrescription>] = []
        for _ in 0..<5 { ids.append(try await fixture.signed().id) }
        ids.append(try await fixture.signed(by: fixture.lee).id)
        try await database.cancel(ids[1], reason: "wrong", by: fixture.dana)
        #expect(try await database.therapyPrescriptions().map(\.id) == ids.reversed())
        let page = try await database.therapyPrescriptions(limit: 2)
        let next = try await database.therapyPrescriptions(before: page.last?.number, limit: 2)
        #expect((page + next).map(\.id) == Array(ids.reversed().prefix(4)))
        #expect(try await database.therapyPrescriptions(status: .cancelled).map(\.id) == [ids[1]])
        #expect(try await database.therapyPrescriptions(status: .signed).count == 5)
        #expect(try await database.therapyPrescriptions(status: .draft).isEmpty)
        let lee = try #require(fixture.lee.account)
        #expect(try await database.therapyPrescriptions(signedBy: lee).map(\.id) == [ids[5]])
        let lines = try await database.therapyPrescriptions(of: fixture.patient)
        #expect(lines.map(\.id) == ids.reversed())
        #expect(lines[0].patientName == "María Okafor")
        #expect(lines[0].visits == 4)
        #expect(lines[0].diagnoses == ["M54.16"])
        #expect(lines[0].number == PrescriptionNumber(year: 2026, count: 6))
    }

    @Test("say which codes the list in use lets nobody bill any more, whoever they are of")
    func retired() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let database = fixture.database
        let lists = ImportFixture(database)
        _ = try await fixture.signed()
        let draft = try await database.insertTherapyPrescription(for: fixture.patient, by: fixture.dana)
        try await database.changeDiagnoses(of: draft, by: fixture.dana) {
            try $0.add(TherapyPrescriptionFixture.diagnosis("M542", "Cervicalgia"), releaseUntil: nil)
            try $0.add(TherapyPrescriptionFixture.diagnosis("M5416"), releaseUntil: nil)
        }
        let dana = try #require(fixture.dana.account)
        func retired() async throws -> [[String]] {
            let lines = [
                try await database.therapyPrescriptions(), try await database.therapyPrescriptions(signedBy: dana),
                try await database.therapyPrescriptions(of: fixture.patient),
                try await database.therapyPrescriptionDrafts(of: dana),
            ]
            #expect(lines.map { $0.map(\.diagnoses) }.dropLast().allSatisfy { $0 == [["M54.16"]] })
            #expect(lines.last?.map(\.diagnoses) == [["M54.2", "M54.16"]])
            return lines.flatMap { $0.map(\.retired) }
        }
        #expect(try await retired() == [[], [], [], []], "no list is loaded")
        try await lists.codes(.icd10cm, "FY2026", [("M5416", "Radiculopathy", true), ("M542", "Neck", true)])
        #expect(try await retired() == [[], [], [], []])
        try await lists.codes(.icd10cm, "FY2027", [("M5416", "Radiculopathy", false), ("M542", "Neck", true)])
        #expect(try await retired() == [["M54.16"], ["M54.16"], ["M54.16"], ["M54.16"]], "a heading")
        try await lists.codes(.icd10cm, "FY2028", [("M999", "Lesion", true)])
        #expect(try await retired() == [["M54.16"], ["M54.16"], ["M54.16"], ["M54.2", "M54.16"]], "gone")
    }

    @Test("no list reads the whole table, nor a whole list of codes")
    func plans() async throws {
        let fixture = try await TherapyPrescriptionFixture()
        let conditions = [
            "p.number_year IS NOT NULL", "p.status = ?", "p.clinician_id = ? AND p.status <> 'draft'",
            "p.status <> 'draft' AND p.patient_id IN (SELECT id FROM patient WHERE survivor_id = ?)",
        ]
        let queries =
            conditions.map { TherapyPrescriptionLists.signedSQL(where: $0) } + [TherapyPrescriptionLists.draftsSQL]
        for query in queries {
            let plan = try await fixture.database.read { db in
                let sql = "EXPLAIN QUERY PLAN " + query.replacing("?", with: "1")
                return try Row.fetchAll(db, sql: sql).map { $0["detail"] as String }
            }
            #expect(!plan.contains { $0.hasPrefix("SCAN p") && !$0.contains("INDEX") }, "\(plan)")
            #expect(plan.contains { $0.hasPrefix("SEARCH n USING INDEX diagnosis_by_code") }, "\(plan)")
            #expect(plan.contains { $0.hasPrefix("SEARCH r USING INDEX diagnosis_release_current") }, "\(plan)")
        }
    }
}
