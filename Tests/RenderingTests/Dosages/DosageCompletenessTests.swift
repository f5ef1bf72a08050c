import Clinic
import Foundation
import Rendering
import Testing

@Suite("Nothing of a dosage is left out of its sentence")
struct DosageCompletenessTests {
    @Test("a change of any one element changes the sentence", arguments: Language.allCases)
    func everyElement(language: Language) throws {
        let writer = try writer(language)
        for (name, order) in Self.orders {
            let said = writer.sentence(order, .take)
            #expect(said.origin == .composed, "\(name)")
            for index in order.indices {
                for (change, changed) in Self.changes(of: order[index]) where meaning(changed) != meaning(order[index])
                {
                    var other = order
                    other[index] = changed
                    let otherSaid = writer.sentence(other, .take)
                    #expect(otherSaid.full != said.full, "\(name) \(index), \(change): \(said.full)")
                }
            }
        }
    }

    @Test("two changes of one dosage are never said alike", arguments: Language.allCases)
    func everyPair(language: Language) throws {
        let writer = try writer(language)
        for (name, order) in Self.orders where order.count == 1 {
            var said: [String: (change: String, dosage: Dosage)] = [:]
            for (change, changed) in Self.changes(of: order[0]) {
                let full = writer.sentence([changed], .take).full
                if let other = said[full], meaning(other.dosage) != meaning(changed) {
                    Issue.record("\(name): \(change) and \(other.change) are both “\(full)”")
                }
                said[full] = (change, changed)
            }
        }
    }

    @Test("dosages that differ in several elements are never said alike", arguments: Language.allCases)
    func manyElements(language: Language) throws {
        let writer = try writer(language)
        var generator = SeededGenerator(seed: 11)
        let bases = Self.orders.sorted { $0.key < $1.key }.map(\.value).filter { $0.count == 1 }.map { $0[0] }
        var said: [String: Dosage] = [:]
        for round in 0..<1200 {
            var dosage = bases[round % bases.count]
            for _ in 0..<4 {
                dosage = Self.changes(of: dosage).randomElement(using: &generator)?.1 ?? dosage
            }
            let sentence = writer.sentence([dosage], .take)
            guard sentence.origin == .composed else { continue }
            if let other = said[sentence.full], meaning(other) != meaning(dosage) {
                Issue.record("“\(sentence.full)” is both \(other) and \(dosage)")
            }
            said[sentence.full] = dosage
        }
        #expect(said.count > 800)
    }

    @Test("the order in which dosages of one step are entered does not matter", arguments: Language.allCases)
    func orderOfEntry(language: Language) throws {
        let writer = try writer(language)
        for name in ["week", "clock", "slots"] {
            let order = Self.orders[name] ?? []
            #expect(writer.sentence(order, .take) == writer.sentence(order.reversed(), .take))
        }
    }

    @Test("two doses at one moment are both said, not one", arguments: Language.allCases)
    func sameMoment(language: Language) throws {
        let writer = try writer(language)
        let one = writer.sentence([each(1, .tablet, when(.morning))], .take).full
        let two = writer.sentence([each(1, .tablet, when(.morning)), each(1, .tablet, when(.morning))], .take).full
        #expect(two.count > one.count + 10)
    }

    // MARK: Orders

