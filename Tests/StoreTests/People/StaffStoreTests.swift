import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The accounts of the staff in the database")
struct StaffStoreTests {
    private static let lastAdmin = "people.problem.last-admin"

    @Test("are listed by name with the last sign-in and the sessions that are open; patients' apart")
    func list() async throws {
        let fixture = try await StaffFixture()
        try await fixture.signIn(fixture.dana, 1)
        fixture.fixed.advance(by: 50_000)
        try await fixture.signIn(fixture.dana, 2)
        try await fixture.signIn(fixture.maria, 3)
        let staff = try await fixture.database.staff(StaffFixture.limits)
        #expect(staff.map(\.account) == [fixture.dana, fixture.morgan])
        #expect(staff.map(\.openSessions) == [1, 0])
        #expect(staff.map(\.lastSignInAt) == [fixture.fixed.now, nil])
        let patients = try await fixture.database.patientAccounts(StaffFixture.limits)
        #expect(patients.map(\.account) == [fixture.maria])
        let older = try await fixture.database.patientAccounts(before: fixture.maria.id, StaffFixture.limits)
        #expect(older == [])
        #expect(try await fixture.database.patientAccountCounts() == PatientAccountCounts(active: 1, inactive: 0))
        #expect(try await fixture.database.staffAccount(email: "DANA.reyes@example.org") == fixture.dana)
        #expect(try await fixture.database.staffAccount(email: fixture.maria.email) == nil)
    }

