import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Patients whose rows of the audit log are asked for")
struct AuditPatientTests {
    private func insert(_ family: String, _ database: ClinicDatabase) async throws -> Patient {
        let born = try #require(LocalDate(iso: "1948-03-12"))
        let draft = PatientDraft(name: PersonName(given: "Ada", family: family), birthDate: born, sex: .female)
        return try await database.insertPatient(draft, by: .program)
    }

    @Test("are found by the end of their id: one, none, or two where there are more")
    func ending() async throws {
        // Ids that differ in the beginning alone.
        let fixed = FixedSurroundings()
        let surroundings = Surroundings(
            now: { fixed.now },
            makeIdentifier: { "\(fixed.surroundings.makeIdentifier().suffix(8))-0000-7000-8000-0000deadbeef" })
        let database = try await ClinicDatabase.open(
            at: TemporaryFolder.newFile("sqlite"), surroundings: surroundings)
        let first = try await insert("Quist", database)
        #expect(try await database.patients(idEnding: "deadbeef") == [first.id])
        for family in ["Okafor", "Lind"] { _ = try await insert(family, database) }
        #expect(try await database.patients(idEnding: "deadbeef").count == 2)
        #expect(try await database.patients(idEnding: first.id.text) == [first.id])
        for none in ["deadbee0", "0\(first.id)", "%deadbeef", "________"] {
            #expect(try await database.patients(idEnding: none).isEmpty, "\(none)")
        }
        try database.close()
    }

    @Test("the table itself is not read through for it")
    func plan() async throws {
        let database = try await ClinicDatabase.temporary()
        let plan = try await database.read { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN " + ClinicDatabase.idEndingQuery.replacing("?", with: "'a'")
            ).map { $0["detail"] as String }
        }
        #expect(plan.count == 1 && plan[0].contains("USING COVERING INDEX"), "\(plan)")
    }

    @Test("are found by their number")
    func number() async throws {
        let database = try await ClinicDatabase.temporary()
        let patient = try await insert("Quist", database)
        #expect(try await database.patientRecord(numbered: patient.number)?.id == patient.id)
        #expect(try await database.patientRecord(numbered: PatientNumber(serial: 9_999_999)) == nil)
    }
}
