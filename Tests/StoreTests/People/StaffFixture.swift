import Clinic
import Foundation
import Store
import TestSupport

/// A database with an admin, Morgan, a clinician, Dana, and a patient's account, Maria.
struct StaffFixture {
    let fixed = FixedSurroundings()
    let database: ClinicDatabase
    let morgan: Account
    let dana: Account
    let maria: Account
    let visitor = Actor(account: nil, request: "visit")
    var admin: Actor { Actor(account: morgan.id) }
    static let limits = SessionLimits(idle: 3600, absolute: 43_200)

    init() async throws {
        database = try await .temporary(fixed)
        morgan = try await Self.add("Morgan Ellis", [.admin], database)
        dana = try await Self.add("Dana Reyes", [.clinician], database)
        let patient = try await database.insertPatient(try PatientFixture.draft("Maria", "Lopez"), by: .program)
        maria = try await Self.add("Maria Lopez", [.patient], patient: patient.id, database)
    }

    private static func add(
        _ name: String, _ roles: Set<Role>, patient: Identifier<Patient>? = nil, _ database: ClinicDatabase
    ) async throws -> Account {
        try await database.insertAccount(
            draft(name, roles, patient: patient), passwordHash: "none", by: .program)
    }

    func add(_ name: String, _ roles: Set<Role>) async throws -> Account { try await Self.add(name, roles, database) }

    static func draft(_ name: String, _ roles: Set<Role>, patient: Identifier<Patient>? = nil) -> AccountDraft {
        let email = name.lowercased().replacing(" ", with: ".") + "@example.org"
        return AccountDraft(name: name, email: email, roles: roles, patient: patient)
    }

    func summary(_ account: Account) async throws -> AccountSummary {
        try await database.accountSummary(account.id, Self.limits)
    }

    /// Signs somebody in; the token's hash is a number repeated.
    @discardableResult
    func signIn(_ account: Account, _ token: UInt8) async throws -> Session {
        try await database.insertSession(
            for: account, tokenHash: Self.hash(token), userAgent: "", address: "", by: Actor(account: account.id))
    }

    func session(_ token: UInt8) async throws -> Session? {
        try await database.session(tokenHash: Self.hash(token), limits: Self.limits)
    }

    static func hash(_ number: UInt8) -> Data { Data(repeating: number, count: 32) }

    /// Invites Lee Ward with a code whose hash is a number repeated.
    @discardableResult
    func invite(
        _ code: UInt8 = 1, _ whom: StaffInvitationDraft.Whom = .colleague(draft("Lee Ward", [.clinician])),
        by actor: Actor? = nil
    ) async throws -> StaffInvitation {
        let draft = StaffInvitationDraft(
            whom, codeHash: Self.hash(code), validUntil: fixed.now + 7 * 86_400)
        return try await database.insertStaffInvitation(draft, by: actor ?? admin)
    }

    /// What a code gives whoever types it with an e-mail address.
    func type(_ code: UInt8 = 1, email: String = "lee.ward@example.org") async throws -> StaffInvitation? {
        try await database.staffInvitation(codeHash: Self.hash(code), email: email, by: visitor)
    }

    @discardableResult
    func use(_ invitation: StaffInvitation, password: String = "new") async throws -> Account {
        try await database.useStaffInvitation(invitation.id, passwordHash: password, language: nil, by: visitor)
    }

    func end(_ invitation: StaffInvitation) async throws -> Invitation.End? {
        try await database.staffInvitation(invitation.id).end
    }

    func audited(_ entity: String, _ id: String) async throws -> [AuditAction] {
        try await database.auditEntries().filter { $0.entity == entity && $0.entityID == id }.map(\.action).reversed()
    }
}
