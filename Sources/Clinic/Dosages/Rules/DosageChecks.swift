import Foundation

/// The rules that one dosage can break by itself.
struct DosageChecks {
    let row: Int
    private(set) var problems: [Problem] = []

    init(row: Int) {
        self.row = row
    }

    mutating func note(_ field: DosageField, _ message: String, _ values: [String: String] = [:]) {
        problems.append(Problem(field.name(row), message, values))
    }

    /// A limit is in the unit of the dose, and one dose does not exceed it.
    mutating func limits(of dosage: Dosage) {
        guard let dose = dosage.dose else { return }
        let limits = dosage.limits
        for limit in limits.perPeriod {
            check(.maxPerPeriod, most: limit.most, limit.unit, dose, "dosages.problem.dose-exceeds-period")
        }
        if let most = limits.perAdministration {
            check(
                .maxPerAdministration, most: most.high, most.unit, dose, "dosages.problem.dose-exceeds-administration")
        }
        if let most = limits.perLifetime {
            check(.maxPerLifetime, most: most.high, most.unit, dose, "dosages.problem.dose-exceeds-lifetime")
        }
    }

    private mutating func check(
        _ field: DosageField, most: DoseValue, _ unit: DoseUnit, _ dose: Dose, _ message: String
    ) {
        if unit != dose.unit {
            note(field, "dosages.problem.limit-unit")
        } else if dose.high > most {
            note(field, message)
        }
    }

    mutating func elapsed(_ rhythm: ElapsedRhythm) {
        if rhythm.frequency.lowerBound < 1 || rhythm.frequency.upperBound > 1440 {
            note(.frequency, "dosages.problem.frequency-range")
        } else if !rhythm.period.unit.isElapsed {
            note(.period, "dosages.problem.period-elapsed")
        } else if (rhythm.period.low.seconds(in: rhythm.period.unit) ?? 0) < 60 * rhythm.frequency.upperBound {
            note(.period, "dosages.problem.period-short")
        }
    }

    mutating func calendar(_ rhythm: CalendarRhythm, isTyped: Bool) {
        if let period = rhythm.period {
            if period.unit.isElapsed {
                note(.period, "dosages.problem.period-calendar")
            } else if period.wholeLow == nil || period.wholeHigh == nil {
                note(.period, "dosages.problem.period-whole")
            }
            if period.unit == .month || period.unit == .year {
                if !rhythm.weekdays.isEmpty { note(.weekdays, "dosages.problem.weekdays-month") }
                if rhythm.cycle != nil { note(.cycle, "dosages.problem.cycle-month") }
            }
        }
        if let frequency = rhythm.frequency, frequency.lowerBound < 1 || frequency.upperBound > 100 {
            note(.frequency, "dosages.problem.frequency-range")
        }
        moments(rhythm)
        weekdays(rhythm, isTyped: isTyped)
        if problems.isEmpty { frequency(rhythm) }
    }

    /// FHIR tim-9, and none twice.
    private mutating func moments(_ rhythm: CalendarRhythm) {
        switch rhythm.moments {
        case .unsaid:
            let isEmpty =
                rhythm.frequency == nil && rhythm.period == nil && rhythm.weekdays.isEmpty && rhythm.cycle == nil
            if isEmpty { note(.timing, "dosages.problem.timing-required") }
        case .times(let times):
            if times.isEmpty { note(.times, "dosages.problem.times-required") }
            if Set(times).count != times.count { note(.times, "dosages.problem.times-twice") }
        case .events(let events, let offset):
            if events.isEmpty { note(.times, "dosages.problem.times-required") }
            let isTwice = Set(events.flatMap { $0.meals ?? [$0] }).count != events.flatMap { $0.meals ?? [$0] }.count
            if isTwice { note(.times, "dosages.problem.times-twice") }
            if events.contains(.immediately), events.count > 1 || rhythm.frequency.map({ $0 != 1...1 }) ?? false {
                note(.times, "dosages.problem.at-once-alone")
            }
            if offset != 0, events.contains(where: { $0.offsetSide == nil }) {
                note(.offset, "dosages.problem.offset-meal")
            } else if !(0...720).contains(offset) {
                note(.offset, "dosages.problem.offset-range")
            }
        }
    }

