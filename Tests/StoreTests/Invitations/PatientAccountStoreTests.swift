import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Patients' accounts in the database")
struct PatientAccountStoreTests {
    private let limits = SessionLimits(idle: 3600, absolute: 86_400)

    private func signIn(_ account: Account, _ fixture: InvitationFixture, token: UInt8) async throws {
        _ = try await fixture.database.insertSession(
            for: account, tokenHash: InvitationFixture.hash(token), userAgent: "", address: "local",
            by: Actor(account: account.id))
    }

    private func isSignedIn(_ fixture: InvitationFixture, token: UInt8) async throws -> Bool {
        try await fixture.database.session(tokenHash: InvitationFixture.hash(token), limits: limits) != nil
    }

    @Test("say when they were made and used last")
    func shown() async throws {
        let fixture = try await InvitationFixture()
        let account = try await fixture.join()
        let made = fixture.patients.fixed.now
        #expect(
            try await fixture.database.patientAccess(of: fixture.maria.id).accounts == [
                PatientAccount(account: account, madeAt: made, lastSignInAt: nil)
            ])
        for token in 1...2 as ClosedRange<UInt8> {
            fixture.patients.fixed.advance(by: 60)
            try await signIn(account, fixture, token: token)
        }
        #expect(try await fixture.database.patientAccount(account.id).lastSignInAt == made + 120)
    }

    @Test("get a new password, and a new address, by a code; who was signed in is signed out")
    func renewed() async throws {
        let fixture = try await InvitationFixture()
        let account = try await fixture.join()
        try await signIn(account, fixture, token: 1)
        let invitation = try await fixture.invite(2, renewing: account)
        #expect(try await isSignedIn(fixture, token: 1), "only the use of the code changes anything")
        #expect(try await fixture.database.invitationOffer(invitation.id).account == account)
        let renewed = try await fixture.use(invitation, email: "new@example.org", password: "new", language: .german)
        #expect(renewed.id == account.id)
        #expect(renewed.email == "new@example.org")
        #expect(renewed.language == nil, "the account keeps its language")
        #expect(try await !isSignedIn(fixture, token: 1))
        #expect(try await fixture.database.credentials(email: "maria@example.org") == nil)
        #expect(try await fixture.database.credentials(email: "new@example.org")?.passwordHash == "new")
        #expect(try await fixture.audited("account") == [.created, .passwordChanged, .updated])
    }

    @Test("keep their own address when it is typed again, and may not take another's")
    func ownAddress() async throws {
        let fixture = try await InvitationFixture()
        let account = try await fixture.join()
        let invitation = try await fixture.invite(2, renewing: account)
        await #expect(throws: ValidationFailure.self) {
            try await fixture.use(invitation, email: "dana.reyes@example.org")
        }
        #expect(try await fixture.use(invitation).email == account.email)
    }

    @Test("whose access ends are signed out, cannot sign in, and their open code ends; a new code gives access again")
    func deactivated() async throws {
        let fixture = try await InvitationFixture()
        let account = try await fixture.join()
        try await signIn(account, fixture, token: 1)
        let open = try await fixture.invite(2, renewing: account)
        for _ in 0..<2 {
            let patient = try await fixture.database.deactivatePatientAccount(account.id, by: fixture.patients.lee)
            #expect(patient == fixture.maria.id)
        }
        #expect(try await !isSignedIn(fixture, token: 1))
        #expect(try await fixture.database.credentials(email: account.email) == nil)
        #expect(try await fixture.end(open) == .revoked)
        #expect(try await fixture.type(2) == nil)
        #expect(try await fixture.audited("account") == [.created, .deactivated])
        let again = try await fixture.invite(3, renewing: account)
        #expect(try await fixture.use(again).isActive)
        #expect(try await fixture.database.credentials(email: account.email) != nil)
        #expect(try await fixture.audited("account").suffix(2) == [.passwordChanged, .reactivated])
    }

    @Test("are the only ones that this is for: no clinician's, no other patient's")
    func strangers() async throws {
        let fixture = try await InvitationFixture()
        let maria = try await fixture.join()
        let ada = try await fixture.patients.insert("Ada", "Quist")
        await #expect(throws: StoreError.notFound) { try await fixture.invite(2, ada, renewing: maria) }
        let clinician = try #require(fixture.patients.lee.account)
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.deactivatePatientAccount(clinician, by: fixture.patients.dana)
        }
        await #expect(throws: StoreError.notFound) { try await fixture.database.patientAccount(clinician) }
        let draft = InvitationDraft(
            patient: ada.id, account: clinician, codeHash: InvitationFixture.hash(3), validUntil: .distantFuture)
        await #expect(throws: StoreError.notFound) {
            try await fixture.database.insertInvitation(draft, by: fixture.patients.dana)
        }
    }

    @Test("of a merged record lead to the survivor's, and stay the record's own when it is taken out again")
    func merged() async throws {
        let fixture = try await InvitationFixture()
        let account = try await fixture.join()
        let survivor = try await fixture.patients.insert("Mary", "Lopez", born: "1948-12-03")
        try await fixture.merge(fixture.maria, into: survivor)
        #expect(try await fixture.database.patientAccess(of: survivor.id).accounts.map(\.account) == [account])
        await #expect(throws: InvitationRefusal.hasAccount) { try await fixture.invite(2, survivor) }
        let renewal = try await fixture.invite(3, survivor, renewing: account)
        let renewed = try await fixture.use(renewal, password: "new")
        #expect(renewed.patient == fixture.maria.id)
        _ = try await fixture.database.unmergePatient(fixture.maria.id, by: fixture.patients.lee)
        #expect(try await fixture.database.patientAccess(of: survivor.id).accounts == [])
        #expect(
            try await fixture.database.patientAccess(of: fixture.maria.id).accounts.map(\.account.id) == [account.id])
    }

    @Test("both stay where two records that have one are merged, each with its own password and its own end")
    func twoMerged() async throws {
        let fixture = try await InvitationFixture()
        let maria = try await fixture.join()
        let other = try await fixture.patients.insert("Mary", "Lopez")
        let mary = try await fixture.use(try await fixture.invite(2, other), email: "mary@example.org")
        try await fixture.merge(fixture.maria, into: other)
        #expect(
            try await fixture.database.patientAccess(of: other.id).accounts.map(\.account.id) == [maria.id, mary.id])
        _ = try await fixture.database.deactivatePatientAccount(maria.id, by: fixture.patients.dana)
        let left = try await fixture.database.patientAccess(of: other.id).accounts
        #expect(left.map(\.account.id) == [mary.id, maria.id])
        #expect(left.map(\.account.isActive) == [true, false])
    }

    @Test("codes of both records end when records are merged and when they are taken apart")
    func codesOfMerged() async throws {
        let fixture = try await InvitationFixture()
        let survivor = try await fixture.patients.insert("Mary", "Lopez")
        let (one, other) = (try await fixture.invite(1), try await fixture.invite(2, survivor))
        try await fixture.merge(fixture.maria, into: survivor)
        for invitation in [one, other] { #expect(try await fixture.end(invitation) == .revoked) }
        #expect(try await fixture.type(1) == nil)
        #expect(try await fixture.type(2) == nil)
        #expect(try await fixture.audited("invitation", of: survivor).prefix(2) == [.created, .revoked])
        // Made for either id it is the survivor's.
        let third = try await fixture.invite(3)
        #expect(third.patient == survivor.id)
        #expect(try await fixture.database.patientAccess(of: fixture.maria.id).lastInvitation == third)
        _ = try await fixture.database.unmergePatient(fixture.maria.id, by: fixture.patients.lee)
        #expect(try await fixture.end(third) == .revoked)
    }
}
