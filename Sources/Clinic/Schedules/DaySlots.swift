/// The places of one day of doses, worked out once for a rhythm.
struct DaySlots: Sendable {
    struct Slot: Sendable {
        /// Behind the day in the slot's name.
        let place: String
        /// Counted from the day's midnight; 1,440 and more are after the next one.
        let minute: Int
        /// False for a dose that is only counted for the day; ``minute`` then puts it in order.
        let hasTime: Bool
        let isAssumed: Bool
        let isOptional: Bool
    }

    let slots: [Slot]
    /// Whether there is one day of doses only: at once.
    let isOnce: Bool

    /// Throws why the rhythm has no doses that can be expected.
    init(_ rhythm: CalendarRhythm, by day: DayRhythm) throws(Unscheduled.Reason) {
        let wanted = try rhythm.dosesPerDay()
        switch rhythm.moments {
        case .times(let times):
            guard !times.isEmpty, Set(times).count == times.count else { throw .contradictory }
            try Self.check(wanted, against: times.count)
            slots = times.enumerated().map { index, time in
                Slot(
                    place: time.description.filter { $0 != ":" }, minute: time.minuteOfDay, hasTime: true,
                    isAssumed: false,
                    isOptional: index >= wanted?.lowerBound ?? times.count)
            }
            isOnce = false
        case .events([.immediately], _):
            slots = [Slot(place: "IMD", minute: 1439, hasTime: false, isAssumed: true, isOptional: false)]
            isOnce = true
        case .events(let events, let offset):
            slots = try Self.slots(events, offset: offset, wanted: wanted, by: day)
            isOnce = false
        case .unsaid:
            slots = Self.counted(wanted ?? 1...1, by: day, isPlaced: true)
            isOnce = false
        }
    }

    private static func check(_ wanted: ClosedRange<Int>?, against count: Int) throws(Unscheduled.Reason) {
        guard wanted == nil || wanted?.upperBound == count else { throw .contradictory }
    }

    private static func slots(
        _ events: [EventTiming], offset: Int, wanted: ClosedRange<Int>?, by day: DayRhythm
    ) throws(Unscheduled.Reason) -> [Slot] {
        guard !events.isEmpty, Set(events).count == events.count, !events.contains(.immediately) else {
            throw .contradictory
        }
        if let meals = events.first?.meals, events.count == 1, let wanted, wanted.upperBound != meals.count {
            guard wanted == 2...2 else { return counted(wanted, by: day, isPlaced: false) }
            return try slots([meals[0], meals[2]], offset: offset, wanted: wanted, by: day)
        }
        let named = events.flatMap { $0.meals ?? [$0] }
        guard Set(named).count == named.count else { throw .contradictory }
        try check(wanted, against: named.count)
        let least = wanted?.lowerBound ?? named.count
        return named.enumerated().compactMap { index, event in
            day.placement(of: event, offset: offset).map { placement in
                Slot(
                    place: event.rawValue, minute: placement.minute, hasTime: placement.isKnown, isAssumed: true,
                    isOptional: index >= least)
            }
        }
    }

    private static func counted(_ wanted: ClosedRange<Int>, by day: DayRhythm, isPlaced: Bool) -> [Slot] {
        day.placements(count: wanted.upperBound).enumerated().map { index, placement in
            Slot(
                place: "\(index + 1)", minute: placement.minute, hasTime: isPlaced && placement.isKnown,
                isAssumed: true,
                isOptional: index >= wanted.lowerBound)
        }
    }
}

extension EventTiming {
    /// Breakfast, lunch and dinner for a meal that is not named; nil for everything else.
    var meals: [EventTiming]? {
        switch self {
        case .meal: [.breakfast, .lunch, .dinner]
        case .beforeMeal: [.beforeBreakfast, .beforeLunch, .beforeDinner]
        case .afterMeal: [.afterBreakfast, .afterLunch, .afterDinner]
        default: nil
        }
    }
}

extension CalendarRhythm {
    /// Whether it is said how often in a week but not on which days. A typed order may not be so; an imported one is spoken
    /// as it is, and has no expected doses until somebody says the day.
    package var needsWeekday: Bool { period?.unit == .week && weekdays.isEmpty }

    /// How many doses a day of doses has by ``frequency``; nil where that is not said. A frequency per week is that of all
    /// its weekdays together, as the German dgMP profile settles it.
    func dosesPerDay() throws(Unscheduled.Reason) -> ClosedRange<Int>? {
        if needsWeekday { throw .needsWeekday }
        guard period.map({ !$0.unit.isElapsed && $0.wholeHigh != nil && $0.wholeLow != nil }) ?? true else {
            throw .contradictory
        }
        if let unit = period?.unit, unit == .month || unit == .year, !weekdays.isEmpty || cycle != nil {
            throw .contradictory
        }
        guard let frequency else { return nil }
        guard frequency.lowerBound >= 1, frequency.upperBound <= 1440 * 7 else { throw .notCountable }
        let isWeekly = !weekdays.isEmpty && (period == nil || period?.unit == .week)
        if isWeekly {
            let days = weekdays.count
            guard frequency.lowerBound % days == 0, frequency.upperBound % days == 0 else { throw .contradictory }
            return frequency.lowerBound / days...frequency.upperBound / days
        }
        let isDaily = period == nil || (period?.unit == .day && period?.wholeHigh == 1)
        if !isDaily, case .unsaid = moments, frequency.upperBound > 1 { throw .needsDays }
        return frequency
    }

    /// The days of doses when the rhythm begins on a day.
    func pattern(from anchor: Int) -> DayPattern {
        let length = period?.wholeHigh ?? 1
        let step: DayPattern.Step =
            switch period?.unit {
            case .week?: .weeks(length)
            case .month?: .months(length)
            case .year?: .months(12 * length)
            default: .days(length)
            }
        return DayPattern(anchor: anchor, step: step, weekdays: weekdays, cycle: cycle)
    }
}
