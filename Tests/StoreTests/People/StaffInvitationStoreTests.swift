import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Colleagues' codes in the database")
struct StaffInvitationStoreTests {
    @Test("code and address lead to the invitation, and it makes the account as the admin said")
    func joins() async throws {
        let fixture = try await StaffFixture()
        let made = try await fixture.invite()
        #expect(made.author == "Morgan Ellis")
        #expect(try await fixture.database.staffInvitations() == [made])
        #expect(try await fixture.type() == made)
        let account = try await fixture.use(made)
        #expect(account.name == "Lee Ward" && account.roles == [.clinician] && account.patient == nil)
        #expect(try await fixture.database.credentials(email: "lee.ward@example.org")?.passwordHash == "new")
        #expect(try await fixture.end(made) == .used)
        #expect(try await fixture.audited("staff-invitation", made.id.text) == [.created, .used])
        #expect(try await fixture.database.staffInvitations() == [])
    }

    @Test("an unknown, an expired, a used, a revoked code and another address all look the same")
    func nothing() async throws {
        let fixture = try await StaffFixture()
        #expect(try await fixture.type(9) == nil)
        let made = try await fixture.invite()
        #expect(try await fixture.type(email: "dana.reyes@example.org") == nil)
        #expect(try await fixture.type() == made)
        fixture.fixed.advance(by: 7 * 86_400)
        #expect(try await fixture.type() == nil)
        await #expect(throws: StoreError.notFound) { try await fixture.use(made) }
        let second = try await fixture.invite(2)
        #expect(try await fixture.end(made) == .replaced, "also one that has run out")
        #expect(try await fixture.database.revokeStaffInvitation(second.id, by: fixture.admin) == nil)
        #expect(try await fixture.type(2) == nil)
        let third = try await fixture.invite(3)
        try await fixture.use(third)
        #expect(try await fixture.type(3) == nil)
        await #expect(throws: StoreError.notFound) { try await fixture.use(third) }
        let failures = try await fixture.database.auditEntries().filter { $0.action == .signInFailed }
        #expect(failures.count == 5)
        #expect(failures.allSatisfy { $0.entity == "staff-invitation" && $0.actor == fixture.visitor })
    }

    @Test("five wrong addresses kill a code; the list says so until there is a new one")
    func dies() async throws {
        let fixture = try await StaffFixture()
        let made = try await fixture.invite()
        for _ in 0..<5 { #expect(try await fixture.type(email: "x@example.org") == nil) }
        #expect(try await fixture.type() == nil)
        #expect(try await fixture.end(made) == .failed)
        #expect(try await fixture.database.staffInvitations().map(\.end) == [.failed])
        fixture.fixed.advance(by: 1)
        let second = try await fixture.invite(2)
        #expect(try await fixture.database.staffInvitations() == [second])
    }

    @Test("a code for a new password leaves the old one until it is used, then ends all sessions")
    func renews() async throws {
        let fixture = try await StaffFixture()
        try await fixture.signIn(fixture.dana, 1)
        let first = try await fixture.invite(1, .account(fixture.dana.id))
        let made = try await fixture.invite(2, .account(fixture.dana.id))
        #expect(try await fixture.end(first) == .replaced)
        #expect(try await fixture.database.lastStaffInvitation(renewing: fixture.dana.id)?.whom.name == "Dana Reyes")
        #expect(try await fixture.session(1) != nil)
        #expect(try await fixture.type(2, email: fixture.dana.email)?.account == fixture.dana.id)
        #expect(try await fixture.use(made).id == fixture.dana.id)
        #expect(try await fixture.session(1) == nil)
        #expect(try await fixture.database.credentials(email: fixture.dana.email)?.passwordHash == "new")
        #expect(try await fixture.audited("account", fixture.dana.id.text) == [.created, .passwordChanged])
        await #expect(throws: StoreError.notFound) { try await fixture.invite(3, .account(fixture.maria.id)) }
        try await fixture.database.deactivateAccount(fixture.dana.id, by: fixture.admin)
        await #expect(throws: ValidationFailure.self) { try await fixture.invite(4, .account(fixture.dana.id)) }
    }

    @Test("the same form sent twice has one invitation; later its code is not shown again")
    func repeated() async throws {
        let fixture = try await StaffFixture()
        let made = try await fixture.invite()
        #expect(try await fixture.invite() == made)
        fixture.fixed.advance(by: 61)
        await #expect(throws: InvitationRefusal.shownBefore) { try await fixture.invite() }
    }

    @Test("whoever has an account is not invited, and an account made elsewhere ends the code")
    func taken() async throws {
        let fixture = try await StaffFixture()
        let failure = ValidationFailure([Problem("email", "accounts.problem.email-taken")])
        await #expect(throws: failure) {
            try await fixture.invite(1, .colleague(StaffFixture.draft("Dana Reyes", [.admin])))
        }
        await #expect(throws: ValidationFailure.self) {
            try await fixture.invite(1, .colleague(StaffFixture.draft("Lee Ward", [.patient])))
        }
        let made = try await fixture.invite()
        _ = try await fixture.add("Lee Ward", [.admin])
        #expect(try await fixture.end(made) == .replaced)
    }

    @Test("codes given by an admin who may no longer are dead", arguments: [true, false])
    func author(byRole: Bool) async throws {
        let fixture = try await StaffFixture()
        let leaving = try await fixture.add("Ada One", [.admin])
        let made = try await fixture.invite(by: Actor(account: leaving.id))
        let other = try await fixture.invite(2, .account(fixture.dana.id))
        if byRole {
            try await fixture.database.updateStaff(
                leaving.id, StaffFixture.draft("Ada One", [.clinician]), version: 1, by: fixture.admin)
        } else {
            try await fixture.database.deactivateAccount(leaving.id, by: fixture.admin)
        }
        #expect(try await fixture.end(made) == .revoked)
        #expect(try await fixture.end(other) == nil)
    }

    @Test("of many who use a code at once one makes the account")
    func once() async throws {
        let fixture = try await StaffFixture()
        let made = try await fixture.invite()
        let answers = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { (try? await fixture.use(made)) != nil } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(answers == 1)
    }

    @Test("nothing of an invitation is changed afterwards, and none is deleted")
    func kept() async throws {
        let fixture = try await StaffFixture()
        try await fixture.use(try await fixture.invite())
        for sql in [
            "DELETE FROM staff_invitation",
            "UPDATE staff_invitation SET ended_at = NULL, ended_as = NULL, used_by = NULL",
            "UPDATE staff_invitation SET is_admin = 1",
        ] {
            await #expect(throws: DatabaseError.self) {
                try await fixture.database.pool.write { try $0.execute(sql: sql) }
            }
        }
    }
}
