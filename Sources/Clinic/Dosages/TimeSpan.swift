/// A unit of time. Raw values are UCUM codes, which FHIR's `UnitsOfTime` uses too.
package enum TimeUnit: String, CaseIterable, Hashable, Sendable, Codable {
    case second = "s"
    case minute = "min"
    case hour = "h"
    case day = "d"
    case week = "wk"
    case month = "mo"
    case year = "a"

    /// Whether it is counted by what has elapsed; the others are counted on the calendar, where a day may have 23 hours.
    package var isElapsed: Bool {
        switch self {
        case .second, .minute, .hour: true
        case .day, .week, .month, .year: false
        }
    }

    /// Seconds of an elapsed unit; nil for a calendar one.
    package var seconds: Int? {
        switch self {
        case .second: 1
        case .minute: 60
        case .hour: 3600
        case .day, .week, .month, .year: nil
        }
    }
}

/// A length of time such as 7 days, half an hour or 7 to 10 days.
package struct TimeSpan: Hashable, Sendable, Codable {
    package let low: DoseValue
    /// Equal to ``low`` for a single length.
    package let high: DoseValue
    package let unit: TimeUnit

    package init(_ value: DoseValue, _ unit: TimeUnit) {
        low = value
        high = value
        self.unit = unit
    }

    /// Nil when the shorter is above the longer one.
    package init?(from low: DoseValue, to high: DoseValue, _ unit: TimeUnit) {
        guard low <= high else { return nil }
        self.low = low
        self.high = high
        self.unit = unit
    }

    /// Nil for a number below one.
    package init?(_ whole: Int, _ unit: TimeUnit) {
        guard let value = DoseValue(whole) else { return nil }
        self.init(value, unit)
    }

    package var isRange: Bool { low != high }

    /// The longer number when it is whole; nil for a fraction. Days, weeks, months and years are counted whole.
    package var wholeHigh: Int? { high.denominator == 1 ? high.numerator : nil }
    /// The shorter number when it is whole.
    package var wholeLow: Int? { low.denominator == 1 ? low.numerator : nil }
}
