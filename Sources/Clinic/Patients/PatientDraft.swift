/// Everything a clinic writes down about a patient, checked and ready to be stored.
package struct PatientDraft: Hashable, Sendable {
    package var name: PersonName
    package var birthDate: LocalDate
    package var sex: Sex
    package var address = PostalAddress()
    package var phone: PhoneNumber?
    package var email: EmailAddress?
    /// The language the person wants to be spoken to in; nil when not recorded.
    package var language: PersonLanguage?
    /// Nil means the clinic's own.
    package var timeZone: TimeZoneName?
    /// Markdown; empty for none. At most ``longestNotes`` Unicode scalars.
    package var notes = ""
    package var allergies = AllergyStatus.notAsked
    package var conditions: [Condition] = []
    /// Nil when not recorded.
    package var pregnancy: Pregnancy?
    package var weight: Weight?
    package var height: Height?
    package var kidneyFunction: KidneyFunction?

    package static let longestNotes = 20_000

    package init(name: PersonName, birthDate: LocalDate, sex: Sex) {
        self.name = name
        self.birthDate = birthDate
        self.sex = sex
    }
}

/// FHIR administrative-gender: what the clinic's paperwork says.
package enum Sex: String, Sendable, CaseIterable {
    case female, male, other, unknown
}
