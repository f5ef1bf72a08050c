import Clinic
import Store

/// Whose pages a log is shown on: those of the clinic, or those of the patient it belongs to.
enum LogSide: String, Sendable {
    case clinic, own

    func path(_ id: Identifier<MedicationPrescription>) -> String {
        switch self {
        case .clinic: "/medication-prescriptions/\(id)"
        case .own: "/my/medications/\(id)"
        }
    }

    func path(_ id: Identifier<Administration>) -> String {
        switch self {
        case .clinic: "/administrations/\(id)"
        case .own: "/my/administrations/\(id)"
        }
    }
}

/// Somebody who may read and write a log: any clinician, and the patient it belongs to.
protocol LogContext: SiteContext {
    static var side: LogSide { get }
    var account: Account { get }

    /// A signed prescription that this person may read. Reading by others than the patient is audited.
    /// - Throws: ``StoreError/notFound`` also for somebody else's.
    func prescription(
        _ id: Identifier<MedicationPrescription>, in database: ClinicDatabase
    ) async throws -> MedicationPrescription
}

extension ClinicianContext: LogContext {
    static var side: LogSide { .clinic }

    func prescription(
        _ id: Identifier<MedicationPrescription>, in database: ClinicDatabase
    ) async throws -> MedicationPrescription {
        let prescription = try await database.medicationPrescription(id)
        try await database.auditRead(of: prescription.patient, "medication-prescription", id: id.text, by: actor)
        return prescription
    }
}

extension PatientContext: LogContext {
    static var side: LogSide { .own }

    func prescription(
        _ id: Identifier<MedicationPrescription>, in database: ClinicDatabase
    ) async throws -> MedicationPrescription {
        guard let patient else { throw StoreError.notFound }
        return try await database.medicationPrescription(id, ofPatient: patient)
    }
}
