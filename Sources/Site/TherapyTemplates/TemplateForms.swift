import Clinic
import Foundation
import Rendering

/// Words as typed, in every language.
struct TypedWording: Sendable, Hashable {
    /// By language; empty for nothing.
    let texts: [Language: String]

    init(_ form: Form, _ name: String) {
        texts = Dictionary(
            uniqueKeysWithValues: Language.allCases.map { ($0, form.text("\(name).\($0.rawValue)")) })
    }

    init(_ wording: Wording?) {
        texts = Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, wording?[$0] ?? "") })
    }

    /// The words, checked. What is typed in one language only stands for all of them.
    /// - Parameters:
    ///   - name: the form's field, before the language.
    ///   - earlier: what stays as it is, marks that nobody can type among it, when the words are the same.
    func wording(
        _ name: String, required: Bool, earlier: Wording? = nil, _ checks: inout FieldChecks
    ) -> Wording? {
        if let earlier, self == TypedWording(earlier) { return earlier }
        var read: [Language: String] = [:]
        for language in Language.allCases {
            read[language] = checks.value(
                try TypedText.line(
                    texts[language] ?? "", field: "\(name).\(language.rawValue)",
                    longest: TherapyTemplate.Limits.words))
        }
        guard let other = Language.allCases.lazy.compactMap({ read[$0] }).first(where: { !$0.isEmpty }) else {
            if required, read.count == Language.allCases.count {
                checks.note(Problem("\(name).\(Language.english.rawValue)", "problems.required"))
            }
            return nil
        }
        return Wording(read.mapValues { $0.isEmpty ? other : $0 })
    }
}

/// Name, specialty and visits of a template as typed.
struct TemplateDetailsForm: Sendable {
    let name: String
    let title: TypedWording
    let visitsTitle: TypedWording
    let least: String
    let most: String
    let usual: String
    var version: Int

    init(_ form: Form) {
        name = form.text("name")
        title = TypedWording(form, "title")
        visitsTitle = TypedWording(form, "visits-title")
        least = form.text("visits-min")
        most = form.text("visits-max")
        usual = form.text("visits-default")
        version = Int(form.text("version")) ?? 0
    }

    init(_ template: TherapyTemplate, version: Int) {
        name = template.name ?? ""
        title = TypedWording(template.title)
        visitsTitle = TypedWording(template.visits.title)
        (least, most) = (String(template.visits.min), String(template.visits.max))
        usual = String(template.visits.default)
        self.version = version
    }

    /// Puts what was typed into a template.
    /// - Throws: ``ValidationFailure``.
    func apply(to template: inout TherapyTemplate) throws {
        var checks = FieldChecks()
        let name = checks.value(
            try TypedText.line(self.name, field: "name", longest: TherapyTemplate.Limits.name, required: true))
        let title = title.wording("title", required: true, earlier: template.title, &checks)
        let visitsTitle = visitsTitle.wording(
            "visits-title", required: true, earlier: template.visits.title, &checks)
        let range = 1...100
        let least = TypedNumber.required(self.least, "visits-min", range, &checks)
        let most = TypedNumber.required(self.most, "visits-max", range, &checks)
        let usual = TypedNumber.required(self.usual, "visits-default", range, &checks)
        if let least, let most, least > most {
            checks.note(Problem("visits-max", "therapy-templates.problem.range"))
        } else if let least, let most, let usual, !(least...most).contains(usual) {
            checks.note(Problem("visits-default", "therapy-templates.problem.usual"))
        }
        guard checks.problems.isEmpty, let title, let visitsTitle, let least, let most, let usual else {
            throw ValidationFailure(checks.problems)
        }
        template.name = name
        template.title = title
        template.visits = TherapyTemplate.Visits(title: visitsTitle, min: least, max: most, default: usual)
    }
}

/// A heading as typed.
struct TemplateSectionForm: Sendable {
    let title: TypedWording
    let isCollapsed: Bool
    var version: Int

    init(_ form: Form) {
        title = TypedWording(form, "title")
        isCollapsed = form.has("collapsed")
        version = Int(form.text("version")) ?? 0
    }

    init(_ section: TherapyTemplate.Section?, version: Int) {
        title = TypedWording(section?.title)
        isCollapsed = section?.isCollapsed == true
        self.version = version
    }

    /// Puts what was typed into a template.
    /// - Parameters:
    ///   - id: of the heading; nil for a new one.
    ///   - source: the version in force.
    /// - Throws: ``ValidationFailure``.
    func apply(to template: inout TherapyTemplate, _ id: String?, of source: TherapyTemplate) throws {
        var checks = FieldChecks()
        let earlier = template.sections.first { $0.id == id }?.title
        guard let title = title.wording("title", required: true, earlier: earlier, &checks), checks.problems.isEmpty
        else { throw ValidationFailure(checks.problems) }
        if let id {
            template.renameSection(id, title, isCollapsed: isCollapsed)
        } else {
            template.addSection(title, isCollapsed: isCollapsed, of: source)
        }
    }
}

/// Whole numbers as typed.
enum TypedNumber {
    /// Nil for nothing, and for what is no such number, which is noted.
    static func optional(
        _ typed: String, _ field: String, _ range: ClosedRange<Int>, _ checks: inout FieldChecks
    ) -> Int? {
        let text = typed.filter { !$0.isWhitespace }
        guard !text.isEmpty else { return nil }
        guard text.utf8.count <= 7, let number = Int(text), range.contains(number) else {
            let values = ["min": "\(range.lowerBound)", "max": "\(range.upperBound)"]
            checks.note(Problem(field, "therapies.problem.number-range", values))
            return nil
        }
        return number
    }

    static func required(
        _ typed: String, _ field: String, _ range: ClosedRange<Int>, _ checks: inout FieldChecks
    ) -> Int? {
        guard typed.contains(where: { !$0.isWhitespace }) else {
            checks.note(Problem(field, "problems.required"))
            return nil
        }
        return optional(typed, field, range, &checks)
    }
}
