import Foundation

/// The clock on the wall of a place: which instant a local time is, and what the clock shows at an instant. All rules of
/// the zone come from Foundation; days are those of the proleptic Gregorian calendar.
package struct WallClock: Hashable, Sendable {
    package let zone: TimeZone

    package init(_ zone: TimeZone) {
        self.zone = zone
    }

    /// What a clock and a calendar beside it show.
    package struct Reading: Hashable, Comparable, Sendable {
        package let day: LocalDate
        package let time: LocalTime

        package init(day: LocalDate, time: LocalTime) {
            self.day = day
            self.time = time
        }

        package static func < (left: Reading, right: Reading) -> Bool {
            (left.day, left.time) < (right.day, right.time)
        }
    }

    /// What the clock shows at an instant, to the minute that has begun.
    package func reading(at instant: Date) -> Reading {
        let second = Int(instant.timeIntervalSince1970.rounded(.down))
        let local = second + zone.secondsFromGMT(for: instant)
        let day = Self.floor(local, 86_400)
        return Reading(
            day: LocalDate(epochDay: day), time: LocalTime(minuteOfDay: (local - day * 86_400) / 60))
    }

    /// The instant of a local time. One that the clock skips comes later by what was skipped (02:30 becomes 03:30); of one
    /// that it shows twice the first is meant.
    package func instant(of time: LocalTime, on day: LocalDate) -> Date {
        instant(minute: time.minuteOfDay, ofEpochDay: day.epochDay)
    }

    /// The instant at which a day begins. Of a day that is skipped, as 30 December 2011 in Samoa, the next one's.
    package func start(of day: LocalDate) -> Date {
        instant(minute: 0, ofEpochDay: day.epochDay)
    }

    /// Whether the day has any time at all.
    package func exists(_ day: LocalDate) -> Bool {
        start(of: day) < start(of: day.adding(days: 1))
    }

    /// The instant of a minute of the clock's face; 1,440 and more are on the days after.
    func instant(minute: Int, ofEpochDay day: Int) -> Date {
        let naive = day * 86_400 + minute * 60
        let (before, after) = (offset(at: naive - 86_400), offset(at: naive + 86_400))
        let early = naive - max(before, after)
        if before == after, offset(at: early) == before { return Self.date(early) }
        for candidate in [early, naive - min(before, after)]
        where candidate + offset(at: candidate) == naive {
            return Self.date(candidate)
        }
        return Self.date(naive - before)
    }

    private func offset(at second: Int) -> Int { zone.secondsFromGMT(for: Self.date(second)) }

    private static func date(_ second: Int) -> Date { Date(timeIntervalSince1970: Double(second)) }

    /// The quotient rounded down.
    static func floor(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }
}
