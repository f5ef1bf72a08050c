/// The name of a medicine in addresses, forms and records, such as `lisinopril` or `amlodipine-benazepril`. A medicine
/// keeps it in every release of the list.
package struct MedicationID: Hashable, Sendable, CustomStringConvertible {
    /// 1 to 100 small letters, digits and hyphens.
    package let text: String

    /// Wraps text that is known to name a medicine, such as a column's value.
    package init(_ text: String) { self.text = text }

    /// Reads text from outside; nil for what can name no medicine.
    package init?(untrusted text: String) {
        let isRight = text.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
        }
        guard isRight, (1...100).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    package var description: String { text }
}

/// A medicine of the list with everything that is known of it: general information that no clinician has reviewed, as
/// of the date of its release. A medicine of two substances is one of its own.
package struct Medication: Hashable, Sendable {
    package let id: MedicationID
    /// The name in the United States, in small letters: `acetaminophen`, `amlodipine/benazepril`.
    package let name: String
    /// The name with capitals where it differs from one that looks alike: `hydrOXYzine`. Equal to ``name`` where nothing
    /// is known to look alike.
    package let tallName: String
    /// The international name (INN) where it differs: `paracetamol`; nil where it is the same.
    package let internationalName: String?
    /// What else people look for it by, each a single word: `HCTZ`, `Acetylsalicylsäure`.
    package let otherNames: [String]
    package let brands: [String]
    package let classes: [MedicationClass]
    /// More words for its classes: `blood`, `pressure`, `sartan`.
    package let classWords: [String]
    /// Where it is used, the most important first.
    package let areas: [MedicationArea]
    /// What it is for, the most important first, in plain words.
    package let purposes: [Wording]
    package let forms: [MedicationForm]
    /// How it is given, in plain words: "by mouth".
    package let routes: [Wording]
    package let effects: SideEffects
    package let supply: MedicationSupply
    /// Nil for a medicine that is not controlled.
    package let schedule: ControlledSchedule?
    /// Taken once a week and never daily (methotrexate): a daily dose is a known, deadly mistake.
    package let isWeeklyOnly: Bool
    /// The day on which it was taken off the market in the United States; nil for one that is on it.
    package let withdrawnOn: LocalDate?
    /// Medicines it has been mistaken for because of its name.
    package let lookalikes: [MedicationID]
    /// How to take it, in Markdown; empty where nothing is said.
    package let leaflet: Wording
    package let codes: MedicationCodes

    package init(
        id: MedicationID, names: Names, classes: [MedicationClass], classWords: [String] = [],
        areas: [MedicationArea], purposes: [Wording], forms: [MedicationForm], routes: [Wording],
        effects: SideEffects, rules: Rules = Rules(), lookalikes: [MedicationID] = [],
        leaflet: Wording = Wording([:]), codes: MedicationCodes = MedicationCodes()
    ) {
        self.id = id
        name = names.name
        tallName = names.tall ?? names.name
        internationalName = names.international
        otherNames = names.other
        brands = names.brands
        self.classes = classes
        self.classWords = classWords
        self.areas = areas
        self.purposes = purposes
        self.forms = forms
        self.routes = routes
        self.effects = effects
        supply = rules.supply
        schedule = rules.schedule
        isWeeklyOnly = rules.isWeeklyOnly
        withdrawnOn = rules.withdrawnOn
        self.lookalikes = lookalikes
        self.leaflet = leaflet
        self.codes = codes
    }

    package var isWithdrawn: Bool { withdrawnOn != nil }

    /// The names of a medicine, as ``Medication`` explains them.
    package struct Names: Hashable, Sendable {
        package var name: String
        package var tall: String?
        package var international: String?
        package var other: [String]
        package var brands: [String]

        package init(
            _ name: String, tall: String? = nil, international: String? = nil, other: [String] = [],
            brands: [String] = []
        ) {
            self.name = name
            self.tall = tall
            self.international = international
            self.other = other
            self.brands = brands
        }
    }

    /// What restricts a medicine, as ``Medication`` explains it.
    package struct Rules: Hashable, Sendable {
        package var supply: MedicationSupply
        package var schedule: ControlledSchedule?
        package var isWeeklyOnly: Bool
        package var withdrawnOn: LocalDate?

        package init(
            supply: MedicationSupply = .prescription, schedule: ControlledSchedule? = nil, isWeeklyOnly: Bool = false,
            withdrawnOn: LocalDate? = nil
        ) {
            self.supply = supply
            self.schedule = schedule
            self.isWeeklyOnly = isWeeklyOnly
            self.withdrawnOn = withdrawnOn
        }
    }
}
