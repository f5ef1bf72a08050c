import Foundation

/// A prescription that was signed: locked, with what became of it since.
package struct TherapyPrescription: Sendable, Hashable {
    /// Why and by whom a prescription was taken back.
    package struct Cancellation: Sendable, Hashable {
        package let at: Date
        /// The name of the account.
        package let by: String
        /// 1–500 characters of plain text.
        package let reason: String

        package init(at: Date, by: String, reason: String) {
            self.at = at
            self.by = by
            self.reason = reason
        }
    }

    package let id: Identifier<TherapyPrescription>
    /// Never ``PrescriptionStatus/draft``.
    package let status: PrescriptionStatus
    package let clinician: Identifier<Account>
    /// The patient's record at signing; it may have been merged into another since.
    package let patient: Identifier<Patient>
    package let signed: SignedTherapySheet
    /// The one this took the place of, and the signed one that took this one's place; nil for none.
    package let replaces: Identifier<TherapyPrescription>?
    package let replacedBy: Identifier<TherapyPrescription>?
    /// Nil unless cancelled.
    package let cancellation: Cancellation?

    package init(
        id: Identifier<TherapyPrescription>, status: PrescriptionStatus, clinician: Identifier<Account>,
        patient: Identifier<Patient>, signed: SignedTherapySheet, replaces: Identifier<TherapyPrescription>? = nil,
        replacedBy: Identifier<TherapyPrescription>? = nil, cancellation: Cancellation? = nil
    ) {
        self.id = id
        self.status = status
        self.clinician = clinician
        self.patient = patient
        self.signed = signed
        self.replaces = replaces
        self.replacedBy = replacedBy
        self.cancellation = cancellation
    }
}

/// One line of a list of prescriptions.
package struct TherapyPrescriptionSummary: Sendable, Hashable {
    package let id: Identifier<TherapyPrescription>
    package let status: PrescriptionStatus
    /// Nil for a draft.
    package let number: PrescriptionNumber?
    /// As the sheet has it, for a draft as the record has it now; nil for a draft without a patient.
    package let patientName: String?
    package let patientBirthDate: LocalDate?
    /// The clinician's name as signed, or the account's for a draft.
    package let clinician: String
    /// When it was signed, for a draft when it was last changed.
    package let at: Date
    /// The codes with their dots, primary first.
    package let diagnoses: [String]
    /// Nil for a draft without therapies.
    package let visits: Int?
    /// Those of ``diagnoses`` that the current release of their list does not let anybody bill any more.
    package let retired: [String]
    /// What became of it; nil for a draft.
    package var course: TherapyCourse?

    package init(
        id: Identifier<TherapyPrescription>, status: PrescriptionStatus, number: PrescriptionNumber?,
        patientName: String?, patientBirthDate: LocalDate?, clinician: String, at: Date, diagnoses: [String],
        retired: [String], visits: Int?
    ) {
        self.id = id
        self.status = status
        self.number = number
        self.patientName = patientName
        self.patientBirthDate = patientBirthDate
        self.clinician = clinician
        self.at = at
        self.diagnoses = diagnoses
        self.retired = retired
        self.visits = visits
    }
}

/// The reason a prescription is taken back for.
package enum CancellationReason {
    package static let limit = 500

    /// What is wrong with a reason, cleaned of outer white space; nil for nothing.
    package static func problem(_ reason: String) -> Problem? {
        if reason.isEmpty { return Problem("reason", "problems.required") }
        if reason.count > limit { return Problem("reason", "therapies.problem.too-long", ["max": "\(limit)"]) }
        return nil
    }
}
