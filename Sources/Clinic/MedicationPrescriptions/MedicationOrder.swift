/// What a medication prescription orders: the medicine, how it is taken, how long, how much is dispensed. A copy of
/// words, so that a catalogue changed later changes nothing that was prescribed (FHIR MedicationRequest).
package struct MedicationOrder: Hashable, Sendable, Codable {
    package var medicine: PrescribedMedicine
    /// Such as `5 mg`, as typed; empty for none.
    package var strength: String
    /// The dosage form in the catalogue's words or as typed: `tablet`, `solution`; empty for not said.
    package var form: String
    /// In the catalogue's words or as typed: `oral`; empty for not said.
    package var route: String
    /// One at least.
    package var dosages: [Dosage]
    /// What it is for, as the patient may read it; empty for not said.
    package var reason: String
    /// The first day of the first dose, in the patient's zone: what every phase, count and cycle begins with.
    package var start: LocalDate
    /// The last day; nil for no end but that of the dosages.
    package var end: LocalDate?
    /// How much is to be dispensed; nil for not said.
    package var quantity: Dose?
    /// How often it may be dispensed again, 0…99.
    package var refills: Int
    /// Whether the pharmacy may give an equivalent product.
    package var maySubstitute: Bool
    /// Empty for none.
    package var noteToPatient: String
    /// Empty for none.
    package var noteToPharmacist: String

    package init(_ medicine: PrescribedMedicine, _ dosages: [Dosage], from start: LocalDate) {
        self.medicine = medicine
        self.dosages = dosages
        self.start = start
        strength = ""
        form = ""
        route = ""
        reason = ""
        refills = 0
        maySubstitute = true
        noteToPatient = ""
        noteToPharmacist = ""
    }
}

/// Which medicine, by the words it was prescribed with.
package struct PrescribedMedicine: Hashable, Sendable, Codable {
    /// The catalogue's id; nil for one that was typed freely, which looks different wherever it is shown.
    package var catalogID: String?
    /// The generic name, or the free text.
    package var name: String
    /// The brand asked for; empty for none.
    package var brand: String
    /// The schedule of a controlled substance, such as `CII`; empty for none. What the law asks for goes with it.
    package var controlledSchedule: String
    /// Whether it is never taken more often than weekly, as methotrexate for arthritis.
    package var isWeeklyOnly: Bool

    package init(
        catalogID: String? = nil, name: String, brand: String = "", controlledSchedule: String = "",
        isWeeklyOnly: Bool = false
    ) {
        self.catalogID = catalogID
        self.name = name
        self.brand = brand
        self.controlledSchedule = controlledSchedule
        self.isWeeklyOnly = isWeeklyOnly
    }

    /// "Zestril (lisinopril)", or the name alone.
    package var title: String { brand.isEmpty ? name : "\(brand) (\(name))" }
}
