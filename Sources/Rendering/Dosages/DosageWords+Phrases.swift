import Clinic

// Phrases that grammars share.
extension DosageWords {
    /// "every 4 to 6 hours", "twice every 12 hours, starting at 08:00".
    func elapsed(_ rhythm: ElapsedRhythm) -> String {
        let often = often(rhythm.frequency, per: rhythm.period)
        guard let first = rhythm.first else { return often }
        return self("dosages.every.first", ["every": often, "time": time(first)])
    }

    /// "every morning" for once a day in the morning; nil when it is not that, or has no such word.
    func everyEvent(_ frequency: ClosedRange<Int>?, _ period: TimeSpan?, _ moments: CalendarRhythm.Moments) -> String? {
        guard frequency == 1...1, period == nil || period == .oneDay, case .events(let events, 0) = moments,
            events.count == 1, let event = events.first, Self.everyEvents.contains(event)
        else { return nil }
        return self("dosages.every-event.\(event.rawValue.lowercased())")
    }

    private static let everyEvents: Set<EventTiming> = [.morning, .noon, .afternoon, .evening, .night, .bedtime]

    /// "once a week, on Wednesday only": for one dose on one day a week, where a daily one would be dangerous; nil
    /// otherwise.
    func onlyWeekday(_ entries: [DosageClause.Entry], _ frequency: ClosedRange<Int>?, _ period: TimeSpan?) -> String? {
        guard entries.count == 1, entries[0].weekdays.count == 1, entries[0].occasions == 1,
            frequency == nil || frequency == 1...1, period == nil || period == .oneWeek
        else { return nil }
        return self(
            "dosages.only-weekday",
            ["often": often(1...1, per: .oneWeek), "day": self("dosages.weekday.\(entries[0].weekdays[0].rawValue)")])
    }

    /// "3 tablets from May 13 through May 17, 2026", "2 on May 19".
    func taperStep(_ step: (dose: Dose, from: LocalDate, through: LocalDate), dose: String, isFirst: Bool) -> String {
        let end = isFirst ? date(step.through) : dayAndMonth(step.through)
        guard step.from != step.through else { return self("dosages.taper.day", ["dose": dose, "date": end]) }
        return self("dosages.taper.days", ["dose": dose, "from": dayAndMonth(step.from), "through": end])
    }

    /// "a, b, c", without what is empty.
    func commas(_ items: [String]) -> String {
        let items = items.filter { !$0.isEmpty }
        guard let first = items.first else { return "" }
        return items.dropFirst().reduce(first) { self("dosages.list.comma", ["first": $0, "last": $1]) }
    }
}

extension TimeSpan {
    static let oneDay = TimeSpan(.one, .day)
    static let oneWeek = TimeSpan(.one, .week)
}

extension DosageClause.Entry {
    /// How many doses it says for a day or, with weekdays, for a week.
    var occasions: Int { max(1, weekdays.count) * occasionsInDay }

    var occasionsInDay: Int {
        switch moments {
        case .unsaid: 1
        case .times(let times): times.count
        case .events(let events, _): events.count
        }
    }

    var isByEvents: Bool { if case .events = moments { true } else { false } }

    /// Whether it is said of meals as such, of which a day has several.
    var isEachMeal: Bool {
        guard case .events(let events, 0) = moments else { return false }
        return !Set(events).isDisjoint(with: [.meal, .beforeMeal, .afterMeal])
    }
}

extension [DosageClause.Entry] {
    /// One entry for each moment, in the order of the day.
    var inOrderOfMoments: [DosageClause.Entry] {
        let single = flatMap { entry -> [(Int, DosageClause.Entry)] in
            switch entry.moments {
            case .unsaid: [(0, entry)]
            case .times(let times): times.map { ($0.minuteOfDay, entry.at(.times([$0]))) }
            case .events(let events, let offset):
                events.map { ($0.placeInDay, entry.at(.events([$0], offset: offset))) }
            }
        }
        return single.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Neighbours with the same dose.
    var groupedByDose: [[DosageClause.Entry]] { grouped { $0.dose == $1.dose } }

    /// Neighbours on the same days of the week.
    var groupedByWeekdays: [[DosageClause.Entry]] { grouped { $0.weekdays == $1.weekdays } }

    private func grouped(_ areAlike: (DosageClause.Entry, DosageClause.Entry) -> Bool) -> [[DosageClause.Entry]] {
        reduce(into: []) { groups, entry in
            if let last = groups.indices.last, areAlike(groups[last][0], entry) {
                groups[last].append(entry)
            } else {
                groups.append([entry])
            }
        }
    }
}

extension DosageClause.Entry {
    fileprivate func at(_ moments: CalendarRhythm.Moments) -> Self {
        var entry = self
        entry.moments = moments
        return entry
    }
}
