import Clinic
import Rendering
import Store

/// The search on a page of its own, with the whole list below it.
struct MedicationIndexPage: Page {
    static let template = "medications/index"

    struct Letter: Sendable {
        let label: String
        let url: String
        let isCurrent: Bool
    }

    let typed: String
    let area: ChoiceFieldView
    let `class`: ChoiceFieldView
    /// Whether an area or a class is chosen.
    let isNarrowed: Bool
    let letters: [Letter]
    let source: String
    let results: MedicationResultsView

    init(
        _ form: MedicationSearchForm, groups: MedicationGroups, release: MedicationRelease?,
        results: MedicationResultsView, words: Words
    ) {
        typed = form.typed
        let fields = FieldBuilder(words: words, problems: [], prefix: "medications")
        let areas = MedicationArea.allCases.filter(groups.areas.contains).map {
            ($0.rawValue, words("medications.area.\($0.rawValue)"))
        }
        area = fields.choice(
            "area", [("", words("medications.area.any"))] + areas.sorted { $0.1 < $1.1 },
            chosen: [form.filter.area?.rawValue ?? ""])
        `class` = fields.choice(
            "class", [("", words("medications.class.any"))] + groups.classes.map { ($0.id, $0.name) },
            chosen: [form.filter.class ?? ""])
        isNarrowed = form.filter.area != nil || form.filter.class != nil
        letters = Self.letters(groups.letters, form, words)
        source = words.source(release)
        self.results = results
    }

    private static func letters(_ letters: [String], _ form: MedicationSearchForm, _ words: Words) -> [Letter] {
        func letter(_ label: String, _ letter: String?) -> Letter {
            var filter = form.filter
            filter.letter = letter
            let isCurrent = form.filter.letter == letter && MedicationQuery(typed: form.typed).isEmpty
            return Letter(
                label: label, url: MedicationSearchPlace.medications.path(filter), isCurrent: isCurrent)
        }
        return [letter(words("medications.letters.all"), nil)] + letters.map { letter($0.uppercased(), $0) }
    }
}

/// The list alone, for a script.
struct MedicationFragment: Page {
    static let template = "medications/results"
    let results: MedicationResultsView
}

extension Words {
    /// Where what is said of medicines comes from and of when it is. Stands wherever any of it does.
    func source(_ release: MedicationRelease?) -> String {
        guard let release else { return self("medications.source.none") }
        let values = ["date": Dates(language).date(release.asOf)]
        return self(release.isReviewed ? "medications.source.reviewed" : "medications.source", values)
    }
}
