import Clinic
import Foundation
import Rendering

/// An item of a template as typed, with what is filled in for it.
struct TemplateItemForm: Sendable {
    let title: TypedWording
    let detail: TypedWording
    let phrase: TypedWording
    /// The heading's id.
    let section: String
    /// Whether there is no box to tick.
    let isField: Bool
    /// A kind a line, "English | Deutsch".
    let kinds: String
    let fields: [TemplateFieldForm]
    var version: Int

    init(_ form: Form) {
        title = TypedWording(form, "title")
        detail = TypedWording(form, "detail")
        phrase = TypedWording(form, "phrase")
        section = form.text("section")
        isField = form.has("is-field")
        kinds = form.text("kinds")
        fields = (0..<TherapyTemplate.Limits.fieldsOfItem).filter { form.has("\(TemplateFieldForm.name($0)).kind") }
            .map { TemplateFieldForm(form, TemplateFieldForm.name($0)) }
        version = Int(form.text("version")) ?? 0
    }

    /// - Parameter item: nil for a new one.
    init(_ item: TherapyTemplate.Item?, section: String, version: Int) {
        title = TypedWording(item?.title)
        detail = TypedWording(item?.detail)
        phrase = TypedWording(item?.phrase)
        self.section = section
        isField = item?.isField == true
        kinds = TypedList.text(item?.kinds ?? [])
        fields = (item?.fields ?? []).map(TemplateFieldForm.init)
        self.version = version
    }

    /// What was typed as an item.
    /// - Parameters:
    ///   - earlier: the item that is changed; nil for a new one. What it had and still has keeps its id.
    ///   - list: where it stands; nil below a heading. Entries of a list are not narrowed down to kinds.
    /// - Throws: ``ValidationFailure``.
    func item(
        _ earlier: TherapyTemplate.Item?, in list: TherapyTemplate.List? = nil
    ) throws -> TherapyTemplate.Item {
        var checks = FieldChecks()
        let title = title.wording("title", required: true, earlier: earlier?.title, &checks)
        var item = TherapyTemplate.Item(id: earlier?.id ?? "", title: title ?? Wording([:]))
        item.detail = detail.wording("detail", required: false, earlier: earlier?.detail, &checks)
        item.phrase = phrase.wording("phrase", required: false, earlier: earlier?.phrase, &checks)
        if list == nil {
            let kinds = TypedList.kinds(kinds, "kinds", earlier: earlier?.kinds ?? [], &checks)
            item.kinds = kinds.isEmpty ? nil : kinds
        } else {
            item.kinds = earlier?.kinds
        }
        var fields: [TherapyTemplate.Field] = []
        for (index, form) in self.fields.enumerated() where !form.kind.isEmpty {
            let before = earlier?.fields?.first { $0.id == form.id && $0.kind.rawValue == form.kind }
            let taken = Set(fields.map(\.id) + (earlier?.fields ?? []).map(\.id))
            if let field = form.field(
                TemplateFieldForm.name(index), of: item.title, earlier: before, taken: taken, &checks)
            {
                fields.append(field)
            }
        }
        item.fields = fields.isEmpty ? nil : fields
        // The request for a report is a yes or a no on every sheet, and of the levels of weight bearing one is chosen.
        let hasBox = item.id == TherapyTemplate.returnReport || list == .weightBearing
        item.isField = isField && !hasBox ? true : nil
        if item.isField == true, fields.isEmpty, checks.problems.isEmpty {
            checks.note(Problem("is-field", "therapy-templates.problem.nothing-to-fill"))
        }
        if checks.problems.isEmpty { note(phraseFaultsOf: item, &checks) }
        guard checks.problems.isEmpty else { throw ValidationFailure(checks.problems) }
        return item
    }

    /// A phrase names fields that are there, and its brackets match.
    private func note(phraseFaultsOf item: TherapyTemplate.Item, _ checks: inout FieldChecks) {
        let ids = Set((item.fields ?? []).map(\.id))
        for language in Language.allCases {
            guard let text = item.phrase?[language] else { continue }
            if TherapyPhrase.fields(in: text).map({ !$0.isSubset(of: ids) }) ?? true {
                let known = ids.sorted().map { "{\($0)}" }.joined(separator: " ")
                checks.note(
                    Problem("phrase.\(language.rawValue)", "therapy-templates.problem.phrase", ["fields": known]))
            }
        }
    }
}

/// One thing to fill in, as typed.
struct TemplateFieldForm: Sendable {
    /// Empty for a new one.
    let id: String
    /// Empty for nothing: then it is left out.
    let kind: String
    let title: TypedWording
    let unit: TypedWording
    let least: String
    let most: String
    let places: String
    let longest: String
    let options: String
    let days: String
    let isRequired: Bool

    /// How the form calls one of them.
    static func name(_ index: Int) -> String { "field-\(index)" }

    init(_ form: Form, _ name: String) {
        id = form.text("\(name).id")
        kind = form.text("\(name).kind")
        title = TypedWording(form, "\(name).title")
        unit = TypedWording(form, "\(name).unit")
        least = form.text("\(name).min")
        most = form.text("\(name).max")
        places = form.text("\(name).places")
        longest = form.text("\(name).longest")
        options = form.text("\(name).options")
        days = form.text("\(name).days")
        isRequired = form.has("\(name).required")
    }

