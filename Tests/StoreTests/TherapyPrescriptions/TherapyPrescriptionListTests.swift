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

    @Test("no list reads the whole table")
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
        }
    }
}
