import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Invitations in the database")
struct InvitationStoreTests {
    @Test("code and date of birth lead to the invitation, and it makes the account of the patient")
    func joins() async throws {
        let fixture = try await InvitationFixture()
        let made = try await fixture.invite()
        #expect(made.author == "Dana Reyes")
        #expect(try await fixture.type() == made)
        let account = try await fixture.use(made, email: "Maria@Example.org ", language: .german)
        #expect(account.email == "maria@example.org")
        #expect(account.name == "Maria Lopez")
        #expect(account.roles == [.patient])
        #expect(account.patient == fixture.maria.id)
        #expect(account.language == .german)
        let stored = try #require(try await fixture.database.credentials(email: "maria@example.org"))
        #expect(stored.account == account)
        #expect(stored.passwordHash == "hash")
        #expect(try await fixture.end(made) == .used)
        #expect(try await fixture.audited("invitation") == [.created, .used])
        #expect(try await fixture.audited("account") == [.created])
    }

    @Test("an unknown, an expired, a used, a revoked code and a wrong date of birth all look the same")
    func nothing() async throws {
        let fixture = try await InvitationFixture()
        #expect(try await fixture.type(9) == nil)
        let made = try await fixture.invite()
        #expect(try await fixture.type(born: InvitationFixture.stranger) == nil)
        #expect(try await fixture.type(born: []) == nil)
        #expect(try await fixture.type() == made)
        fixture.patients.fixed.advance(by: 14 * 86_400)
        #expect(try await fixture.type() == nil)
        await #expect(throws: StoreError.notFound) { try await fixture.use(made) }
        let second = try await fixture.invite(2)
        _ = try await fixture.database.revokeInvitation(second.id, by: fixture.patients.lee)
        #expect(try await fixture.type(2) == nil)
        await #expect(throws: StoreError.notFound) { try await fixture.use(second) }
        let third = try await fixture.invite(3)
        try await fixture.use(third)
        #expect(try await fixture.type(3) == nil)
        await #expect(throws: StoreError.notFound) { try await fixture.use(third, email: "thief@example.org") }
        let failures = try await fixture.database.auditEntries().filter { $0.action == .signInFailed }
        #expect(failures.count == 6)
        #expect(failures.allSatisfy { $0.entity == "invitation" && $0.actor == fixture.visitor })
    }

    @Test("five wrong dates of birth kill a code, also for whoever knows the right one")
    func dies() async throws {
        let fixture = try await InvitationFixture()
        let made = try await fixture.invite()
        for _ in 0..<4 { #expect(try await fixture.type(born: InvitationFixture.stranger) == nil) }
        #expect(try await fixture.type() == made)
        #expect(try await fixture.type(born: InvitationFixture.stranger) == nil)
        #expect(try await fixture.type() == nil)
        #expect(try await fixture.end(made) == .failed)
        await #expect(throws: StoreError.notFound) { try await fixture.use(made) }
        #expect(
            try await fixture.audited("invitation") == [
                .created, .signInFailed, .signInFailed, .signInFailed, .signInFailed, .signInFailed, .locked,
                .signInFailed,
            ])
    }

    @Test("a patient has one open code: a new one replaces it")
    func oneAtATime() async throws {
        let fixture = try await InvitationFixture()
        let first = try await fixture.invite(1)
        let second = try await fixture.invite(2)
        #expect(try await fixture.type(1) == nil)
        #expect(try await fixture.type(2) == second)
        #expect(try await fixture.end(first) == .replaced)
        #expect(try await fixture.database.patientAccess(of: fixture.maria.id).lastInvitation == second)
        // Somebody else's stays.
        let other = try await fixture.invite(3, try await fixture.patients.insert("Ada", "Quist"))
        #expect(try await fixture.end(other) == nil)
        #expect(try await fixture.end(second) == nil)
    }

