import Clinic
import Foundation
import Rendering
import Store

/// The entries of one list of a template as rows with buttons.
struct TemplateListPage: Page {
    static let template = "therapy-templates/list"

    /// The button that was pressed last has the focus again.
    struct Item: Sendable {
        let id: String
        let url: String
        let title: String
        /// Nil for nothing to fill in.
        let facts: String?
        /// Why it cannot be removed; nil where it can.
        let stays: String?
        let isUpPressed: Bool
        let isDownPressed: Bool
    }

    let problems: [ProblemLine]
    let id: String
    /// Of the template's editor.
    let url: String
    let name: String
    let heading: String
    let lead: String
    let count: String
    let items: [Item]
    let hasItems: Bool
    /// That there is none, and what follows.
    let empty: String
    let add: String
    /// What the button says that takes all entries out; nil where there is none such.
    let removal: String?
    /// What the button says that puts back what was there; nil for nothing.
    let restoration: String?

    init(
        _ own: ClinicTemplate, _ list: TherapyTemplate.List, at pressed: String, earlier: TherapyTemplate?,
        problems: [Problem], _ words: TemplateWords
    ) {
        let template = own.edited
        let entries = template[list]
        let step = TemplateStep(pressed)
        self.problems = problems.map { ProblemLine($0, words.words) }
        id = list.rawValue
        url = "/therapy-templates/\(own.id)/edit"
        name = template.label(in: words.language)
        heading = words.title(of: list)
        lead = words("therapy-templates.list-lead.\(list.rawValue)")
        count = words.words("therapy-templates.items", count: entries.count)
        let isEmpty = entries.isEmpty
        items = entries.map { Self.item($0, of: list, template, step, words) }
        hasItems = !isEmpty
        empty = words("therapy-templates.list-empty.\(list.rawValue)")
        add = words("therapy-templates.new-item.\(list.rawValue)")
        removal = list == .weightBearing && !isEmpty ? words("therapy-templates.do-not-ask") : nil
        let missing = earlier.map { template.missing(list, from: $0).count } ?? 0
        if missing == 0 {
            restoration = nil
        } else if !isEmpty || list != .weightBearing {
            // What stands in the version in force was removed since; any other comes from the list of the house.
            let isRemoved = earlier?.id == own.content.id
            restoration = words.words(
                isRemoved ? "therapy-templates.put-back" : "therapy-templates.put-in", count: missing)
        } else {
            restoration = words("therapy-templates.ask-again")
        }
    }

    private static func item(
        _ item: TherapyTemplate.Item, of list: TherapyTemplate.List, _ template: TherapyTemplate,
        _ step: TemplateStep?, _ words: TemplateWords
    ) -> Item {
        let facts = words.facts(item)
        let isPressed = { (kind: TemplateStep.Kind) in step?.kind == kind && step?.id == item.id }
        let warning = template.warnings(needing: [item]).first?.message[words.language]
        return Item(
            id: item.id, url: "\(list.rawValue)/items/\(item.id)", title: item.title[words.language],
            facts: facts.isEmpty ? nil : facts,
            stays: warning.map { words("therapy-templates.entry-stays", ["text": $0]) },
            isUpPressed: isPressed(.itemUp), isDownPressed: isPressed(.itemDown))
    }
}
