import Catalogs
import Clinic
import Foundation
import Rendering
import Store

/// All templates that a clinician may see.
struct TherapyTemplatesPage: Page {
    static let template = "therapy-templates/index"

    struct Group: Sendable {
        let id: String
        let title: String
        let lines: [TemplateLine]
    }

    let problems: [ProblemLine]
    let groups: [Group]
    /// The template that new prescriptions begin with.
    let standard: ChoiceFieldView
    let file: FieldView
    let isBringing: Bool

    init(
        own: [ClinicTemplateSummary], shipped: [TherapyTemplate], approvals: [TherapyApproval], chosen: String?,
        reader: Identifier<Account>, problems: [Problem], _ words: TemplateWords
    ) {
        let approved = ApprovalTable(approvals)
        let lines = { (wanted: (ClinicTemplateSummary) -> Bool) in
            own.filter(wanted).map {
                TemplateLine(
                    own: $0, approval: approved($0.id.text, $0.version), chosen: chosen, reader: reader, words)
            }
        }
        let all = [
            Group(
                id: "mine", title: words("therapy-templates.mine"),
                lines: lines { $0.owner == reader && !$0.isArchived }),
            Group(id: "colleagues", title: words("therapy-templates.colleagues"), lines: lines { $0.owner != reader }),
            Group(
                id: "shipped", title: words("therapy-templates.shipped"),
                lines: shipped.map {
                    TemplateLine(shipped: $0, approval: approved($0.id, $0.version), chosen: chosen, words)
                }),
            Group(
                id: "archived", title: words("therapy-templates.archived"),
                lines: lines { $0.owner == reader && $0.isArchived }),
        ]
        groups = all.filter { !$0.lines.isEmpty }
        let fields = FieldBuilder(words: words.words, problems: problems, prefix: "therapy-templates")
        self.problems = fields.summary
        var options = [(value: "", label: words("therapy-templates.no-default"))]
        options += own.filter { !$0.isArchived }.map { (value: $0.id.text, label: $0.name) }
        options += shipped.map { (value: $0.id, label: $0.label(in: words.language)) }
        standard = fields.choice("default", options, chosen: [chosen ?? ""]) { $0 = $0.named("template") }
        file = fields.field("file", "") { $0.type = "file" }
        isBringing = problems.contains { $0.field == "file" }
    }
}

extension ChoiceFieldView {
    /// The same control under another name.
    fileprivate func named(_ name: String) -> ChoiceFieldView {
        ChoiceFieldView(id: id, name: name, label: label, hint: hint, error: error, options: options)
    }
}

/// Approvals by template and version.
struct ApprovalTable {
    private let approvals: [String: TherapyApproval]

    init(_ approvals: [TherapyApproval]) {
        self.approvals = Dictionary(
            approvals.map { ("\($0.template)/\($0.version)", $0) }, uniquingKeysWith: { first, _ in first })
    }

    func callAsFunction(_ template: String, _ version: Int) -> TherapyApproval? {
        approvals["\(template)/\(version)"]
    }
}

/// One template: what it holds, who made and reviewed it, and what may be done with it.
struct TherapyTemplatePage: Page {
    static let template = "therapy-templates/show"

    struct Fact: Sendable {
        let label: String
        let value: String
    }

    struct Item: Sendable {
        let title: String
        /// Nil for none.
        let detail: String?
        /// What is filled in; nil for nothing.
        let facts: String?
    }

    struct Section: Sendable {
        let id: String
        let title: String
        let items: [Item]
    }

    struct Version: Sendable {
        let url: String
        let title: String
        let text: String
        let isShown: Bool
    }

    let problems: [ProblemLine]
    let id: String
    let url: String
    let name: String
    let specialty: String
    let facts: [Fact]
    let review: ReviewView
    /// What no clinician had confirmed when it was shipped; nil once it is approved.
    let reservation: String?
    let version: Int
    /// That a newer version is in force; nil while this is it.
    let earlier: String?
    let isLatest: Bool
    let approvalText: String
    let approvalError: String?
    let canRevoke: Bool
    let isOwn: Bool
    let isDefault: Bool
    let isUsable: Bool
    let canPublish: Bool
    let canUnpublish: Bool
    let canArchive: Bool
    let isArchived: Bool
    let hasChanges: Bool
    let sections: [Section]
    let rules: [String]
    let hasRules: Bool
    let versions: [Version]
    let hasVersions: Bool

