/// What a medicine is, chemically or by what it does: "ACE inhibitor".
package struct MedicationClass: Hashable, Sendable {
    /// Names the class in addresses; made from its English name: `ace-inhibitor`.
    package let id: String
    package let name: Wording

    package init(id: String, name: Wording) {
        self.id = id
        self.name = name
    }

    /// The class of a name; its id is the English name in small letters and hyphens.
    package init(_ name: Wording) {
        self.init(id: SearchText.words(name[.english]).joined(separator: "-"), name: name)
    }
}

/// What a medicine comes as, with what a dose of it is usually counted in. A prescription may say otherwise.
package struct MedicationForm: Hashable, Sendable {
    /// "extended-release tablet".
    package let name: Wording
    package let unit: DoseUnit

    package init(name: Wording, unit: DoseUnit) {
        self.name = name
        self.unit = unit
    }
}

/// What may happen besides what is wanted, in plain words.
package struct SideEffects: Hashable, Sendable {
    package let common: [Wording]
    /// Rarer, but a reason to get help.
    package let serious: [Wording]

    package init(common: [Wording], serious: [Wording]) {
        self.common = common
        self.serious = serious
    }
}

/// What other systems call a medicine.
package struct MedicationCodes: Hashable, Sendable {
    /// The RxNorm concepts of its substances, joined by `+` where there are several; nil where unknown.
    package let rxcui: String?
    /// Codes of the WHO's classification by organ and substance; empty where unknown.
    package let atc: [String]

    package init(rxcui: String? = nil, atc: [String] = []) {
        self.rxcui = rxcui
        self.atc = atc
    }
}

/// Where in the body, or against what, medicines are used: the groups people browse by. The raw value is the word in
/// addresses, files and the database.
package enum MedicationArea: String, CaseIterable, Hashable, Sendable {
    case heart, blood, breathing, allergy, pain, bones, nerves, mind, sleep, dependence, infection, skin, eyes, stomach,
        diabetes, hormones, nutrition, urinary, sexual, cancer, immune
}

/// How a medicine is handed out in the United States.
package enum MedicationSupply: String, CaseIterable, Hashable, Sendable {
    case prescription = "rx"
    /// Without a prescription.
    case overTheCounter = "otc"
    /// Depends on strength and form.
    case both
}

/// The schedule of a controlled substance (21 U.S.C. 812, as the FDA's product list names it). What may be prescribed
/// has one of these; most medicines have none.
package enum ControlledSchedule: String, CaseIterable, Hashable, Sendable {
    case two = "CII"
    case three = "CIII"
    case four = "CIV"
    case five = "CV"
}
