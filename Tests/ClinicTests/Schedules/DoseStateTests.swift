import Foundation
import Testing

@testable import Clinic

@Suite("What becomes of doses")
struct DoseStateTests {
    private static let twice = Sample.schedule(
        Sample.dosage(CalendarRhythm(at: Sample.at("08:00", "20:00"))), from: "2026-06-01", through: "2026-06-30")

    private static func entry(
        _ slot: String?, _ day: String, _ outcome: AdministrationDraft.Outcome = .taken
    ) -> AdministrationDraft {
        AdministrationDraft(
            outcome, at: Sample.utc("\(day)T12:00Z"), in: Sample.berlin, day: Sample.day(day), medicine: "A", slot: slot
        )
    }

    private static func states(_ schedule: Schedule, _ day: String, _ log: [AdministrationDraft], at now: String)
        -> [DoseState]
    {
        let plan = schedule.plan(on: Sample.day(day)...Sample.day(day))
        return DoseRecord(plan, DoseLog(log), at: Sample.utc(now)).doses.map(\.state)
    }

    @Test("A window opens an hour before and closes half way to the next dose")
    func windows() {
        let plan = Self.twice.plan(on: Sample.day("2026-06-10")...Sample.day("2026-06-10"))
        #expect(plan.map(\.opens) == [Sample.utc("2026-06-10T05:00Z"), Sample.utc("2026-06-10T17:00Z")])
        #expect(plan.map(\.closes) == [Sample.utc("2026-06-10T12:00Z"), Sample.utc("2026-06-11T00:00Z")])
        let last = Self.twice.plan(on: Sample.day("2026-06-30")...Sample.day("2026-06-30"))
        #expect(last.last?.closes == Sample.utc("2026-07-01T00:00Z"))
    }

    @Test("The clinic may set fewer minutes after; what is taken later still answers the dose")
    func minutesAfter() {
        let day = Sample.day("2026-06-10")
        let strict = DoseWindows(minutesBefore: 30, minutesAfter: 90)
        let plan = Self.twice.plan(on: day...day, strict)
        #expect(plan.map(\.opens) == [Sample.utc("2026-06-10T05:30Z"), Sample.utc("2026-06-10T17:30Z")])
        #expect(plan.map(\.closes) == [Sample.utc("2026-06-10T07:30Z"), Sample.utc("2026-06-10T19:30Z")])
        #expect(Self.twice.slot(for: Sample.utc("2026-06-10T11:00Z"), strict)?.id.description == "2026-06-10.0800")
        // More than half the gap is half the gap.
        let wide = Self.twice.plan(on: day...day, DoseWindows(minutesAfter: 1440))
        #expect(wide.map(\.closes) == Self.twice.plan(on: day...day).map(\.closes))
    }

    @Test("The hour at which a day ends decides where a dose after midnight belongs")
    func dayEnd() {
        let clock = WallClock(Sample.berlin)
        let night = Sample.utc("2026-06-10T22:30Z")
        #expect(DoseWindows(dayEnd: .midnight).day(of: night, clock) == Sample.day("2026-06-11"))
        #expect(DoseWindows(dayEnd: Sample.time("00:31")).day(of: night, clock) == Sample.day("2026-06-10"))
        #expect(DoseWindows(dayEnd: Sample.time("00:30")).day(of: night, clock) == Sample.day("2026-06-11"))
    }

    @Test("Doses at the same time share their window, and a dose on its own stays open until the day ends")
    func sharedWindows() {
        let eight = CalendarRhythm(at: Sample.at("08:00"))
        let pair = Sample.schedule(
            Sample.dosage(eight, count: 1...1), Sample.dosage(eight, count: 1...1), from: "2026-06-01")
        let plan = pair.plan(on: Sample.day("2026-06-01")...Sample.day("2026-06-01"))
        #expect(plan.map(\.closes) == [Sample.utc("2026-06-02T02:00Z"), Sample.utc("2026-06-02T02:00Z")])
    }

