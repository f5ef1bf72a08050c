import Clinic

/// "1 tablet in the morning and 2 tablets in the evening": the dose comes first and is said again with each moment.
struct EnglishDosageGrammar: DosageGrammar {
    private let words: DosageWords

    init(_ words: DosageWords) { self.words = words }

    func core(_ clause: DosageClause) -> DosageCore {
        let first = clause.entries[0]
        switch clause.rhythm {
        case .unsaid: return DosageCore(text: phrase(dose(first), nil))
        case .instants(let instants):
            return DosageCore(text: phrase(dose(first), words.list(instants.map(words.instant))))
        case .elapsed(let elapsed): return DosageCore(text: phrase(dose(first), words.elapsed(elapsed)))
        case .calendar(let frequency, let period):
            return first.weekdays.isEmpty
                ? daily(clause.entries, frequency, period) : weekly(clause.entries, frequency, period)
        }
    }

    func taper(_ steps: [(dose: Dose, from: LocalDate, through: LocalDate)]) -> String {
        let said = steps.enumerated().map { index, step in
            // The unit is said twice and then understood.
            words.taperStep(
                step, dose: index < 2 ? words.dose(step.dose) : words.number(step.dose), isFirst: index == 0)
        }
        return words("dosages.taper.steps", ["first": said[0], "rest": words.list(Array(said.dropFirst()))])
    }

    func namesVerb(_ verb: AdministrationVerb, in construction: DosageConstruction) -> Bool {
        construction == .cycle || verb != .take
    }

    // MARK: Without weekdays

    private func daily(_ entries: [DosageClause.Entry], _ frequency: ClosedRange<Int>?, _ period: TimeSpan?)
        -> DosageCore
    {
        let first = entries[0]
        if let frequency {
            let often = words.often(frequency, per: period ?? .oneDay)
            if let event = words.everyEvent(frequency, period, first.moments) {
                return DosageCore(text: phrase(dose(first), event))
            }
            return DosageCore(
                text: phrase(dose(first), words.commas([often, words.list(words.moments(first.moments))])))
        }
        if case .unsaid = first.moments {
            return DosageCore(text: phrase(dose(first), words.every(period ?? .oneDay)))
        }
        var lead = period == nil || period == .oneDay ? nil : period.map(words.every)
        if case .times = first.moments, lead == nil { lead = words.every(.oneDay) }
        return DosageCore(
            lead: lead, text: words.list(entries.count == 1 ? doses(first) : entries.inOrderOfMoments.flatMap(doses)))
    }

    /// "1 tablet in the morning", "1 tablet in the evening"; with many moments the dose is said once.
    private func doses(_ entry: DosageClause.Entry) -> [String] {
        let moments = words.moments(entry.moments)
        guard moments.count < 4, let dose = dose(entry) else {
            return [phrase(dose(entry), moments.first)] + moments.dropFirst()
        }
        return moments.map { phrase(dose, $0) }
    }

    // MARK: With weekdays

    private func weekly(_ entries: [DosageClause.Entry], _ frequency: ClosedRange<Int>?, _ period: TimeSpan?)
        -> DosageCore
    {
        if let only = words.onlyWeekday(entries, frequency, period) {
            let moments = words.moments(entries[0].moments)
            return DosageCore(text: phrase(dose(entries[0]), words.commas([only] + moments)))
        }
        guard frequency == nil, period == nil || period == .oneWeek || period == .oneDay else {
            let base = words.often(frequency, per: period ?? .oneWeek)
            return DosageCore(text: words.listOfLists(entries.map { based($0, base) }))
        }
        var groups: [String] = []
        var last: Dose?
        for alike in entries.groupedByWeekdays {
            let days = days(alike[0])
            if alike.count > 1 || alike[0].isByEvents {
                groups.append(phrase(onSomeDays(alike, after: last), days))
            } else {
                let isSame = !groups.isEmpty && alike[0].dose == last
                let times = words.list(words.moments(alike[0].moments))
                groups.append(phrase(isSame ? nil : dose(alike[0]), phrase(days, times)))
            }
            last = alike.last?.dose
        }
        return DosageCore(text: words.listOfLists(groups))
    }

    private func based(_ entry: DosageClause.Entry, _ base: String) -> String {
        let moments = words.list(words.moments(entry.moments))
        return phrase(dose(entry), words.commas([base, days(entry), moments]))
    }

    /// "1 tablet in the morning and 2 in the evening": the unit is said again only when it, or a fraction, asks for it.
    private func onSomeDays(_ entries: [DosageClause.Entry], after last: Dose?) -> String {
        if entries.count == 1, entries[0].occasionsInDay > 3 {
            return phrase(dose(entries[0]), words.list(words.moments(entries[0].moments)))
        }
        var unit = last?.unit
        let said = entries.inOrderOfMoments.map { entry in
            let isUnderstood = entry.dose.map { $0.unit.isCounted && $0.low >= .one && $0.unit == unit } ?? false
            unit = entry.dose?.unit
            return phrase(isUnderstood ? entry.dose.map(words.number) : dose(entry), words.moments(entry.moments).first)
        }
        return words.list(said)
    }

    private func days(_ entry: DosageClause.Entry) -> String {
        words("dosages.on-weekdays", ["days": words.weekdays(entry.weekdays)])
    }

    private func dose(_ entry: DosageClause.Entry) -> String? { entry.dose.map(words.dose) }

    private func phrase(_ dose: String?, _ rhythm: String?) -> String {
        [dose, rhythm].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
