import Clinic
import Foundation
import Rendering
import Store

/// One item of a template, or one entry of its lists, with what is filled in for it.
struct TemplateItemPage: Page {
    static let template = "therapy-templates/item"

    /// One thing to fill in, folded.
    struct Group: Sendable {
        let name: String
        let id: String
        /// "Degrees", or that another one is added here.
        let legend: String
        let isOpen: Bool
        let kind: ChoiceFieldView
        let titles: [FieldView]
        // What belongs to the kind; all of it for a new one, whose kind is still to be chosen.
        let isNumber: Bool
        let units: [FieldView]
        let numbers: [FieldView]
        let options: FieldView?
        let days: ChoiceFieldView?
        let longest: FieldView?
        let required: CheckboxView
    }

    let problems: [ProblemLine]
    let heading: String
    let action: String
    let url: String
    let version: Int
    let titles: [FieldView]
    let details: [FieldView]
    /// Nil in a list, as are the next two.
    let section: ChoiceFieldView?
    let kinds: FieldView?
    let hasKinds: Bool
    let phrases: [FieldView]
    let hasPhrase: Bool
    /// Nil for a level of weight bearing: one of them is chosen.
    let isField: CheckboxView?
    let groups: [Group]

    /// - Parameters:
    ///   - id: of the item; nil for a new one.
    ///   - list: where it stands; nil below a heading.
    init(
        _ own: ClinicTemplate, _ id: String?, in list: TherapyTemplate.List? = nil, _ form: TemplateItemForm,
        problems: [Problem], _ words: Words
    ) {
        let fields = TemplateFields(
            words, problems, labels: Self.labels(form, words),
            wordings: [
                "title": words("therapy-templates.title"), "detail": words("therapy-templates.detail"),
                "phrase": words("therapy-templates.phrase"),
            ])
        self.problems = fields.summary
        let address = "/therapy-templates/\(own.id)/edit" + (list.map { "/lists/\($0.rawValue)" } ?? "")
        url = address
        action = id.map { "\(address)/items/\($0)" } ?? "\(address)/new-item"
        if let list {
            heading = words(
                id == nil
                    ? "therapy-templates.new-item.\(list.rawValue)" : "therapy-templates.item.\(list.rawValue)")
        } else {
            heading = words(id == nil ? "therapy-templates.new-item" : "therapy-templates.item")
        }
        version = form.version
        titles = fields.wording("title", form.title, label: words("therapy-templates.title"))
        details = fields.wording(
            "detail", form.detail, label: words("therapy-templates.detail"), required: false,
            hint: words("therapy-templates.detail-hint"))
        if list == nil {
            let sections = own.edited.sections.map { (value: $0.id, label: $0.title[words.language]) }
            section = fields.select("section", sections, chosen: form.section, label: words("therapy-templates.below"))
            kinds = fields.lines(
                "kinds", form.kinds, label: words("therapy-templates.kinds"),
                hint: words("therapy-templates.lines-hint"))
        } else {
            (section, kinds) = (nil, nil)
        }
        hasKinds = !form.kinds.isEmpty || fields.builder.error("kinds") != nil
        let known = form.fields.map(\.id).filter { !$0.isEmpty }.map { "{\($0)}" }.joined(separator: " ")
        let wordings = fields.wording(
            "phrase", form.phrase, label: words("therapy-templates.phrase"), required: false,
            hint: words("therapy-templates.phrase-hint", ["fields": known]))
        phrases = wordings
        hasPhrase = form.phrase.texts.values.contains { !$0.isEmpty } || wordings.contains { $0.error != nil }
        isField = list == .weightBearing ? nil : fields.builder.checkbox("is-field", form.isField)
        let isFull = form.fields.count >= TherapyTemplate.Limits.fieldsOfItem
        let shown = form.fields + (isFull || form.fields.last?.kind.isEmpty == true ? [] : [.empty])
        groups = shown.enumerated().map { index, field in Group(field, index, fields, problems, words) }
    }

    private static func labels(_ form: TemplateItemForm, _ words: Words) -> [String: String] {
        var labels: [String: String] = [
            "kinds": words("therapy-templates.kinds"), "section": words("therapy-templates.below"),
        ]
        for index in form.fields.indices {
            let name = TemplateFieldForm.name(index)
            for part in ["min", "max", "places", "longest", "options", "days", "kind"] {
                labels["\(name).\(part)"] = words("therapy-templates.field.\(part)")
            }
        }
        return labels
    }
}

extension TemplateItemPage.Group {
    fileprivate init(
        _ form: TemplateFieldForm, _ index: Int, _ fields: TemplateFields, _ problems: [Problem], _ words: Words
    ) {
        let name = TemplateFieldForm.name(index)
        self.name = name
        id = form.id
        let title = form.title.texts[words.language] ?? ""
        let isNew = form.id.isEmpty && form.kind.isEmpty
        legend = isNew || title.isEmpty ? words("therapy-templates.field.new") : title
        isOpen = problems.contains { $0.field.hasPrefix("\(name).") }
        let label = { (key: String) in words("therapy-templates.field.\(key)") }
        let shows = { (kind: TherapyTemplate.Field.ValueKind) in form.id.isEmpty || form.kind == kind.rawValue }
        let none = (value: "", label: words("therapy-templates.kind.none"))
        let kinds = TherapyTemplate.Field.ValueKind.allCases.filter(shows).map {
            (value: $0.rawValue, label: words("therapy-templates.kind.\($0.rawValue)"))
        }
        kind = fields.select(
            "\(name).kind", isNew ? [none] + kinds : kinds + [none], chosen: form.kind, label: label("kind"),
            hint: isNew ? nil : words("therapy-templates.kind-hint"))
        titles = fields.wording(
            "\(name).title", form.title, label: label("title"), required: false,
            hint: words("therapy-templates.field.title-hint"))
        isNumber = shows(.number)
        units = shows(.number) ? fields.wording("\(name).unit", form.unit, label: label("unit"), required: false) : []
        let numbers = [("min", form.least), ("max", form.most), ("places", form.places)].map { part, typed in
            fields.number("\(name).\(part)", typed, label: label(part))
        }
        self.numbers = shows(.number) ? numbers : []
        options =
            shows(.choice)
            ? fields.lines(
                "\(name).options", form.options, label: label("options"), hint: words("therapy-templates.lines-hint"))
            : nil
        var days = [(value: "", label: words("therapy-templates.days.any"))]
        days += TherapyTemplate.Field.Days.allCases.map {
            (value: $0.rawValue, label: words("therapy-templates.days.\($0.rawValue)"))
        }
        self.days =
            shows(.date) ? fields.select("\(name).days", days, chosen: form.days, label: label("days")) : nil
        longest = shows(.text) ? fields.number("\(name).longest", form.longest, label: label("longest")) : nil
        required = CheckboxView(
            id: "\(name).required", name: "\(name).required", label: label("required"),
            error: nil, checked: form.isRequired)
    }
}
