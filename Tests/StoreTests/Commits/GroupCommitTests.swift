import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Concurrent writers share a transaction")
struct GroupCommitTests {
    @Test("each of many writers is kept, and a failing one takes back only its own")
    func failingWriterAlone() async throws {
        let database = try await ClinicDatabase.temporary()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    try? await database.write(by: .program) { tx in
                        try tx.audit(.created, "thing", "\(number)")
                        if number.isMultiple(of: 3) { throw StoreError.notFound }
                    }
                }
            }
        }
        let kept = try await database.auditEntries().compactMap { Int($0.entityID) }
        #expect(Set(kept) == Set((0..<60).filter { !$0.isMultiple(of: 3) }))
    }

    @Test("a cancelled writer does not take the others with it")
    func cancelledWriter() async throws {
        let database = try await ClinicDatabase.temporary()
        let tasks = (0..<40).map { number in
            Task { try await database.write(by: .program) { try $0.audit(.created, "thing", "\(number)") } }
        }
        tasks[7].cancel()
        for (number, task) in tasks.enumerated() where number != 7 { try await task.value }
        let kept = Set(try await database.auditEntries().compactMap { Int($0.entityID) })
        #expect(kept.isSuperset(of: Set(0..<40).subtracting([7])))
    }

    @Test("a constraint becomes a conflict and nothing of the write stays")
    func constraint() async throws {
        let database = try await ClinicDatabase.temporary()
        await #expect(throws: StoreError.self) {
            try await database.write(by: .program) { tx in
                try tx.audit(.created, "thing", "1")
                try tx.db.execute(sql: "DELETE FROM audit_entry")
            }
        }
        #expect(try await database.auditEntries().isEmpty)
    }
}
