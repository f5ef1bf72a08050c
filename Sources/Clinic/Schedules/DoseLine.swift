import Foundation

/// One dosage over one unbroken run of its rhythm. An order is a list of these, worked out once; the doses of any days are
/// then found without going through the days before them.
struct DoseLine: Sendable {
    var dosage: Int
    /// Which version of the order it belongs to.
    var version = 0
    /// Days since 1970, both included.
    let first: Int
    var last: Int
    /// Doses of later days are optional: those between the two ends of "7 to 10 days".
    var lastRequired: Int
    let source: Source
    /// Doses in all, by the dosage; nil for any number.
    let count: ClosedRange<Int>?
    /// Doses of the same dosage before this line.
    var countBefore = 0
    let context: Context

    enum Source: Sendable {
        /// `leadDays`: how much earlier than due a dose may be taken; 0 for no such rule.
        case calendar(DayPattern, [DaySlots.Slot], lead: TimeSpan?)
        case elapsed(ElapsedSteps)
        case instants([Date])
    }

    /// What all lines of an order share.
    struct Context: Sendable {
        let clock: WallClock
        let blocked: BlockedTimes
    }

    /// A dose before its name is made sure of and pauses are taken away.
    struct Planned {
        let day: Int
        let place: String
        let order: Date
        let hasTime: Bool
        let isAssumed: Bool
        let isOptional: Bool
        let earliest: Date?
        /// How many doses of the dosage are planned before it.
        let index: Int
    }

    /// All doses of a range of days, ascending by day, those in pauses included.
    func planned(from low: Int, through high: Int) -> [Planned] {
        let (low, high) = (max(low, first), min(high, last))
        guard low <= high else { return [] }
        switch source {
        case .calendar(let pattern, let slots, let lead):
            return (low...high).filter(pattern.contains).flatMap { day in onDay(day, slots, lead: lead) }
        case .elapsed(let steps): return elapsed(steps, from: low, through: high)
        case .instants(let instants): return explicit(instants, from: low, through: high)
        }
    }

    /// How many doses of this line, pauses taken away, lie before a day.
    func count(before day: Int) -> Int {
        let day = min(day, last + 1)
        guard day > first else { return 0 }
        switch source {
        case .calendar(let pattern, let slots, _):
            let perDay = slots.count { !$0.isOptional }
            return (pattern.count(before: day) - pattern.count(before: first)) * perDay
                - blockedCount(before: day, pattern, slots)
        case .elapsed(let steps):
            return free(steps, before: start(of: day))
        case .instants(let instants):
            let end = start(of: day)
            return instants.count { $0 >= start(of: first) && $0 < end && !context.blocked.contains($0) }
        }
    }

