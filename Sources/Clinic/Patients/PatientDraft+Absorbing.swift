extension PatientDraft {
    /// What the surviving record says after a duplicate is merged into it: its own words stand, blanks are filled from
    /// the duplicate, the later measurement wins, and no allergy, condition or note is dropped.
    package func absorbing(_ duplicate: PatientDraft) -> PatientDraft {
        var merged = self
        if merged.sex == .unknown { merged.sex = duplicate.sex }
        if merged.address.isBlank { merged.address = duplicate.address }
        merged.phone = phone ?? duplicate.phone
        merged.email = email ?? duplicate.email
        merged.language = language ?? duplicate.language
        merged.timeZone = timeZone ?? duplicate.timeZone
        merged.allergies = allergies.absorbing(duplicate.allergies)
        merged.conditions += duplicate.conditions.filter { condition in
            !conditions.contains { SearchText.folded($0.name) == SearchText.folded(condition.name) }
        }
        merged.pregnancy = Self.later(pregnancy, duplicate.pregnancy, \.asOf)
        merged.weight = Self.later(weight, duplicate.weight, \.measuredOn)
        merged.height = Self.later(height, duplicate.height, \.measuredOn)
        merged.kidneyFunction = Self.later(kidneyFunction, duplicate.kidneyFunction, \.measuredOn)
        merged.notes = Self.joined(notes, duplicate.notes)
        return merged
    }

    private static func later<Value>(_ mine: Value?, _ theirs: Value?, _ day: KeyPath<Value, LocalDate>) -> Value? {
        guard let mine, let theirs else { return mine ?? theirs }
        return theirs[keyPath: day] > mine[keyPath: day] ? theirs : mine
    }

    /// Both notes; only the survivor's own when both together would be too long (the duplicate's stay in its record).
    private static func joined(_ mine: String, _ theirs: String) -> String {
        guard !theirs.isEmpty, mine != theirs else { return mine }
        let both = mine.isEmpty ? theirs : mine + "\n\n" + theirs
        return both.unicodeScalars.count <= longestNotes ? both : mine
    }
}

extension AllergyStatus {
    /// All allergies of both; a substance in both keeps the worse severity. "None known" beats "not asked" only.
    func absorbing(_ other: AllergyStatus) -> AllergyStatus {
        switch (self, other) {
        case (.recorded(let mine), .recorded(let theirs)):
            return .recorded(theirs.reduce(into: mine) { all, allergy in Self.add(allergy, to: &all) })
        case (.recorded, _), (.noneKnown, .notAsked), (.noneKnown, .noneKnown): return self
        case (_, .recorded), (.notAsked, _): return other
        }
    }

    private static func add(_ allergy: Allergy, to all: inout [Allergy]) {
        let substance = SearchText.folded(allergy.substance)
        guard let index = all.firstIndex(where: { SearchText.folded($0.substance) == substance }) else {
            all.append(allergy)
            return
        }
        if !all[index].reaction.contains(allergy.reaction) {
            all[index].reaction = [all[index].reaction, allergy.reaction].filter { !$0.isEmpty }.joined(separator: "; ")
        }
        let severities = [all[index].severity, allergy.severity].compactMap(\.self)
        all[index].severity = Allergy.Severity.allCases.last { severities.contains($0) }
    }
}
