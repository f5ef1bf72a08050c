import Foundation

/// A person in the clinic's care (FHIR Patient): one record with its present values. Its values read as its own:
/// `patient.name`, `patient.birthDate`.
@dynamicMemberLookup
package struct Patient: Sendable, Hashable {
    package let id: Identifier<Patient>
    package let number: PatientNumber
    /// Counts the record's edits from 1; an edit names the version it started from.
    package let version: Int
    /// The record that this one was found to be a duplicate of; nil for a record that stands for itself.
    package let mergedInto: Identifier<Patient>?
    package let details: PatientDraft

    package init(
        id: Identifier<Patient>, number: PatientNumber, version: Int, mergedInto: Identifier<Patient>?,
        details: PatientDraft
    ) {
        self.id = id
        self.number = number
        self.version = version
        self.mergedInto = mergedInto
        self.details = details
    }

    package subscript<Value>(dynamicMember path: KeyPath<PatientDraft, Value>) -> Value { details[keyPath: path] }
}

/// One line of a list of patients.
package struct PatientSummary: Sendable, Hashable {
    package let id: Identifier<Patient>
    package let number: PatientNumber
    package let name: PersonName
    package let birthDate: LocalDate
    package var sex = Sex.unknown
    package var city = ""
    package var phone: PhoneNumber?
    /// The names under which records merged into this one are known, where they differ.
    package var otherNames: [PersonName] = []

    package init(id: Identifier<Patient>, number: PatientNumber, name: PersonName, birthDate: LocalDate) {
        self.id = id
        self.number = number
        self.name = name
        self.birthDate = birthDate
    }
}

/// What a record said once, and who wrote it when.
package struct PatientVersion: Sendable, Hashable {
    /// Why a version was written.
    package enum Cause: String, Sendable, CaseIterable {
        case created, edited, merged, unmerged
    }

    package let version: Int
    package let at: Date
    /// The writer's name; nil for the program itself.
    package let author: String?
    package let cause: Cause
    package let details: PatientDraft

    package init(version: Int, at: Date, author: String?, cause: Cause, details: PatientDraft) {
        self.version = version
        self.at = at
        self.author = author
        self.cause = cause
        self.details = details
    }
}
