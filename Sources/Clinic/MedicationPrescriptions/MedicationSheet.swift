import Foundation

/// Everything a medication prescription prints, as words in one language: a copy, not references. Once signed it never
/// changes, whatever happens to the patient, the provider or the catalogue.
package struct MedicationSheet: Hashable, Sendable, Codable {
    /// What was known of allergies when it was signed.
    package enum Allergies: Hashable, Sendable, Codable {
        case notAsked
        case noneKnown
        /// Each as one line: substance, reaction, severity.
        case recorded([String])
    }

    package var language: Language
    package var provider: SheetProvider
    package var patient: SheetPatient
    package var allergies: Allergies
    package var order: MedicationOrder
    /// How it is taken, in the sheet's language.
    package var sentence: String
    /// Whether ``sentence`` is the prescriber's own text, because the structure does not say it all.
    package var isAsWritten: Bool

    package init(
        language: Language, provider: SheetProvider, patient: SheetPatient, allergies: Allergies,
        order: MedicationOrder, sentence: String, isAsWritten: Bool
    ) {
        self.language = language
        self.provider = provider
        self.patient = patient
        self.allergies = allergies
        self.order = order
        self.sentence = sentence
        self.isAsWritten = isAsWritten
    }
}

/// A sheet with what signing added. This is the signed document; a page and a PDF are only views of it.
package struct SignedMedicationSheet: Hashable, Sendable, Codable {
    package let sheet: MedicationSheet
    package let number: PrescriptionNumber
    /// To the second.
    package let signedAt: Date
    /// The IANA zone that the date and time are printed in.
    package let timeZone: String
    /// The number of the version that this one takes the place of; nil for a first one.
    package let replaces: PrescriptionNumber?

    package init(
        sheet: MedicationSheet, number: PrescriptionNumber, signedAt: Date, timeZone: String,
        replaces: PrescriptionNumber? = nil
    ) {
        self.sheet = sheet
        self.number = number
        self.signedAt = Date(timeIntervalSince1970: signedAt.timeIntervalSince1970.rounded(.down))
        self.timeZone = timeZone
        self.replaces = replaces
    }
}
