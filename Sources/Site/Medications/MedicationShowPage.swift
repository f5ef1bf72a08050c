import Clinic
import Rendering
import Store

/// A medicine's own page: what it is for first, what it may do behind a summary.
struct MedicationShowPage: Page {
    static let template = "medications/show"

    struct LinkLine: Sendable {
        let name: String
        let url: String
        /// Tells it apart; nil for none.
        let note: String?
    }

    /// One fact of the list below; either words or links.
    struct Fact: Sendable {
        let label: String
        let text: String
    }

    let name: String
    /// Nil where it is the name.
    let international: String?
    let classes: [LinkLine]
    let purposes: [String]
    /// HTML of our own making; nil where nothing is said.
    let leaflet: String?
    let common: [String]
    let serious: [String]
    /// When it was withdrawn, as a sentence; nil for what is on the market.
    let withdrawn: String?
    let isWeeklyOnly: Bool
    let isRetired: Bool
    /// Words for a controlled substance; nil for others.
    let controlled: String?
    let facts: [Fact]
    let lookalikes: [LinkLine]
    let hasLookalikes: Bool
    let source: String
    let imported: ImportedMedicationFacts
    /// Imported lists often say neither.
    let hasPurposes: Bool
    let hasEffects: Bool

    static func path(_ id: MedicationID) -> String { "/medications/\(id)" }

    /// - Parameter lookalikes: those it has been mistaken for.
    init(
        _ stored: StoredMedication, lookalikes alike: [MedicationSummary], imported: ImportedMedicationFacts,
        words: Words
    ) {
        self.imported = imported
        hasPurposes = !stored.medication.purposes.isEmpty
        hasEffects = !(stored.medication.effects.common + stored.medication.effects.serious).isEmpty
        let medication = stored.medication
        let language = words.language
        name = medication.tallName
        international = medication.internationalName
        classes = medication.classes.map {
            let filter = MedicationFilter(class: $0.id)
            return LinkLine(
                name: $0.name[language], url: MedicationSearchPlace.medications.path(filter), note: nil)
        }
        purposes = medication.purposes.map { $0[language] }
        leaflet = medication.leaflet[language].isEmpty ? nil : Markdown.html(medication.leaflet[language])
        common = medication.effects.common.map { $0[language] }
        serious = medication.effects.serious.map { $0[language] }
        withdrawn = medication.withdrawnOn.map {
            words("medications.withdrawn.title", ["date": Dates(language).date($0)])
        }
        isWeeklyOnly = medication.isWeeklyOnly
        isRetired = stored.isRetired
        controlled = medication.schedule.map { words("medications.controlled", ["schedule": $0.rawValue]) }
        facts = Self.facts(medication, words)
        lookalikes = alike.map { LinkLine(name: $0.tallName, url: Self.path($0.id), note: $0.classes) }
        hasLookalikes = !alike.isEmpty
        source = words.source(stored.release)
    }

    private static func facts(_ medication: Medication, _ words: Words) -> [Fact] {
        let language = words.language
        let codes =
            medication.codes.atc.map { "ATC \($0)" } + (medication.codes.rxcui.map { ["RxNorm \($0)"] } ?? [])
        let all = [
            ("medications.brands", medication.brands.joined(separator: ", ")),
            ("medications.international", medication.internationalName ?? ""),
            ("medications.other-names", medication.otherNames.joined(separator: ", ")),
            ("medications.forms", medication.forms.map { $0.name[language] }.joined(separator: ", ")),
            ("medications.routes", medication.routes.map { $0[language] }.joined(separator: ", ")),
            ("medications.supply", words("medications.supply.\(medication.supply.rawValue)")),
            (
                "medications.schedule",
                medication.schedule.map { words("medications.schedule.text", ["schedule": $0.rawValue]) } ?? ""
            ),
            ("medications.codes", codes.joined(separator: ", ")),
        ]
        return all.filter { !$0.1.isEmpty }.map { Fact(label: words($0.0), text: $0.1) }
    }
}

/// What imported lists say of a medicine beside the program's own.
struct ImportedMedicationFacts: Sendable {
    struct Interaction: Sendable {
        let name: String
        let severity: String
        let text: String
    }

    let facts: [MedicationShowPage.Fact]
    let hasFacts: Bool
    let interactions: [Interaction]
    let hasInteractions: Bool

    init(_ listed: ListedMedication?, interactions: [ListedInteraction], _ words: Words) {
        let all = [
            ("medications.brands", listed?.brands ?? []), ("medications.strengths", listed?.strengths ?? []),
            ("medications.forms", listed?.forms ?? []), ("medications.routes", listed?.routes ?? []),
            ("medications.purposes", listed?.purposes ?? []),
        ]
        facts = all.filter { !$0.1.isEmpty }.map {
            MedicationShowPage.Fact(label: words($0.0), text: $0.1.joined(separator: ", "))
        }
        hasFacts = !facts.isEmpty
        self.interactions = interactions.map {
            Interaction(
                name: $0.names[1], severity: words("medications.severity.\($0.severity.rawValue)"), text: $0.text)
        }
        hasInteractions = !interactions.isEmpty
    }
}
