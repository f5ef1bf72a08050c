import Clinic
import Foundation
import TestSupport
import Testing

@Suite("Figures of a log")
struct LogFiguresTests {
    private static let start = LocalDate(iso: "2026-03-01") ?? LocalDate(epochDay: 0)
    private static let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    private static let clock = WallClock(zone)

    private static func medicine(
        _ dosages: [Dosage], from start: LocalDate = start, end: LocalDate? = nil, paused: ClosedRange<LocalDate>? = nil
    ) throws -> MedicationPrescription {
        var order = MedicationOrder.sample(from: start.description)
        order.dosages = dosages
        order.end = end
        let id = Identifier<MedicationPrescription>(start.description)
        let signed = SignedMedicationSheet(
            sheet: try .sample(order), number: PrescriptionNumber(year: 2026, count: 1),
            signedAt: clock.instant(of: LocalTime(minuteOfDay: 600), on: start), timeZone: zone.identifier)
        let pauses = paused.map {
            [
                MedicationPrescription.Pause(
                    id: Identifier("pause"), from: $0.lowerBound, through: $0.upperBound, resumption: .restarts,
                    reason: "surgery", by: "Dana")
            ]
        }
        return MedicationPrescription(
            id: id, series: id, status: .signed, clinician: Identifier("dana"), patient: Identifier("maria"),
            signed: signed, pauses: pauses ?? [])
    }

    private static func daily(_ count: ClosedRange<Int>, every days: Int = 1) throws -> Dosage {
        let span = try #require(TimeSpan(days, .day))
        return Dosage(Dose(.one, .tablet), Timing(.calendar(CalendarRhythm(frequency: count, per: span))))
    }

    private static func samples() throws -> [MedicationPlan] {
        let eight = try #require(TimeSpan(8, .hour))
        var cycle = CalendarRhythm(at: .times([.noon, .midnight]))
        cycle.cycle = .init(activeDays: 21, pauseDays: 7)
        var course = try daily(3...3)
        course.timing?.count = 20...30
        let end = start.adding(days: 100)
        let pause = start.adding(days: 20)...start.adding(days: 41)
        let plans: [[MedicationPrescription]] = [
            [try medicine([try daily(2...2)])], [try medicine([try daily(3...4)], end: end)],
            [try medicine([try daily(1...1, every: 2)], paused: pause)],
            [try medicine([Dosage(Dose(.one, .tablet), Timing(.elapsed(ElapsedRhythm(every: eight))))], paused: pause)],
            [try medicine([Dosage(Dose(.one, .tablet), Timing(.calendar(cycle)))])],
            [try medicine([course, try daily(1...1)], paused: pause)],
            [try medicine([try daily(4...4)]), try medicine([try daily(1...1)], from: start.adding(days: 50))],
        ]
        return plans.map { MedicationPlan($0, rhythm: .usual, zone: zone) }
    }

    @Test("counting expected doses gives the same as making them")
    func counts() throws {
        let days = Self.start.adding(days: -5)...Self.start.adding(days: 200)
        for (number, plan) in try Self.samples().enumerated() {
            let made = plan.plan(on: days).filter { !$0.dose.isOptional }
            let expected = Dictionary(grouping: made) { $0.dose.day }.mapValues(\.count)
            let counted = plan.expectedCounts(on: days)
            let different = Set(expected.keys).union(counted.keys).filter { expected[$0] != counted[$0] }.sorted()
            #expect(different == [], "plan \(number)")
        }
    }

    @Test("put together from counts they are the same as dose by dose")
    func same() throws {
        let plan = try #require(try Self.samples().first)
        let now = Self.clock.instant(of: LocalTime(minuteOfDay: 900), on: Self.start.adding(days: 60))
        let days = Self.start...Self.start.adding(days: 60)
        // Every third dose was taken and every seventh not, for 30 days; then nothing.
        let entries = plan.plan(on: Self.start...Self.start.adding(days: 30)).enumerated().compactMap {
            index, planned in
            index % 3 == 0 || index % 7 == 0
                ? AdministrationDraft(
                    index % 3 == 0 ? .taken : .notTaken(.forgot), at: planned.opens, in: Self.zone,
                    day: planned.dose.day, medicine: "x", slot: planned.dose.id.description) : nil
        }
        let counts = Dictionary(grouping: entries, by: \.day).map { day, entries in
            AdministrationCount(
                day: day, taken: entries.count(where: \.isTaken), notTaken: entries.count { !$0.isTaken })
        }
        let record = DoseRecord(plan.plan(on: days), DoseLog(entries), at: now).adherence
        for recent in [Self.start, Self.start.adding(days: 46)] {
            let known = LogFigures.Known(
                counts: counts, unplanned: [:], entries: entries.filter { $0.day >= recent }, recent: recent)
            let total = LogFigures(plan, on: days, known, at: now).total
            #expect(total.adherence == record, "from \(recent)")
        }
        #expect(record.missed > 0 && record.noRecord > 0 && record.notTaken > 0)
    }

    @Test("days in a row with all doses taken are counted up to the first that was not")
    func streak() throws {
        let plan = try #require(try Self.samples().first)
        let last = Self.start.adding(days: 20)
        let now = Self.clock.instant(of: .midnight, on: last.adding(days: 2))
        let entries = plan.plan(on: Self.start.adding(days: 15)...last).map {
            AdministrationDraft(
                .taken, at: $0.opens, in: Self.zone, day: $0.dose.day, medicine: "x", slot: $0.dose.id.description)
        }
        let known = LogFigures.Known(
            counts: Dictionary(grouping: entries, by: \.day).map {
                AdministrationCount(day: $0.key, taken: $0.value.count, notTaken: 0)
            }, unplanned: [:], entries: [], recent: last.adding(days: 1))
        let figures = LogFigures(plan, on: Self.start...last, known, at: now)
        #expect(figures.streak(through: last) == 6)
        #expect(figures.streak(through: Self.start.adding(days: 14)) == 0)
    }
}
