import Clinic
import Foundation
import Rendering

/// The therapies as their form sends them: everything as typed.
struct TherapiesForm: Sendable {
    var visits: String
    var perWeek: String
    var weeks: String
    var items: Set<String>
    /// Chosen kinds as `item/kind`.
    var kinds: Set<String>
    var weightBearing: String
    var precautions: Set<String>
    var goals: String
    var instructions: String
    var validUntil: String
    /// What is filled in, by the form's fields as ``TherapyChoice/name(_:_:)`` names them.
    var values: [String: String]
    /// Ids of rules whose questions were answered with yes.
    var acceptedRules: Set<String>
    /// Reasons by the ids of the rules that asked for them.
    var reasons: [String: String]
    /// The plan that the box "these numbers are meant" was ticked for, as `visits/perWeek/weeks`.
    var accepted: String
    /// The therapies' version the form started from.
    var version: Int

    init(_ form: Form) {
        visits = form.text("visits")
        perWeek = form.text("per-week")
        weeks = form.text("weeks")
        items = Set(form.all("items"))
        kinds = Set(form.all("kinds"))
        weightBearing = form.text("weight-bearing")
        precautions = Set(form.all("precautions"))
        goals = form.text("goals")
        instructions = form.text("instructions")
        validUntil = form.text("valid-until")
        values = Self.named("value.", in: form, keepsPrefix: true)
        acceptedRules = Set(form.all("accepted"))
        reasons = Self.named("reason.", in: form, keepsPrefix: false)
        accepted = form.text("accepted-plan")
        version = Int(form.text("version")) ?? 0
    }

    /// The first value of each field whose name begins so.
    private static func named(_ prefix: String, in form: Form, keepsPrefix: Bool) -> [String: String] {
        let fields = form.fields.filter { $0.name.hasPrefix(prefix) }
        return Dictionary(
            fields.map { (keepsPrefix ? $0.name : String($0.name.dropFirst(prefix.count)), $0.value) },
            uniquingKeysWith: { first, _ in first })
    }

    /// What the form shows for what is kept.
    init(_ choice: TherapyChoice, of template: TherapyTemplate, version: Int, in language: Language) {
        let dates = Dates(language)
        visits = String(choice.plan.visits)
        perWeek = choice.plan.perWeek.map(String.init) ?? ""
        weeks = choice.plan.weeks.map(String.init) ?? ""
        items = choice.items
        kinds = Set(choice.kinds.flatMap { item, kinds in kinds.map { "\(item)/\($0)" } })
        weightBearing = choice.weightBearing ?? ""
        precautions = choice.precautions
        goals = choice.goals
        instructions = choice.instructions
        validUntil = choice.validUntil.map { dates.date($0) } ?? ""
        values = template.fillable.reduce(into: [:]) { values, item in
            for field in item.fields ?? [] {
                guard let value = choice.values[item.id]?[field.id] else { continue }
                values[TherapyChoice.name(item.id, field.id)] = field.shown(value, in: language) { dates.date($0) }
            }
        }
        acceptedRules = choice.accepted
        reasons = choice.reasons
        accepted = choice.acceptedPlan.map(Self.text) ?? ""
        self.version = version
    }

    /// Whether something is filled in for an item.
    func isFilled(_ item: TherapyTemplate.Item) -> Bool {
        (item.fields ?? []).contains { values[TherapyChoice.name(item.id, $0.id)]?.isEmpty == false }
    }

    /// A plan as the box for accepting it sends it.
    static func text(_ plan: VisitPlan) -> String {
        "\(plan.visits)/\(plan.perWeek ?? 0)/\(plan.weeks ?? 0)"
    }

    /// The choice with all that was typed checked. Numbers that differ but may be meant are no problem here: the draft is
    /// saved, and asks.
    /// - Throws: ``ValidationFailure``.
    func choice(_ template: TherapyTemplate, order: DateOrder, today: LocalDate) throws -> TherapyChoice {
        var problems: [Problem] = []
        var choice = TherapyChoice(template: template)
        let range = ["min": "\(template.visits.min)", "max": "\(template.visits.max)"]
        choice.plan = VisitPlan(
            visits: number(visits, Problem("visits", "therapies.problem.visits", range), &problems)
                ?? template.visits.default,
            perWeek: number(perWeek, Problem("per-week", "therapies.problem.per-week"), &problems),
            weeks: number(weeks, Problem("weeks", "therapies.problem.weeks"), &problems))
        if visits.allSatisfy(\.isWhitespace) { problems.append(Problem("visits", "problems.required")) }
        choice.items = items
        for kind in kinds {
            let parts = kind.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            choice.kinds[parts[0], default: []].insert(parts.count > 1 ? parts[1] : "")
        }
        choice.weightBearing = weightBearing.isEmpty ? nil : weightBearing
        choice.precautions = precautions
        choice.goals = goals
        choice.instructions = instructions
        choice.validUntil = day(order, &problems)
        choice.values = read(template, order: order, &problems)
        choice.accepted = acceptedRules.intersection((template.rules ?? []).map(\.id))
        choice.reasons = reasons.filter { reason in (template.rules ?? []).contains { $0.id == reason.key } }
        problems += choice.reasons.compactMap { PlainText.problem($0.value, field: "reason.\($0.key)") }
        if accepted == Self.text(choice.plan) { choice.acceptedPlan = choice.plan }
        problems += [("goals", goals), ("instructions", instructions)].compactMap {
            PlainText.problem($0.1, field: $0.0)
        }
        choice = choice.tidied
        let fields = Set(problems.map(\.field))
        problems += choice.problems(template, today: today).filter { !fields.contains($0.field) }
        guard problems.isEmpty else { throw ValidationFailure(problems) }
        return choice
    }

    /// What is filled in, by item and field.
    private func read(
        _ template: TherapyTemplate, order: DateOrder, _ problems: inout [Problem]
    ) -> [String: [String: String]] {
        var read: [String: [String: String]] = [:]
        for item in template.fillable {
            for field in item.fields ?? [] {
                let name = TherapyChoice.name(item.id, field.id)
                let (value, problem) = field.reading(values[name] ?? "", name: name, order: order)
                if let value { read[item.id, default: [:]][field.id] = value }
                if let problem { problems.append(problem) }
            }
        }
        return read
    }

    private func number(_ text: String, _ problem: Problem, _ problems: inout [Problem]) -> Int? {
        let digits = text.filter { !$0.isWhitespace }
        if digits.isEmpty { return nil }
        guard digits.utf8.count <= 4, let number = Int(digits) else {
            problems.append(problem)
            return nil
        }
        return number
    }

    private func day(_ order: DateOrder, _ problems: inout [Problem]) -> LocalDate? {
        guard validUntil.contains(where: { !$0.isWhitespace }) else { return nil }
        let message: String
        switch DateReading(validUntil, order: order) {
        case .date(let date): return date
        case .shortYear: message = "dates.problem.short-year"
        case .noSuchDay: message = "dates.problem.no-such-day"
        case .unreadable: message = "dates.problem.unreadable"
        }
        problems.append(Problem("valid-until", message))
        return nil
    }
}
