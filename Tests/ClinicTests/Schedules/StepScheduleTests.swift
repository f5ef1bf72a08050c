import Foundation
import Testing

@testable import Clinic

@Suite("Steps and pauses")
struct StepScheduleTests {
    private static let daily = CalendarRhythm(at: Sample.at("08:00"))

    @Test("A step of 5 days is followed by the next on day 6, and the last ends the order")
    func taper() {
        let schedule = Sample.schedule(
            Sample.dosage(Self.daily, bounds: .span(Sample.span(5, .day)), step: 1),
            Sample.dosage(Self.daily, bounds: .span(Sample.span(1, .day)), step: 2),
            Sample.dosage(Self.daily, count: 3...3, step: 3),
            Sample.dosage(Self.daily, bounds: .span(Sample.span(1, .week)), step: 4), from: "2026-05-13")
        let doses = schedule.doses(on: Sample.day("2026-05-01")...Sample.day("2026-07-01"))
        #expect(doses.map(\.dosage) == [0, 0, 0, 0, 0, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3])
        #expect(doses.last?.day == Sample.day("2026-05-28"))
    }

    @Test("Thirty days from 1 October and a step from 1 November leave 31 October without a dose")
    func gapBetweenSteps() {
        let schedule = Sample.schedule(
            Sample.dosage(Self.daily, bounds: .span(Sample.span(30, .day)), step: 1),
            Sample.dosage(
                Self.daily, bounds: .period(from: Sample.day("2015-11-01"), through: Sample.day("2015-11-30")), step: 2),
            from: "2015-10-01")
        #expect(schedule.days("2015-10-29", "2015-11-02") == ["2015-10-29", "2015-10-30", "2015-11-01", "2015-11-02"])
    }

    @Test("A step without an end gives way to the next one's first day, and one after an endless step never begins")
    func endlessStep() {
        let from = Bounds.period(from: Sample.day("2026-05-18"), through: nil)
        let replaced = Sample.schedule(
            Sample.dosage(Self.daily, step: 1), Sample.dosage(Self.daily, bounds: from, step: 2), from: "2026-05-13")
        #expect(replaced.doses(on: Sample.day("2026-05-16")...Sample.day("2026-05-19")).map(\.dosage) == [0, 0, 1, 1])
        let never = Sample.schedule(
            Sample.dosage(Self.daily, step: 1), Sample.dosage(Self.daily, step: 2), from: "2026-05-13")
        #expect(never.unscheduled == [Unscheduled(dosage: 1, reason: .neverBegins)])
    }

    @Test("After a pause every second day keeps its days, or begins again on the day of resuming")
    func resuming() {
        let rhythm = CalendarRhythm(per: Sample.span(2, .day), at: Sample.at("08:00"))
        func days(_ resumption: Course.Resumption) -> [String] {
            Sample.schedule(
                Sample.dosage(rhythm), from: "2026-06-01",
                pauses: [Sample.pause("2026-06-04", "2026-06-07", resumption)]
            ).days("2026-06-01", "2026-06-12")
        }
        #expect(days(.keepsPhase) == ["2026-06-01", "2026-06-03", "2026-06-09", "2026-06-11"])
        #expect(days(.restarts) == ["2026-06-01", "2026-06-03", "2026-06-08", "2026-06-10", "2026-06-12"])
    }

    @Test("A course of 7 days still has 7 after a pause that restarts it, and ends as planned after one that does not")
    func courseOverPause() {
        func days(_ resumption: Course.Resumption) -> [String] {
            Sample.schedule(
                Sample.dosage(Self.daily, bounds: .span(Sample.span(7, .day)), step: 1),
                Sample.dosage(Self.daily, bounds: .span(Sample.span(1, .day)), step: 2), from: "2026-06-01",
                pauses: [Sample.pause("2026-06-03", "2026-06-05", resumption)]
            ).days("2026-06-01", "2026-06-30")
        }
        #expect(days(.keepsPhase) == ["01", "02", "06", "07", "08"].map { "2026-06-\($0)" })
        #expect(days(.restarts) == ["01", "02", "06", "07", "08", "09", "10", "11"].map { "2026-06-\($0)" })
    }

    @Test("A number of doses is not used up by a pause", arguments: Course.Resumption.allCases)
    func countOverPause(_ resumption: Course.Resumption) {
        let schedule = Sample.schedule(
            Sample.dosage(Self.daily, count: 20...20), from: "2026-06-01",
            pauses: [Sample.pause("2026-06-03", "2026-06-25", resumption)])
        let doses = schedule.doses(on: Sample.day("2026-06-01")...Sample.day("2026-08-30"))
        #expect(doses.count == 20)
        #expect(doses.last?.day == Sample.day("2026-07-13"))
        #expect(schedule.doses(on: Sample.day("2026-07-13")).count == 1)
    }

    @Test("A pause begun at noon takes the evening's dose and leaves the morning's")
    func pauseAtNoon() {
        let pause = Course.Pause(from: Sample.utc("2026-06-03T10:00Z"), until: nil)
        let schedule = Sample.schedule(
            Sample.dosage(CalendarRhythm(at: Sample.at("08:00", "20:00"))), from: "2026-06-01", pauses: [pause])
        #expect(schedule.local("2026-06-03", "2026-06-09") == ["2026-06-03T08:00"])
    }

    @Test("A changed order expects each dose once, by the version in force when it is due, under the same name")
    func versions() {
        let twice = Sample.dosage(CalendarRhythm(at: Sample.at("08:00", "20:00")))
        let more = Sample.dosage(CalendarRhythm(at: Sample.at("08:00", "14:00", "20:00")))
        let second = Course(start: Sample.day("2026-06-03"), notBefore: Sample.utc("2026-06-03T10:00Z"))
        let schedule = Schedule(
            first: Schedule.Version([twice], Course(start: Sample.day("2026-06-01"))),
            changed: [Schedule.Version([more], second)], zone: Sample.berlin)
        let doses = schedule.doses(on: Sample.day("2026-06-02")...Sample.day("2026-06-04"))
        #expect(
            doses.map(\.id.description) == [
                "2026-06-02.0800", "2026-06-02.2000", "2026-06-03.0800", "2026-06-03.1400", "2026-06-03.2000",
                "2026-06-04.0800", "2026-06-04.1400", "2026-06-04.2000",
            ])
        #expect(doses.map(\.dosage) == [0, 0, 0, 1, 1, 1, 1, 1])
        #expect(schedule.plan(on: Sample.day("2026-06-03")...Sample.day("2026-06-03")).count == 3)
    }

    @Test("The last day of a number of doses is that of the last dose")
    func lastDay() {
        #expect(
            Sample.schedule(Sample.dosage(Self.daily, count: 10...10), from: "2026-06-01").lastDay
                == Sample.day("2026-06-10"))
        #expect(Sample.schedule(Sample.dosage(Self.daily), from: "2026-06-01").lastDay == nil)
        let hours = Sample.every(Sample.span(8, .hour), first: "06:00", bounds: .span(Sample.span(24, .hour)))
        #expect(
            Sample.schedule(hours, from: "2026-06-01").local("2026-05-01", "2026-07-01") == [
                "2026-06-01T06:00", "2026-06-01T14:00", "2026-06-01T22:00",
            ])
    }
}
