import Clinic
import Foundation

/// Makes dosages from a seed, so that a failure can be had again.
package struct DosageGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// One to three dosages, each with anything that a dosage can say.
    package mutating func dosages() -> [Dosage] {
        var step = 1
        return (0..<number(1...3)).map { index in
            if index > 0, chance(2) { step += 1 }
            if chance(12) { return Dosage(step: step, nil, nil, asWritten: "as discussed") }
            let need = chance(4) ? Dosage.AsNeeded(reason: chance(2) ? "pain" : "") : nil
            return Dosage(
                step: step, chance(10) ? nil : dose(), timing(), asNeeded: need, limits: limits(),
                instruction: chance(3) ? "with “water” & \"bread\"\n½" : "")
        }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    private mutating func chance(_ most: Int) -> Bool { number(1...most) == 1 }

    private mutating func value() -> DoseValue {
        let denominators = [1, 1, 1, 2, 3, 4, 8, 10, 100, 7]
        return DoseValue(number(1...99), over: denominators[number(0...9)]) ?? .one
    }

    private mutating func dose() -> Dose {
        let unit = DoseUnit.allCases[number(0...(DoseUnit.allCases.count - 1))]
        let (one, other) = (value(), value())
        return chance(4) ? Dose(from: min(one, other), to: max(one, other), unit) ?? Dose(one, unit) : Dose(one, unit)
    }

    private mutating func limits() -> Dosage.Limits {
        var limits = Dosage.Limits()
        for _ in 0..<number(0...2) where chance(2) {
            limits.perPeriod.append(DoseLimit(value(), .tablet, per: Self.span(24, 24, .hour)))
        }
        if chance(6) { limits.perAdministration = Dose(value(), .milligram) }
        if chance(6) { limits.perLifetime = Dose(value(), .gram) }
        return limits
    }

    private static func span(_ low: Int, _ high: Int, _ unit: TimeUnit) -> TimeSpan {
        TimeSpan(from: DoseValue(low) ?? .one, to: DoseValue(high) ?? .one, unit) ?? TimeSpan(.one, unit)
    }

    private mutating func span(_ units: [TimeUnit]) -> TimeSpan {
        let low = number(1...12)
        return Self.span(low, chance(4) ? low + 2 : low, units[number(0...(units.count - 1))])
    }

    private mutating func timing() -> Timing {
        var timing = Timing(rhythm())
        if case .instants = timing.rhythm { return timing }
        switch number(0...5) {
        case 0: timing.bounds = .span(span([.hour, .day, .week, .month]))
        case 1: timing.bounds = .period(from: LocalDate(iso: "2026-02-28"), through: nil)
        case 2: timing.bounds = .period(from: nil, through: LocalDate(iso: "2028-02-29"))
        default: break
        }
        if chance(4) { timing.count = 3...(chance(2) ? 3 : 9) }
        if chance(5) { timing.duration = span([.minute, .hour]) }
        return timing
    }

    private mutating func rhythm() -> Rhythm {
        switch number(0...6) {
        case 0: return .instants([Date(timeIntervalSince1970: Double(number(0...2_000_000_000)))])
        case 1, 2:
            let first = chance(2) ? LocalTime(minuteOfDay: number(0...1439)) : nil
            return .elapsed(
                ElapsedRhythm(
                    frequency: chance(5) ? 1...2 : 1...1, every: span([.second, .minute, .hour]), first: first))
        default: return .calendar(calendar())
        }
    }

    private mutating func calendar() -> CalendarRhythm {
        var rhythm = CalendarRhythm(
            frequency: 1...(chance(2) ? 1 : 3), per: span([.day, .week, .month, .year]), at: moments())
        for weekday in Weekday.allCases where chance(4) { rhythm.weekdays.insert(weekday) }
        if chance(5) { rhythm.cycle = CalendarRhythm.Cycle(activeDays: 21, pauseDays: 7) }
        return rhythm
    }

    private mutating func moments() -> CalendarRhythm.Moments {
        switch number(0...2) {
        case 0: return .unsaid
        case 1:
            var times: Set<LocalTime> = []
            for _ in 0..<number(1...3) { times.insert(LocalTime(minuteOfDay: number(0...1439))) }
            return .times(times.sorted())
        default:
            var events: [EventTiming] = []
            for event in EventTiming.allCases where chance(8) { events.append(event) }
            guard !events.isEmpty else { return .events([.bedtime], offset: 45) }
            let hasOffset = events.allSatisfy { $0.offsetSide != nil } && chance(2)
            return .events(events, offset: hasOffset ? 30 : 0)
        }
    }
}
