extension Medication {
    /// A medicine that only an imported list knows: in the list's own words for every language, nothing added.
    package init(_ listed: ListedMedication) {
        self.init(
            id: listed.id, names: Names(listed.name, other: listed.otherNames, brands: listed.brands),
            classes: listed.classes.map { MedicationClass(Wording(everywhere: $0)) }, areas: [],
            purposes: listed.purposes.map { Wording(everywhere: $0) },
            forms: listed.forms.map { MedicationForm(name: Wording(everywhere: $0), unit: DoseUnit(listedForm: $0)) },
            routes: listed.routes.map { Wording(everywhere: $0) },
            effects: SideEffects(common: listed.effects.map { Wording(everywhere: $0) }, serious: []),
            rules: Rules(schedule: listed.schedule), codes: MedicationCodes(rxcui: listed.rxcui))
    }
}

extension Wording {
    /// Text that is the same in every language.
    init(everywhere text: String) {
        self.init(Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, text) }))
    }
}

extension DoseUnit {
    /// What doses of a form are usually counted or measured in, by the words of the publishers: `TABLET, FILM COATED`,
    /// `Oral Solution`.
    init(listedForm form: String) {
        let isLiquid = SearchText.words(form).contains { ["solution", "suspension", "syrup", "liquid"].contains($0) }
        self = DoseUnit(form: form) ?? (isLiquid ? .millilitre : .dose)
    }
}
