import Foundation

/// A dose that was taken, or that was not: one entry of the log (FHIR MedicationAdministration). What the medicine and
/// the dose were called then is copied.
package struct Administration: Hashable, Sendable {
    package let id: Identifier<Administration>
    /// The series of prescriptions it belongs to, and the version that was in force.
    package let series: Identifier<MedicationPrescription>
    package let prescription: Identifier<MedicationPrescription>
    package let patient: Identifier<Patient>
    /// Counts the corrections from 1.
    package let version: Int
    package let recordedAt: Date
    /// The name of the account that made the entry; empty for the program itself.
    package let recordedBy: String
    /// Whether the entry was taken back; the slot is open again.
    package let isUndone: Bool
    package let details: AdministrationDraft

    package init(
        id: Identifier<Administration>, series: Identifier<MedicationPrescription>,
        prescription: Identifier<MedicationPrescription>, patient: Identifier<Patient>, version: Int,
        recordedAt: Date, recordedBy: String, isUndone: Bool, details: AdministrationDraft
    ) {
        self.id = id
        self.series = series
        self.prescription = prescription
        self.patient = patient
        self.version = version
        self.recordedAt = recordedAt
        self.recordedBy = recordedBy
        self.isUndone = isUndone
        self.details = details
    }
}

/// What an entry of the log says.
package struct AdministrationDraft: Hashable, Sendable {
    /// What became of the dose.
    package enum Outcome: Hashable, Sendable {
        case taken
        case notTaken(NotTakenReason)
    }

    /// Which expected dose it answers; nil for an as-needed, an extra or an unplanned one.
    package var slot: String?
    /// When the dose was planned; nil where it was not, or only for a day.
    package var plannedAt: Date?
    package var outcome: Outcome
    /// When it was taken, or when it was decided not to.
    package var at: Date
    /// The zone of the place where it was taken.
    package var zone: TimeZone
    /// The day of the plan it counts for: a dose taken after midnight for last evening belongs to last evening.
    package var day: LocalDate
    /// "Lisinopril 10 mg", and how much of it was due, as they were called then.
    package var medicine: String
    package var dose: Dose?
    /// How much was taken, where it was not the dose; nil for the dose.
    package var amount: Dose?
    /// Plain text, up to 1,000 characters; empty for none.
    package var note: String

    package init(
        _ outcome: Outcome, at: Date, in zone: TimeZone, day: LocalDate, medicine: String, dose: Dose? = nil,
        slot: String? = nil, plannedAt: Date? = nil, amount: Dose? = nil, note: String = ""
    ) {
        self.outcome = outcome
        self.at = at
        self.zone = zone
        self.day = day
        self.medicine = medicine
        self.dose = dose
        self.slot = slot
        self.plannedAt = plannedAt
        self.amount = amount
        self.note = note
    }

    package var isTaken: Bool { outcome == .taken }
}

/// Why a dose was not taken.
package enum NotTakenReason: String, Sendable, CaseIterable, Codable {
    case forgot
    case sideEffect = "side-effect"
    case ranOut = "ran-out"
    case toldToStop = "told-to-stop"
    case asleep
    case feltWell = "felt-well"
    case cost
    case other
}

/// What an entry said before it was corrected or taken back, and who changed it when.
package struct AdministrationVersion: Hashable, Sendable {
    package let version: Int
    /// When this version was replaced, and by the account of which name.
    package let replacedAt: Date
    package let replacedBy: String
    package let isUndone: Bool
    package let details: AdministrationDraft

    package init(
        version: Int, replacedAt: Date, replacedBy: String, isUndone: Bool, details: AdministrationDraft
    ) {
        self.version = version
        self.replacedAt = replacedAt
        self.replacedBy = replacedBy
        self.isUndone = isUndone
        self.details = details
    }
}

/// How many doses of a day were taken and how many were not.
package struct AdministrationCount: Hashable, Sendable {
    package let day: LocalDate
    package let taken: Int
    package let notTaken: Int

    package init(day: LocalDate, taken: Int, notTaken: Int) {
        self.day = day
        self.taken = taken
        self.notTaken = notTaken
    }
}
