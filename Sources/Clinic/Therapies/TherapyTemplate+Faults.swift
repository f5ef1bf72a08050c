extension TherapyTemplate {
    /// Every rule of the format that the template breaks, in English; empty for a good one.
    package var faults: [String] { brokenRules.map(\.description) }

    /// Every rule of the format that the template breaks; empty for a good one.
    package var brokenRules: [TherapyTemplateFault] {
        var faults: [TherapyTemplateFault] = []
        if !Self.isID(id) { faults.append(TherapyTemplateFault(.id, id)) }
        if version < 1 { faults.append(TherapyTemplateFault(.version)) }
        if visits.min < 1 || visits.min > visits.default || visits.default > visits.max || visits.max > 100 {
            faults.append(TherapyTemplateFault(.visits))
        }
        if item(Self.returnReport) == nil { faults.append(TherapyTemplateFault(.noReport)) }
        let all = items + weightBearing + precautions
        faults += Self.faults(ids: sections.map(\.id), of: "sections") + Self.faults(ids: all.map(\.id), of: "items")
        faults += Self.faults(ids: (rules ?? []).map(\.id), of: "rules")
        if !([title, visits.title] + sections.map(\.title)).allSatisfy(\.isComplete) {
            faults.append(TherapyTemplateFault(.words))
        }
        return faults + all.flatMap(\.faults) + (rules ?? []).flatMap { ruleFaults($0) }
    }

    private func ruleFaults(_ rule: Rule) -> [TherapyTemplateFault] {
        var faults: [TherapyTemplateFault] = []
        if !rule.message.isComplete { faults.append(TherapyTemplateFault(.ruleWords, rule.id)) }
        if (rule.effect == .requires) != (rule.fields?.isEmpty == false) {
            faults.append(TherapyTemplateFault(.ruleFields, rule.id))
        }
        if rule.isOff == true, !maySwitchOff(rule) { faults.append(TherapyTemplateFault(.ruleStays, rule.id)) }
        return faults
    }

    /// - Parameter place: what the ids are those of.
    static func faults(ids: [String], of place: String) -> [TherapyTemplateFault] {
        var seen: Set<String> = []
        let repeated = ids.filter { !seen.insert($0).inserted }
        return ids.filter { !isID($0) }.map { TherapyTemplateFault(.id, $0) }
            + Set(repeated).sorted().map { TherapyTemplateFault(.repeatedID, "\(place): \($0)") }
    }

    /// Whether a text may be an id: 1–60 of small letters, digits, `-` and `_`.
    static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 60
            && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 95 }
    }
}

extension TherapyTemplate.Item {
    fileprivate var faults: [TherapyTemplateFault] {
        let fields = self.fields ?? []
        var faults = TherapyTemplate.faults(ids: (kinds ?? []).map(\.id), of: id)
        faults += TherapyTemplate.faults(ids: fields.map(\.id), of: id) + fields.flatMap { $0.faults(in: id) }
        let words = [title, detail, phrase].compactMap(\.self) + (kinds ?? []).map(\.title)
        if !words.allSatisfy(\.isComplete) { faults.append(TherapyTemplateFault(.words, id)) }
        if isField == true, fields.isEmpty { faults.append(TherapyTemplateFault(.nothingToFill, id)) }
        for language in Language.allCases {
            guard let text = phrase?[language] else { continue }
            let named = TherapyPhrase.fields(in: text)
            if named.map({ !$0.isSubset(of: Set(fields.map(\.id))) }) ?? true {
                faults.append(TherapyTemplateFault(.phrase, id))
            }
        }
        return faults
    }
}

extension TherapyTemplate.Field {
    fileprivate func faults(in item: String) -> [TherapyTemplateFault] {
        let place = "\(item)/\(id)"
        var faults = TherapyTemplate.faults(ids: (options ?? []).map(\.id), of: place)
        let words = [title, unit, unitOfOne].compactMap(\.self) + (options ?? []).map(\.title)
        if !words.allSatisfy(\.isComplete) { faults.append(TherapyTemplateFault(.words, place)) }
        if (kind == .choice) != (options?.isEmpty == false) { faults.append(TherapyTemplateFault(.options, place)) }
        if let min, let max, min > max { faults.append(TherapyTemplateFault(.range, place)) }
        if !(0...3).contains(places ?? 0) { faults.append(TherapyTemplateFault(.places, place)) }
        return faults
    }
}
