import Clinic
import Foundation
import GRDB
import Store
import TestSupport
import Testing

/// A database with two clinicians and Maria Lopez, born on 12 March 1948.
struct InvitationFixture {
    let patients: PatientFixture
    let maria: Patient
    var database: ClinicDatabase { patients.database }
    let visitor = Actor(account: nil, request: "visit")
    static let born: Set<LocalDate> = [day("1948-03-12")]
    static let stranger: Set<LocalDate> = [day("1950-01-01")]

    init() async throws {
        patients = try await PatientFixture()
        maria = try await patients.insert("Maria", "Lopez")
    }

    static func hash(_ number: UInt8) -> Data { Data(repeating: number, count: 32) }

    private static func day(_ iso: String) -> LocalDate {
        guard let day = LocalDate(iso: iso) else { preconditionFailure(iso) }
        return day
    }

    /// Makes an invitation whose code's hash is a number repeated; by default for Maria, for a new account, for 14 days.
    @discardableResult
    func invite(
        _ code: UInt8 = 1, _ patient: Patient? = nil, renewing account: Account? = nil, days: Double = 14
    ) async throws -> Invitation {
        let draft = InvitationDraft(
            patient: (patient ?? maria).id, account: account?.id, codeHash: Self.hash(code),
            validUntil: patients.fixed.now + days * 86_400)
        return try await database.insertInvitation(draft, by: patients.dana)
    }

    /// What a code gives whoever types it with a date of birth.
    func type(_ code: UInt8 = 1, born: Set<LocalDate> = Self.born) async throws -> Invitation? {
        try await database.invitation(codeHash: Self.hash(code), bornOn: born, by: visitor)
    }

    @discardableResult
    func use(
        _ invitation: Invitation, email: String = "maria@example.org", password: String = "hash",
        language: Language? = nil
    ) async throws -> Account {
        let answer = InvitationAnswer(email: email, passwordHash: password, language: language)
        return try await database.useInvitation(invitation.id, answer, by: visitor)
    }

    /// Maria's account, made with code 1.
    func join() async throws -> Account { try await use(try await invite()) }

    func end(_ invitation: Invitation) async throws -> Invitation.End? {
        try await database.invitationOffer(invitation.id).invitation.end
    }

    /// What the audit log says of a kind of record, the oldest first.
    func audited(_ entity: String, of patient: Patient? = nil) async throws -> [AuditAction] {
        try await database.auditEntries(of: (patient ?? maria).id).filter { $0.entity == entity }.map(\.action)
            .reversed()
    }

    func merge(_ duplicate: Patient, into survivor: Patient) async throws {
        let versions = PatientMergeVersions(
            duplicate: try await database.patientRecord(duplicate.id).version,
            survivor: try await database.patientRecord(survivor.id).version)
        _ = try await database.mergePatient(
            duplicate.id, into: survivor.id, versions: versions, by: patients.dana)
    }
}
