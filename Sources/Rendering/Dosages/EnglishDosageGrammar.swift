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
        for (index, entry) in entries.enumerated() {
            if case .events = entry.moments {
                groups.append(phrase(eventDoses(entry, after: last), days(entry)))
            } else {
                let isSame = index > 0 && entry.dose == entries[index - 1].dose
                groups.append(phrase(isSame ? nil : dose(entry), days(entry) + clockTimes(entry)))
            }
            last = entry.dose
        }
        return DosageCore(text: words.listOfLists(groups))
    }

    private func based(_ entry: DosageClause.Entry, _ base: String) -> String {
        let moments = words.list(words.moments(entry.moments))
        return phrase(dose(entry), words.commas([base, days(entry), moments]))
    }

    /// "1 tablet in the morning and 1 in the evening": the unit is said again only when it, or a fraction, asks for it.
    private func eventDoses(_ entry: DosageClause.Entry, after last: Dose?) -> String {
        let moments = words.moments(entry.moments)
        guard let dose = entry.dose, moments.count < 4 else { return phrase(self.dose(entry), words.list(moments)) }
        let number = dose.unit.isCounted && dose.low >= .one ? words.number(dose) : words.dose(dose)
        return words.list(
            moments.enumerated().map { index, moment in
                phrase(index == 0 && last?.unit != dose.unit ? words.dose(dose) : number, moment)
            })
    }

    private func days(_ entry: DosageClause.Entry) -> String {
        words("dosages.on-weekdays", ["days": words.weekdays(entry.weekdays)])
    }

    private func clockTimes(_ entry: DosageClause.Entry) -> String {
        guard case .times = entry.moments else { return "" }
        return " " + words.list(words.moments(entry.moments))
    }

    private func dose(_ entry: DosageClause.Entry) -> String? { entry.dose.map(words.dose) }

    private func phrase(_ dose: String?, _ rhythm: String?) -> String {
        [dose, rhythm].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