    init(_ field: TherapyTemplate.Field) {
        id = field.id
        kind = field.kind.rawValue
        title = TypedWording(field.title)
        unit = TypedWording(field.unit)
        least = field.min.map(String.init) ?? ""
        most = field.max.map(String.init) ?? ""
        places = field.places.map(String.init) ?? ""
        longest = field.longest.map(String.init) ?? ""
        options = TypedList.text(field.options ?? [])
        days = field.days?.rawValue ?? ""
        isRequired = field.isRequired == true
    }

    /// An empty one.
    static let empty = TemplateFieldForm(Form(fields: []), "")

    /// What was typed as a field; nil with what is wrong noted. Without a title of its own it has the item's.
    func field(
        _ name: String, of item: Wording, earlier: TherapyTemplate.Field?, taken: Set<String>,
        _ checks: inout FieldChecks
    ) -> TherapyTemplate.Field? {
        guard let kind = TherapyTemplate.Field.ValueKind(rawValue: kind) else {
            checks.note(Problem("\(name).kind", "problems.required"))
            return nil
        }
        let title = title.wording("\(name).title", required: false, earlier: earlier?.title, &checks) ?? item
        let id = earlier?.id ?? TherapyTemplate.freshID(for: title[.english], taken: taken)
        var field = TherapyTemplate.Field(id: id, title: title, kind: kind)
        field.isRequired = isRequired ? true : nil
        switch kind {
        case .number: addNumber(name, earlier, to: &field, &checks)
        case .choice:
            field.options = TypedList.kinds(options, "\(name).options", earlier: earlier?.options ?? [], &checks)
            if field.options?.isEmpty == true {
                checks.note(Problem("\(name).options", "therapy-templates.problem.no-options"))
            }
        case .text: field.longest = TypedNumber.optional(longest, "\(name).longest", 1...2000, &checks)
        case .date: field.days = TherapyTemplate.Field.Days(rawValue: days)
        }
        return field
    }

    private func addNumber(
        _ name: String, _ earlier: TherapyTemplate.Field?, to field: inout TherapyTemplate.Field,
        _ checks: inout FieldChecks
    ) {
        field.unit = unit.wording("\(name).unit", required: false, earlier: earlier?.unit, &checks)
        if field.unit == earlier?.unit { field.unitOfOne = earlier?.unitOfOne }
        field.min = TypedNumber.optional(least, "\(name).min", -99_999...99_999, &checks)
        field.max = TypedNumber.optional(most, "\(name).max", -99_999...99_999, &checks)
        field.places = TypedNumber.optional(places, "\(name).places", 0...3, &checks)
        if (field.min ?? 0) > (field.max ?? TherapyTemplate.Field.greatestNumber) {
            checks.note(Problem("\(name).max", "therapy-templates.problem.range"))
        }
    }
}

/// Choices as lines, "English | Deutsch".
enum TypedList {
    static func text(_ kinds: [TherapyTemplate.Kind]) -> String {
        kinds.map { kind in
            let texts = Language.allCases.map { kind.title[$0] }
            return Set(texts).count == 1 ? texts[0] : texts.joined(separator: " | ")
        }.joined(separator: "\n")
    }

    /// The lines as kinds. One whose words were there before keeps its id; so does one whose words alone were changed.
    static func kinds(
        _ typed: String, _ field: String, earlier: [TherapyTemplate.Kind], _ checks: inout FieldChecks
    ) -> [TherapyTemplate.Kind] {
        let lines = typed.split(whereSeparator: \.isNewline).filter { $0.contains { !$0.isWhitespace } }
        guard lines.count <= TherapyTemplate.Limits.options else {
            let most = "\(TherapyTemplate.Limits.options)"
            checks.note(Problem(field, "therapy-templates.fault.too-many.options", ["max": most]))
            return []
        }
        let titles = lines.compactMap { title(of: $0, field, &checks) }
        var ids: [Int: String] = [:]
        for (index, title) in titles.enumerated() {
            let same = earlier.first { $0.title[.english] == title[.english] && !ids.values.contains($0.id) }
            if let same { ids[index] = same.id }
        }
        var taken = Set(ids.values).union(earlier.map(\.id))
        return titles.enumerated().map { index, title in
            if ids[index] == nil, titles.count == earlier.count, !ids.values.contains(earlier[index].id) {
                ids[index] = earlier[index].id
            }
            let id = ids[index] ?? TherapyTemplate.freshID(for: title[.english], taken: taken)
            taken.insert(id)
            return TherapyTemplate.Kind(id: id, title: title)
        }
    }

    private static func title(of line: Substring, _ field: String, _ checks: inout FieldChecks) -> Wording? {
        let parts = line.split(separator: "|", maxSplits: 1).map(String.init)
        var texts: [String] = []
        for part in parts {
            let text = checks.value(
                try TypedText.line(part, field: field, longest: TherapyTemplate.Limits.words))
            if let text, !text.isEmpty { texts.append(text) }
        }
        guard let first = texts.first, texts.count <= Language.allCases.count else { return nil }
        return Wording([.english: first, .german: texts.count > 1 ? texts[1] : first])
    }
}
