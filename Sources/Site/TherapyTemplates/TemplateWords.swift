import Clinic
import Foundation
import Rendering

/// What pages say of templates in the reader's language.
struct TemplateWords: Sendable {
    let words: Words
    let zone: TimeZone
    var language: Language { words.language }
    private var dates: Dates { Dates(language) }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { words(key, values) }

    func day(_ instant: Date) -> String { dates.date(instant, in: zone) }

    /// What a list is called on the form and on the sheet.
    func title(of list: TherapyTemplate.List) -> String {
        switch list {
        case .weightBearing: words("therapies.weight-bearing")
        case .precautions: words("therapies.precautions")
        }
    }

    /// "Approved by Dana Reyes on March 1, 2027", or that nobody did.
    func review(_ approval: TherapyApproval?, of template: TherapyTemplate?) -> ReviewView {
        if let approval {
            return ReviewView(
                isApproved: true,
                text: words("therapy-templates.approved-by", ["name": approval.name, "date": day(approval.at)]))
        }
        // A shipped template that came without reservations needs nobody's word.
        guard template == nil || template?.review != nil else { return ReviewView(isApproved: true, text: "") }
        return ReviewView(isApproved: false, text: words("therapy-templates.not-reviewed"))
    }

    /// What is filled in for an item: "Degrees (°), 0–180; Until". Empty for a plain toggle.
    func facts(_ item: TherapyTemplate.Item) -> String {
        var facts = (item.fields ?? []).map(fact)
        if let kinds = item.kinds {
            facts.append(kinds.map { $0.title[language] }.joined(separator: ", "))
        }
        return facts.joined(separator: "; ")
    }

    private func fact(_ field: TherapyTemplate.Field) -> String {
        let unit = field.unit?[language].trimmingCharacters(in: .whitespaces) ?? ""
        let title = unit.isEmpty ? field.title[language] : "\(field.title[language]) (\(unit))"
        var parts = [title]
        switch field.kind {
        case .number: parts.append("\(field.range.lowerBound)–\(field.range.upperBound)")
        case .choice: parts.append((field.options ?? []).map { $0.title[language] }.joined(separator: " / "))
        case .text, .date: parts.append(words("therapy-templates.kind.\(field.kind.rawValue)"))
        }
        if field.isRequired == true { parts.append(words("therapy-templates.must")) }
        return parts.joined(separator: ", ")
    }
}

/// Whether a version was reviewed, and by whom.
struct ReviewView: Sendable {
    let isApproved: Bool
    /// Empty for nothing to say.
    let text: String
}

/// One template in a list.
struct TemplateLine: Sendable {
    let id: String
    let url: String
    let name: String
    /// Specialty, maker, version.
    let facts: String
    let review: ReviewView
    let isDefault: Bool
    let isPublished: Bool
    let isArchived: Bool
    /// Whether the reader has changes that are no version yet.
    let hasChanges: Bool

    init(shipped template: TherapyTemplate, approval: TherapyApproval?, chosen: String?, _ words: TemplateWords) {
        id = template.id
        url = "/therapy-templates/\(template.id)"
        name = template.label(in: words.language)
        facts = words("therapy-templates.version-number", ["version": "\(template.version)"])
        review = words.review(approval, of: template)
        isDefault = chosen == template.id
        (isPublished, isArchived, hasChanges) = (false, false, false)
    }

    init(
        own summary: ClinicTemplateSummary, approval: TherapyApproval?, chosen: String?,
        reader: Identifier<Account>, _ words: TemplateWords
    ) {
        id = summary.id.text
        url = "/therapy-templates/\(summary.id)"
        name = summary.name
        let version = words("therapy-templates.version-number", ["version": "\(summary.version)"])
        facts = [summary.title[words.language], summary.ownerName, version, words.day(summary.madeAt)]
            .joined(separator: " · ")
        review = words.review(approval, of: nil)
        isDefault = chosen == summary.id.text
        isPublished = summary.isPublished
        isArchived = summary.isArchived
        hasChanges = summary.hasChanges && summary.owner == reader
    }
}
