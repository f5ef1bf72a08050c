import Foundation
import Testing

@testable import Clinic

@Suite("Limits of intake")
struct IntakeLimitsTests {
    private static func limits(
        _ most: Int, per period: TimeSpan, timing: Timing? = nil, needed: Bool = true
    ) -> IntakeLimits {
        let limit = DoseLimit(DoseValue(most) ?? .one, .tablet, per: period)
        let dosage = Dosage(
            Sample.tablet, timing, asNeeded: needed ? Dosage.AsNeeded() : nil,
            limits: Dosage.Limits(perPeriod: [limit]))
        return IntakeLimits([dosage], zone: Sample.berlin)
    }

    private static func intakes(_ times: String...) -> [IntakeLimits.Intake] {
        times.map { IntakeLimits.Intake(at: Sample.utc("2026-06-10T\($0)Z"), amount: Sample.tablet) }
    }

    @Test("Six in 24 hours: the seventh is allowed when the first is 24 hours old")
    func rolling() {
        let limits = Self.limits(6, per: Sample.span(24, .hour))
        let taken = Self.intakes("08:00", "10:00", "12:00", "16:00", "20:00", "22:00")
        let before = limits.nextAllowed(at: Sample.utc("2026-06-11T07:59Z"), Sample.tablet, after: taken)
        #expect(before.earliest == Sample.utc("2026-06-11T08:00Z"))
        #expect(before.against.count == 1)
        let then = limits.nextAllowed(at: Sample.utc("2026-06-11T08:00Z"), Sample.tablet, after: taken)
        #expect(then.earliest == Sample.utc("2026-06-11T08:00Z"))
        #expect(then.against.isEmpty)
    }

    @Test("Three a day: the fourth is allowed at the patient's midnight")
    func calendarDay() {
        let limits = Self.limits(3, per: Sample.span(1, .day))
        let answer = limits.nextAllowed(
            at: Sample.utc("2026-06-10T21:00Z"), Sample.tablet, after: Self.intakes("06:00", "12:00", "18:00"))
        #expect(answer.earliest == Sample.utc("2026-06-10T22:00Z"))
    }

    @Test("Four hours are counted from the last intake")
    func gap() {
        let timing = Timing(.elapsed(ElapsedRhythm(every: Sample.span(4, 6, .hour))))
        let limits = IntakeLimits([Dosage(Sample.tablet, timing)], zone: Sample.berlin)
        let taken = Self.intakes("05:00", "09:10")
        #expect(
            limits.nextAllowed(at: Sample.utc("2026-06-10T13:09Z"), Sample.tablet, after: taken).earliest
                == Sample.utc("2026-06-10T13:10Z"))
        #expect(limits.nextAllowed(at: Sample.utc("2026-06-10T13:10Z"), Sample.tablet, after: taken).against.isEmpty)
    }

    @Test("All limits have to agree, and one that is never met says never")
    func together() {
        let timing = Timing(.elapsed(ElapsedRhythm(every: Sample.span(8, .hour))))
        let limits = Self.limits(3, per: Sample.span(24, .hour), timing: timing)
        let answer = limits.nextAllowed(
            at: Sample.utc("2026-06-10T19:00Z"), Sample.tablet, after: Self.intakes("01:00", "09:00", "17:00"))
        #expect(answer.earliest == Sample.utc("2026-06-11T01:00Z"))
        #expect(answer.against.count == 2)
        let four = Dose(DoseValue(4) ?? .one, .tablet)
        #expect(limits.nextAllowed(at: Sample.utc("2026-06-10T19:00Z"), four, after: []).earliest == nil)
    }

    @Test("Amounts in another unit are said to be uncertain")
    func otherUnit() {
        let limits = Self.limits(3, per: Sample.span(24, .hour))
        let other = IntakeLimits.Intake(at: Sample.utc("2026-06-10T06:00Z"), amount: Dose(.one, .millilitre))
        #expect(limits.nextAllowed(at: Sample.utc("2026-06-10T07:00Z"), Sample.tablet, after: [other]).isUncertain)
        #expect(!limits.nextAllowed(at: Sample.utc("2026-06-10T07:00Z"), Sample.tablet, after: []).isUncertain)
    }

    @Test("A regular order every 8 hours is not held back when the dose before was late")
    func regular() {
        let timing = Timing(.elapsed(ElapsedRhythm(every: Sample.span(8, .hour))))
        let limits = IntakeLimits([Dosage(Sample.tablet, timing)], zone: Sample.berlin)
        #expect(limits.limits.isEmpty)
    }
}
