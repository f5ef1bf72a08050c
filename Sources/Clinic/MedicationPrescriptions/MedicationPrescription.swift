import Foundation

/// Where a signed medication prescription is in its life. That its last day is over is not a state, but a fact of the
/// calendar.
package enum MedicationPrescriptionStatus: String, Sendable, CaseIterable, Codable {
    /// In force.
    case signed
    /// A later version of the same series took its place.
    case superseded
    /// Stopped, with a reason.
    case discontinued
}

/// A medication prescription that was signed: locked, with what became of it since. Changing or renewing it signs a new
/// version in the same series; doses are logged on the series.
package struct MedicationPrescription: Hashable, Sendable {
    /// No doses are due meanwhile.
    package struct Pause: Hashable, Sendable {
        package let id: Identifier<Pause>
        /// The first day without doses, in the patient's zone.
        package let from: LocalDate
        /// The last day without doses; nil while the pause goes on.
        package let through: LocalDate?
        package let resumption: Course.Resumption
        /// Plain text, 1–500 characters.
        package let reason: String
        /// The name of the account that paused it.
        package let by: String

        package init(
            id: Identifier<Pause>, from: LocalDate, through: LocalDate?, resumption: Course.Resumption, reason: String,
            by: String
        ) {
            self.id = id
            self.from = from
            self.through = through
            self.resumption = resumption
            self.reason = reason
            self.by = by
        }
    }

    /// Stopped for good.
    package struct Discontinuation: Hashable, Sendable {
        package let at: Date
        /// The last day of doses, in the patient's zone.
        package let lastDay: LocalDate
        /// The name of the account.
        package let by: String
        /// Plain text, 1–500 characters.
        package let reason: String

        package init(at: Date, lastDay: LocalDate, by: String, reason: String) {
            self.at = at
            self.lastDay = lastDay
            self.by = by
            self.reason = reason
        }
    }

    package let id: Identifier<MedicationPrescription>
    /// The id of the first version; its own for that one.
    package let series: Identifier<MedicationPrescription>
    package let status: MedicationPrescriptionStatus
    package let clinician: Identifier<Account>
    /// The patient's record at signing; it may have been merged into another since.
    package let patient: Identifier<Patient>
    package let signed: SignedMedicationSheet
    /// The version this took the place of, and the one that took this one's place; nil for none.
    package let replaces: Identifier<MedicationPrescription>?
    package let replacedBy: Identifier<MedicationPrescription>?
    /// Of the whole series, the earliest first.
    package let pauses: [Pause]
    /// Nil unless discontinued.
    package let discontinuation: Discontinuation?

    package var order: MedicationOrder { signed.sheet.order }

    package init(
        id: Identifier<MedicationPrescription>, series: Identifier<MedicationPrescription>,
        status: MedicationPrescriptionStatus, clinician: Identifier<Account>, patient: Identifier<Patient>,
        signed: SignedMedicationSheet, replaces: Identifier<MedicationPrescription>? = nil,
        replacedBy: Identifier<MedicationPrescription>? = nil, pauses: [Pause] = [],
        discontinuation: Discontinuation? = nil
    ) {
        self.id = id
        self.series = series
        self.status = status
        self.clinician = clinician
        self.patient = patient
        self.signed = signed
        self.replaces = replaces
        self.replacedBy = replacedBy
        self.pauses = pauses
        self.discontinuation = discontinuation
    }
}

/// A medication prescription that is being written: the form as typed, kept at every step and checked when it is signed.
package struct MedicationPrescriptionDraft: Hashable, Sendable {
    package let id: Identifier<MedicationPrescription>
    /// Counts every save from 1: what was checked is what is signed.
    package let version: Int
    /// Who writes it; nobody else sees it.
    package let clinician: Identifier<Account>
    package let patient: Identifier<Patient>
    /// The fields of the form by name, as typed.
    package let fields: [String: [String]]
    /// The version in force that this one will take the place of; nil for a new series.
    package let replaces: Identifier<MedicationPrescription>?
    package let updatedAt: Date

    package init(
        id: Identifier<MedicationPrescription>, version: Int, clinician: Identifier<Account>,
        patient: Identifier<Patient>, fields: [String: [String]], replaces: Identifier<MedicationPrescription>?,
        updatedAt: Date
    ) {
        self.id = id
        self.version = version
        self.clinician = clinician
        self.patient = patient
        self.fields = fields
        self.replaces = replaces
        self.updatedAt = updatedAt
    }
}