    @Test("the same form sent twice makes one code; a minute later it makes none")
    func sameForm() async throws {
        let fixture = try await InvitationFixture()
        let made = try await fixture.invite()
        async let again = fixture.invite()
        async let oncemore = fixture.invite()
        let repeated = try await [again, oncemore]
        #expect(repeated == [made, made])
        #expect(try await fixture.audited("invitation") == [.created])
        fixture.patients.fixed.advance(by: 60)
        await #expect(throws: InvitationRefusal.shownBefore) { try await fixture.invite() }
        #expect(try await fixture.end(made) == nil)
    }

    @Test("of two who use a code at once one makes the account")
    func once() async throws {
        let fixture = try await InvitationFixture()
        let made = try await fixture.invite()
        let answers = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask { (try? await fixture.use(made, email: "maria\(number)@example.org")) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(answers == 1)
        #expect(try await fixture.database.patientAccess(of: fixture.maria.id).accounts.count == 1)
    }

    @Test("an address that somebody has is refused and the code stays good")
    func takenAddress() async throws {
        let fixture = try await InvitationFixture()
        let made = try await fixture.invite()
        let taken = ValidationFailure([Problem("email", "accounts.problem.email-taken")])
        await #expect(throws: taken) { try await fixture.use(made, email: "LEE.WARD@example.org") }
        await #expect(throws: ValidationFailure.self) { try await fixture.use(made, email: "no address") }
        #expect(try await fixture.type() == made)
        try await fixture.use(made)
    }

    @Test("a code that is revoked twice, or after it was used, stays what it was")
    func revokedTwice() async throws {
        let fixture = try await InvitationFixture()
        let made = try await fixture.invite()
        try await fixture.use(made)
        #expect(
            try await fixture.database.revokeInvitation(made.id, by: fixture.patients.dana) == fixture.maria.id)
        #expect(try await fixture.end(made) == .used)
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.revokeInvitation(Identifier("nothing"), by: fixture.patients.dana)
        }
    }

    @Test("a patient with an account gets no second one by a code, nor by the command line")
    func oneAccount() async throws {
        let fixture = try await InvitationFixture()
        _ = try await fixture.join()
        await #expect(throws: InvitationRefusal.hasAccount) { try await fixture.invite(2) }
        let taken = ValidationFailure([Problem("patient", "accounts.problem.patient-taken")])
        await #expect(throws: taken) { try await add(fixture.maria.id, fixture) }
        let unknown = ValidationFailure([Problem("patient", "accounts.problem.patient-unknown")])
        await #expect(throws: unknown) {
            try await add(Identifier("01920000-0000-7000-8000-00000000ffff"), fixture)
        }
    }

    @Test("an account made on the command line ends the code on paper")
    func commandLine() async throws {
        let fixture = try await InvitationFixture()
        let made = try await fixture.invite()
        try await add(fixture.maria.id, fixture)
        #expect(try await fixture.end(made) == .replaced)
    }

    private func add(_ patient: Identifier<Patient>, _ fixture: InvitationFixture) async throws {
        _ = try await fixture.database.insertAccount(
            AccountDraft(name: "M", email: "m@example.org", roles: [.patient], patient: patient), passwordHash: "x",
            by: .program)
    }

    @Test("nothing of an invitation is changed afterwards, and none is deleted")
    func kept() async throws {
        let fixture = try await InvitationFixture()
        _ = try await fixture.join()
        for sql in [
            "DELETE FROM invitation", "UPDATE invitation SET ended_at = NULL, ended_as = NULL, used_by = NULL",
            "UPDATE invitation SET valid_until = '2099-01-01'",
        ] {
            await #expect(throws: DatabaseError.self) {
                try await fixture.database.pool.write { try $0.execute(sql: sql) }
            }
        }
    }

    @Test("codes, accounts and invitations are found by an index")
    func indexed() async throws {
        let fixture = try await InvitationFixture()
        for query in [
            Invitation.lastQuery, PatientAccount.listQuery, "SELECT id FROM invitation WHERE code_hash = ?",
        ] {
            let plan = try await fixture.database.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.replacing("?", with: "'a'")).map {
                    $0["detail"] as String
                }
            }
            #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
        }
    }
}
