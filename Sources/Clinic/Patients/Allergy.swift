/// One thing a person does not tolerate (FHIR AllergyIntolerance).
package struct Allergy: Hashable, Sendable {
    /// How bad the reaction was or may be (FHIR reaction-event-severity).
    package enum Severity: String, Sendable, CaseIterable {
        case mild, moderate, severe
    }

    package var substance: String
    /// What happened, such as "hives"; empty when not known.
    package var reaction: String
    /// Nil when not known.
    package var severity: Severity?

    package init(substance: String, reaction: String = "", severity: Severity? = nil) {
        self.substance = substance
        self.reaction = reaction
        self.severity = severity
    }
}

/// What is known about a person's allergies. "None known" is an answer somebody gave; "not asked" is the lack of one.
package enum AllergyStatus: Hashable, Sendable {
    case notAsked
    case noneKnown
    /// At least one.
    case recorded([Allergy])

    /// The allergies recorded, the severe ones first; empty for the other two.
    package var allergies: [Allergy] {
        guard case .recorded(let allergies) = self else { return [] }
        return allergies.filter { $0.severity == .severe } + allergies.filter { $0.severity != .severe }
    }
}

/// An illness or state a prescriber should know of (FHIR Condition), in free words.
package struct Condition: Hashable, Sendable {
    package var name: String
    /// Since when, how controlled; empty for nothing.
    package var note: String

    package init(name: String, note: String = "") {
        self.name = name
        self.note = note
    }
}

/// Whether a person was pregnant on a day (LOINC 82810-3).
package struct Pregnancy: Hashable, Sendable {
    package enum Status: String, Sendable, CaseIterable {
        case pregnant
        case possiblyPregnant = "possibly-pregnant"
        case notPregnant = "not-pregnant"
    }

    package var status: Status
    /// The day it was found or said.
    package var asOf: LocalDate

    package init(status: Status, asOf: LocalDate) {
        self.status = status
        self.asOf = asOf
    }
}
