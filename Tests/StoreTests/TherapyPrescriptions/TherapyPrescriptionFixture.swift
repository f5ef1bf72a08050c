import Clinic
import Foundation
import TestSupport
import Testing

@testable import Store

/// A clinic with two clinicians, a patient and what goes on a prescription.
struct TherapyPrescriptionFixture {
    let fixed: FixedSurroundings
    let database: ClinicDatabase
    let dana: Actor
    let lee: Actor
    let patient: Identifier<Patient>
    let spine: TherapyTemplate
    let zone = TimeZone.gmt

    init() async throws {
        let fixed = FixedSurroundings()
        try await self.init(try await .temporary(fixed), fixed)
    }

    /// - Parameter fixed: the database's clock.
    init(_ database: ClinicDatabase, _ fixed: FixedSurroundings) async throws {
        (self.database, self.fixed) = (database, fixed)
        dana = try await Self.clinician("Dana Reyes", database)
        lee = try await Self.clinician("Lee Ward", database)
        spine = try TherapyTemplate.spine()
        let born = try #require(LocalDate(iso: "1947-03-12"))
        let draft = PatientDraft(name: PersonName(given: "María", family: "Okafor"), birthDate: born, sex: .female)
        patient = try await database.insertPatient(draft, by: dana).id
    }

    private static func clinician(_ name: String, _ database: ClinicDatabase) async throws -> Actor {
        let email = name.lowercased().replacing(" ", with: ".") + "@example.org"
        let account = try await database.insertAccount(
            AccountDraft(name: name, email: email, roles: [.clinician]), passwordHash: "none", by: .program)
        return Actor(account: account.id)
    }

    static func diagnosis(_ code: String, _ title: String = "Radiculopathy") -> Diagnosis {
        Diagnosis(
            code: DiagnosisCode(system: .icd10cm, text: code), title: title, isBillable: true, parent: nil,
            release: "FY2026")
    }

    /// A draft with all four parts.
    func complete(
        by actor: Actor? = nil, _ change: (inout TherapyChoice) -> Void = { _ in }
    ) async throws -> TherapyPrescriptionDraft {
        let actor = actor ?? dana
        let id = try await database.insertTherapyPrescription(for: patient, by: actor)
        try await database.changeDiagnoses(of: id, by: actor) { try $0.add(Self.diagnosis("M5416"), releaseUntil: nil) }
        try await database.setPractice(.named("Lakeside"), of: id, version: 1, by: actor)
        var choice = TherapyChoice(template: spine)
        choice.items = ["conditioning"]
        choice.validUntil = LocalDate(iso: "2027-01-31")
        change(&choice)
        try await database.setTherapies(choice, of: id, version: 1, by: actor)
        return try await draft(id, actor)
    }

    func draft(
        _ id: Identifier<TherapyPrescription>, _ actor: Actor? = nil
    ) async throws -> TherapyPrescriptionDraft {
        try await database.therapyPrescriptionDraft(id, of: try #require((actor ?? dana).account))
    }

    func signing(_ draft: TherapyPrescriptionDraft) throws -> TherapySigning {
        TherapySigning(
            prescription: draft.id, version: draft.version, sheet: try .sample(draft.therapies), timeZone: zone,
            returnCodeHash: Self.codeHash(draft.id, 1))
    }

    /// Stands for the hash that the site makes with its key.
    static func codeHash(_ id: Identifier<TherapyPrescription>, _ edition: Int) -> Data {
        Data((id.text.utf8 + Array("\(edition)".utf8)).suffix(32))
    }

    func signed(
        by actor: Actor? = nil, _ change: (inout TherapyChoice) -> Void = { _ in }
    ) async throws -> TherapyPrescription {
        let actor = actor ?? dana
        return try await database.sign(try signing(try await complete(by: actor, change)), by: actor)
    }

    func audit() async throws -> [String] {
        try await database.auditEntries(of: patient, limit: 50).filter { $0.entity == "therapy-prescription" }
            .map(\.action.rawValue).reversed()
    }
}
