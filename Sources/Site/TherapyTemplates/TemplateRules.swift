import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// What a template asks and warns of, switched on and off.
struct TemplateRuleHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let own = try await site.ownTemplate(context)
        return try page(own, TemplateRulesForm(own.edited, version: own.editVersion), [], .ok, context)
    }

    func set(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let own = try await site.ownTemplate(context)
        let typed = TemplateRulesForm(form)
        let refused: ([Problem], Int?, HTTPResponse.Status) throws -> Response = { problems, version, status in
            var again = typed
            again.version = version ?? typed.version
            return try page(own, again, problems, status, context)
        }
        guard typed.kept.isSubset(of: Set((own.edited.rules ?? []).map(\.id))) else {
            guard typed.version == own.editVersion else {
                let problem = Problem("", "therapy-templates.problem.stale")
                return try refused([problem], own.editVersion, .conflict)
            }
            return try refused(
                [Problem(TemplateRulesPage.field, "therapy-templates.problem.unknown-rule")], nil,
                .unprocessableContent)
        }
        return try await site.keep(
            own, version: typed.version, to: "edit", context, { $0.keepRules(typed.kept, of: typed.shown) },
            refused: refused)
    }

    private func page(
        _ own: ClinicTemplate, _ form: TemplateRulesForm, _ problems: [Problem], _ status: HTTPResponse.Status,
        _ context: ClinicianContext
    ) throws -> Response {
        try site.response(
            TemplateRulesPage(own, form, problems: problems, site.words(context)), context, status: status)
    }
}

/// The rules as ticked.
struct TemplateRulesForm: Sendable {
    /// Ids of the rules that are on.
    let kept: Set<String>
    /// Ids of the rules that the page had boxes for. What was not on it is not switched.
    let shown: Set<String>
    var version: Int

    init(_ form: Form) {
        kept = Set(form.all("rule"))
        shown = kept.union(form.all("shown"))
        version = Int(form.text("version")) ?? 0
    }

    init(_ template: TherapyTemplate, version: Int) {
        kept = Set((template.rules ?? []).filter { !template.isOff($0) }.map(\.id))
        shown = Set((template.rules ?? []).map(\.id))
        self.version = version
    }

    /// Whether the box of a rule is ticked: as it was chosen, or as the template has it where there was no choice yet.
    func isTicked(_ rule: TherapyTemplate.Rule, in template: TherapyTemplate) -> Bool {
        shown.contains(rule.id) ? kept.contains(rule.id) : !template.isOff(rule)
    }
}

/// The rules as boxes, by what follows from them, and below those that stay.
struct TemplateRulesPage: Page {
    static let template = "therapy-templates/rules"
    /// The id of the first box, which what is wrong leads to.
    static let field = "rules"

    let problems: [ProblemLine]
    let url: String
    let name: String
    let version: Int
    let groups: [ChoiceFieldView]
    /// Ids of all rules that have a box.
    let shown: [String]
    let hasGroups: Bool
    /// What cannot be switched off.
    let stays: [String]
    let hasStays: Bool

    init(_ own: ClinicTemplate, _ form: TemplateRulesForm, problems: [Problem], _ words: Words) {
        let template = own.edited
        let rules = template.rules ?? []
        let error = FieldBuilder(words: words, problems: problems, prefix: "therapy-templates").error(Self.field)
        var groups: [ChoiceFieldView] = []
        for effect in TherapyTemplate.Rule.Effect.allCases {
            let switchable = rules.filter { $0.effect == effect && template.maySwitchOff($0) }
            guard !switchable.isEmpty else { continue }
            let isFirst = groups.isEmpty
            let options = switchable.enumerated().map { index, rule in
                ChoiceFieldView.Option(
                    id: isFirst && index == 0 ? Self.field : "rule-\(rule.id)", value: rule.id,
                    label: rule.message[words.language], hint: nil, selected: false,
                    checked: form.isTicked(rule, in: template))
            }
            groups.append(
                ChoiceFieldView(
                    id: isFirst ? Self.field : "rules-\(effect.rawValue)", name: "rule",
                    label: words("therapy-templates.effect.\(effect.rawValue)"), hint: nil,
                    error: isFirst ? error : nil, options: options, radio: false))
        }
        self.groups = groups
        shown = rules.filter(template.maySwitchOff).map(\.id)
        hasGroups = !groups.isEmpty
        // Without a box there is nothing that a link could lead to.
        self.problems = problems.map { problem in
            ProblemLine(groups.isEmpty ? Problem("", problem.message, problem.values) : problem, words)
        }
        url = "/therapy-templates/\(own.id)/edit"
        name = template.label(in: words.language)
        version = form.version
        stays = rules.filter { !template.maySwitchOff($0) }.map { $0.message[words.language] }
        hasStays = !stays.isEmpty
    }
}
