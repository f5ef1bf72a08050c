/// What has been read of one step of an order.
struct ShorthandStep {
    /// A dose, or a most, as typed; the unit may be the order's.
    struct Amount {
        var low: DoseValue
        var high: DoseValue
        var unit: DoseUnit?
        var typed: String
    }

    struct Limit {
        var amount: Amount
        /// Nil for one administration.
        var period: TimeSpan?
    }

    var dose: Amount?
    /// Values for morning, noon, evening and, of four, night; nil for none then.
    var grid: [DoseValue?]?
    var gridUnit: DoseUnit?
    var often: ShorthandOften?
    var events: [EventTiming] = []
    /// Whether a single event means once a day: "every morning".
    var isDailyEvent = false
    var offset = 0
    var times: [LocalTime] = []
    var weekdays: Set<Weekday> = []
    var cycle: CalendarRhythm.Cycle?
    var span: TimeSpan?
    var from: LocalDate?
    var through: LocalDate?
    var count: ClosedRange<Int>?
    var asNeeded: Dosage.AsNeeded?
    var limits: [Limit] = []

    /// - Throws: when something is missing or two parts contradict each other.
    func dosages(_ shorthand: DosageShorthand) throws(Problem) -> [Dosage] {
        let doses = try doses(shorthand)
        let bounds = try bounds(shorthand)
        let timingLimits = try limits(shorthand)
        var dosages: [Dosage] = []
        for (dose, slots) in doses {
            var timing: Timing?
            if let rhythm = try rhythm(slots, shorthand) {
                timing = Timing(rhythm, bounds: bounds, count: count)
            } else if bounds != nil || count != nil {
                throw shorthand.problem("rhythm-missing")
            }
            dosages.append(Dosage(dose, timing, asNeeded: asNeeded, limits: timingLimits))
        }
        return dosages
    }

    // MARK: Doses

    /// The dose, or those of the grid with their slots.
    private func doses(_ shorthand: DosageShorthand) throws(Problem) -> [(Dose, [EventTiming])] {
        guard let grid else {
            guard let dose else { throw shorthand.problem("dose-missing") }
            return [(try self.dose(dose, shorthand), [])]
        }
        guard dose == nil else { throw shorthand.problem("contradiction") }
        guard let unit = gridUnit ?? shorthand.unit else { throw shorthand.problem("unit-missing") }
        var doses: [(Dose, [EventTiming])] = []
        for (value, slot) in zip(grid, [EventTiming.morning, .noon, .evening, .night]) {
            guard let value else { continue }
            let dose = Dose(value, unit)
            if let index = doses.firstIndex(where: { $0.0 == dose }) {
                doses[index].1.append(slot)
            } else {
                doses.append((dose, [slot]))
            }
        }
        guard !doses.isEmpty else { throw shorthand.problem("dose-missing") }
        guard count == nil || doses.count == 1 else { throw shorthand.problem("count-of-unlike-doses") }
        return doses
    }

    private func dose(_ amount: Amount, _ shorthand: DosageShorthand) throws(Problem) -> Dose {
        guard let unit = amount.unit ?? dose?.unit ?? gridUnit ?? shorthand.unit else {
            throw shorthand.problem("unit-missing")
        }
        guard let dose = Dose(from: amount.low, to: amount.high, unit) else {
            throw shorthand.problem("range-backwards", amount.typed)
        }
        return dose
    }

    private func limits(_ shorthand: DosageShorthand) throws(Problem) -> Dosage.Limits {
        var limits = Dosage.Limits()
        for limit in self.limits {
            let dose = try dose(limit.amount, shorthand)
            if let period = limit.period {
                limits.perPeriod.append(DoseLimit(dose.high, dose.unit, per: period))
            } else if limits.perAdministration == nil {
                limits.perAdministration = dose
            } else {
                throw shorthand.problem("said-twice", limit.amount.typed)
            }
        }
        return limits
    }

    // MARK: Time

