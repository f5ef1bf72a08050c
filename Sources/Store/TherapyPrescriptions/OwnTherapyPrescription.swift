import Clinic
import GRDB

extension ClinicDatabase {
    /// A signed prescription, for the patient it was written for. Records that were merged are one patient, whichever of
    /// them the prescription or the account names.
    /// - Throws: ``StoreError/notFound`` for everybody else's, and for drafts; ``StoreError/unavailable(_:)`` when the stored
    ///   sheet does not match its hash.
    package func therapyPrescription(
        _ id: Identifier<TherapyPrescription>, ofPatient patient: Identifier<Patient>
    ) async throws -> TherapyPrescription {
        try await read { db in
            guard let prescription = try TherapyPrescriptionRows.signed(id, db),
                try Patient.standing(for: prescription.patient, in: db).id == Patient.standing(for: patient, in: db).id
            else { throw StoreError.notFound }
            return prescription
        }
    }
}
