import Clinic
import Foundation
import Rendering
import Store

/// The headings and items of a template as rows with buttons.
struct TemplateEditPage: Page {
    static let template = "therapy-templates/edit"

    /// The button that was pressed last has the focus again.
    struct Item: Sendable {
        let id: String
        let url: String
        let title: String
        /// Nil for nothing to fill in.
        let facts: String?
        let canRemove: Bool
        let isUpPressed: Bool
        let isDownPressed: Bool
    }

    struct Section: Sendable {
        let id: String
        /// Addresses are relative to the page's own: there are many.
        let url: String
        let addURL: String
        let title: String
        let count: String
        let isCollapsed: Bool
        /// Whether its items are shown: all of them, or those of one heading where there are many.
        let isOpen: Bool
        let openURL: String
        let items: [Item]
        let canRemove: Bool
        let isUpPressed: Bool
        let isDownPressed: Bool
    }

    /// What is edited on a page of its own.
    struct Part: Sendable {
        let title: String
        let facts: String
        /// Relative to the page's own address.
        let url: String
    }

    /// What becomes of rules with the next version.
    struct Notice: Sendable {
        /// `warning` or `info`.
        let kind: String
        let text: String
        let lines: [String]
    }

    let problems: [ProblemLine]
    let url: String
    let name: String
    let specialty: String
    let parts: [Part]
    let hasChanges: Bool
    let save: String
    /// Counts the changes, so that what is saved is what was looked at.
    let version: Int
    let open: String
    let sections: [Section]
    let notices: [Notice]

    /// Characters of what is filled in for an item; its own page has all of it.
    private static let longestFacts = 60
    /// Items that fit on one page.
    private static let mostOpen = 45

    init(_ own: ClinicTemplate, at pressed: String, open: String, problems: [Problem], _ words: TemplateWords) {
        let (template, language) = (own.edited, words.language)
        let address = "/therapy-templates/\(own.id)"
        self.problems = problems.map { ProblemLine($0, words.words) }
        url = address
        name = template.label(in: language)
        specialty = template.title[language]
        parts = Self.parts(template, words)
        hasChanges = own.working != nil
        save = words("therapy-templates.save-version", ["version": "\(own.content.version + 1)"])
        version = own.editVersion
        let step = TemplateStep(pressed)
        let holding = template.sections.first { $0.items.contains { $0.id == step?.id } }?.id
        let wanted = [holding, open, template.sections.first?.id].compactMap(\.self).first { id in
            template.sections.contains { $0.id == id }
        }
        self.open = wanted ?? ""
        let isShort = template.items.count <= Self.mostOpen
        let evaluation = template.evaluation?.id
        sections = template.sections.map { section in
            Section(
                id: section.id, url: "edit/sections/\(section.id)",
                addURL: "edit/new-item?section=\(section.id)", title: section.title[language],
                count: words.words("therapy-templates.items", count: section.items.count),
                isCollapsed: section.isCollapsed == true, isOpen: isShort || section.id == wanted,
                openURL: "edit?open=\(section.id)#s-\(section.id)",
                items: isShort || section.id == wanted
                    ? section.items.map { Self.item($0, step, words) } : [],
                canRemove: section.id != evaluation,
                isUpPressed: step?.kind == .sectionUp && step?.id == section.id,
                isDownPressed: step?.kind == .sectionDown && step?.id == section.id)
        }
        notices = Self.notices(template.lostRules(since: own.content), words)
    }

    private static func parts(_ template: TherapyTemplate, _ words: TemplateWords) -> [Part] {
        let lists = TherapyTemplate.List.allCases.map { list in
            let count = template[list].count
            return Part(
                title: words.title(of: list),
                facts: count == 0
                    ? words("therapy-templates.list-none.\(list.rawValue)")
                    : words.words("therapy-templates.items", count: count),
                url: "edit/lists/\(list.rawValue)")
        }
        let rules = template.rules ?? []
        let off = rules.filter(template.isOff).count
        var facts = [words.words("therapy-templates.rules-count", count: rules.count)]
        if off > 0 { facts.append(words.words("therapy-templates.rules-off", count: off)) }
        return lists + [
            Part(
                title: words("therapy-templates.rules"), facts: facts.joined(separator: ", "), url: "edit/rules")
        ]
    }

    private static func notices(_ rules: TherapyTemplate.RuleChanges, _ words: TemplateWords) -> [Notice] {
        let lists = [
            ("warning", "therapy-templates.rules-lost", rules.gone),
            ("warning", "therapy-templates.rules-by-record", rules.byRecord),
            ("info", "therapy-templates.rules-narrowed", rules.narrowed),
            ("info", "therapy-templates.rules-switched-off", rules.off),
        ]
        return lists.filter { !$0.2.isEmpty }.map { kind, key, rules in
            Notice(kind: kind, text: words(key), lines: rules.map { $0.message[words.language] })
        }
    }

