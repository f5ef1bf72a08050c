import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// A draft with what its pages show around it.
struct MedicationDraft: Sendable {
    let draft: MedicationPrescriptionDraft
    let provider: Provider
    let patient: Patient
    /// The version that this one is to take the place of; nil for a new series.
    let original: MedicationPrescription?
    let words: PatientWords
    /// The patient's zone, or the clinic's.
    let zone: TimeZone
    let now: Date

    /// The patient's day.
    var today: LocalDate { LocalDate(now, in: zone) }

    var path: String { "/medication-prescriptions/\(draft.id)" }

    var form: MedicationOrderForm { MedicationOrderForm(draft.fields) }

    var banner: PatientBanner { PatientBanner(patient, words) }
}

extension Site {
    /// The draft that a path names: the account's own, and only once the provider information is complete. Opening it is
    /// reading the patient's record.
    /// - Throws: ``ProviderRequired``; ``StoreError/notFound`` for somebody else's, and for what is signed.
    func medicationDraft(_ context: ClinicianContext) async throws -> MedicationDraft {
        let provider = try await requireCompleteProvider(context).provider
        let draft = try await database.medicationPrescriptionDraft(
            try context.identifier(of: MedicationPrescription.self), of: context.account.id)
        let patient = try await database.patient(draft.patient)
        try await database.noteReading(of: patient.id, by: context.actor)
        var original: MedicationPrescription?
        if let id = draft.replaces { original = try await database.medicationPrescription(id) }
        let zone = zone(of: patient)
        return MedicationDraft(
            draft: draft, provider: provider, patient: patient, original: original,
            words: PatientWords(words(context), try await patientReading(context)), zone: zone,
            now: now)
    }

    /// Where a patient's clocks are: the record's zone, else the clinic's.
    func zone(of patient: Patient) -> TimeZone {
        patient.timeZone.flatMap { TimeZone(identifier: $0.text) } ?? settings.timeZone
    }
}
