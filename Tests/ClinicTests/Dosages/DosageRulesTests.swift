import Foundation
import Testing

@testable import Clinic

@Suite("Dosage rules")
struct DosageRulesTests {
    typealias Case = (dosages: [Dosage], expected: [String])

    private static func check(_ dosages: [Dosage], _ rules: DosageRules) -> [String] {
        rules.problems(in: dosages).map {
            "\($0.field) \($0.message.replacingOccurrences(of: "dosages.problem.", with: ""))"
        }
    }

    private static let typed = DosageRules(start: Sample.day("2026-06-01"))

    private static func counted(_ frequency: Int, _ period: TimeSpan, on weekdays: Set<Weekday> = []) -> CalendarRhythm
    {
        CalendarRhythm(frequency: frequency...frequency, per: period, on: weekdays)
    }

    private static func limited(_ dosage: Dosage, _ most: Int, _ period: TimeSpan, _ unit: DoseUnit = .tablet) -> Dosage
    {
        var dosage = dosage
        dosage.limits.perPeriod = [DoseLimit(DoseValue(most) ?? .one, unit, per: period)]
        return dosage
    }

    private static func needed(_ dosage: Dosage) -> Dosage {
        var dosage = dosage
        dosage.asNeeded = Dosage.AsNeeded()
        return dosage
    }

    static let daily = CalendarRhythm(at: Sample.at("08:00"))
    static let day = Sample.span(1, .day)
    static let week = Sample.span(1, .week)

    static let sound: [[Dosage]] = [
        [Sample.dosage(counted(3, day))],
        [Sample.dosage(counted(3, week, on: [.monday, .wednesday, .friday]))],
        [Sample.dosage(CalendarRhythm(frequency: 3...3, per: day, at: .events([.meal], offset: 0)))],
        [Sample.dosage(CalendarRhythm(at: .events([.beforeMeal], offset: 30)))],
        [limited(Sample.every(Sample.span(8, .hour), first: "06:00"), 3, Sample.span(24, .hour))],
        [limited(needed(Sample.every(Sample.span(4, .hour), first: nil)), 4, Sample.span(24, .hour))],
        [needed(Dosage(Sample.tablet, nil))],
        [Sample.dosage(daily, bounds: .span(Sample.span(5, .day)), step: 1), Sample.dosage(daily, step: 2)],
        [Dosage(nil, nil, asWritten: "as discussed")],
        [Sample.dosage(counted(2, day), count: 10...10)],
        [Sample.dosage(CalendarRhythm(at: .events([.immediately], offset: 0)))],
    ]

    @Test("What makes sense is let through", arguments: sound)
    func letsThrough(_ dosages: [Dosage]) {
        #expect(Self.check(dosages, Self.typed) == [])
    }

