import Foundation

@testable import Clinic

/// Short ways to write orders in tests.
enum Sample {
    static let tablet = Dose(.one, .tablet)

    static func zone(_ name: String) -> TimeZone { TimeZone(identifier: name) ?? .gmt }

    static let berlin = zone("Europe/Berlin")

    static func day(_ text: String) -> LocalDate { LocalDate(iso: text) ?? LocalDate(epochDay: 0) }

    static func time(_ text: String) -> LocalTime { LocalTime(iso: text) ?? .midnight }

    static func span(_ number: Int, _ unit: TimeUnit) -> TimeSpan { TimeSpan(DoseValue(number) ?? .one, unit) }

    static func span(_ low: Int, _ high: Int, _ unit: TimeUnit) -> TimeSpan {
        TimeSpan(from: DoseValue(low) ?? .one, to: DoseValue(high) ?? .one, unit) ?? span(high, unit)
    }

    static func at(_ times: String...) -> CalendarRhythm.Moments { .times(times.map(time)) }

    static func dosage(
        _ rhythm: CalendarRhythm, bounds: Bounds? = nil, count: ClosedRange<Int>? = nil, step: Int = 1
    ) -> Dosage {
        Dosage(step: step, tablet, Timing(.calendar(rhythm), bounds: bounds, count: count))
    }

    static func every(
        _ period: TimeSpan, first: String?, bounds: Bounds? = nil, count: ClosedRange<Int>? = nil
    ) -> Dosage {
        Dosage(
            tablet, Timing(.elapsed(ElapsedRhythm(every: period, first: first.map(time))), bounds: bounds, count: count)
        )
    }

    static func schedule(
        _ dosages: Dosage..., from start: String, through end: String? = nil, in zone: TimeZone = berlin,
        rhythm: DayRhythm = DayRhythm(), pauses: [Course.Pause] = []
    ) -> Schedule {
        Schedule(
            dosages, Course(start: day(start), end: end.map(day), pauses: pauses), rhythm: rhythm, zone: zone)
    }

    static func pause(_ from: String, _ through: String?, _ resumption: Course.Resumption) -> Course.Pause {
        Course.Pause(from: day(from), through: through.map(day), in: berlin, resumption: resumption)
    }

    /// `2026-03-29T03:30`.
    static func local(_ dose: ExpectedDose, _ clock: WallClock) -> String {
        guard let instant = dose.instant else { return dose.day.description }
        let reading = clock.reading(at: instant)
        return "\(reading.day)T\(reading.time)"
    }

    static func utc(_ text: String) -> Date {
        let parts = text.split(separator: "T")
        return WallClock(.gmt).instant(of: time(String(parts[1].dropLast())), on: day(String(parts[0])))
    }
}

extension Schedule {
    /// The local days and times of the doses between two days.
    func local(_ from: String, _ through: String) -> [String] {
        doses(on: Sample.day(from)...Sample.day(through)).map { Sample.local($0, clock) }
    }

    /// The days that have doses, each once.
    func days(_ from: String, _ through: String) -> [String] {
        var days: [String] = []
        for dose in doses(on: Sample.day(from)...Sample.day(through)) where days.last != dose.day.description {
            days.append(dose.day.description)
        }
        return days
    }
}
