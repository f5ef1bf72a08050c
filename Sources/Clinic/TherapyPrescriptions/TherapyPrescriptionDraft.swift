import Foundation

/// Where a prescription is in its life.
package enum PrescriptionStatus: String, Sendable, CaseIterable, Codable {
    /// Being written; seen by its clinician only.
    case draft
    /// In force and locked.
    case signed
    /// A signed correction took its place.
    case superseded
    /// Taken back, with a reason.
    case cancelled
}

/// The four parts of a prescription, in the order of the page. Any may be filled in first.
package enum PrescriptionPart: String, Sendable, CaseIterable {
    case patient, diagnoses, practice, therapies
}

/// How far a part is.
package enum PartState: Sendable, Hashable {
    case missing
    /// Something was filled in, and this stands in the way of signing.
    case incomplete([Problem])
    case complete

    package var isComplete: Bool { self == .complete }
}

/// A prescription that is being written, saved at every step. Each part may still be missing.
package struct TherapyPrescriptionDraft: Sendable, Hashable {
    package let id: Identifier<TherapyPrescription>
    /// Counts every change of any part from 1: what was checked is what is signed.
    package let version: Int
    /// Counts the changes of the practice and the therapies, whose forms stay open for long: a form sent from a second
    /// tab names the one it started from.
    package let practiceVersion: Int
    package let therapiesVersion: Int
    /// Who writes it; nobody else sees it.
    package let clinician: Identifier<Account>
    package var patient: Identifier<Patient>?
    package var diagnoses: DiagnosisList
    /// A copy: a favourite edited later changes no prescription.
    package var practice: Practice?
    package var therapies: TherapyChoice?
    /// The signed prescription that this one will take the place of; nil for a new one. A correction keeps its patient.
    package var replaces: Identifier<TherapyPrescription>?
    package let updatedAt: Date

    package init(
        id: Identifier<TherapyPrescription>, version: Int = 1, practiceVersion: Int = 1, therapiesVersion: Int = 1,
        clinician: Identifier<Account>, updatedAt: Date
    ) {
        self.id = id
        self.version = version
        self.practiceVersion = practiceVersion
        self.therapiesVersion = therapiesVersion
        self.clinician = clinician
        self.updatedAt = updatedAt
        diagnoses = DiagnosisList()
    }

    /// Whether nothing was filled in yet.
    package var isBlank: Bool {
        patient == nil && diagnoses.isEmpty && practice == nil && therapies == nil && replaces == nil
    }

    /// How far a part is.
    package func state(of part: PrescriptionPart, in review: TherapyReview) -> PartState {
        switch part {
        case .patient: patient == nil ? .missing : .complete
        case .diagnoses: diagnoses.isEmpty ? .missing : .complete
        case .practice: practice == nil ? .missing : .complete
        case .therapies:
            therapies.map { choice in
                let problems = review.problems(of: choice)
                return problems.isEmpty ? .complete : .incomplete(problems)
            } ?? .missing
        }
    }

    /// The parts that keep the prescription from being generated, in the page's order.
    package func missing(in review: TherapyReview) -> [PrescriptionPart] {
        PrescriptionPart.allCases.filter { !state(of: $0, in: review).isComplete }
    }
}
