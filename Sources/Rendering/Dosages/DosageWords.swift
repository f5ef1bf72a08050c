import Clinic
import Foundation

/// The words that dosages are made of, in one language: amounts, times, days and lists.
struct DosageWords: Sendable {
    let words: Words
    let clock: ClockStyle
    /// For doses at given instants.
    let zone: TimeZone

    private var numbers: Numbers { Numbers(words.language) }
    private var dates: Dates { Dates(words.language) }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { words(key, values) }

    // MARK: Amounts

    /// "1 tablet", "half a tablet", "1 to 2 tablets", "2.5 milliliters".
    func dose(_ dose: Dose) -> String {
        guard dose.isRange else { return amount(dose.low, dose.unit) }
        // "½ bis 1 Tablette", but "half a tablet to 1 tablet": a fraction in words cannot stand without its unit.
        let low =
            isPart(dose.low, dose.unit) && partIsInWords ? amount(dose.low, dose.unit) : number(dose.low, dose.unit)
        return words("dosages.range", ["low": low, "high": amount(dose.high, dose.unit)])
    }

    /// The number alone, where the unit is plain from what goes before: "1", "2½", "1 to 2".
    func number(_ dose: Dose) -> String {
        let low = number(dose.low, dose.unit)
        guard dose.isRange else { return low }
        return words("dosages.range", ["low": low, "high": number(dose.high, dose.unit)])
    }

    func amount(_ value: DoseValue, _ unit: DoseUnit) -> String {
        let number = number(value, unit)
        guard isPart(value, unit) else {
            return words("dosages.unit.\(unit.rawValue)", ["count": value == .one ? "1" : "other", "value": number])
        }
        let fraction = "\(value.numerator)-\(value.denominator)"
        let part =
            Self.namedFractions.contains(fraction)
            ? words("dosages.fraction.\(fraction)") : words("dosages.fraction.other", ["value": number])
        return words("dosages.part.\(unit.rawValue)", ["part": part])
    }

    private func number(_ value: DoseValue, _ unit: DoseUnit) -> String {
        numbers.dose(value, isCounted: unit.isCounted)
    }

    /// Less than one of what is counted: half a tablet. Of what is measured only a fraction that has no decimal.
    private func isPart(_ value: DoseValue, _ unit: DoseUnit) -> Bool {
        value < .one && (unit.isCounted || value.decimal == nil)
    }

    private var partIsInWords: Bool { words("dosages.fraction.1-2").contains(where: \.isLetter) }

    private static let namedFractions: Set<String> = ["1-2", "1-4", "3-4", "1-3", "2-3"]

    // MARK: Lengths of time

    /// "7 days", "7 to 10 days", "half an hour".
    func span(_ span: TimeSpan) -> String { spanWords(span, "dosages.span.\(span.unit.rawValue)") }

    /// "in 24 hours", "a day".
    func limitPeriod(_ span: TimeSpan) -> String {
        if !span.isRange, span.high == .one { return words("dosages.per.\(span.unit.rawValue)") }
        return spanWords(span, "dosages.in.\(span.unit.rawValue)")
    }

    /// "every 8 hours", "every other day", "every 72 hours (every 3 days)".
    func every(_ span: TimeSpan) -> String {
        if span == TimeSpan(2, .day) { return words("dosages.every.other-day") }
        if span == Self.halfAnHour { return words("dosages.every.half-hour") }
        let every = spanWords(span, "dosages.every.\(span.unit.rawValue)")
        guard span.unit == .hour, !span.isRange, let hours = span.wholeHigh, hours > 24, hours % 24 == 0,
            let days = TimeSpan(hours / 24, .day)
        else { return every }
        return words("dosages.every.also", ["hours": every, "days": spanWords(days, "dosages.every.d")])
    }

    /// Minutes as hours where they are whole: "30 minutes", "1 hour".
    func offset(minutes: Int) -> String {
        let span = minutes % 60 == 0 ? TimeSpan(minutes / 60, .hour) : TimeSpan(minutes, .minute)
        return span.map(self.span) ?? ""
    }