    private func bounds(_ shorthand: DosageShorthand) throws(Problem) -> Bounds? {
        guard from != nil || through != nil else { return span.map { .span($0) } }
        guard let span else {
            if let from, let through, through < from { throw shorthand.problem("end-before-start") }
            return .period(from: from, through: through)
        }
        // "from 1 June for 7 days": the seventh day is the last.
        guard through == nil, let from, span.unit == .day || span.unit == .week, !span.isRange,
            let number = span.wholeHigh
        else { throw shorthand.problem("contradiction") }
        return .period(from: from, through: from.adding(days: number * (span.unit == .week ? 7 : 1) - 1))
    }

    /// Nil when only the need is said.
    private func rhythm(_ slots: [EventTiming], _ shorthand: DosageShorthand) throws(Problem) -> Rhythm? {
        let moments = try moments(slots, shorthand)
        if case .elapsed(let frequency, let period) = often {
            guard weekdays.isEmpty, cycle == nil, events.isEmpty, slots.isEmpty, times.count <= 1 else {
                throw shorthand.problem("contradiction")
            }
            return .elapsed(ElapsedRhythm(frequency: frequency, every: period, first: times.first))
        }
        var rhythm = CalendarRhythm(on: weekdays, at: moments)
        rhythm.cycle = cycle
        if case .counted(let frequency, let period) = often {
            try checkCount(frequency, period, moments, shorthand)
            // "every other day at 08:00 and 20:00" counts days, not doses.
            let countsDays = frequency == 1...1 && period != TimeSpan(.one, period.unit) && moments != .unsaid
            rhythm.frequency = countsDays ? nil : frequency
            rhythm.period = period
        } else if isDailyEvent, events.count == 1, offset == 0, weekdays.isEmpty {
            rhythm.frequency = 1...1
            rhythm.period = TimeSpan(.one, .day)
        }
        let isUnsaid = often == nil && weekdays.isEmpty && moments == .unsaid && cycle == nil
        guard isUnsaid else { return .calendar(rhythm) }
        guard asNeeded != nil else { throw shorthand.problem("rhythm-missing") }
        return nil
    }

    private func moments(_ slots: [EventTiming], _ shorthand: DosageShorthand) throws(Problem)
        -> CalendarRhythm.Moments
    {
        let events = slots.isEmpty ? self.events : slots
        guard slots.isEmpty || self.events.isEmpty, events.isEmpty || times.isEmpty else {
            throw shorthand.problem("contradiction")
        }
        guard Set(times).count == times.count, Set(events).count == events.count else {
            throw shorthand.problem("contradiction")
        }
        if events.isEmpty { return times.isEmpty ? .unsaid : .times(times.sorted()) }
        guard offset == 0 || events.allSatisfy({ $0.offsetSide != nil }) else {
            throw shorthand.problem("offset-with-meal")
        }
        return .events(events, offset: offset)
    }

    /// "twice a day at 08:00" names one time too few. A meal as such stands for any number.
    private func checkCount(
        _ frequency: ClosedRange<Int>, _ period: TimeSpan, _ moments: CalendarRhythm.Moments,
        _ shorthand: DosageShorthand
    ) throws(Problem) {
        guard period == TimeSpan(.one, .day) else { return }
        let named: Int? =
            switch moments {
            case .unsaid: nil
            case .times(let times): times.count
            case .events(let events, _):
                Set(events).isDisjoint(with: [.meal, .beforeMeal, .afterMeal]) ? events.count : nil
            }
        if let named, frequency != named...named { throw shorthand.problem("count-of-times") }
    }
}

/// How often, as quick entry says it.
enum ShorthandOften: Hashable {
    case elapsed(ClosedRange<Int>, TimeSpan)
    case counted(ClosedRange<Int>, TimeSpan)

    init(_ frequency: ClosedRange<Int>, per period: TimeSpan) {
        self = period.unit.isElapsed ? .elapsed(frequency, period) : .counted(frequency, period)
    }
}
