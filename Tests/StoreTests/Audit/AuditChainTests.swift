import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The chain of the audit log")
struct AuditChainTests {
    /// A database with 12 rows in its log, open to be tampered with: without the triggers that forbid it.
    private func tampered(_ sql: String) async throws -> (rows: Int, problems: [AuditProblem]) {
        let fixed = FixedSurroundings()
        let database = try await ClinicDatabase.temporary(fixed)
        for number in 0..<12 {
            _ = try await database.insertAccount(
                AccountDraft(name: "Person \(number)", email: "p\(number)@example.org", roles: [.admin]),
                passwordHash: "-", by: .program)
        }
        #expect(try await database.verifyAudit() == (12, []))
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
        let row =
            "SELECT at, 'x', request_id, action, entity, entity_id, patient_id, hash FROM audit_entry WHERE id = 3"
        let columns = "at, account_id, request_id, action, entity, entity_id, patient_id, hash"
        #expect(try await tampered("INSERT INTO audit_entry (\(columns)) \(row)").problems == [.altered(13)])
        let replaced =
            "DELETE FROM audit_entry WHERE id = 4; INSERT INTO audit_entry (id, \(columns)) SELECT 4, * FROM (\(row))"
        #expect(try await tampered(replaced).problems.first == .altered(4))
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
