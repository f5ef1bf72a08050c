/// Which days of a rhythm have doses, counted from its first day. Asking about a day costs the same however far it is from
/// the first.
struct DayPattern: Sendable {
    /// Day 0 of the rhythm, in days since 1970.
    let anchor: Int
    let step: Step
    /// Bit 0 for Monday … bit 6 for Sunday; all for no choice.
    let weekdays: Int
    let cycle: CalendarRhythm.Cycle?

    enum Step: Hashable, Sendable {
        case days(Int)
        /// Weeks begin on Monday; the one with the anchor is the first.
        case weeks(Int)
        case months(Int)
    }

    static let allWeekdays = 0b111_1111

    init(anchor: Int, step: Step, weekdays: Set<Weekday>, cycle: CalendarRhythm.Cycle?) {
        self.anchor = anchor
        self.weekdays = weekdays.isEmpty ? Self.allWeekdays : weekdays.reduce(0) { $0 | 1 << ($1.number - 1) }
        self.cycle = cycle
        self.step = step == .days(1) && cycle == nil ? .weeks(1) : step
    }

    func contains(_ day: Int) -> Bool {
        guard day >= anchor, weekdays & (1 << Self.weekdayIndex(day)) != 0 else { return false }
        var index = day - anchor
        if let cycle {
            index %= cycle.activeDays + cycle.pauseDays
            guard index < cycle.activeDays else { return false }
        }
        switch step {
        case .days(let length): return index % length == 0
        case .weeks(let length): return (day - Self.monday(of: anchor)) / 7 % length == 0
        case .months(let length): return isMonthly(day, every: length)
        }
    }

    /// How many days of doses lie before a day.
    func count(before day: Int) -> Int {
        guard day > anchor else { return 0 }
        switch (step, cycle) {
        case (.days(let length), nil) where weekdays == Self.allWeekdays:
            return (day - anchor + length - 1) / length
        case (.days(let length), let cycle?) where weekdays == Self.allWeekdays:
            let whole = cycle.activeDays + cycle.pauseDays
            let perCycle = (cycle.activeDays + length - 1) / length
            let rest = min((day - anchor) % whole, cycle.activeDays)
            return (day - anchor) / whole * perCycle + (rest + length - 1) / length
        case (.weeks(let length), nil):
            let monday = Self.monday(of: anchor)
            return inWeeks(day - monday, every: length) - inWeeks(anchor - monday, every: length)
        case (.months(let length), nil):
            let steps = (LocalDate(epochDay: day).monthNumber - anchorDate.monthNumber) / length
            return steps + (monthly(steps * length) < day ? 1 : 0)
        default:
            // A weekday within cycles or every so many days: rare, and looked at day by day.
            return (anchor..<day).count { contains($0) }
        }
    }

    /// Days of doses among the first `days` days since the Monday of the anchor's week.
    private func inWeeks(_ days: Int, every length: Int) -> Int {
        let week = days / 7
        let isDue = week % length == 0
        let begun = isDue ? (weekdays & ((1 << (days % 7)) - 1)).nonzeroBitCount : 0
        return (week + length - 1) / length * weekdays.nonzeroBitCount + begun
    }

    private func isMonthly(_ day: Int, every length: Int) -> Bool {
        let months = LocalDate(epochDay: day).monthNumber - anchorDate.monthNumber
        return months % length == 0 && monthly(months) == day
    }

    private var anchorDate: LocalDate { LocalDate(epochDay: anchor) }

    /// Counted from the anchor, so that the 31st comes back after a short month.
    private func monthly(_ months: Int) -> Int { anchorDate.adding(months: months).epochDay }

    private static func weekdayIndex(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

    private static func monday(of day: Int) -> Int { day - weekdayIndex(day) }
}
