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
    /// The severe allergies; nil when none is recorded.
    let severeAllergies: String?
    /// The allergies that are not known to be severe; nil when none is recorded.
    let allergies: String?
    let noKnownAllergies: Bool

    /// - Parameter isLinked: whether the name leads to the patient's record.
    init(_ patient: Patient, _ words: PatientWords, isLinked: Bool = true) {
        name = patient.name.full
        url = isLinked ? "/patients/\(patient.id)" : nil
        birthDate = words.date(patient.birthDate)
        age = words.age(patient.birthDate)
        identifier = patient.number.description
        let listed = { (allergies: [Allergy], text: (Allergy) -> String) in
            allergies.isEmpty ? nil : allergies.map(text).joined(separator: ", ")
        }
        let recorded = patient.allergies.allergies
        severeAllergies = listed(recorded.filter { $0.severity == .severe }, words.allergy)
        allergies = listed(recorded.filter { $0.severity != .severe }, words.allergy)
        noKnownAllergies = patient.allergies == .noneKnown
    }
}

extension Site {
    /// The banner of a page about a patient, its name leading to the record.
    func patientBanner(_ patient: Patient, _ context: ClinicianContext) async throws -> PatientBanner {
        PatientBanner(patient, PatientWords(words(context), try await patientReading(context)))
    }
}
