import Clinic
import Rendering

/// What `prescriptions/_items.mustache` gets: items below a heading, each with what may be filled in for it.
struct TherapyItemsView: Sendable {
    /// One thing to fill in: exactly one of the two is there.
    struct Input: Sendable {
        let field: FieldView?
        let select: ChoiceFieldView?
    }

    struct Item: Sendable {
        /// Nil for one that no message leads to: the page is long enough.
        let id: String?
        let value: String
        let label: String
        let hint: String?
        let checked: Bool
        /// Whether there is no box to tick.
        let isField: Bool
        let hasInputs: Bool
        /// Whether its fields are seen although it is not ticked: what is wrong in them must be.
        let isOpen: Bool
        let inputs: [Input]
    }

    /// The kinds that an item may be narrowed to.
    struct Narrowing: Sendable {
        let title: String
        let isOpen: Bool
        let kinds: ChoiceFieldView
    }

    let id: String
    let name: String
    let label: String
    let optional: Bool
    let error: String?
    let hint: String?
    let radio: Bool
    /// Two columns where there is room: where nothing is to be filled in.
    let columns: Bool
    let items: [Item]
    let narrowings: [Narrowing]
    /// Whether it stands in a `<details>`, and what that says.
    let isCollapsible: Bool
    let isOpen: Bool
    /// "3 chosen"; nil for none.
    let count: String?
}

/// Makes the views of items from a form and what is wrong with it.
struct TherapyItemsBuilder {
    let form: TherapiesForm
    let fields: FieldBuilder
    private var words: Words { fields.words }
    private var language: Language { fields.words.language }

    init(_ form: TherapiesForm, _ fields: FieldBuilder) {
        self.form = form
        self.fields = fields
    }

    func section(_ section: TherapyTemplate.Section) -> TherapyItemsView {
        let isEvaluation = section.items.contains { $0.id == TherapyTemplate.returnReport }
        let error = isEvaluation ? fields.error("items") ?? fields.error(TherapyTemplate.returnReport) : nil
        return view(
            section.items, id: section.id, name: "items", label: section.title[language], chosen: form.items,
            error: error, isCollapsible: section.isCollapsed == true)
    }

    func precautions(_ precautions: [TherapyTemplate.Item]) -> TherapyItemsView {
        view(
            precautions, id: "precautions", name: "precautions", label: words("therapies.precautions"),
            chosen: form.precautions, error: fields.error("precautions"), isCollapsible: true)
    }

    func weightBearing(_ levels: [TherapyTemplate.Item]) -> TherapyItemsView {
        let none = TherapyItemsView.Item(
            id: "weight-bearing", value: "", label: words("therapies.weight-bearing.none"), hint: nil,
            checked: form.weightBearing.isEmpty, isField: false, hasInputs: false, isOpen: false, inputs: [])
        let items = [none] + levels.map { item($0, chosen: [form.weightBearing]) }
        return TherapyItemsView(
            id: "weight-bearing", name: "weight-bearing", label: words("therapies.weight-bearing"), optional: true,
            error: fields.error("weight-bearing"), hint: nil, radio: true, columns: false, items: items,
            narrowings: [], isCollapsible: false, isOpen: true, count: nil)
    }

    private func view(
        _ items: [TherapyTemplate.Item], id: String, name: String, label: String, chosen: Set<String>, error: String?,
        isCollapsible: Bool
    ) -> TherapyItemsView {
        let views = items.map { item($0, chosen: chosen) }
        let count = items.filter { chosen.contains($0.id) || ($0.isField == true && form.isFilled($0)) }.count
        let isOpen = count > 0 || error != nil || views.contains(where: \.isOpen)
        return TherapyItemsView(
            id: id, name: name, label: label, optional: name == "precautions", error: error, hint: nil, radio: false,
            columns: views.allSatisfy { !$0.hasInputs }, items: views,
            // Only what stands below a heading is narrowed down, whatever a file that was brought says.
            narrowings: name == "items" ? items.compactMap(narrowing) : [],
            isCollapsible: isCollapsible, isOpen: isOpen,
            count: count == 0 ? nil : words("therapies.chosen", count: count))
    }

    private func item(_ item: TherapyTemplate.Item, chosen: Set<String>) -> TherapyItemsView.Item {
        let inputs = (item.fields ?? []).map { input($0, of: item) }
        return TherapyItemsView.Item(
            id: item.id == TherapyTemplate.returnReport ? item.id : nil, value: item.id, label: item.title[language],
            hint: item.detail?[language],
            checked: chosen.contains(item.id), isField: item.isField == true, hasInputs: !inputs.isEmpty,
            isOpen: inputs.contains { ($0.field?.error ?? $0.select?.error) != nil }, inputs: inputs)
    }

    private func input(_ field: TherapyTemplate.Field, of item: TherapyTemplate.Item) -> TherapyItemsView.Input {
        let name = TherapyChoice.name(item.id, field.id)
        let value = form.values[name] ?? ""
        guard field.kind != .choice else {
            let options =
                [("", words("therapies.not-stated"))] + (field.options ?? []).map { ($0.id, $0.title[language]) }
            let view = fields.choice(name, options, chosen: [value]) { $0.label = field.title[language] }
            return TherapyItemsView.Input(field: nil, select: view)
        }
        let view = fields.field(name, value) {
            $0.label = label(of: field)
            $0.required = field.isRequired == true
            $0.autocomplete = "off"
            $0.width = field.kind == .number ? "4" : field.kind == .date ? "20" : nil
            $0.inputMode = field.kind == .number ? "decimal" : nil
            let longest = field.longest ?? TherapyTemplate.Field.longestText
            $0.multiline = field.kind == .text && longest > TherapyTemplate.Field.longestText
            $0.rows = 2
            $0.maxLength = field.kind == .text ? longest : nil
        }
        return TherapyItemsView.Input(field: view, select: nil)
    }

    /// The unit stands in the label: "Degrees (°)".
    private func label(of field: TherapyTemplate.Field) -> String {
        let title = field.title[language]
        guard let unit = field.unit?[language].filter({ $0 != "\u{A0}" }),
            !title.lowercased().contains(unit.lowercased())
        else { return title }
        return "\(title) (\(unit))"
    }

    private func narrowing(_ item: TherapyTemplate.Item) -> TherapyItemsView.Narrowing? {
        guard let kinds = item.kinds else { return nil }
        let options = kinds.map { kind in
            ChoiceFieldView.Option(
                id: "\(item.id)-\(kind.id)", value: "\(item.id)/\(kind.id)", label: kind.title[language], hint: nil,
                selected: false, checked: form.kinds.contains("\(item.id)/\(kind.id)"))
        }
        return TherapyItemsView.Narrowing(
            title: words("therapies.narrow", ["item": item.title[language]]), isOpen: options.contains { $0.checked },
            kinds: ChoiceFieldView(
                id: "\(item.id)-kinds", name: "kinds", label: item.title[language],
                hint: words("therapies.narrow.hint"),
                error: nil, options: options, radio: false, columns: true))
    }
}
