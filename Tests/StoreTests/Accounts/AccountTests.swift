import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Accounts and sessions in the database")
struct AccountTests {
    private let draft = AccountDraft(name: " Dana Reyes ", email: " Dana@Example.ORG ", roles: [.clinician])

    @Test("an address belongs to one account, whatever its case")
    func unique() async throws {
        let database = try await ClinicDatabase.temporary()
        let account = try await database.insertAccount(draft, passwordHash: "h", by: .program)
        #expect(account.email == "dana@example.org")
        let failure = await #expect(throws: ValidationFailure.self) {
            try await database.insertAccount(draft, passwordHash: "h", by: .program)
        }
        #expect(failure?.problems.map(\.message) == ["accounts.problem.email-taken"])
        #expect(try await database.credentials(email: "DANA@example.org")?.account.id == account.id)
    }

    @Test("of two first accounts sent at once one is made")
    func onlyFirst() async throws {
        let database = try await ClinicDatabase.temporary()
        let made = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<10 {
                group.addTask {
                    let draft = AccountDraft(name: "A", email: "a\(number)@example.org", roles: [.admin])
                    do {
                        _ = try await database.insertAccount(draft, passwordHash: "h", onlyFirst: true, by: .program)
                        return true
                    } catch { return false }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
        #expect(try await database.accounts().count == 1)
    }

    @Test(
        "a wrong name, address or set of roles is refused at its field",
        arguments: [
            ("", "a@b.c", [Role.admin], "name"), ("A\u{0}B", "a@b.c", [.admin], "name"), ("A", "", [.admin], "email"),
            ("A", "a", [.admin], "email"), ("A", "a@b@c", [.admin], "email"), ("A", "a b@c", [.admin], "email"),
            ("A", "a@b\nBcc: x@y.z", [.admin], "email"), ("A", "a@b.c", [], "role"),
            ("A", "a@b.c", [.patient, .admin], "role"), (String(repeating: "n", count: 201), "a@b.c", [.admin], "name"),
        ])
    func refused(name: String, email: String, roles: [Role], field: String) {
        #expect(AccountDraft(name: name, email: email, roles: Set(roles)).problems.map(\.field) == [field])
    }

    @Test("failures are counted before they are known, so that many at once do not slip past")
    func throttleRace() async throws {
        let database = try await ClinicDatabase.temporary()
        let key = ThrottleKey(hash: Data(repeating: 1, count: 32), free: 5)
        let letThrough = try await withThrowingTaskGroup(of: TimeInterval.self) { group in
            for _ in 0..<50 { group.addTask { try await database.beginSignIn([key]) } }
            return try await group.reduce(0) { $0 + ($1 == 0 ? 1 : 0) }
        }
        #expect(letThrough == 5)
    }

    @Test("looking up a session or an account reads no table from end to end")
    func plans() async throws {
        let database = try await ClinicDatabase.temporary()
        let queries = [
            "SELECT * FROM session JOIN account ON account.id = session.account_id WHERE token_hash = x'00' AND ended_at IS NULL",
            "SELECT * FROM account WHERE email = 'x' AND is_active",
            "SELECT * FROM session WHERE account_id = 'x' AND ended_at IS NULL ORDER BY last_seen_at DESC LIMIT 100",
            "SELECT * FROM audit_entry WHERE patient_id = 'x' ORDER BY id DESC LIMIT 100",
            "SELECT hash FROM audit_entry ORDER BY id DESC LIMIT 1",
        ]
        for query in queries {
            let plan = try await database.read { db in
                QueryPlan(lines: try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(query)").map { $0["detail"] })
            }
            // The newest audit row is the end of the table itself: SQLite calls that a scan and reads one row.
            #expect(plan.fullScans.filter { $0 != "audit_entry" } == [], "\(query): \(plan.lines)")
        }
    }
}
