import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The audit log")
struct AuditTests {
    @Test("a change and its row are one: neither stands without the other")
    func together() async throws {
        let database = try await ClinicDatabase.temporary()
        struct Mishap: Error {}
        await #expect(throws: Mishap.self) {
            try await database.write(by: .program) { tx in
                try tx.audit(.created, "patient", "1")
                throw Mishap()
            }
        }
        #expect(try await database.auditEntries().isEmpty)
    }

    @Test("rows cannot be changed or removed")
    func appendOnly() async throws {
        let database = try await ClinicDatabase.temporary()
        try await database.write(by: .program) { try $0.audit(.created, "patient", "1") }
        for sql in ["UPDATE audit_entry SET entity_id = '2'", "DELETE FROM audit_entry"] {
            await #expect(throws: StoreError.self) {
                try await database.write(by: .program) { try $0.db.execute(sql: sql) }
            }
        }
        #expect(try await database.auditEntries().map(\.entityID) == ["1"])
    }

    @Test("each row's hash covers the one before")
    func chain() async throws {
        let database = try await ClinicDatabase.temporary()
        for number in 0..<3 {
            try await database.write(by: Actor(account: Identifier("a"), request: "r")) {
                try $0.audit(.read, "patient", "\(number)", patient: Identifier("p"))
            }
        }
        let hashes = try await database.read {
            try Data.fetchAll($0, sql: "SELECT hash FROM audit_entry ORDER BY id")
        }
        #expect(Set(hashes).count == 3)
        let entries = try await database.auditEntries(of: Identifier("p"))
        #expect(entries.map(\.entityID) == ["2", "1", "0"])
        #expect(entries.allSatisfy { $0.actor == Actor(account: Identifier("a"), request: "r") })
    }
}
