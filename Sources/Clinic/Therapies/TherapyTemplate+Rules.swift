extension TherapyTemplate {
    /// What becomes of rules from one state of a template to a later one.
    package struct RuleChanges: Sendable, Hashable {
        /// About nothing any more.
        package let gone: [Rule]
        /// Such as apply to fewer things, or ask for fewer.
        package let narrowed: [Rule]
        /// Such as name what cannot be ticked any more: for that, the patient's record alone brings them up.
        package let byRecord: [Rule]
        /// Switched off by somebody.
        package let off: [Rule]
    }

    /// The precaution that a patient's pregnancy gives; the others are given by ``signs``.
    static let pregnancy = "pregnancy"

    /// Ids of precautions that a patient's record may give, whether they can be ticked here or not.
    var recorded: Set<String> { Set((signs ?? []).map(\.id)).union([Self.pregnancy]) }

    /// Whether a clinic may do without a rule. What protects the patient stays: every rule that asks for a reason, and every
    /// one about something that the patient's record may give.
    package func maySwitchOff(_ rule: Rule) -> Bool {
        rule.effect != .endangers && recorded.isDisjoint(with: rule.with ?? [])
    }

    /// Whether a rule is switched off. One that has to stay never is.
    package func isOff(_ rule: Rule) -> Bool { rule.isOff == true && maySwitchOff(rule) }

    /// Switches off every rule that may be and is not among those kept; the kept ones are on.
    /// - Parameters:
    ///   - kept: ids of rules.
    ///   - shown: ids of those that were chosen from. The others stay as they are. Nil for all.
    package mutating func keepRules(_ kept: Set<String>, of shown: Set<String>? = nil) {
        let present = self
        rules = present.rules?.map { rule in
            var rule = rule
            let isOff = shown?.contains(rule.id) ?? true ? !kept.contains(rule.id) : rule.isOff == true
            rule.isOff = present.maySwitchOff(rule) && isOff ? true : nil
            return rule
        }
    }

    /// What became of an earlier state's rules.
    package func lostRules(since earlier: TherapyTemplate) -> RuleChanges {
        let now = Dictionary((rules ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let before = earlier.rules ?? []
        let lost = earlier.nameable.subtracting(nameable).intersection(earlier.recorded)
        return RuleChanges(
            gone: before.filter { now[$0.id] == nil },
            narrowed: before.filter { rule in now[rule.id].map { $0.isNarrower(than: rule) } ?? false },
            byRecord: before.filter { rule in now[rule.id].map { !lost.isDisjoint(with: $0.with ?? []) } ?? false },
            off: before.filter { rule in !earlier.isOff(rule) && (now[rule.id].map(isOff) ?? false) })
    }

    /// Warnings that would not come up any more for something among these entries: what is dangerous with it could still be
    /// ordered, but it could not be ticked, and the patient's record cannot give it.
    package func warnings(needing entries: [Item]) -> [Rule] { warnings(needing: Self.names(of: entries)) }

    /// - Parameter lost: names that rules have for what would not be there.
    func warnings(needing lost: Set<String>) -> [Rule] {
        let before = nameable
        let (after, conditions) = (before.subtracting(lost), lost.intersection(before).subtracting(recorded))
        return (rules ?? []).filter { rule in
            guard rule.effect == .endangers, let with = rule.with else { return false }
            let isAboutSomething = rule.when.isEmpty || !after.isDisjoint(with: rule.when)
            return isAboutSomething && !conditions.isDisjoint(with: with)
        }
    }

    /// - Parameter lost: names that rules have for what would not be there.
    /// - Throws: ``Problem`` where a warning would not come up any more for some of it.
    func checkWarnings(without lost: Set<String>) throws(Problem) {
        guard warnings(needing: lost).isEmpty else { throw Problem("", "therapy-templates.problem.warning-stays") }
    }

    /// Everything that a rule may name.
    var nameable: Set<String> { Self.names(of: items + weightBearing + precautions) }

    /// What rules call items, their kinds, their fields and the options of those.
    static func names(of items: [Item]) -> Set<String> {
        items.reduce(into: []) { names, item in
            names.insert(item.id)
            for kind in item.kinds ?? [] { names.insert("\(item.id)/\(kind.id)") }
            for field in item.fields ?? [] {
                names.insert("\(item.id)/\(field.id)")
                for option in field.options ?? [] { names.insert("\(item.id)/\(field.id)/\(option.id)") }
            }
        }
    }

    /// Takes what is not there any more out of the rules. One that would then apply always, never or to nothing goes.
    mutating func forgetNames(of before: Set<String>) {
        let (left, recorded) = (nameable, self.recorded)
        let gone = before.subtracting(left)
        guard !gone.isEmpty, let rules else { return }
        let kept = rules.compactMap { $0.without(gone, left: left, recorded: recorded) }
        self.rules = kept.isEmpty ? nil : kept
    }
}

extension TherapyTemplate.Rule {
    /// Everything that the rule names.
    var names: Set<String> { Set(when + (with ?? []) + (unless ?? []) + (fields ?? [])) }

    /// Whether the rule names less than an earlier state of it in ``when``, ``with`` or ``fields``, and nowhere more.
    fileprivate func isNarrower(than earlier: Self) -> Bool {
        let lists = [(when, earlier.when), (with ?? [], earlier.with ?? []), (fields ?? [], earlier.fields ?? [])]
        // None at all means no condition, which is more than any.
        let isNowhereWider = lists.allSatisfy { now, before in
            Set(now).isSubset(of: before) && (!now.isEmpty || before.isEmpty)
        }
        return isNowhereWider && lists.contains { now, before in Set(now) != Set(before) }
    }

    /// The rule without some names; nil when it can apply to nothing any more.
    /// - Parameters:
    ///   - left: the names that are still there. Rules that several templates share name more than one of them has.
    ///   - recorded: what the patient's record may give. A rule about that goes on naming it.
    func without(_ gone: Set<String>, left: Set<String>, recorded: Set<String>) -> Self? {
        var rule = self
        rule.when.removeAll(where: gone.contains)
        if rule.when.count < when.count, left.isDisjoint(with: rule.when) { return nil }
        rule.with?.removeAll { gone.contains($0) && !recorded.contains($0) }
        if rule.with?.isEmpty == true, with?.isEmpty == false { return nil }
        rule.unless?.removeAll(where: gone.contains)
        if rule.unless?.isEmpty == true { rule.unless = unless?.isEmpty == true ? [] : nil }
        rule.fields?.removeAll(where: gone.contains)
        if rule.fields?.isEmpty == true, fields?.isEmpty == false { return nil }
        return rule
    }
}