    init(
        _ shown: ShownTemplate, versions: [ClinicTemplateVersion], approvals: [TherapyApproval], chosen: String?,
        reader: Account, problems: [Problem], _ words: TemplateWords
    ) {
        let (template, summary) = (shown.template, shown.own?.summary)
        let approved = ApprovalTable(approvals)
        let approval = approved(template.id, template.version)
        let fields = FieldBuilder(words: words.words, problems: problems, prefix: "therapy-templates")
        self.problems = fields.summary
        id = template.id
        url = "/therapy-templates/\(template.id)"
        name = template.label(in: words.language)
        specialty = template.title[words.language]
        review = words.review(approval, of: summary == nil ? template : nil)
        reservation = review.isApproved ? nil : template.review
        version = template.version
        isLatest = template.version == shown.latest
        earlier = isLatest ? nil : words("therapy-templates.earlier", ["version": "\(shown.latest)"])
        approvalText = words(
            "therapy-templates.i-reviewed", ["name": reader.name, "version": "\(template.version)"])
        approvalError = fields.error("reviewed")
        canRevoke = approval != nil
        let isMine = summary?.owner == reader.id
        let isOut = summary?.isArchived == true
        let mayTakeBack = isMine || reader.roles.contains(.admin)
        isOwn = isMine
        isDefault = chosen == template.id
        isUsable = summary?.isUsable(by: reader.id) ?? true
        canPublish = isMine && summary?.isPublished == false && !isOut
        canUnpublish = summary?.isPublished == true && mayTakeBack
        isArchived = isOut
        canArchive = summary != nil && !isOut && mayTakeBack
        hasChanges = isMine && summary?.hasChanges == true
        facts = Self.facts(template, summary, versions, words)
        sections = Self.sections(template, words)
        rules = (template.rules ?? []).map { rule in
            let text = rule.message[words.language]
            return template.isOff(rule) ? words("therapy-templates.rule-off", ["text": text]) : text
        }
        hasRules = !rules.isEmpty
        let address = url
        self.versions = versions.map { line in
            Version(
                url: "\(address)?version=\(line.version)",
                title: words("therapy-templates.version-number", ["version": "\(line.version)"]),
                text: [
                    line.madeBy, words.day(line.madeAt),
                    words.review(approved(template.id, line.version), of: nil).text,
                ]
                .joined(separator: " · "), isShown: line.version == template.version)
        }
        hasVersions = versions.count > 1
    }

    private static func facts(
        _ template: TherapyTemplate, _ summary: ClinicTemplateSummary?, _ versions: [ClinicTemplateVersion],
        _ words: TemplateWords
    ) -> [Fact] {
        let made = versions.first { $0.version == template.version }
        let plan = template.visits
        var facts = [
            Fact(
                label: words("therapy-templates.made-by"),
                value: made.map { "\($0.madeBy), \(words.day($0.madeAt))" } ?? "Theralog"),
            Fact(label: words("therapy-templates.version"), value: "\(template.version)"),
            Fact(
                label: plan.title[words.language],
                value: words(
                    "therapy-templates.visits-range",
                    ["min": "\(plan.min)", "max": "\(plan.max)", "usual": "\(plan.default)"])),
        ]
        if let summary {
            let key = summary.isArchived ? "archived" : summary.isPublished ? "published" : "private"
            facts.insert(
                Fact(label: words("therapy-templates.seen-by"), value: words("therapy-templates.state.\(key)")), at: 1)
        }
        if let source = template.source, !source.isEmpty {
            facts.append(Fact(label: words("therapy-templates.source"), value: source))
        }
        return facts
    }

    private static func sections(_ template: TherapyTemplate, _ words: TemplateWords) -> [Section] {
        let language = words.language
        let item = { (item: TherapyTemplate.Item) in
            let facts = words.facts(item)
            return Item(
                title: item.title[language], detail: item.detail?[language], facts: facts.isEmpty ? nil : facts)
        }
        let lists = [
            ("weight-bearing", words("therapies.weight-bearing"), template.weightBearing),
            ("precautions", words("therapies.precautions"), template.precautions),
        ]
        return template.sections.map {
            Section(id: $0.id, title: $0.title[language], items: $0.items.map(item))
        } + lists.filter { !$0.2.isEmpty }.map { Section(id: "list-\($0.0)", title: $0.1, items: $0.2.map(item)) }
    }
}