    /// The day of the dose after `number` of this line; nil when the line has no such dose.
    func day(afterCount number: Int) -> Int? {
        var (low, length) = (first, 1)
        while count(before: low + length) <= number {
            guard low + length <= last else { return nil }
            low += length
            length *= 2
        }
        var high = low + length
        // The dose lies in low..<high.
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if count(before: middle) <= number { low = middle } else { high = middle }
        }
        return low
    }

    private func start(of day: Int) -> Date { context.clock.instant(minute: 0, ofEpochDay: day) }

    private func onDay(_ day: Int, _ slots: [DaySlots.Slot], lead: TimeSpan?) -> [Planned] {
        guard context.clock.exists(LocalDate(epochDay: day)) else { return [] }
        var index = count == nil ? 0 : countBefore + count(before: day)
        return slots.map { slot in
            let instant = context.clock.instant(minute: slot.minute, ofEpochDay: day)
            defer { index += slot.isOptional || context.blocked.contains(instant) ? 0 : 1 }
            return Planned(
                day: day, place: slot.place, order: instant, hasTime: slot.hasTime, isAssumed: slot.isAssumed,
                isOptional: slot.isOptional || day > lastRequired,
                earliest: lead.map { context.clock.instant(minute: slot.minute, ofEpochDay: $0.before(day)) },
                index: index)
        }
    }

    /// Whole days are counted; only the days at the two ends of a pause are looked at dose by dose.
    private func blockedCount(before end: Int, _ pattern: DayPattern, _ slots: [DaySlots.Slot]) -> Int {
        context.blocked.ranges.reduce(0) { sum, range in
            let low = max(first, context.clock.reading(at: range.lowerBound).day.epochDay - 2)
            let high = min(end - 1, context.clock.reading(at: range.upperBound).day.epochDay + 1)
            guard low <= high else { return sum }
            func looked(_ days: ClosedRange<Int>) -> Int {
                days.filter(pattern.contains).reduce(0) { sum, day in
                    sum
                        + slots.count {
                            !$0.isOptional
                                && range.contains(context.clock.instant(minute: $0.minute, ofEpochDay: day))
                        }
                }
            }
            guard high - low > 9 else { return sum + looked(low...high) }
            let whole = pattern.count(before: high - 3) - pattern.count(before: low + 4)
            return sum + looked(low...low + 3) + whole * slots.count { !$0.isOptional } + looked(high - 3...high)
        }
    }

    /// How many required doses a day of the pattern has, pauses taken away. Only days at the two ends of a pause are looked
    /// at dose by dose: asking a time zone for each of years of days takes longer than all else.
    func freeDoses(_ slots: [DaySlots.Slot]) -> (_ day: Int) -> Int {
        let required = slots.filter { !$0.isOptional }
        let pauses = context.blocked.ranges.map { range in
            (
                from: context.clock.reading(at: range.lowerBound).day.epochDay,
                through: context.clock.reading(at: range.upperBound).day.epochDay
            )
        }
        return { [context] day in
            // A slot may be on a day after its own, and a day may begin or end elsewhere: three days are enough.
            guard pauses.contains(where: { $0.from - 3 <= day && day <= $0.through + 3 }) else { return required.count }
            if pauses.contains(where: { $0.from + 3 <= day && day <= $0.through - 3 }) { return 0 }
            return required.count {
                !context.blocked.contains(context.clock.instant(minute: $0.minute, ofEpochDay: day))
            }
        }
    }

    private func elapsed(_ steps: ElapsedSteps, from low: Int, through high: Int) -> [Planned] {
        var (day, dayIndex) = (low, steps.index(from: start(of: low)))
        let end = steps.index(from: start(of: high + 1))
        return (dayIndex..<max(dayIndex, end)).map { index in
            let instant = steps.instant(index)
            let itsDay = context.clock.reading(at: instant).day.epochDay
            if itsDay != day { (day, dayIndex) = (itsDay, index) }
            return Planned(
                day: day, place: steps.isAssumed ? "\(index - dayIndex + 1)" : Self.place(of: instant), order: instant,
                hasTime: steps.hasTime, isAssumed: steps.isAssumed, isOptional: day > lastRequired,
                earliest: steps.earliest(index), index: count == nil ? 0 : countBefore + free(steps, before: instant))
        }
    }

    /// How many doses of this line lie before an instant, pauses taken away.
    private func free(_ steps: ElapsedSteps, before end: Date) -> Int {
        let begin = start(of: first)
        func count(_ from: Date, _ to: Date) -> Int { max(0, steps.index(from: to) - steps.index(from: from)) }
        return context.blocked.ranges.reduce(count(begin, end)) { rest, range in
            rest - count(min(max(range.lowerBound, begin), end), min(max(range.upperBound, begin), end))
        }
    }

    private func explicit(_ instants: [Date], from low: Int, through high: Int) -> [Planned] {
        var index = 0
        return instants.compactMap { instant in
            let day = context.clock.reading(at: instant).day.epochDay
            guard day >= first else { return nil }
            defer { index += context.blocked.contains(instant) ? 0 : 1 }
            guard (low...high).contains(day) else { return nil }
            return Planned(
                day: day, place: Self.place(of: instant), order: instant, hasTime: true, isAssumed: false,
                isOptional: day > lastRequired, earliest: nil, index: countBefore + index)
        }
    }

    /// `20260328T2100Z`, with seconds where there are some.
    private static func place(of instant: Date) -> String {
        let second = Int(instant.timeIntervalSince1970.rounded(.down))
        let day = WallClock.floor(second, 86_400)
        let (minute, rest) = ((second - day * 86_400) / 60, (second - day * 86_400) % 60)
        let parts = LocalDate(epochDay: day).description + "T" + LocalTime(minuteOfDay: minute).description
        return parts.filter { $0 != "-" && $0 != ":" } + (rest == 0 ? "" : rest < 10 ? "0\(rest)" : "\(rest)") + "Z"
    }
}

extension TimeSpan {
    /// The day by which a dose that is due on a day may be taken at the earliest, of a calendar span with two ends.
    fileprivate func before(_ day: Int) -> Int {
        let spread = (wholeHigh ?? 0) - (wholeLow ?? 0)
        switch unit {
        case .week: return day - 7 * spread
        case .month: return LocalDate(epochDay: day).adding(months: -spread).epochDay
        case .year: return LocalDate(epochDay: day).adding(months: -12 * spread).epochDay
        default: return day - spread
        }
    }
}
