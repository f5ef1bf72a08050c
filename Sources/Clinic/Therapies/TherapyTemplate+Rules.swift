extension TherapyTemplate {
    /// What becomes of rules from one state of a template to a later one.
    package struct RuleChanges: Sendable, Hashable {
        /// About nothing any more.
        package let gone: [Rule]
        /// Such as apply to fewer things.
        package let narrowed: [Rule]
        /// Warnings that name a precaution which cannot be ticked any more: the patient's record alone raises them.
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
    /// - Parameter kept: ids of rules.
    package mutating func keepRules(_ kept: Set<String>) {
        let present = self
        rules = present.rules?.map { rule in
            var rule = rule
            rule.isOff = present.maySwitchOff(rule) && !kept.contains(rule.id) ? true : nil
            return rule
        }
    }

    /// What became of an earlier state's rules.
    package func lostRules(since earlier: TherapyTemplate) -> RuleChanges {
        let now = Dictionary((rules ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let before = earlier.rules ?? []
        let lost = earlier.nameable.subtracting(nameable)
        return RuleChanges(
            gone: before.filter { now[$0.id] == nil },
            narrowed: before.filter { rule in now[rule.id].map { $0.switchedOn != rule.switchedOn } ?? false },
            byRecord: before.filter { rule in now[rule.id].map { !lost.isDisjoint(with: $0.with ?? []) } ?? false },
            off: before.filter { rule in !earlier.isOff(rule) && (now[rule.id].map(isOff) ?? false) })
    }

    /// Warnings that nothing would raise any more without some entries: what is dangerous could still be ordered, but neither
    /// ticking a precaution nor the patient's record would bring them up.
    package func warnings(needing entries: [Item]) -> [Rule] { warnings(needing: Self.names(of: entries)) }

    /// - Parameter lost: names that rules have for what would not be there.
    func warnings(needing lost: Set<String>) -> [Rule] {
        let (before, after, recorded) = (nameable, nameable.subtracting(lost), self.recorded)
        return (rules ?? []).filter { rule in
            guard rule.effect == .endangers, let with = rule.with else { return false }
            let isAboutSomething = rule.when.isEmpty || !after.isDisjoint(with: rule.when)
            return isAboutSomething && !before.union(recorded).isDisjoint(with: with)
                && after.union(recorded).isDisjoint(with: with)
        }
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

    fileprivate var switchedOn: Self {
        var rule = self
        rule.isOff = nil
        return rule
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
