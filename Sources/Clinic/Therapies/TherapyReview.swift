/// What a choice is held against before it is signed: its template's rules, the day, and what is known of the patient.
package struct TherapyReview: Sendable, Hashable {
    package let template: TherapyTemplate
    /// A day in the clinic's zone.
    package let today: LocalDate
    /// The language that questions are put in.
    package let language: Language
    /// Ids of precautions that the patient's record gives.
    package let known: Set<String>
    /// Whether there is somewhere to send a report to.
    package let hasReplyAddress: Bool

    package init(
        template: TherapyTemplate, today: LocalDate, language: Language, patient: PatientDraft? = nil,
        provider: Provider? = nil
    ) {
        self.template = template
        self.today = today
        self.language = language
        known = patient.map(template.known) ?? []
        hasReplyAddress = provider.map(\.canBeWrittenTo) ?? true
    }

    /// Everything that keeps a choice from being signed, in the order of the form; empty for nothing.
    package func problems(of choice: TherapyChoice) -> [Problem] {
        let wrong = choice.problems(template, today: today)
        guard wrong.isEmpty else { return wrong }
        var open = [choice.mismatch].compactMap(\.self)
        if choice.wantsReport, !hasReplyAddress {
            open.append(Problem("return-report", "therapies.problem.no-reply-address"))
        }
        return open + findings(in: choice).filter(\.isOpen).map { $0.problem(in: language) }
    }

    /// What the rules find, open or answered, and what is lacking at items that are chosen.
    package func findings(in choice: TherapyChoice) -> [TherapyFinding] {
        choice.lacking(in: template)
            + (template.rules ?? []).flatMap { choice.findings(of: $0, in: template, known: known) }
    }
}

/// One thing that a rule found.
package struct TherapyFinding: Sendable, Hashable {
    package enum Cause: Sendable, Hashable {
        case rule(TherapyTemplate.Rule)
        /// A field of an item that is chosen, and empty.
        case lacking(item: TherapyTemplate.Item, field: TherapyTemplate.Field)
    }

    package let cause: Cause
    /// The form's field that it is told at.
    package let field: String
    /// Whether it keeps the prescription from being signed.
    package let isOpen: Bool

    /// The rule; nil for what is lacking.
    package var rule: TherapyTemplate.Rule? { if case .rule(let rule) = cause { rule } else { nil } }

    /// The finding as a problem at its field.
    package func problem(in language: Language) -> Problem {
        switch cause {
        case .lacking(let item, let field):
            Problem(
                self.field, "therapies.finding.lacking",
                ["item": item.title[language], "field": field.title[language]])
        case .rule(let rule) where rule.effect == .endangers:
            Problem(field, "therapies.finding.reason", ["text": rule.message[language]])
        case .rule(let rule): Problem(field, "therapies.finding", ["text": rule.message[language]])
        }
    }
}

extension TherapyTemplate {
    /// Precautions that a patient's record gives: pregnancy, and conditions and allergies whose words say the same, unless
    /// they plainly deny it; see ``ConditionWords``.
    package func known(of patient: PatientDraft) -> Set<String> {
        let texts = patient.conditions.map(\.name) + patient.allergies.allergies.map(\.substance)
        let lines = texts.map { ConditionWords($0) }
        var known = Set(
            (signs ?? []).filter { sign in
                sign.words.contains { word in lines.contains { $0.say(word, except: sign.except ?? []) } }
            }.map(\.id))
        if let status = patient.pregnancy?.status, status != .notPregnant { known.insert(Self.pregnancy) }
        return known
    }
}

extension TherapyChoice {
    /// Whether a rule applies to what is chosen and what is known of the patient.
    func applies(_ rule: TherapyTemplate.Rule, in template: TherapyTemplate, known: Set<String>) -> Bool {
        !template.isOff(rule) && rule.applies(chosen: chosen(in: template), known: known)
    }

    /// The ids of everything chosen, as rules name it: items, precautions, the level of weight bearing, `item/kind` and
    /// `item/field/option`. An item that is not narrowed down stands for all its kinds.
    func chosen(in template: TherapyTemplate) -> Set<String> {
        let items = (template.items + template.weightBearing + template.precautions).filter(contains)
        return items.reduce(into: []) { ids, item in
            ids.insert(item.id)
            let kinds = self.kinds[item.id] ?? []
            for kind in item.kinds ?? [] where kinds.isEmpty || kinds.contains(kind.id) {
                ids.insert("\(item.id)/\(kind.id)")
            }
            for field in item.fields ?? [] where field.kind == .choice {
                if let option = values[item.id]?[field.id] { ids.insert("\(item.id)/\(field.id)/\(option)") }
            }
        }
    }

    fileprivate func lacking(in template: TherapyTemplate) -> [TherapyFinding] {
        template.fillable.filter(contains).flatMap { item in
            (item.fields ?? []).filter { $0.isRequired == true && values[item.id]?[$0.id] == nil }.map { field in
                TherapyFinding(
                    cause: .lacking(item: item, field: field), field: Self.name(item.id, field.id), isOpen: true)
            }
        }
    }

    fileprivate func findings(
        of rule: TherapyTemplate.Rule, in template: TherapyTemplate, known: Set<String>
    ) -> [TherapyFinding] {
        guard applies(rule, in: template, known: known) else { return [] }
        switch rule.effect {
        case .requires:
            let empty = (rule.fields ?? []).first { !isFilled($0) && template.names($0) }
            return empty.map {
                TherapyFinding(cause: .rule(rule), field: Self.name(path: $0), isOpen: true)
            }.map { [$0] } ?? []
        case .asks:
            let isOpen = !accepted.contains(rule.id)
            return [TherapyFinding(cause: .rule(rule), field: "accepted.\(rule.id)", isOpen: isOpen)]
        case .endangers:
            let isOpen = (reasons[rule.id] ?? "").isEmpty
            return [TherapyFinding(cause: .rule(rule), field: "reason.\(rule.id)", isOpen: isOpen)]
        case .notes: return [TherapyFinding(cause: .rule(rule), field: "", isOpen: false)]
        }
    }

    /// - Parameter path: `item/field`.
    private func isFilled(_ path: String) -> Bool {
        let parts = path.split(separator: "/").map(String.init)
        return parts.count == 2 && values[parts[0]]?[parts[1]] != nil
    }

    private static func name(path: String) -> String {
        "value.\(path.replacing("/", with: "."))"
    }
}

extension TherapyTemplate {
    /// Whether the template has the field `item/field`.
    func names(_ path: String) -> Bool {
        fillable.contains { item in (item.fields ?? []).contains { "\(item.id)/\($0.id)" == path } }
    }
}

extension TherapyTemplate.Rule {
    fileprivate func applies(chosen: Set<String>, known: Set<String>) -> Bool {
        (when.isEmpty || !chosen.isDisjoint(with: when))
            && (with.map { !chosen.union(known).isDisjoint(with: $0) } ?? true)
            && (unless.map { chosen.isDisjoint(with: $0) } ?? true)
    }
}

extension Provider {
    /// Whether a report can be sent to the provider: by post, fax or e-mail.
    fileprivate var canBeWrittenTo: Bool { !address.street.isEmpty || fax != nil || email != nil }
}