    static let orders: [String: [Dosage]] = [
        "counted": [each(1, .tablet, daily(2))], "once": [each(1, .tablet, daily(1))],
        "weekly": [each(1, .tablet, counted(3, 1, .week))], "other day": [each(1, .tablet, counted(1, 2, .day))],
        "elapsed": [each(1, .tablet, elapsed(8))], "clock alone": [each(1, .tablet, at(8, 20))],
        "events": [each(1, .tablet, when(.morning, .evening))],
        "meals": [each(1, .tablet, when(.beforeMeal, offset: 30))],
        "many events": [each(1, .tablet, when(.morning, .noon, .evening, .night))],
        "only wednesday": [each(1, .tablet, on([.wednesday]))], "days": [each(1, .tablet, on([.monday, .friday]))],
        "days and times": [each(1, .tablet, on([.monday, .friday], at: [8, 20]))],
        "days and events": [each(1, .tablet, on([.monday, .friday], when: [.morning, .evening]))],
        "cycle": [each(1, .tablet, pill)], "need": [Dosage(dose("1", .tablet), nil, asNeeded: Dosage.AsNeeded())],
        "instants": [Dosage(dose("1", .injection), Timing(.instants([instant("2026-07-01T07:00:00Z")])))],
        "no dose": [Dosage(nil, Timing(.calendar(counted(3, 1, .week))))],
        "full": [
            Dosage(
                doses("1", "2", .tablet),
                Timing(.elapsed(elapsed(8)), bounds: .span(span(7, .day)), count: 10...12, duration: span(5, .minute)),
                asNeeded: Dosage.AsNeeded(reason: "pain"),
                limits: Dosage.Limits(
                    perPeriod: [DoseLimit(value("6"), .tablet, per: span(24, .hour))],
                    perAdministration: dose("2", .tablet), perLifetime: dose("50", .tablet)),
                instruction: "with water")
        ],
        "week": [
            each(1, .tablet, on([.monday, .wednesday, .friday])),
            each(1, over: 2, .tablet, on([.tuesday, .thursday, .saturday, .sunday])),
        ],
        "clock": [each(1, .tablet, at(8, 12)), each(2, .tablet, at(20))],
        "slots": [each(1, .tablet, when(.morning)), each(2, .tablet, when(.evening))],
        "week of slots": [
            each(1, .tablet, on([.monday], when: [.morning, .evening])),
            each(2, .tablet, on([.wednesday], when: [.morning, .evening])),
        ],
        "slots on some days": [
            each(1, .tablet, on([.monday, .friday], when: [.morning])),
            each(2, .tablet, on([.monday, .friday], when: [.evening])),
        ],
        "taper": taper, "alternation": [alternating("1", from: "2026-06-01"), alternating("2", from: "2026-06-02")],
        "steps": [
            Dosage(dose("1", .tablet), Timing(.calendar(daily(1)), bounds: .span(span(7, .day)))),
            Dosage(step: 2, dose("2", .tablet), Timing(.calendar(daily(1)))),
        ],
        "apart": [
            each(1, .tablet, daily(2)), Dosage(dose("1", .tablet), nil, asNeeded: Dosage.AsNeeded(reason: "pain")),
        ],
    ]

    // MARK: Changes

    /// The dosage with one element changed, in every way that there is.
    static func changes(of dosage: Dosage) -> [(String, Dosage)] {
        var all: [(String, Dosage)] = []
        func change(_ name: String, _ change: (inout Dosage) -> Void) {
            var changed = dosage
            change(&changed)
            if changed != dosage { all.append((name, changed)) }
        }
        for (name, dose) in doseChanges { change("dose \(name)") { $0.dose = dose } }
        for need in ["", "pain", "fever", "before exercise"] {
            change("need \(need)") { $0.asNeeded = Dosage.AsNeeded(reason: need) }
        }
        change("no need") { $0.asNeeded = nil }
        for note in ["", "with milk", "swallow whole"] { change("note \(note)") { $0.instruction = note } }
        for (name, limits) in limitChanges { change("limits \(name)") { $0.limits = limits } }
        for (name, bounds) in boundChanges { change("bounds \(name)") { $0.timing?.bounds = bounds } }
        for count in [nil, 1...1, 5...5, 5...6] as [ClosedRange<Int>?] {
            change("count \(String(describing: count))") { $0.timing?.count = count }
        }
        for length in [nil, span(20, .minute), spans(20, 30, .minute), span(20, .second)] as [TimeSpan?] {
            change("duration \(String(describing: length))") { $0.timing?.duration = length }
        }
        switch dosage.timing?.rhythm {
        case .calendar(let calendar)?:
            for (name, changed) in calendarChanges(of: calendar) {
                change(name) { $0.timing?.rhythm = .calendar(changed) }
            }
        case .elapsed(let elapsed)?:
            for (name, changed) in elapsedChanges(of: elapsed) {
                change(name) { $0.timing?.rhythm = .elapsed(changed) }
            }
        case .instants?:
            let other = [instant("2026-07-01T07:00:00Z"), instant("2026-07-02T07:30:00Z")]
            change("instants") { $0.timing?.rhythm = .instants(other) }
            change("instant") { $0.timing?.rhythm = .instants([other[1]]) }
        case nil: break
        }
        return all
    }

    private static let doseChanges: [(String, Dose?)] = [
        ("none", nil), ("3", dose("3", .tablet)), ("¼", dose("1/4", .tablet)), ("1½", dose("3/2", .tablet)),
        ("range", doses("1", "3", .tablet)), ("range", doses("2", "3", .tablet)), ("unit", dose("1", .capsule)),
        ("measured", dose("5/2", .millilitre)),
    ]

    private static let limitChanges: [(String, Dosage.Limits)] = [
        ("none", Dosage.Limits()),
        ("day", Dosage.Limits(perPeriod: [DoseLimit(value("6"), .tablet, per: span(1, .day))])),
        ("24 h", Dosage.Limits(perPeriod: [DoseLimit(value("6"), .tablet, per: span(24, .hour))])),
        ("7", Dosage.Limits(perPeriod: [DoseLimit(value("7"), .tablet, per: span(24, .hour))])),
        ("unit", Dosage.Limits(perPeriod: [DoseLimit(value("7"), .gram, per: span(24, .hour))])),
        (
            "two",
            Dosage.Limits(perPeriod: [
                DoseLimit(value("7"), .tablet, per: span(24, .hour)),
                DoseLimit(value("20"), .tablet, per: span(1, .week)),
            ])
        ),
        ("once", Dosage.Limits(perAdministration: dose("2", .tablet))),
        ("ever", Dosage.Limits(perLifetime: dose("2", .tablet))),
    ]

