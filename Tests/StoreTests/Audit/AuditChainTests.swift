import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The chain of the audit log")
struct AuditChainTests {
    private static let columns = "at, account_id, request_id, action, entity, entity_id, patient_id, hash"
    /// A copy of a row, of another account.
    private static let row =
        "SELECT at, 'x', request_id, action, entity, entity_id, patient_id, hash FROM audit_entry WHERE id = 3"

    /// A database with 12 rows in its log.
    private func database() async throws -> ClinicDatabase {
        let database = try await ClinicDatabase.temporary(FixedSurroundings())
        for number in 0..<12 {
            _ = try await database.insertAccount(
                AccountDraft(name: "Person \(number)", email: "p\(number)@example.org", roles: [.admin]),
                passwordHash: "-", by: .program)
        }
        #expect(try await database.verifyAudit() == (12, []))
        return database
    }

    /// What is found after the log was tampered with, without the triggers that forbid it.
    private func tampered(_ sql: String) async throws -> (rows: Int, problems: [AuditProblem]) {
        let database = try await database()
        let triggers = "DROP TRIGGER audit_entry_is_never_updated; DROP TRIGGER audit_entry_is_never_deleted;"
        try await database.pool.write { try $0.execute(sql: triggers + sql) }
        return try await database.verifyAudit()
    }

    @Test(
        "a row that was changed in any of its parts is named",
        arguments: [
            "at = at + 1", "account_id = 'x'", "request_id = 'x'", "action = 'read'", "entity = 'session'",
            "entity_id = 'x'", "patient_id = 'x'", "hash = zeroblob(32)",
        ])
    func changed(change: String) async throws {
        let (rows, problems) = try await tampered("UPDATE audit_entry SET \(change) WHERE id = 5")
        #expect(rows == 12)
        #expect(problems.first == .altered(5))
        #expect(problems.allSatisfy { $0 == .altered(5) || $0 == .altered(6) })
    }

    @Test("rows that were removed are named: at the beginning, in the middle, at the end")
    func removed() async throws {
        #expect(try await tampered("DELETE FROM audit_entry WHERE id <= 2") == (10, [.missing(1...2)]))
        #expect(try await tampered("DELETE FROM audit_entry WHERE id = 7") == (11, [.missing(7...7)]))
        #expect(try await tampered("DELETE FROM audit_entry WHERE id > 9") == (9, [.missing(10...12)]))
        #expect(try await tampered("DELETE FROM audit_entry") == (0, [.missing(1...12)]))
    }

    @Test("a row that somebody put in is named, and one in the place of another")
    func inserted() async throws {
        let (columns, row) = (Self.columns, Self.row)
        #expect(try await tampered("INSERT INTO audit_entry (\(columns)) \(row)").problems == [.altered(13)])
        for replacing in ["DELETE FROM audit_entry WHERE id = 4; INSERT", "INSERT OR REPLACE"] {
            let sql = "\(replacing) INTO audit_entry (id, \(columns)) SELECT 4, * FROM (\(row))"
            #expect(try await tampered(sql).problems.first == .altered(4), "\(replacing)")
        }
    }

    @Test("a row with an id that the program never gives out is named", arguments: [0, -5, Int64.min])
    func outside(id: Int64) async throws {
        let sql = "INSERT INTO audit_entry (id, \(Self.columns)) SELECT \(id), * FROM (\(Self.row))"
        #expect(try await tampered(sql) == (13, [.altered(id)]))
    }

    @Test("a row with the largest id there is leaves a gap")
    func largest() async throws {
        let sql = "INSERT INTO audit_entry (id, \(Self.columns)) SELECT \(Int64.max), * FROM (\(Self.row))"
        #expect(try await tampered(sql) == (13, [.missing(13...Int64.max - 1)]))
    }

    @Test(
        "no row is changed, removed or replaced while the triggers are in place",
        arguments: [
            "UPDATE audit_entry SET action = 'read' WHERE id = 5", "UPDATE audit_entry SET id = 99 WHERE id = 12",
            "DELETE FROM audit_entry WHERE id = 12", "DELETE FROM audit_entry",
            "INSERT OR REPLACE INTO audit_entry (id, \(columns)) SELECT 12, * FROM (\(row))",
            "UPDATE OR REPLACE audit_entry SET id = 4 WHERE id = 5",
        ])
    func appendOnly(sql: String) async throws {
        let database = try await database()
        let error = await #expect(throws: DatabaseError.self) {
            try await database.pool.write { try $0.execute(sql: sql) }
        }
        #expect(error?.message == "the audit log is append-only")
        #expect(try await database.verifyAudit() == (12, []))
    }

    @Test("writes that are refused leave no gap, alone or among others that come at once")
    func refused() async throws {
        let database = try await ClinicDatabase.temporary(FixedSurroundings())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    // Every second address is taken.
                    let draft = AccountDraft(name: "Person", email: "p\(number / 2)@example.org", roles: [.admin])
                    _ = try? await database.insertAccount(draft, passwordHash: "-", by: .program)
                }
            }
        }
        #expect(try await database.verifyAudit() == (20, []))
    }

    @Test("the log is read by person, patient, action and time, page by page")
    func filters() async throws {
        let fixture = try await MedicationPrescriptionFixture()
        _ = try await fixture.signed()
        let database = fixture.database
        let all = try await database.auditLines(limit: 1000)
        #expect(all.map(\.entry.id) == Array((1...Int64(all.count)).reversed()))
        let ofPatient = try await database.auditLines(AuditFilter(patient: fixture.patient))
        #expect(ofPatient == all.filter { $0.entry.patient == fixture.patient } && !ofPatient.isEmpty)
        #expect(ofPatient.allSatisfy { $0.patientName != nil })
        let signed = try await database.auditLines(AuditFilter(account: fixture.dana.account, action: .signed))
        #expect(signed.map(\.entry.entity) == ["medication-prescription"])
        #expect(try await database.auditLines(AuditFilter(until: .distantPast)).isEmpty)
        #expect(
            try await database.auditLines(AuditFilter(from: .distantPast, until: .distantFuture), limit: 1000) == all)
        let second = try await database.auditLines(before: all[2].entry.id, limit: 2)
        #expect(second == Array(all[3...4]))
    }
}
