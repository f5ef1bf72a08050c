import Foundation

/// What a clinician orders from a ``TherapyTemplate``.
package struct TherapyChoice: Sendable, Hashable, Codable {
    /// The template's id.
    package var template: String
    /// The version of the template that the choice was made from; nil in what was stored before versions were kept.
    package var templateVersion: Int?
    package var plan: VisitPlan
    /// A plan whose visits and schedule differ and which the prescriber said is meant. Counts only while it is still
    /// the plan: a later change asks again.
    package var acceptedPlan: VisitPlan?
    /// Ids of the chosen items, ``TherapyTemplate/returnReport`` among them.
    package var items: Set<String>
    /// Ids of the kinds an item is narrowed to, by the item's id. An item without an entry is meant in general.
    package var kinds: [String: Set<String>]
    /// Id of the weight bearing; nil when nothing is said.
    package var weightBearing: String?
    package var precautions: Set<String>
    /// What is filled in, by the ids of the item (or precaution, or level of weight bearing) and of its field, in the
    /// spelling of ``TherapyTemplate/Field``. What stands under an item that is not chosen is kept but means nothing.
    package var values: [String: [String: String]]
    /// Ids of the rules that asked whether something is meant, and were told so.
    package var accepted: Set<String>
    /// Why something dangerous is ordered all the same, by the id of the rule that asked: plain text of up to 500
    /// characters.
    package var reasons: [String: String]
    /// Plain text of up to 2,000 characters.
    package var goals: String
    /// Markdown of up to 4,000 characters.
    package var instructions: String
    /// The last day on which treatment may begin; nil for no limit.
    package var validUntil: LocalDate?

    /// A choice of nothing but the usual number of visits: evaluate and treat.
    package init(template: TherapyTemplate) {
        self.template = template.id
        templateVersion = template.version
        plan = VisitPlan(visits: template.visits.default)
        items = []
        kinds = [:]
        precautions = []
        values = [:]
        accepted = []
        reasons = [:]
        goals = ""
        instructions = ""
    }

    package static let goalsLimit = 2000
    package static let instructionsLimit = 4000
    package static let reasonLimit = 500

    /// Whether an item is chosen: ticked, or, without a box to tick, filled in.
    package func contains(_ item: TherapyTemplate.Item) -> Bool {
        item.isField == true
            ? values[item.id]?.isEmpty == false
            : items.contains(item.id) || precautions.contains(item.id) || weightBearing == item.id
    }

    /// The name of the form's field for a value, which problems name.
    package static func name(_ item: String, _ field: String) -> String { "value.\(item).\(field)" }

    /// Whether the therapist is asked for a report.
    package var wantsReport: Bool { items.contains(TherapyTemplate.returnReport) }

    /// The same answers in another template, as far as it has them, and what it has no place for: items, precautions and
    /// a level of weight bearing of the old one. More visits than the other allows become its most.
    package func moved(
        from old: TherapyTemplate, to new: TherapyTemplate
    ) -> (choice: TherapyChoice, left: [TherapyTemplate.Item]) {
        var moved = self
        moved.template = new.id
        moved.templateVersion = new.version
        let fillable = Dictionary(uniqueKeysWithValues: new.fillable.map { ($0.id, $0) })
        moved.items.formIntersection(new.items.map(\.id))
        moved.precautions.formIntersection(new.precautions.map(\.id))
        moved.weightBearing = weightBearing.flatMap { id in new.weightBearing.contains { $0.id == id } ? id : nil }
        moved.kinds = moved.kinds.reduce(into: [:]) { kept, entry in
            let kinds = entry.value.intersection((new.item(entry.key)?.kinds ?? []).map(\.id))
            if moved.items.contains(entry.key), !kinds.isEmpty { kept[entry.key] = kinds }
        }
        moved.values = values.reduce(into: [:]) { kept, entry in
            let fields = entry.value.filter { fillable[entry.key]?.field($0.key)?.takes($0.value) == true }
            if !fields.isEmpty { kept[entry.key] = fields }
        }
        moved.plan.visits = min(max(plan.visits, new.visits.min), new.visits.max)
        let chosen = (old.items + old.weightBearing + old.precautions).filter(contains)
        return (moved, chosen.filter { item in !moved.contains(of: item, in: new) || !moved.keeps(item, of: self) })
    }

    /// Whether the item of that id in another template is chosen too.
    private func contains(of item: TherapyTemplate.Item, in template: TherapyTemplate) -> Bool {
        (template.items + template.weightBearing + template.precautions).contains { $0.id == item.id && contains($0) }
    }

    /// Whether everything that another choice said of an item is said here too.
    private func keeps(_ item: TherapyTemplate.Item, of other: TherapyChoice) -> Bool {
        (kinds[item.id] ?? []) == (other.kinds[item.id] ?? [])
            && (values[item.id] ?? [:]) == (other.values[item.id] ?? [:])
    }

    /// Whether the prescriber has still to say that visits and schedule are meant to differ.
    package var needsAcceptance: Bool { plan.isMismatched && acceptedPlan != plan }

    /// The question about visits and schedule while it is open; nil when they agree or the answer was given.
    package var mismatch: Problem? {
        guard needsAcceptance, let scheduled = plan.scheduled, let perWeek = plan.perWeek, let weeks = plan.weeks else {
            return nil
        }
        return Problem(
            "accepted-plan", scheduled < plan.visits ? "therapies.mismatch.left-over" : "therapies.mismatch.too-few",
            [
                "visits": "\(plan.visits)", "scheduled": "\(scheduled)", "perWeek": "\(perWeek)", "weeks": "\(weeks)",
            ])
    }

    /// Drops kinds of items that are not chosen: narrowing what is not ordered means nothing.
    package var tidied: TherapyChoice {
        var tidy = self
        tidy.kinds = kinds.filter { items.contains($0.key) && !$0.value.isEmpty }
        tidy.values = values.mapValues { $0.filter { !$0.value.isEmpty } }.filter { !$0.value.isEmpty }
        tidy.reasons = reasons.mapValues(PlainText.cleaned).filter { !$0.value.isEmpty }
        tidy.goals = PlainText.cleaned(goals)
        tidy.instructions = PlainText.cleaned(instructions)
        return tidy
    }

    /// What is wrong with the choice on a day in the clinic's zone.
    package func problems(_ template: TherapyTemplate, today: LocalDate) -> [Problem] {
        var problems = plan.problems(allowed: template.visits)
        problems += valueProblems(template, today: today)
        if hasUnknownID(template) { problems.append(Problem("items", "therapies.problem.unknown")) }
        if goals.count > Self.goalsLimit {
            problems.append(Problem("goals", "therapies.problem.too-long", ["max": "\(Self.goalsLimit)"]))
        }
        if instructions.count > Self.instructionsLimit {
            problems.append(
                Problem("instructions", "therapies.problem.too-long", ["max": "\(Self.instructionsLimit)"]))
        }
        if let validUntil, validUntil < today {
            problems.append(Problem("valid-until", "therapies.problem.valid-until-past"))
        } else if let validUntil, today.days(to: validUntil) > Self.longestValidity {
            problems.append(Problem("valid-until", "therapies.problem.valid-until-far"))
        }
        return problems
    }

    /// Two years: further away is a slip of the keyboard.
    static let longestValidity = 731

    /// What is wrong with values of items that are chosen, and with reasons.
    private func valueProblems(_ template: TherapyTemplate, today: LocalDate) -> [Problem] {
        let values = template.fillable.filter(contains).flatMap { item in
            (item.fields ?? []).compactMap { field in
                self.values[item.id]?[field.id].flatMap {
                    field.problem($0, name: Self.name(item.id, field.id), today: today)
                }
            }
        }
        return values
            + reasons.filter { $0.value.count > Self.reasonLimit }.keys.sorted().map {
                Problem("reason.\($0)", "therapies.problem.too-long", ["max": "\(Self.reasonLimit)"])
            }
    }

    private func hasUnknownID(_ template: TherapyTemplate) -> Bool {
        guard template.id == self.template else { return true }
        let unknownKind = kinds.contains { item, kinds in
            !kinds.isSubset(of: Set((template.item(item)?.kinds ?? []).map(\.id)))
        }
        let fields = Dictionary(
            uniqueKeysWithValues: template.fillable.map { ($0.id, Set(($0.fields ?? []).map(\.id))) })
        let unknownValue = values.contains { item, values in
            !Set(values.keys).isSubset(of: fields[item] ?? [])
        }
        return unknownKind || unknownValue || !items.isSubset(of: Set(template.items.map(\.id)))
            || !precautions.isSubset(of: Set(template.precautions.map(\.id)))
            || weightBearing.map { id in !template.weightBearing.contains { $0.id == id } } ?? false
    }
}

extension TherapyChoice {
    /// What was stored before templates had values reads as one without any.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        template = try container.decode(String.self, forKey: .template)
        templateVersion = try container.decodeIfPresent(Int.self, forKey: .templateVersion)
        plan = try container.decode(VisitPlan.self, forKey: .plan)
        acceptedPlan = try container.decodeIfPresent(VisitPlan.self, forKey: .acceptedPlan)
        items = try container.decode(Set<String>.self, forKey: .items)
        kinds = try container.decode([String: Set<String>].self, forKey: .kinds)
        weightBearing = try container.decodeIfPresent(String.self, forKey: .weightBearing)
        precautions = try container.decode(Set<String>.self, forKey: .precautions)
        values = try container.decodeIfPresent([String: [String: String]].self, forKey: .values) ?? [:]
        accepted = try container.decodeIfPresent(Set<String>.self, forKey: .accepted) ?? []
        reasons = try container.decodeIfPresent([String: String].self, forKey: .reasons) ?? [:]
        goals = try container.decode(String.self, forKey: .goals)
        instructions = try container.decode(String.self, forKey: .instructions)
        validUntil = try container.decodeIfPresent(LocalDate.self, forKey: .validUntil)
    }
}