    private mutating func weekdays(_ rhythm: CalendarRhythm, isTyped: Bool) {
        guard isTyped, rhythm.needsWeekday else { return }
        let count = rhythm.frequency?.upperBound ?? 1
        if count == 1 {
            note(.weekdays, "dosages.problem.weekday-required")
        } else {
            note(.weekdays, "dosages.problem.weekdays-required", ["count": "\(count)"])
        }
    }

    /// Three times a day is not at two times, and three times a week not on two days.
    private mutating func frequency(_ rhythm: CalendarRhythm) {
        guard let frequency = rhythm.frequency, !rhythm.needsWeekday else { return }
        guard let perDay = try? rhythm.dosesPerDay() else {
            let days = rhythm.weekdays.count
            if days > 0 {
                note(
                    .frequency, "dosages.problem.frequency-weekdays",
                    ["frequency": "\(frequency.upperBound)", "days": "\(days)"])
            } else {
                note(.frequency, "dosages.problem.frequency-spread")
            }
            return
        }
        let times =
            switch rhythm.moments {
            case .unsaid: perDay.upperBound
            case .times(let times): times.count
            // A meal that is not named can be any of the three.
            case .events(let events, _) where events.count == 1 && events.first?.meals != nil: perDay.upperBound
            case .events(let events, _): events.flatMap { $0.meals ?? [$0] }.count
            }
        if times != perDay.upperBound {
            note(
                .frequency, "dosages.problem.frequency-times",
                ["frequency": "\(perDay.upperBound)", "times": "\(times)"])
        }
    }
}

extension DosageChecks {
    mutating func bounds(_ bounds: Bounds?, orderStart: LocalDate) {
        switch bounds {
        case .period(let from, let through)?:
            guard let through else { return }
            if through < from ?? orderStart || through < orderStart { note(.end, "dosages.problem.end-before-start") }
        case .span(let span)?:
            if !span.unit.isElapsed, span.wholeLow == nil || span.wholeHigh == nil {
                note(.bounds, "dosages.problem.bounds-whole")
            } else if (span.high.seconds(in: span.unit) ?? .max) > 100 * 366 * 86_400 {
                note(.bounds, "dosages.problem.bounds-long")
            }
        case nil: break
        }
    }

    mutating func count(_ count: ClosedRange<Int>?) {
        guard let count, count.lowerBound < 1 || count.upperBound > 10_000 else { return }
        note(.count, "dosages.problem.count-range")
    }

    /// One administration is over before the next begins.
    mutating func duration(of timing: Timing) {
        guard let duration = timing.duration else { return }
        guard let seconds = duration.high.seconds(in: duration.unit), seconds <= timing.rhythm.leastSecondsBetweenDoses
        else {
            note(.duration, "dosages.problem.duration-long")
            return
        }
    }
}

extension DoseValue {
    /// Seconds of so many units, months of 30 days and years of 365, rounded down; nil for more than any clock counts.
    func seconds(in unit: TimeUnit) -> Int? {
        let one =
            switch unit {
            case .day: 86_400
            case .week: 7 * 86_400
            case .month: 30 * 86_400
            case .year: 365 * 86_400
            case .second, .minute, .hour: unit.seconds ?? 1
            }
        let (product, isTooLarge) = numerator.multipliedReportingOverflow(by: one)
        return isTooLarge ? nil : product / denominator
    }
}

extension Rhythm {
    /// About how far apart doses are at the least.
    fileprivate var leastSecondsBetweenDoses: Int {
        switch self {
        case .instants(let instants):
            let sorted = instants.sorted()
            return zip(sorted, sorted.dropFirst()).map { Int($1.timeIntervalSince($0)) }.min() ?? .max
        case .elapsed(let rhythm):
            return (rhythm.period.low.seconds(in: rhythm.period.unit) ?? 0) / max(1, rhythm.frequency.upperBound)
        case .calendar(let rhythm):
            if let perDay = try? DaySlots(rhythm, by: .usual).slots.count, perDay > 1 { return 86_400 / perDay }
            guard let period = rhythm.period, rhythm.weekdays.isEmpty else { return 86_400 }
            return (period.low.seconds(in: period.unit) ?? 86_400) / max(1, rhythm.frequency?.upperBound ?? 1)
        }
    }
}