    private static let boundChanges: [(String, Bounds?)] = [
        ("none", nil), ("5 d", .span(span(5, .day))), ("5 wk", .span(span(5, .week))),
        ("5–6 d", .span(spans(5, 6, .day))),
        ("from", period("2026-03-01", nil)), ("through", period(nil, "2026-03-05")),
        ("both", period("2026-03-01", "2026-03-05")), ("day", period("2026-03-01", "2026-03-01")),
        ("year", period("2027-03-01", "2027-03-05")),
    ]

    private static func elapsedChanges(of rhythm: ElapsedRhythm) -> [(String, ElapsedRhythm)] {
        var all: [(String, ElapsedRhythm)] = []
        for period in [span(8, .minute), span(6, .hour), spans(6, 8, .hour), spans(4, 8, .hour), span(48, .hour)] {
            var changed = rhythm
            changed.period = period
            all.append(("every \(period)", changed))
        }
        for frequency in [1...2, 2...2] {
            var changed = rhythm
            changed.frequency = frequency
            all.append(("frequency \(frequency)", changed))
        }
        for first in [LocalTime.noon, LocalTime(minuteOfDay: 480)] {
            var changed = rhythm
            changed.first = first
            all.append(("first \(first)", changed))
        }
        return all
    }

    private static func calendarChanges(of rhythm: CalendarRhythm) -> [(String, CalendarRhythm)] {
        var all: [(String, CalendarRhythm)] = []
        func change(_ name: String, _ change: (inout CalendarRhythm) -> Void) {
            var changed = rhythm
            change(&changed)
            all.append((name, changed))
        }
        for frequency in [nil, 1...1, 2...2, 4...4, 1...4, 12...12] as [ClosedRange<Int>?] {
            change("frequency \(String(describing: frequency))") { $0.frequency = frequency }
        }
        for period in [
            nil, span(1, .day), span(2, .day), span(3, .day), spans(2, 3, .day), span(2, .week), span(1, .month),
        ]
            as [TimeSpan?]
        {
            change("period \(String(describing: period))") { $0.period = period }
        }
        for weekdays in [[], [.sunday], [.monday], [.monday, .tuesday]] as [Set<Weekday>] {
            change("weekdays \(weekdays)") { $0.weekdays = weekdays }
        }
        let moments: [CalendarRhythm.Moments] = [
            .unsaid, at(7).moments, at(7, 19).moments, at(1, 2, 3, 4).moments, when(.noon).moments,
            when(.waking).moments,
            when(.waking, offset: 10).moments, when(.waking, offset: 20).moments, when(.noon, .bedtime).moments,
            when(.meal).moments,
        ]
        for moment in moments { change("moments \(moment)") { $0.moments = moment } }
        for (active, pause) in [(21, 7), (5, 2), (21, 6)] {
            change("cycle \(active)/\(pause)") {
                $0.cycle = CalendarRhythm.Cycle(activeDays: active, pauseDays: pause)
            }
        }
        change("no cycle") { $0.cycle = nil }
        return all
    }

    /// The dosage with what means the same written in one way.
    private func meaning(_ dosage: Dosage) -> Dosage {
        var dosage = dosage
        if dosage.timing?.bounds == .period(from: nil, through: nil) { dosage.timing?.bounds = nil }
        guard case .calendar(var calendar)? = dosage.timing?.rhythm else { return dosage }
        let hasDays = !calendar.weekdays.isEmpty
        let own = hasDays ? span(1, .week) : span(1, .day)
        let period = calendar.period ?? own
        // "Every 3 days" and "once every 3 days", "on Mondays" and "every week on Mondays".
        let isOne = !period.isRange && period.high == .one
        if calendar.frequency == 1...1, !isOne { calendar.frequency = nil }
        if hasDays, calendar.frequency == nil, period == span(1, .day) {
            calendar.period = own
        } else {
            calendar.period = period
        }
        // "Once a week, on Wednesday only": a single day of the week is once a week.
        if calendar.weekdays.count == 1, period == span(1, .week), calendar.frequency == 1...1,
            isSingle(calendar.moments)
        {
            calendar.frequency = nil
        }
        dosage.timing?.rhythm = .calendar(calendar)
        return dosage
    }

    private func isSingle(_ moments: CalendarRhythm.Moments) -> Bool {
        switch moments {
        case .unsaid: true
        case .times(let times): times.count == 1
        case .events(let events, _): events.count == 1
        }
    }
}

/// Random numbers that are the same in every run.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}
