import Foundation
import Testing

@testable import Clinic

/// Ten years in zones whose clocks change in every way known: by half an hour, at midnight, with a day left out, with a
/// pause in Ramadan, and not at all.
@Suite("Doses over ten years of clock changes")
struct SchedulePropertyTests {
    static let zones: [(name: String, from: String)] = [
        ("Europe/Berlin", "2020-01-01"), ("America/New_York", "2020-01-01"), ("Australia/Lord_Howe", "2020-01-01"),
        ("America/Sao_Paulo", "2010-01-01"), ("Asia/Beirut", "2018-01-01"), ("Pacific/Apia", "2006-01-01"),
        ("Africa/Casablanca", "2018-01-01"), ("Asia/Tehran", "2016-01-01"), ("America/Santiago", "2018-01-01"),
        ("Asia/Kolkata", "2020-01-01"), ("Africa/Cairo", "2008-01-01"),
    ]

    /// Three times that exist everywhere, three around the usual hours of change, a bedtime after midnight.
    static let clockTimes = CalendarRhythm(at: Sample.at("00:00", "00:30", "01:45", "02:30", "08:00", "12:00", "23:30"))
    static let rhythm = DayRhythm(
        wake: Sample.time("07:00"), breakfast: Sample.time("07:30"), lunch: Sample.time("12:30"),
        dinner: Sample.time("19:00"), bed: Sample.time("00:45"))

    @Test("Every local day has the same number of doses, in order, under names of their own", arguments: zones)
    func wallClock(_ zone: (name: String, from: String)) {
        let events = CalendarRhythm(at: .events([.waking, .beforeMeal, .bedtime], offset: 10))
        for (rhythm, perDay) in [(Self.clockTimes, 7), (events, 5)] {
            let schedule = Sample.schedule(
                Sample.dosage(rhythm), from: zone.from, in: Sample.zone(zone.name), rhythm: Self.rhythm)
            let first = Sample.day(zone.from)
            let doses = schedule.doses(on: first...first.adding(days: 3652))
            let missing = (0...3652).count { !schedule.clock.exists(first.adding(days: $0)) }
            #expect(missing == (zone.name == "Pacific/Apia" ? 1 : 0))
            #expect(doses.count == (3653 - missing) * perDay)
            #expect(Dictionary(grouping: doses, by: \.day).values.allSatisfy { $0.count == perDay })
            #expect(Self.isStrictlyAscending(doses))
            #expect(Set(doses.map(\.id)).count == doses.count)
        }
    }

    @Test("Elapsed time is the same between any two doses", arguments: zones)
    func elapsedTime(_ zone: (name: String, from: String)) {
        let schedule = Sample.schedule(
            Sample.every(Sample.span(8, .hour), first: "22:00"), from: zone.from, in: Sample.zone(zone.name))
        let first = Sample.day(zone.from)
        let instants = schedule.doses(on: first...first.adding(days: 3652)).compactMap(\.instant)
        #expect(zip(instants, instants.dropFirst()).allSatisfy { $1.timeIntervalSince($0) == 8 * 3600 })
        #expect(instants.count > 3 * 3640)
    }

    @Test("Doses are the same however the range is cut", arguments: zones)
    func cuts(_ zone: (name: String, from: String)) {
        var cycle = CalendarRhythm(frequency: 2...3, per: Sample.span(1, .day))
        cycle.cycle = CalendarRhythm.Cycle(activeDays: 5, pauseDays: 2)
        let first = Sample.day(zone.from)
        let schedule = Sample.schedule(
            Sample.dosage(Self.clockTimes, count: 900...1000), Sample.dosage(cycle),
            Sample.every(Sample.span(5, 7, .hour), first: nil),
            Sample.every(Sample.span(11, .hour), first: "03:00", count: 500...500),
            Sample.dosage(CalendarRhythm(frequency: 1...1, per: Sample.span(1, .month))), from: zone.from,
            in: Sample.zone(zone.name),
            pauses: [
                Course.Pause(
                    from: WallClock(.gmt).start(of: first.adding(days: 40)),
                    until: WallClock(.gmt).start(of: first.adding(days: 75))),
                Course.Pause(
                    from: WallClock(.gmt).start(of: first.adding(days: 100)),
                    until: WallClock(.gmt).start(of: first.adding(days: 120)), resumption: .restarts),
            ])
        let whole = schedule.doses(on: first...first.adding(days: 799))
        for length in [1, 3, 50] {
            let parts = stride(from: 0, to: 800, by: length).flatMap { offset in
                schedule.doses(on: first.adding(days: offset)...first.adding(days: min(offset + length - 1, 799)))
            }
            #expect(Set(parts) == Set(whole))
            #expect(parts.count == whole.count)
        }
        #expect(whole.count { $0.dosage == 0 } == 1000)
        #expect(whole.count { $0.dosage == 3 } == 500)
        #expect(Set(whole.map(\.id)).count == whole.count)
    }

    @Test("A day 20 years on costs what the first one does")
    func cost() {
        let schedule = Sample.schedule(
            Sample.dosage(Self.clockTimes, count: 1...1_000_000), Sample.every(Sample.span(8, .hour), first: "06:00"),
            Sample.dosage(CalendarRhythm(per: Sample.span(2, .week), on: [.monday])), from: "2005-01-01")
        // The fastest of many is what it costs: the others were interrupted.
        func time(_ day: String) -> Duration {
            let times = (0..<40).map { _ in
                ContinuousClock().measure { for _ in 0..<5 { _ = schedule.doses(on: Sample.day(day)) } }
            }
            return times.min() ?? .zero
        }
        _ = time("2005-01-01")
        #expect(time("2025-01-01") < time("2005-01-01") * 5)
    }

    static func isStrictlyAscending(_ doses: [ExpectedDose]) -> Bool {
        zip(doses, doses.dropFirst()).allSatisfy { $0.order < $1.order }
    }
}
