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

    /// What is wrong, for the summary.
    let summary: [ProblemLine]
    let version: Int
    /// One of the two: a grid of few numbers, or a field for many.
    let visits: ChoiceFieldView?
    let visitsField: FieldView?
    let perWeek: FieldView
    let weeks: FieldView
    /// Nil unless the numbers differ and nobody has said that they are meant.
    let acceptance: Acceptance?
    /// The answer given before, sent along; empty for none.
    let accepted: String
    let findings: TherapyFindingsView
    let sections: [TherapyItemsView]
    /// Nil where the template has no level of it: then it is not asked for.
    let weightBearing: TherapyItemsView?
    /// Nil where the template has none.
    let precautions: TherapyItemsView?
    let goals: FieldView
    let instructions: FieldView
    let validUntil: FieldView

    /// - Parameters:
    ///   - choice: what is kept and shown; nil while the form holds something that could not be kept.
    ///   - problems: what is wrong with what was typed. Without any, what the rules find in the choice is told at its field.
    init(_ form: TherapiesForm, _ around: DraftSurroundings, choice: TherapyChoice?, problems: [Problem]) {
        let words = around.words.words
        let template = around.template
        let found = (choice ?? around.draft.therapies).map { around.review.findings(in: $0) } ?? []
        // What the notices ask is not said a second time at their fields.
        let open = found.filter { $0.isOpen && $0.field.hasPrefix("value.") }.map { $0.problem(in: words.language) }
        let labels = Self.labels(template, words)
        summary = FieldBuilder(words: words, problems: problems, prefix: "therapies", labels: labels).summary
        let fields = FieldBuilder(
            words: words, problems: problems.isEmpty ? open : problems, prefix: "therapies", labels: labels)
        version = form.version
        let title = template.visits.title[words.language]
        let isLong = template.visits.max > Self.longestGrid
        visits =
            isLong
            ? nil
            : fields.choice(
                "visits", (template.visits.min...template.visits.max).map { ("\($0)", "\($0)") }, chosen: [form.visits]
            ) {
                $0.label = title
                $0.grid = true
            }
        visitsField = isLong ? fields.number("visits", form.visits).with { $0.label = title } : nil
        perWeek = fields.number("per-week", form.perWeek)
        weeks = fields.number("weeks", form.weeks)
        acceptance = choice.flatMap { choice in
            choice.mismatch.map {
                Acceptance(
                    question: words($0), label: words("therapies.accept"), value: TherapiesForm.text(choice.plan))
            }
        }
        accepted = acceptance == nil ? form.accepted : ""
        findings = TherapyFindingsView(found, form, fields)
        let builder = TherapyItemsBuilder(form, fields)
        sections = template.sections.map(builder.section)
        weightBearing = template.weightBearing.isEmpty ? nil : builder.weightBearing(template.weightBearing)
        precautions = template.precautions.isEmpty ? nil : builder.precautions(template.precautions)
        goals = fields.text("goals", form.goals, longest: TherapyChoice.goalsLimit)
        instructions = fields.text("instructions", form.instructions, longest: TherapyChoice.instructionsLimit)
        validUntil = fields.field("valid-until", form.validUntil) {
            $0.required = false
            $0.optional = true
            $0.width = "20"
            $0.autocomplete = "off"
        }
    }

    /// Numbers of visits that a grid has room for.
    private static let longestGrid = 20

    /// The words for fields that the template gives, for the summary: "Sling / abduction pillow, weeks".
    private static func labels(_ template: TherapyTemplate, _ words: Words) -> [String: String] {
        var labels = ["visits": template.visits.title[words.language]]
        for item in template.fillable {
            for field in item.fields ?? [] {
                let (title, detail) = (item.title[words.language], field.title[words.language])
                labels[TherapyChoice.name(item.id, field.id)] = title == detail ? title : "\(title), \(detail)"
            }
        }
        for rule in template.rules ?? [] { labels["reason.\(rule.id)"] = words("therapies.reason") }
        return labels
    }

    /// What differs between what is kept and what was typed.
    static func comparison(
        kept: TherapyChoice, typed: TherapiesForm, _ around: DraftSurroundings
    ) -> ChangeComparison {
        let words = around.words.words
        let template = around.template
        let now = TherapiesForm(kept, of: template, version: 0, in: words.language)
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
        let values = labels(template, words).filter { $0.key.hasPrefix("value.") }.sorted { $0.key < $1.key }
        let filled = values.map { ($0.value, now.values[$0.key] ?? "", typed.values[$0.key] ?? "") }
        return ChangeComparison(
            [
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
            ] + filled)
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