    private func spanWords(_ span: TimeSpan, _ key: String) -> String {
        if span == Self.halfAnHour, key == "dosages.span.h" { return words("dosages.span.half-hour") }
        let (low, high) = (numbers.dose(span.low, isCounted: true), numbers.dose(span.high, isCounted: true))
        let value = span.isRange ? words("dosages.range", ["low": low, "high": high]) : high
        return words(key, ["count": span.high == .one ? "1" : "other", "value": value])
    }

    private static let halfAnHour = DoseValue(1, over: 2).map { TimeSpan($0, .hour) }

    // MARK: How often

    /// "twice a day", "every other day", "1 to 2 times every 3 days". Nil frequency: "every day".
    func often(_ frequency: ClosedRange<Int>?, per period: TimeSpan) -> String {
        guard let frequency else { return every(period) }
        let isOne = !period.isRange && period.high == .one
        if frequency == 1...1, !isOne || period.unit.isElapsed { return every(period) }
        if isOne, !period.unit.isElapsed {
            return words("dosages.often.\(period.unit.rawValue)", ["times": times(frequency)])
        }
        return words(
            "dosages.often.every",
            ["times": times(frequency), "every": spanWords(period, "dosages.every.\(period.unit.rawValue)")])
    }

    /// "once", "twice", "1 to 3 times".
    func times(_ range: ClosedRange<Int>) -> String {
        guard range.count == 1 else {
            return words("dosages.times.range", ["low": "\(range.lowerBound)", "high": "\(range.upperBound)"])
        }
        return (1...10).contains(range.lowerBound)
            ? words("dosages.times.\(range.lowerBound)")
            : words("dosages.times.more", ["times": "\(range.lowerBound)"])
    }

    // MARK: Times and days

    /// "at 08:00", "at noon".
    func time(_ time: LocalTime) -> String {
        switch time {
        case .noon: words("dosages.time.noon")
        case .midnight: words("dosages.time.midnight")
        default: words("dosages.time", ["time": dates.time(time, clock)])
        }
    }

    /// "in the morning", "30 minutes before each meal".
    func event(_ event: EventTiming, offset: Int) -> String {
        let code = event.rawValue.lowercased()
        return offset == 0
            ? words("dosages.event.\(code)")
            : words("dosages.offset.\(code)", ["offset": self.offset(minutes: offset)])
    }

    func moments(_ moments: CalendarRhythm.Moments) -> [String] {
        switch moments {
        case .unsaid: []
        case .times(let times): times.map(time)
        case .events(let events, let offset): events.map { event($0, offset: offset) }
        }
    }

    /// "Mondays, Wednesdays and Fridays".
    func weekdays(_ weekdays: [Weekday]) -> String { list(weekdays.map { words("dosages.weekdays.\($0.rawValue)") }) }

    func date(_ date: LocalDate) -> String { dates.longDate(date) }
    func dayAndMonth(_ date: LocalDate) -> String { dates.dayAndMonth(date) }

    /// "on July 1, 2026 at 09:00".
    func instant(_ instant: Date) -> String {
        words(
            "dosages.instant", ["date": date(LocalDate(instant, in: zone)), "time": time(LocalTime(instant, in: zone))])
    }

    // MARK: Lists

    /// "a", "a and b", "a, b and c".
    func list(_ items: [String]) -> String { list(items, last: "dosages.list.and") }

    /// "a, b or c".
    func alternatives(_ items: [String]) -> String { list(items, last: "dosages.list.or") }

    /// "a, and b": for items that have an "and" within.
    func listOfLists(_ items: [String]) -> String { list(items, last: "dosages.list.and-long") }

    private func list(_ items: [String], last key: String) -> String {
        guard let last = items.last else { return "" }
        let others = items.dropLast()
        guard let first = others.first else { return last }
        let start = others.dropFirst().reduce(first) { words("dosages.list.comma", ["first": $0, "last": $1]) }
        return words(key, ["first": start, "last": last])
    }
}

extension LocalTime {
    /// What the clock shows at an instant in a zone, without seconds.
    init(_ instant: Date, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.hour, .minute], from: instant)
        self.init(minuteOfDay: (parts.hour ?? 0) * 60 + (parts.minute ?? 0))
    }
}