    @Test("changed roles hold for sessions that are open")
    func roles() async throws {
        let fixture = try await StaffFixture()
        try await fixture.signIn(fixture.dana, 1)
        var draft = StaffFixture.draft("Dana Reyes-Ward", [.admin])
        try await fixture.database.updateStaff(fixture.dana.id, draft, version: 1, by: fixture.admin)
        let session = try #require(try await fixture.session(1))
        #expect(session.account.roles == [.admin] && session.account.name == "Dana Reyes-Ward")
        #expect(try await fixture.audited("account", fixture.dana.id.text) == [.created, .updated])
        // The same once more is no conflict and no change.
        try await fixture.database.updateStaff(fixture.dana.id, draft, version: 1, by: fixture.admin)
        #expect(try await fixture.summary(fixture.dana).version == 2)
        draft.roles = [.admin, .clinician]
        await #expect(throws: StoreError.stale(currentVersion: 2)) {
            try await fixture.database.updateStaff(fixture.dana.id, draft, version: 1, by: fixture.admin)
        }
    }

    @Test("what cannot be is refused: an address that is taken, no role, a patient's role, a patient's account")
    func refused() async throws {
        let fixture = try await StaffFixture()
        for (name, roles, message) in [
            ("Morgan Ellis", Set([Role.clinician]), "accounts.problem.email-taken"),
            ("Dana Reyes", [], "problems.required"), ("Dana Reyes", [.patient], "people.problem.patient"),
            ("Dana Reyes", [.patient, .clinician], "accounts.problem.roles"),
        ] {
            let failure = await #expect(throws: ValidationFailure.self) {
                try await fixture.database.updateStaff(
                    fixture.dana.id, StaffFixture.draft(name, roles), version: 1, by: fixture.admin)
            }
            #expect(failure?.problems.first?.message == message)
        }
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.updateStaff(
                fixture.maria.id, StaffFixture.draft("Maria Lopez", [.clinician]), version: 1, by: fixture.admin)
        }
        for change in ["is_patient = 0, is_clinician = 1, patient_id = NULL", "is_clinician = 1"] {
            await #expect(throws: DatabaseError.self) {
                try await fixture.database.pool.write {
                    try $0.execute(sql: "UPDATE account SET \(change) WHERE id = ?", arguments: [fixture.maria.id])
                }
            }
        }
    }

    @Test("switched off: no sign-in and no session, and on again with the same password but not the old sessions")
    func deactivated() async throws {
        let fixture = try await StaffFixture()
        for account in [fixture.dana, fixture.maria] {
            try await fixture.signIn(account, account == fixture.dana ? 1 : 2)
            let code = account == fixture.dana ? try await fixture.invite(9, .account(account.id)) : nil
            for _ in 0..<2 { try await fixture.database.deactivateAccount(account.id, by: fixture.admin) }
            #expect(try await fixture.database.credentials(email: account.email) == nil)
            #expect(try await fixture.session(account == fixture.dana ? 1 : 2) == nil)
            if let code { #expect(try await fixture.end(code) == .revoked) }
            for _ in 0..<2 { try await fixture.database.reactivateAccount(account.id, by: fixture.admin) }
            #expect(try await fixture.database.credentials(email: account.email)?.passwordHash == "none")
            #expect(try await fixture.session(account == fixture.dana ? 1 : 2) == nil)
            let audited = try await fixture.audited("account", account.id.text)
            #expect(audited == [.created, .deactivated, .reactivated])
        }
        let patients = try await fixture.database.auditEntries(of: fixture.maria.patient)
        #expect(patients.contains { $0.action == .deactivated }, "the patient's own row says so")
    }

    @Test("the last active admin stays: neither roles nor switching off, nor by the schema")
    func lastAdmin() async throws {
        let fixture = try await StaffFixture()
        let other = try await fixture.add("Lee Ward", [.admin, .clinician])
        try await fixture.database.deactivateAccount(other.id, by: fixture.admin)
        let roles = ValidationFailure([Problem("role", Self.lastAdmin)])
        await #expect(throws: roles) {
            try await fixture.database.updateStaff(
                fixture.morgan.id, StaffFixture.draft("Morgan Ellis", [.clinician]), version: 1, by: fixture.admin)
        }
        let access = ValidationFailure([Problem("", Self.lastAdmin)])
        await #expect(throws: access) {
            try await fixture.database.deactivateAccount(fixture.morgan.id, by: fixture.admin)
        }
        for change in ["is_active = 0", "is_admin = 0, is_clinician = 1"] {
            await #expect(throws: DatabaseError.self) {
                try await fixture.database.pool.write { try $0.execute(sql: "UPDATE account SET \(change)") }
            }
        }
        // An admin who is switched off may lose the role.
        try await fixture.database.updateStaff(
            other.id, StaffFixture.draft("Lee Ward", [.clinician]), version: 2, by: fixture.admin)
    }

    @Test("of admins who take each other's access at the same time, one stays", arguments: [true, false])
    func race(byRole: Bool) async throws {
        let fixture = try await StaffFixture()
        let admins = [
            fixture.morgan, try await fixture.add("Ada One", [.admin]), try await fixture.add("Bo Two", [.admin]),
        ]
        let database = fixture.database
        let failures = await withTaskGroup(of: Bool.self) { group in
            for (place, account) in admins.enumerated() {
                group.addTask {
                    do {
                        let actor = Actor(account: admins[(place + 1) % 3].id)
                        if byRole {
                            try await database.updateStaff(
                                account.id, StaffFixture.draft(account.name, [.clinician]), version: 1, by: actor)
                        } else {
                            try await database.deactivateAccount(account.id, by: actor)
                        }
                        return false
                    } catch { return (error as? ValidationFailure)?.problems.first?.message == Self.lastAdmin }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(failures == 1)
        let left = try await database.accounts().filter { $0.isActive && $0.roles.contains(.admin) }
        #expect(left.count == 1)
    }

    @Test("all sessions end, but for the one that asks")
    func sessions() async throws {
        let fixture = try await StaffFixture()
        let kept = try await fixture.signIn(fixture.morgan, 1)
        try await fixture.signIn(fixture.morgan, 2)
        try await fixture.database.endSessions(of: fixture.morgan.id, keeping: kept.id, by: fixture.admin)
        #expect(try await fixture.session(1) != nil)
        #expect(try await fixture.session(2) == nil)
        try await fixture.database.endSessions(of: fixture.morgan.id, by: fixture.admin)
        #expect(try await fixture.session(1) == nil)
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.endSessions(of: Identifier("nobody"), by: fixture.admin)
        }
    }

    @Test("an index leads to whatever is asked")
    func indexed() async throws {
        let fixture = try await StaffFixture()
        for query in [
            AccountSummary.staffQuery, AccountSummary.patientsQuery, AccountSummary.oneQuery, AccountSummary.countQuery,
            StaffInvitation.listQuery, StaffInvitation.lastQuery, StaffInvitation.codeQuery,
            "SELECT id FROM staff_invitation WHERE ended_at IS NULL AND made_by = ?",
            "SELECT id FROM staff_invitation WHERE ended_at IS NULL AND email = ?",
            "SELECT id FROM staff_invitation WHERE ended_at IS NULL AND account_id = ?",
            "SELECT EXISTS (SELECT 1 FROM account WHERE is_admin = 1 AND is_active = 1 AND id <> ?)",
        ] {
            let plan = try await fixture.database.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.replacing("?", with: "'a'")).map {
                    $0["detail"] as String
                }
            }
            // The list of the staff is all of its own index.
            let scans = plan.filter {
                $0.hasPrefix("SCAN") && !$0.contains("account_of_staff") && $0 != "SCAN CONSTANT ROW"
            }
            #expect(scans == [], "\(plan)")
        }
    }
}
