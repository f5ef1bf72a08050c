import Clinic
import Rendering

/// The controls of the therapies, made from the template: another template is another form.
struct TherapiesFields: Sendable {
    /// The box that says "these numbers are meant".
    struct Acceptance: Sendable {
        let question: String
        let label: String
        let value: String
    }

    /// The items below a heading.
    struct Section: Sendable {
        let items: ChoiceFieldView
        /// The kinds that items may be narrowed to.
        let narrowings: [Narrowing]
    }

    struct Narrowing: Sendable {
        let title: String
        let isOpen: Bool
        let kinds: ChoiceFieldView
    }

    /// What is wrong, for the summary.
    let summary: [ProblemLine]
    let version: Int
    let visits: ChoiceFieldView
    let perWeek: FieldView
    let weeks: FieldView
    /// Nil unless the numbers differ and nobody has said that they are meant.
    let acceptance: Acceptance?
    /// The answer given before, sent along; empty for none.
    let accepted: String
    let sections: [Section]
    let weightBearing: ChoiceFieldView
    let precautions: ChoiceFieldView
    let goals: FieldView
    let instructions: FieldView
    let validUntil: FieldView

    /// - Parameter choice: what is kept and shown; nil while the form holds something that could not be kept.
    init(_ form: TherapiesForm, _ around: DraftSurroundings, choice: TherapyChoice?, problems: [Problem]) {
        let words = around.words.words
        let template = around.template
        let fields = FieldBuilder(
            words: words, problems: problems, prefix: "therapies",
            labels: ["visits": template.visits.title[words.language]])
        summary = fields.summary
        version = form.version
        visits = fields.choice(
            "visits", (template.visits.min...template.visits.max).map { ("\($0)", "\($0)") }, chosen: [form.visits]
        ) {
            $0.label = template.visits.title[words.language]
            $0.grid = true
        }
        perWeek = fields.number("per-week", form.perWeek)
        weeks = fields.number("weeks", form.weeks)
        acceptance = choice.flatMap { choice in
            choice.mismatch.map {
                Acceptance(
                    question: words($0), label: words("therapies.accept"), value: TherapiesForm.text(choice.plan))
            }
        }
        accepted = acceptance == nil ? form.accepted : ""
        sections = template.sections.map { Section($0, form, fields) }
        weightBearing = fields.choice(
            "weight-bearing",
            [("", words("therapies.weight-bearing.none"))]
                + template.weightBearing.map { ($0.id, $0.title[words.language]) },
            chosen: [form.weightBearing]
        ) { $0.optional = true }
        precautions = fields.choice(
            "precautions", template.precautions.map { ($0.id, $0.title[words.language]) }, chosen: form.precautions
        ) {
            $0.radio = false
            $0.columns = true
            $0.optional = true
        }
        goals = fields.text("goals", form.goals, longest: TherapyChoice.goalsLimit)
        instructions = fields.text("instructions", form.instructions, longest: TherapyChoice.instructionsLimit)
        validUntil = fields.field("valid-until", form.validUntil) {
            $0.required = false
            $0.optional = true
            $0.width = "20"
            $0.autocomplete = "off"
        }
    }

    /// What differs between what is kept and what was typed.
    static func comparison(
        kept: TherapyChoice, typed: TherapiesForm, _ around: DraftSurroundings
    ) -> ChangeComparison {
        let words = around.words.words
        let now = TherapiesForm(kept, version: 0, dates: Dates(words.language))
        let template = around.template
        let items = { (ids: Set<String>) in
            template.items.filter { ids.contains($0.id) }.map { $0.title[words.language] }.joined(separator: ", ")
        }
        let names = { (ids: Set<String>, list: [TherapyTemplate.Item]) in
            list.filter { ids.contains($0.id) }.map { $0.title[words.language] }.joined(separator: ", ")
        }
        let kinds = { (ids: Set<String>) in
            template.items.flatMap { item in
                (item.kinds ?? []).filter { ids.contains("\(item.id)/\($0.id)") }.map { $0.title[words.language] }
            }.joined(separator: ", ")
        }
        return ChangeComparison([
            (template.visits.title[words.language], now.visits, typed.visits),
            (words("therapies.per-week"), now.perWeek, typed.perWeek),
            (words("therapies.weeks"), now.weeks, typed.weeks),
            (words("therapies.items"), items(now.items), items(typed.items)),
            (words("therapies.kinds"), kinds(now.kinds), kinds(typed.kinds)),
            (
                words("therapies.weight-bearing"), names([now.weightBearing], template.weightBearing),
                names([typed.weightBearing], template.weightBearing)
            ),
            (
                words("therapies.precautions"), names(now.precautions, template.precautions),
                names(typed.precautions, template.precautions)
            ),
            (words("therapies.goals"), now.goals, typed.goals),
            (words("therapies.instructions"), now.instructions, typed.instructions),
            (words("therapies.valid-until"), now.validUntil, typed.validUntil),
        ])
    }
}

extension TherapiesFields.Section {
    fileprivate init(_ section: TherapyTemplate.Section, _ form: TherapiesForm, _ fields: FieldBuilder) {
        let language = fields.words.language
        let error = section.items.contains { $0.id == TherapyTemplate.returnReport } ? fields.error("items") : nil
        items = ChoiceFieldView(
            id: section.id, name: "items", label: section.title[language], error: error,
            options: section.items.map { item in
                ChoiceFieldView.Option(
                    id: item.id, value: item.id, label: item.title[language], hint: item.detail?[language],
                    selected: false, checked: form.items.contains(item.id))
            }, radio: false, columns: true)
        narrowings = section.items.compactMap { item in
            guard let kinds = item.kinds else { return nil }
            let options = kinds.map { kind in
                ChoiceFieldView.Option(
                    id: "\(item.id)-\(kind.id)", value: "\(item.id)/\(kind.id)", label: kind.title[language], hint: nil,
                    selected: false, checked: form.kinds.contains("\(item.id)/\(kind.id)"))
            }
            return TherapiesFields.Narrowing(
                title: fields.words("therapies.narrow", ["item": item.title[language]]),
                isOpen: options.contains { $0.checked },
                kinds: ChoiceFieldView(
                    id: "\(item.id)-kinds", name: "kinds", label: item.title[language],
                    hint: fields.words("therapies.narrow.hint"), error: nil, options: options, radio: false,
                    columns: true))
        }
    }
}

extension FieldBuilder {
    /// A short number that may be left out.
    fileprivate func number(_ name: String, _ value: String) -> FieldView {
        field(name, value) {
            $0.required = false
            $0.optional = true
            $0.width = "4"
            $0.inputMode = "numeric"
            $0.autocomplete = "off"
        }
    }

    /// A text of several lines that may be left out.
    fileprivate func text(_ name: String, _ value: String, longest: Int) -> FieldView {
        field(name, value) {
            $0.required = false
            $0.optional = true
            $0.multiline = true
            $0.maxLength = longest
        }
    }
}