    static let wrong: [Case] = [
        ([Dosage(Sample.tablet, nil)], ["timing timing-required"]),
        ([Dosage(nil, Timing(.calendar(daily)))], ["dose dose-required"]),
        ([Sample.dosage(CalendarRhythm())], ["timing timing-required"]),
        ([Sample.dosage(counted(1, week))], ["weekdays weekday-required"]),
        ([Sample.dosage(counted(3, week))], ["weekdays weekdays-required"]),
        ([Sample.dosage(counted(3, week, on: [.monday, .friday]))], ["frequency frequency-weekdays"]),
        (
            [Sample.dosage(CalendarRhythm(frequency: 3...3, per: day, at: Sample.at("08:00", "20:00")))],
            ["frequency frequency-times"]
        ),
        ([Sample.dosage(counted(2, Sample.span(1, .month)))], ["frequency frequency-spread"]),
        ([Sample.dosage(CalendarRhythm(at: .events([.meal], offset: 30)))], ["offset offset-meal"]),
        ([Sample.dosage(CalendarRhythm(at: .events([.breakfast, .beforeLunch], offset: 30)))], ["offset offset-meal"]),
        ([Sample.dosage(CalendarRhythm(at: .events([.waking], offset: 900)))], ["offset offset-range"]),
        ([Sample.dosage(CalendarRhythm(at: Sample.at("08:00", "08:00")))], ["times times-twice"]),
        ([Sample.dosage(CalendarRhythm(at: .events([.meal, .lunch], offset: 0)))], ["times times-twice"]),
        ([Sample.dosage(CalendarRhythm(at: .times([])))], ["times times-required"]),
        ([Sample.dosage(CalendarRhythm(at: .events([.immediately, .morning], offset: 0)))], ["times at-once-alone"]),
        ([Sample.dosage(counted(1, Sample.span(8, .hour)))], ["period period-calendar"]),
        ([Sample.every(Sample.span(1, .day), first: nil)], ["period period-elapsed"]),
        ([Sample.every(Sample.span(30, .second), first: nil)], ["period period-short"]),
        ([Sample.dosage(CalendarRhythm(per: Sample.span(1, .month), on: [.monday]))], ["weekdays weekdays-month"]),
        (
            [Sample.dosage(daily, bounds: .period(from: Sample.day("2026-07-01"), through: Sample.day("2026-06-30")))],
            ["end end-before-start"]
        ),
        (
            [Sample.dosage(daily, bounds: .period(from: nil, through: Sample.day("2026-05-30")))],
            ["end end-before-start"]
        ),
        ([Sample.dosage(daily, count: 0...0)], ["count count-range"]),
        ([Sample.dosage(daily, bounds: .span(Sample.span(7, .day)), count: 10...10)], ["count count-unreached"]),
        ([limited(Sample.dosage(counted(4, day)), 3, day)], ["max-per-period exceeds-period"]),
        (
            [limited(Sample.every(Sample.span(6, .hour), first: "06:00"), 3, Sample.span(24, .hour))],
            ["max-per-period exceeds-period"]
        ),
        ([limited(Sample.dosage(daily), 3, day, .milligram)], ["max-per-period limit-unit"]),
        ([Sample.dosage(daily, step: 2)], ["step step-order"]),
        ([Sample.dosage(daily, step: 1), Sample.dosage(daily, step: 3)], ["step-2 step-order"]),
        ([Sample.dosage(daily, step: 1), Sample.dosage(daily, step: 2)], ["step-2 step-endless"]),
        (
            [
                Sample.dosage(daily, bounds: .span(Sample.span(5, .day)), step: 1),
                Sample.dosage(daily, bounds: .period(from: Sample.day("2026-06-03"), through: nil), step: 2),
            ], ["start-2 steps-overlap"]
        ),
        (
            [Dosage(Sample.tablet, Timing(.calendar(counted(4, day)), duration: Sample.span(8, .hour)))],
            ["duration duration-long"]
        ),
        (
            [Sample.dosage(daily), limited(Sample.dosage(daily), 1, day)],
            ["max-per-period-2 exceeds-period"]
        ),
    ]

    @Test("What contradicts itself is refused at its field", arguments: wrong.indices)
    func refuses(_ index: Int) {
        let (dosages, expected) = Self.wrong[index]
        #expect(Self.check(dosages, Self.typed) == expected)
    }

    @Test("An imported weekly order without a weekday is let through, to be flagged")
    func imported() {
        let rules = DosageRules(start: Sample.day("2026-06-01"), isTyped: false)
        #expect(Self.check([Sample.dosage(Self.counted(1, Self.week))], rules) == [])
    }

    @Test("An order that ends before it starts is refused")
    func orderEnd() {
        let rules = DosageRules(start: Sample.day("2026-06-01"), end: Sample.day("2026-05-31"))
        #expect(Self.check([Sample.dosage(Self.daily)], rules).contains("end end-before-start"))
    }

    static let weekly: [(dosages: [Dosage], isStopped: Bool)] = [
        ([Sample.dosage(CalendarRhythm(on: [.wednesday]))], false),
        ([Sample.dosage(CalendarRhythm(on: [.wednesday], at: Sample.at("08:00", "20:00")))], false),
        ([Sample.dosage(counted(1, Sample.span(7, .day)))], false),
        ([Sample.dosage(CalendarRhythm(on: [.wednesday, .friday]))], true),
        ([Sample.dosage(CalendarRhythm(on: [.wednesday])), Sample.dosage(CalendarRhythm(on: [.friday]))], true),
        ([Sample.dosage(counted(1, day))], true),
        ([Sample.dosage(daily)], true),
        ([Sample.every(Sample.span(24, .hour), first: nil)], true),
        ([Sample.every(Sample.span(168, .hour), first: "08:00")], false),
        ([needed(Dosage(Sample.tablet, nil))], true),
        ([Sample.dosage(counted(1, Sample.span(3, .day)))], true),
    ]

    @Test("A medicine that is taken weekly only is stopped when it is scheduled more often", arguments: weekly.indices)
    func weeklyOnly(_ index: Int) {
        let rules = DosageRules(start: Sample.day("2026-06-01"), isWeeklyOnly: true)
        let (dosages, isStopped) = Self.weekly[index]
        let problems = Self.check(dosages, rules)
        #expect(problems.count == (isStopped ? 1 : 0))
        #expect(problems.allSatisfy { $0.hasSuffix(" weekly-only") })
    }
}
