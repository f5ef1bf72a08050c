import Clinic
import Rendering

/// What `_patient-banner.mustache` gets under the name `banner`: who a clinical page is about, and what must not be
/// overlooked.
struct PatientBanner: Sendable {
    let name: String
    /// The patient's record; nil on the record itself.
    let url: String?
    let birthDate: String
    let age: String?
    let identifier: String?
    /// Every allergy, the severe ones first; nil when none is recorded.
    let allergies: String?
    let severe: Bool
    let noKnownAllergies: Bool

    /// - Parameter isLinked: whether the name leads to the patient's record.
    init(_ patient: Patient, _ words: PatientWords, isLinked: Bool = true) {
        name = patient.name.full
        url = isLinked ? "/patients/\(patient.id)" : nil
        birthDate = words.date(patient.birthDate)
        age = words.age(patient.birthDate)
        identifier = patient.number.description
        let recorded = patient.allergies.allergies
        allergies = recorded.isEmpty ? nil : recorded.map(words.allergy).joined(separator: ", ")
        severe = patient.allergies.isSevere
        noKnownAllergies = patient.allergies == .noneKnown
    }
}

extension Site {
    /// The banner of a page about a patient, its name leading to the record.
    func patientBanner(_ patient: Patient, _ context: ClinicianContext) async throws -> PatientBanner {
        PatientBanner(patient, PatientWords(words(context), try await patientReading(context)))
    }
}
