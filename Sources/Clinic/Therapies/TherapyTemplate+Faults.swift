extension TherapyTemplate {
    /// Every rule of the format that the template breaks, in English; empty for a good one.
    package var faults: [String] {
        var faults: [String] = []
        if !Self.isID(id) { faults.append("id") }
        if version < 1 { faults.append("version") }
        if visits.min < 1 || visits.min > visits.default || visits.default > visits.max || visits.max > 100 {
            faults.append("visits")
        }
        if item(Self.returnReport) == nil { faults.append("no \(Self.returnReport)") }
        let all = items + weightBearing + precautions
        faults += Self.faults(ids: sections.map(\.id)) + Self.faults(ids: all.map(\.id))
        faults += Self.faults(ids: (rules ?? []).map(\.id))
        if !([title, visits.title] + sections.map(\.title)).allSatisfy(\.isComplete) {
            faults.append("title without words")
        }
        return faults + all.flatMap(\.faults) + (rules ?? []).flatMap { ruleFaults($0) }
    }

    private func ruleFaults(_ rule: Rule) -> [String] {
        var faults: [String] = []
        if !rule.message.isComplete { faults.append("rule \(rule.id) without words") }
        if (rule.effect == .requires) != (rule.fields?.isEmpty == false) { faults.append("fields of rule \(rule.id)") }
        return faults
    }

    static func faults(ids: [String]) -> [String] {
        ids.filter { !isID($0) }.map { "id \($0)" }
            + (Set(ids).count < ids.count ? ["repeated id among \(ids.joined(separator: " "))"] : [])
    }

    private static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 60
            && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 95 }
    }
}

extension TherapyTemplate.Item {
    fileprivate var faults: [String] {
        let fields = self.fields ?? []
        var faults = TherapyTemplate.faults(ids: (kinds ?? []).map(\.id))
        faults += TherapyTemplate.faults(ids: fields.map(\.id)) + fields.flatMap { $0.faults(in: id) }
        let words = [title, detail, phrase].compactMap(\.self) + (kinds ?? []).map(\.title)
        if !words.allSatisfy(\.isComplete) { faults.append("title without words at \(id)") }
        if isField == true, fields.isEmpty { faults.append("nothing to fill in at \(id)") }
        for language in Language.allCases {
            guard let text = phrase?[language] else { continue }
            let named = TherapyPhrase.fields(in: text)
            if named.map({ !$0.isSubset(of: Set(fields.map(\.id))) }) ?? true { faults.append("phrase of \(id)") }
        }
        return faults
    }
}

extension TherapyTemplate.Field {
    fileprivate func faults(in item: String) -> [String] {
        var faults = TherapyTemplate.faults(ids: (options ?? []).map(\.id))
        let words = [title, unit, unitOfOne].compactMap(\.self) + (options ?? []).map(\.title)
        if !words.allSatisfy(\.isComplete) { faults.append("title without words at \(item)/\(id)") }
        if (kind == .choice) != (options?.isEmpty == false) { faults.append("options of \(item)/\(id)") }
        if let min, let max, min > max { faults.append("range of \(item)/\(id)") }
        if !(0...3).contains(places ?? 0) { faults.append("places of \(item)/\(id)") }
        return faults
    }
}
