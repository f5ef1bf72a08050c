import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Closing the database")
struct ClosingTests {
    private func draft(_ email: String) -> AccountDraft {
        AccountDraft(name: "Dana", email: email, roles: [.clinician])
    }

    @Test("who leaves neither fails nor waits while another works with the file, and what was written is there")
    func beside() async throws {
        let fixed = FixedSurroundings()
        let file = TemporaryFolder.newFile("sqlite")
        let stays = try await ClinicDatabase.open(at: file, surroundings: fixed.surroundings)
        let leaves = try await ClinicDatabase.open(at: file, surroundings: fixed.surroundings)
        _ = try await leaves.insertAccount(draft("dana@example.org"), passwordHash: "none", by: .program)
        // A reader that holds on to what it sees.
        try await stays.read { db in
            let before = try Int.fetchOne(db, sql: "SELECT count(*) FROM account")
            try leaves.close()
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM account") == before && before == 1)
        }
        _ = try await stays.insertAccount(draft("lee@example.org"), passwordHash: "none", by: .program)
        try stays.close()
        let log = file.path + "-wal"
        #expect((FileManager.default.contents(atPath: log) ?? Data()).isEmpty)
        let again = try await ClinicDatabase.open(at: file, surroundings: fixed.surroundings)
        #expect(try await again.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account") } == 2)
        try again.close()
    }
}