    private static func item(
        _ item: TherapyTemplate.Item, _ step: TemplateStep?, _ words: TemplateWords
    ) -> Item {
        let facts = words.facts(item)
        let isPressed = { (kind: TemplateStep.Kind) in step?.kind == kind && step?.id == item.id }
        return Item(
            id: item.id, url: "edit/items/\(item.id)", title: item.title[words.language],
            facts: facts.isEmpty ? nil : facts.count > longestFacts ? "\(facts.prefix(longestFacts))…" : facts,
            canRemove: item.id != TherapyTemplate.returnReport,
            isUpPressed: isPressed(.itemUp), isDownPressed: isPressed(.itemDown))
    }
}

/// Name, specialty and visits.
struct TemplateDetailsPage: Page {
    static let template = "therapy-templates/details"
    let problems: [ProblemLine]
    let url: String
    let version: Int
    let name: FieldView
    let titles: [FieldView]
    let visitsTitles: [FieldView]
    let numbers: [FieldView]

    init(_ own: ClinicTemplate, _ form: TemplateDetailsForm, problems: [Problem], _ words: Words) {
        let fields = TemplateFields(
            words, problems,
            labels: [
                "visits-min": words("therapy-templates.least"), "visits-max": words("therapy-templates.most"),
                "visits-default": words("therapy-templates.usual"),
            ],
            wordings: [
                "title": words("therapy-templates.specialty"), "visits-title": words("therapy-templates.visits-title"),
            ])
        self.problems = fields.summary
        url = "/therapy-templates/\(own.id)/edit"
        version = form.version
        name = fields.builder.field("name", form.name) {
            $0.maxLength = TherapyTemplate.Limits.name
            $0.autocomplete = "off"
        }
        titles = fields.wording("title", form.title, label: words("therapy-templates.specialty"))
        visitsTitles = fields.wording("visits-title", form.visitsTitle, label: words("therapy-templates.visits-title"))
        numbers = [
            fields.number("visits-min", form.least, label: words("therapy-templates.least"), required: true),
            fields.number("visits-max", form.most, label: words("therapy-templates.most"), required: true),
            fields.number("visits-default", form.usual, label: words("therapy-templates.usual"), required: true),
        ]
    }
}

/// One heading.
struct TemplateSectionPage: Page {
    static let template = "therapy-templates/section"
    let problems: [ProblemLine]
    let heading: String
    let action: String
    let url: String
    let version: Int
    let titles: [FieldView]
    let collapsed: CheckboxView

    /// - Parameter id: of the heading; nil for a new one.
    init(_ own: ClinicTemplate, _ id: String?, _ form: TemplateSectionForm, problems: [Problem], _ words: Words) {
        let fields = TemplateFields(words, problems, wordings: ["title": words("therapy-templates.title")])
        self.problems = fields.summary
        let address = "/therapy-templates/\(own.id)/edit"
        url = address
        action = id.map { "\(address)/sections/\($0)" } ?? "\(address)/new-section"
        heading = words(id == nil ? "therapy-templates.new-section" : "therapy-templates.section")
        version = form.version
        titles = fields.wording("title", form.title, label: words("therapy-templates.title"))
        collapsed = fields.builder.checkbox("collapsed", form.isCollapsed)
    }
}

/// Fields of the forms about templates: words in each language, numbers, lists.
struct TemplateFields {
    let builder: FieldBuilder
    private var words: Words { builder.words }

    /// - Parameters:
    ///   - labels: of fields, for the summary.
    ///   - wordings: the same of words in every language, by the name before the language.
    init(
        _ words: Words, _ problems: [Problem], labels: [String: String] = [:], wordings: [String: String] = [:]
    ) {
        var labels = labels
        for (name, label) in wordings {
            for language in Language.allCases {
                labels["\(name).\(language.rawValue)"] = "\(label) (\(language.ownName))"
            }
        }
        builder = FieldBuilder(words: words, problems: problems, prefix: "therapy-templates", labels: labels)
    }

    var summary: [ProblemLine] { builder.summary }

    /// A field for each language, the reader's first.
    func wording(
        _ name: String, _ typed: TypedWording, label: String, required: Bool = true, hint: String? = nil
    ) -> [FieldView] {
        let languages = [words.language] + Language.allCases.filter { $0 != words.language }
        return languages.map { language in
            let field = "\(name).\(language.rawValue)"
            return FieldView(
                id: field, name: field, label: "\(label) (\(language.ownName))",
                hint: language == words.language ? hint : nil, error: builder.error(field),
                value: typed.texts[language] ?? "", autocomplete: "off",
                required: required && language == words.language, optional: !required,
                maxLength: TherapyTemplate.Limits.words)
        }
    }

    func number(_ name: String, _ value: String, label: String, required: Bool = false) -> FieldView {
        FieldView(
            id: name, name: name, label: label, error: builder.error(name), value: value, autocomplete: "off",
            required: required, optional: !required, width: "4", inputMode: "numeric", maxLength: 7)
    }

    func lines(_ name: String, _ value: String, label: String, hint: String) -> FieldView {
        FieldView(
            id: name, name: name, label: label, hint: hint, error: builder.error(name), value: value,
            autocomplete: "off", required: false, optional: true, multiline: true, rows: 4)
    }

    func select(
        _ name: String, _ options: [(value: String, label: String)], chosen: String, label: String, hint: String? = nil
    ) -> ChoiceFieldView {
        builder.choice(name, options, chosen: [chosen]) {
            $0.label = label
            $0.hint = hint
        }
    }
}
