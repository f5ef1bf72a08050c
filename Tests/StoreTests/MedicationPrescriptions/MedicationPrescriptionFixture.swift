import Clinic
import Foundation
import TestSupport
import Testing

@testable import Store

/// A clinic with two clinicians and a patient.
struct MedicationPrescriptionFixture {
    let fixed = FixedSurroundings()
    let database: ClinicDatabase
    let dana: Actor
    let lee: Actor
    let patient: Identifier<Patient>

    init() async throws {
        database = try await .temporary(fixed)
        dana = try await Self.clinician("Dana Reyes", database)
        lee = try await Self.clinician("Lee Ward", database)
        patient = try await Self.patient("Okafor", database, dana)
    }

    static func patient(
        _ family: String, _ database: ClinicDatabase, _ actor: Actor
    ) async throws -> Identifier<Patient> {
        let born = try #require(LocalDate(iso: "1947-03-12"))
        let draft = PatientDraft(name: PersonName(given: "María", family: family), birthDate: born, sex: .female)
        return try await database.insertPatient(draft, by: actor).id
    }

    private static func clinician(_ name: String, _ database: ClinicDatabase) async throws -> Actor {
        let email = name.lowercased().replacing(" ", with: ".") + "@example.org"
        let account = try await database.insertAccount(
            AccountDraft(name: name, email: email, roles: [.clinician]), passwordHash: "none", by: .program)
        return Actor(account: account.id)
    }

    func draft(
        replacing original: MedicationPrescription? = nil, by actor: Actor? = nil
    ) async throws -> Identifier<MedicationPrescription> {
        if let original {
            return try await database.changeMedicationPrescription(original.id, by: actor ?? dana)
        }
        return try await database.insertMedicationPrescriptionDraft(
            for: patient, fields: ["medicine": ["lisinopril"]], by: actor ?? dana)
    }

    func signing(
        _ id: Identifier<MedicationPrescription>, version: Int = 1, _ order: MedicationOrder = .sample()
    ) throws -> MedicationSigning {
        MedicationSigning(prescription: id, version: version, sheet: try .sample(order), timeZone: .gmt)
    }

    func signed(_ order: MedicationOrder = .sample()) async throws -> MedicationPrescription {
        try await database.sign(try signing(try await draft(), order), by: dana)
    }

    /// A second version of a signed prescription.
    func changed(_ original: MedicationPrescription) async throws -> MedicationPrescription {
        try await database.sign(try signing(try await draft(replacing: original)), by: dana)
    }

    func audit(_ entity: String = "medication-prescription") async throws -> [String] {
        try await database.auditEntries(of: patient, limit: 50).filter { $0.entity == entity }
            .map(\.action.rawValue).reversed()
    }
}