    @Test("A dose is missed when its window is over and somebody was logging, else there is no record")
    func missed() {
        #expect(Self.states(Self.twice, "2026-06-10", [], at: "2026-06-10T04:00Z") == [.upcoming, .upcoming])
        #expect(Self.states(Self.twice, "2026-06-10", [], at: "2026-06-10T05:00Z") == [.open, .upcoming])
        #expect(Self.states(Self.twice, "2026-06-10", [], at: "2026-06-10T12:00Z") == [.noRecord, .upcoming])
        let around = [Self.entry(nil, "2026-06-17")]
        #expect(Self.states(Self.twice, "2026-06-10", around, at: "2026-06-20T12:00Z") == [.missed, .missed])
        let away = [Self.entry(nil, "2026-06-18"), Self.entry(nil, "2026-06-02")]
        #expect(Self.states(Self.twice, "2026-06-10", away, at: "2026-06-20T12:00Z") == [.noRecord, .noRecord])
        let log = [
            Self.entry("2026-06-10.0800", "2026-06-10"), Self.entry("2026-06-10.2000", "2026-06-10", .notTaken(.cost)),
        ]
        #expect(Self.states(Self.twice, "2026-06-10", log, at: "2026-06-20T12:00Z") == [.taken, .notTaken])
    }

    @Test("A dose that is only counted for its day is open until the day ends, four hours after midnight")
    func counted() {
        let schedule = Sample.schedule(
            Sample.dosage(CalendarRhythm(frequency: 2...2, per: Sample.span(1, .day))), from: "2026-06-01")
        let log = [Self.entry("2026-06-10.1", "2026-06-10")]
        #expect(schedule.doses(on: Sample.day("2026-06-10")).allSatisfy { $0.time == nil && $0.instant == nil })
        #expect(Self.states(schedule, "2026-06-10", log, at: "2026-06-11T01:59Z") == [.taken, .open])
        #expect(Self.states(schedule, "2026-06-10", log, at: "2026-06-11T02:00Z") == [.taken, .missed])
    }

    @Test("Counted doses get the patient's own times, are marked as assumed and keep their names")
    func assumed() {
        let dosage = Sample.dosage(CalendarRhythm(frequency: 2...2, per: Sample.span(1, .day)))
        let rhythm = DayRhythm(breakfast: Sample.time("09:00"))
        let without = Sample.schedule(dosage, from: "2026-06-01").doses(on: Sample.day("2026-06-10"))
        let with = Sample.schedule(dosage, from: "2026-06-01", rhythm: rhythm).doses(on: Sample.day("2026-06-10"))
        #expect(with.map(\.id) == without.map(\.id))
        #expect(with.map(\.time) == [Sample.time("09:00"), nil])
        #expect(with.map(\.isAssumed) == [true, true])
    }

    static let takings: [(at: String, answered: [String], slot: String?)] = [
        ("2026-06-10T06:05Z", [], "2026-06-10.0800"),
        ("2026-06-10T11:59Z", [], "2026-06-10.0800"),
        ("2026-06-10T12:01Z", [], "2026-06-10.2000"),
        // Just after midnight and before four: the evening's.
        ("2026-06-10T22:30Z", [], "2026-06-10.2000"),
        // Early in the morning: this morning's, though two hours early.
        ("2026-06-11T03:00Z", [], "2026-06-11.0800"),
        // At three at night it is neither the evening's any more nor the morning's yet.
        ("2026-06-11T01:00Z", [], nil),
        ("2026-06-10T06:05Z", ["2026-06-10.0800"], nil),
        ("2026-05-31T20:00Z", [], nil),
        ("2026-07-01T10:00Z", [], nil),
    ]

    @Test("What is taken answers the nearest dose within half the gap", arguments: takings.indices)
    func slots(_ index: Int) {
        let (at, answered, slot) = Self.takings[index]
        let found = Self.twice.slot(for: Sample.utc(at), answered: Set(answered.compactMap(SlotID.init(text:))))
        #expect(found?.id.description == slot)
    }

