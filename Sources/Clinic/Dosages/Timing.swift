import Foundation

/// When doses are due: FHIR R4 `Timing`, with the rules of the wall clock and those of elapsed time kept apart, and with
/// cycles, which FHIR has no words for.
package struct Timing: Hashable, Sendable, Codable {
    package var rhythm: Rhythm
    /// The time frame of the whole; nil for no end.
    package var bounds: Bounds?
    /// Number of doses in all, as a range where the prescriber gives one; nil for any number.
    package var count: ClosedRange<Int>?
    /// How long one administration lasts, such as an infusion of half an hour; nil for no time.
    package var duration: TimeSpan?

    package init(_ rhythm: Rhythm, bounds: Bounds? = nil, count: ClosedRange<Int>? = nil, duration: TimeSpan? = nil) {
        self.rhythm = rhythm
        self.bounds = bounds
        self.count = count
        self.duration = duration
    }
}

/// What makes the doses come again.
package enum Rhythm: Hashable, Sendable, Codable {
    /// At these instants only. FHIR `Timing.event`.
    case instants([Date])
    /// Every so many hours, whatever the clock says.
    case elapsed(ElapsedRhythm)
    /// By the calendar and the clock of the place where the patient is.
    case calendar(CalendarRhythm)
}

/// A rhythm of elapsed time: every 8 hours, every 4 to 6 hours, every 72 hours.
package struct ElapsedRhythm: Hashable, Sendable, Codable {
    /// Doses per period, mostly 1.
    package var frequency: ClosedRange<Int>
    /// In seconds, minutes or hours. Of a range, the shorter is the earliest and the longer the due time.
    package var period: TimeSpan
    /// When the first dose of the start day is due on the wall clock; nil for not said.
    package var first: LocalTime?

    package init(frequency: ClosedRange<Int> = 1...1, every period: TimeSpan, first: LocalTime? = nil) {
        self.frequency = frequency
        self.period = period
        self.first = first
    }
}

/// A rhythm of days: three times a day, on Mondays and Fridays at 08:00, every other day in the morning, 21 days on and 7
/// off.
package struct CalendarRhythm: Hashable, Sendable, Codable {
    /// Doses per period where they are counted; nil where ``moments`` or ``weekdays`` say it.
    package var frequency: ClosedRange<Int>?
    /// In days, weeks, months or years, whole numbers; nil for every day, or every week when there are weekdays.
    package var period: TimeSpan?
    /// Empty for every day of the rhythm.
    package var weekdays: Set<Weekday>
    package var moments: Moments
    /// Days of doses and days without; nil for no pauses.
    package var cycle: Cycle?

    package init(
        frequency: ClosedRange<Int>? = nil, per period: TimeSpan? = nil, on weekdays: Set<Weekday> = [],
        at moments: Moments = .unsaid
    ) {
        self.frequency = frequency
        self.period = period
        self.weekdays = weekdays
        self.moments = moments
    }

    /// When on a day of doses.
    package enum Moments: Hashable, Sendable, Codable {
        /// Only the count is said: the patient's own times.
        case unsaid
        /// On the wall clock, ascending, none twice.
        case times([LocalTime])
        /// By the patient's day. The offset is minutes before or after, as each event's ``EventTiming/offsetSide`` says; 0
        /// for none.
        case events([EventTiming], offset: Int)
    }

    /// Days on, days off, and again: 21 and 7. It begins on the first day of the dosage.
    package struct Cycle: Hashable, Sendable, Codable {
        /// 1…366.
        package let activeDays: Int
        /// 1…366.
        package let pauseDays: Int

        /// Nil outside of the ranges.
        package init?(activeDays: Int, pauseDays: Int) {
            guard (1...366).contains(activeDays), (1...366).contains(pauseDays) else { return nil }
            self.activeDays = activeDays
            self.pauseDays = pauseDays
        }
    }
}

/// The time frame of a dosage. FHIR `Timing.repeat.bounds[x]`.
package enum Bounds: Hashable, Sendable, Codable {
    /// For so long from the first day on, as a range where the prescriber leaves it open: 7 days, 7 to 10 days.
    case span(TimeSpan)
    /// From one day through another, both included, in the patient's zone; nil for the order's start and for no end.
    case period(from: LocalDate?, through: LocalDate?)
}
