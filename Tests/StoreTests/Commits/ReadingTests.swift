import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Many readers at once")
struct ReadingTests {
    /// Waiting on a thread of Swift's own pool for a connection whose holder needs such a thread stops everything for good.
    @Test("short and long reads never wait for each other's threads", .timeLimit(.minutes(1)))
    func mixed() async throws {
        let database = try await ClinicDatabase.temporary()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<400 {
                group.addTask {
                    let query = "SELECT count(*) + 1 FROM audit_entry"
                    if number.isMultiple(of: 2) {
                        return try database.readBriefly { try Int.fetchOne($0, sql: query) ?? 0 }
                    }
                    return try await database.read { try Int.fetchOne($0, sql: query) ?? 0 }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 400)
    }

    @Test("a short read sees what was written just before")
    func current() async throws {
        let database = try await ClinicDatabase.temporary()
        for number in 1...20 {
            try await database.write(by: .program) { try $0.audit(.created, "thing", "\(number)") }
            let count = try database.readBriefly { try Int.fetchOne($0, sql: "SELECT count(*) FROM audit_entry") }
            #expect(count == number)
        }
    }
}