    @Test("A dose at half past midnight belongs to last evening; a late one does not use up tomorrow's")
    func onceDaily() {
        let evening = Sample.schedule(Sample.dosage(CalendarRhythm(at: Sample.at("22:00"))), from: "2026-06-01")
        #expect(evening.slot(for: Sample.utc("2026-06-10T22:30Z"))?.day == Sample.day("2026-06-10"))
        let morning = Sample.schedule(Sample.dosage(CalendarRhythm(at: Sample.at("08:00"))), from: "2026-06-01")
        #expect(morning.slot(for: Sample.utc("2026-06-10T21:00Z")) == nil)
        #expect(
            DoseWindows().day(of: Sample.utc("2026-06-10T22:30Z"), WallClock(Sample.berlin)) == Sample.day("2026-06-10")
        )
    }

    @Test("A weekly dose is answered within three and a half days after it, not before its day")
    func weekly() {
        let schedule = Sample.schedule(
            Sample.dosage(CalendarRhythm(on: [.wednesday], at: Sample.at("08:00"))), from: "2026-06-01")
        #expect(schedule.slot(for: Sample.utc("2026-06-12T10:00Z"))?.day == Sample.day("2026-06-10"))
        #expect(schedule.slot(for: Sample.utc("2026-06-09T10:00Z")) == nil)
    }

    @Test("Doses of a day without times are answered one after another")
    func countedSlots() {
        let schedule = Sample.schedule(
            Sample.dosage(CalendarRhythm(frequency: 2...2, per: Sample.span(1, .day))), from: "2026-06-01")
        let first = schedule.slot(for: Sample.utc("2026-06-10T22:30Z"))
        #expect(first?.id.description == "2026-06-10.1")
        let second = schedule.slot(for: Sample.utc("2026-06-10T22:30Z"), answered: Set([first?.id].compactMap(\.self)))
        #expect(second?.id.description == "2026-06-10.2")
    }

    @Test("Adherence leaves out what nobody kept a record of, and rounds to 100 only when all were taken")
    func adherence() {
        let some = Adherence([.taken, .taken, .notTaken, .missed, .noRecord, .open, .upcoming, .leftOut])
        #expect((some.expected, some.percentage, some.noRecord) == (4, 50, 1))
        #expect(Adherence([.noRecord]).percentage == nil)
        #expect(Adherence(Array(repeating: DoseState.taken, count: 999) + [.missed]).percentage == 99)
        #expect(Adherence(Array(repeating: DoseState.missed, count: 999) + [.taken]).percentage == 1)
        #expect(Adherence([.taken, .notTaken, .missed, .missed]).percentage == 25)
    }

    @Test("A streak counts whole days back from the last and passes over days without doses and a day not over")
    func streak() {
        let schedule = Sample.schedule(
            Sample.dosage(CalendarRhythm(per: Sample.span(2, .day), at: Sample.at("08:00", "20:00"))),
            from: "2026-06-01")
        let log = [
            "2026-06-03.0800", "2026-06-05.0800", "2026-06-05.2000", "2026-06-07.0800", "2026-06-07.2000",
            "2026-06-09.0800",
        ]
        .map { Self.entry($0, String($0.prefix(10))) }
        let plan = schedule.plan(on: Sample.day("2026-06-01")...Sample.day("2026-06-09"))
        #expect(DoseRecord(plan, DoseLog(log), at: Sample.utc("2026-06-09T10:00Z")).streak == 2)
        #expect(DoseRecord(plan, DoseLog([]), at: Sample.utc("2026-06-09T10:00Z")).streak == 0)
    }

    @Test("As-needed doses and doses in a pause are not expected")
    func notExpected() {
        let needed = Dosage(
            Sample.tablet, Timing(.calendar(CalendarRhythm(at: Sample.at("08:00")))), asNeeded: Dosage.AsNeeded())
        let schedule = Sample.schedule(needed, from: "2026-06-01")
        #expect(schedule.doses(on: Sample.day("2026-06-02")).isEmpty)
        #expect(schedule.unscheduled.map(\.reason) == [.asNeeded])
    }
}
