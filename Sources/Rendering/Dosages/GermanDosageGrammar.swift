import Clinic

/// "morgens und abends je 1 Tablette": days and moments come first, and one dose is said for all of its moments.
struct GermanDosageGrammar: DosageGrammar {
    private let words: DosageWords

    init(_ words: DosageWords) { self.words = words }

    func core(_ clause: DosageClause) -> DosageCore {
        let first = clause.entries[0]
        let text =
            switch clause.rhythm {
            case .unsaid: dose(first, isEach: false)
            case .instants(let instants):
                phrase([words.list(instants.map(words.instant)), dose(first, isEach: instants.count > 1)])
            case .elapsed(let elapsed): phrase([words.elapsed(elapsed), dose(first, isEach: false)])
            case .calendar(let frequency, let period):
                first.weekdays.isEmpty
                    ? daily(clause.entries, frequency, period) : weekly(clause.entries, frequency, period)
            }
        return DosageCore(text: text)
    }

    func taper(_ steps: [(dose: Dose, from: LocalDate, through: LocalDate)]) -> String {
        let said = steps.enumerated().map { index, step in
            // The unit is said first and last and understood between.
            let isSaid = index == 0 || index == steps.count - 1
            let dose = isSaid ? words.dose(step.dose) : words.number(step.dose)
            let each = step.from == step.through ? dose : words("dosages.each", ["dose": dose])
            return words.taperStep(step, dose: each, isFirst: index == 0)
        }
        return words("dosages.taper.steps", ["first": said[0], "rest": words.list(Array(said.dropFirst()))])
    }

    func namesVerb(_ verb: AdministrationVerb, in construction: DosageConstruction) -> Bool {
        construction == .alternation || verb != .take
    }

    // MARK: Without weekdays

    private func daily(_ entries: [DosageClause.Entry], _ frequency: ClosedRange<Int>?, _ period: TimeSpan?) -> String {
        let first = entries[0]
        if let frequency {
            if let event = words.everyEvent(frequency, period, first.moments) {
                return phrase([event, dose(first, isEach: false)])
            }
            let often = words.often(frequency, per: period ?? .oneDay)
            return phrase([often, words.list(words.moments(first.moments)), dose(first, isEach: first.occasions > 1)])
        }
        if case .unsaid = first.moments {
            return phrase([words.every(period ?? .oneDay), dose(first, isEach: false)])
        }
        var lead = period == nil || period == .oneDay ? "" : period.map(words.every) ?? ""
        if case .times = first.moments, lead.isEmpty { lead = words.every(.oneDay) }
        let groups = entries.inOrderOfMoments.groupedByDose.map { group in
            phrase([
                words.list(group.flatMap { words.moments($0.moments) }),
                dose(group[0], isEach: group.map(\.occasions).reduce(0, +) > 1 || group[0].isEachMeal),
            ])
        }
        return phrase([lead, words.list(groups)])
    }

    // MARK: With weekdays

    private func weekly(_ entries: [DosageClause.Entry], _ frequency: ClosedRange<Int>?, _ period: TimeSpan?) -> String
    {
        if let only = words.onlyWeekday(entries, frequency, period) {
            let moments = words.moments(entries[0].moments)
            return words.commas([only] + moments) + "," + " " + dose(entries[0], isEach: false)
        }
        guard frequency == nil, period == nil || period == .oneWeek || period == .oneDay else {
            let base = words.often(frequency, per: period ?? .oneWeek)
            let said = entries.map { entry in
                words.commas([base, onDays(entry), dose(entry, isEach: true)].filter { !$0.isEmpty })
            }
            return words.listOfLists(said)
        }
        let byDays = entries.groupedByWeekdays
        if byDays.count < entries.count {
            return words.commas(byDays.map { $0.count > 1 ? onSameDays($0) : onDaysOfDose($0) })
        }
        return words.commas(entries.groupedByDose.map(onDaysOfDose))
    }

    /// "montags und freitags morgens je 1 Tablette und abends je 2 Tabletten"
    private func onSameDays(_ entries: [DosageClause.Entry]) -> String {
        let doses = entries.inOrderOfMoments.groupedByDose.map { group in
            phrase([
                words.list(group.flatMap { words.moments($0.moments) }),
                dose(group[0], isEach: group.map(\.occasions).reduce(0, +) > 1 || group[0].isEachMeal),
            ])
        }
        return phrase([days(entries[0]), words.list(doses)])
    }

    /// "montags um 8:00 Uhr sowie mittwochs um 20:00 Uhr je 1 Tablette"
    private func onDaysOfDose(_ group: [DosageClause.Entry]) -> String {
        let isEach = group.map(\.occasions).reduce(0, +) > 1 || group[0].isEachMeal
        return phrase([words.listOfLists(group.map(onDays)), dose(group[0], isEach: isEach)])
    }

    private func days(_ entry: DosageClause.Entry) -> String {
        words("dosages.on-weekdays", ["days": words.weekdays(entry.weekdays)])
    }

    private func onDays(_ entry: DosageClause.Entry) -> String {
        phrase([days(entry), words.list(words.moments(entry.moments))])
    }

    private func dose(_ entry: DosageClause.Entry, isEach: Bool) -> String {
        guard let dose = entry.dose.map(words.dose) else { return "" }
        return isEach ? words("dosages.each", ["dose": dose]) : dose
    }

    private func phrase(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: " ") }
}
