import Clinic
import Foundation
import GRDB

extension ClinicDatabase {
    /// A signed prescription, for any clinician of the clinic. The caller audits the reading.
    /// - Throws: ``StoreError/notFound``; ``StoreError/unavailable(_:)`` when the stored sheet does not match its hash.
    package func medicationPrescription(
        _ id: Identifier<MedicationPrescription>
    ) async throws -> MedicationPrescription {
        try readBriefly { db in
            guard let prescription = try MedicationPrescriptionRows.prescription(id, db) else {
                throw StoreError.notFound
            }
            return prescription
        }
    }

    /// A signed prescription, for the patient it was written for. Records that were merged are one patient.
    /// - Throws: ``StoreError/notFound`` for everybody else's; ``StoreError/unavailable(_:)`` as above.
    package func medicationPrescription(
        _ id: Identifier<MedicationPrescription>, ofPatient patient: Identifier<Patient>
    ) async throws -> MedicationPrescription {
        try readBriefly { db in
            guard let prescription = try MedicationPrescriptionRows.prescription(id, db),
                try Patient.standing(for: prescription.patient, in: db).id == Patient.standing(for: patient, in: db).id
            else { throw StoreError.notFound }
            return prescription
        }
    }

    /// All versions of a series, the first one first; empty when there is none.
    package func medicationPrescriptionVersions(
        ofSeries series: Identifier<MedicationPrescription>
    ) async throws -> [MedicationPrescription] {
        try readBriefly { try MedicationPrescriptionRows.series(series, $0) }
    }

    /// The newest version of every series that was prescribed to a patient: those in force first, by name. The one list
    /// of truth, with what was discontinued after it.
    package func medicationPrescriptions(
        of patient: Identifier<Patient>
    ) async throws -> [MedicationPrescription] {
        try readBriefly { try MedicationPrescriptionRows.newest(of: patient, $0) }
    }

    /// Signed prescriptions whose stored sheet does not match its hash: altered behind the program's back.
    package func alteredMedicationPrescriptions() async throws -> [Identifier<MedicationPrescription>] {
        try await read { db in
            let rows = try Row.fetchCursor(db, sql: "SELECT id, sheet, sheet_hash FROM medication_prescription")
            var altered: [Identifier<MedicationPrescription>] = []
            while let row = try rows.next() {
                if StoredJSON.hash(of: row["sheet"]) != row["sheet_hash"] as Data { altered.append(row["id"]) }
            }
            return altered
        }
    }
}
