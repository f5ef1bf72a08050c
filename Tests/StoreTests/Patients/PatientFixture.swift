import Clinic
import Foundation
import Store
import TestSupport
import Testing

/// A database with two clinicians.
struct PatientFixture {
    let fixed = FixedSurroundings()
    let database: ClinicDatabase
    let dana: Actor
    let lee: Actor

    init() async throws {
        database = try await .temporary(fixed)
        dana = try await Self.clinician("Dana Reyes", database)
        lee = try await Self.clinician("Lee Ward", database)
    }

    private static func clinician(_ name: String, _ database: ClinicDatabase) async throws -> Actor {
        let email = name.lowercased().replacing(" ", with: ".") + "@example.org"
        let account = try await database.insertAccount(
            AccountDraft(name: name, email: email, roles: [.clinician]), passwordHash: "none", by: .program)
        return Actor(account: account.id)
    }

    /// A draft; born on 12 March 1948 unless said otherwise.
    static func draft(
        _ given: String, _ family: String, born: String = "1948-03-12",
        _ change: (inout PatientDraft) -> Void = { _ in }
    ) throws -> PatientDraft {
        var draft = PatientDraft(
            name: PersonName(given: given, family: family), birthDate: try #require(LocalDate(iso: born)), sex: .female)
        change(&draft)
        return draft
    }

    @discardableResult
    func insert(
        _ given: String, _ family: String, born: String = "1948-03-12",
        _ change: (inout PatientDraft) -> Void = { _ in }
    ) async throws -> Patient {
        fixed.advance(by: 1)
        return try await database.insertPatient(try Self.draft(given, family, born: born, change), by: dana)
    }

    /// The names found by a query, for Dana.
    func found(_ text: String) async throws -> [String] {
        guard let query = PatientQuery(text, order: .monthFirst), let account = dana.account else { return [] }
        return try await database.patients(matching: query, for: account).lines.map(\.name.full)
    }

    func recent(_ actor: Actor, page: Int = 1, size: Int = 25) async throws -> [String] {
        try await database.patients(recentFor: try #require(actor.account), page: page, size: size).lines.map(
            \.name.full)
    }
}
