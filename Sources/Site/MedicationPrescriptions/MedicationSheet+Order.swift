import Clinic
import Documents
import Foundation
import Rendering

extension Site {
    /// What a clinician signs: an order with everything that its sheet shows.
    /// - Parameters:
    ///   - language: of the sheet.
    ///   - zone: the patient's, for doses at given instants.
    package func medicationSheet(
        _ order: MedicationOrder, from provider: Provider, for patient: Patient, in language: Language, zone: TimeZone
    ) -> MedicationSheet {
        let words = templates.words(in: language)
        let home = provider.address.country ?? .unitedStates
        let sentence = MedicationWords(words, zone: zone, today: today).sentence(order)
        let wording = PatientWords(words, PatientReading(language: language, home: home, today: today, clinic: clinic))
        let allergies: MedicationSheet.Allergies =
            switch patient.allergies {
            case .notAsked: .notAsked
            case .noneKnown: .noneKnown
            case .recorded: .recorded(patient.allergies.allergies.map { wording.allergy($0) })
            }
        return MedicationSheet(
            language: language, provider: headed(SheetProvider(provider, home: home) { words.name($0) }),
            patient: SheetPatient(patient, home: home) { words.name($0) }, allergies: allergies, order: order,
            sentence: sentence.full, isAsWritten: sentence.origin != .composed)
    }
}
