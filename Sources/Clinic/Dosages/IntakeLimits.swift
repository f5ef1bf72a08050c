import Foundation

/// When the next dose may be taken, by the limits of an order and by what was taken: a maximum in a window of hours or of
/// calendar days, and the least time since the last intake of what is taken when needed. It advises; a dose that was taken
/// is recorded whatever it says.
package struct IntakeLimits: Sendable {
    /// Something that was taken, of this order or of another with the same ingredient.
    package struct Intake: Hashable, Sendable {
        package let at: Date
        /// Nil for not known; the higher number of a range counts.
        package let amount: Dose?

        package init(at: Date, amount: Dose?) {
            self.at = at
            self.amount = amount
        }
    }

    package enum Limit: Hashable, Sendable {
        /// At most so much in a time.
        case amount(DoseLimit)
        /// At most so many intakes in a time: "up to three times a day".
        case number(Int, TimeSpan)
        /// At least so long since the last intake.
        case gap(TimeSpan)
        case perAdministration(Dose)
        case perLifetime(Dose)
    }

    package struct Answer: Hashable, Sendable {
        /// The first instant from the one asked about on that no limit stands against; nil for never.
        package let earliest: Date?
        /// What stands against it at the instant asked about; empty when it is allowed.
        package let against: [Limit]
        /// Whether something taken could not be added up, because it is in another unit or its amount is not known.
        package let isUncertain: Bool
    }

    package let limits: [Limit]
    private let clock: WallClock

    /// The limits of the dosages that are in force together, in the patient's zone.
    package init(_ dosages: [Dosage], zone: TimeZone) {
        clock = WallClock(zone)
        limits = dosages.flatMap { dosage in
            dosage.limits.perPeriod.map(Limit.amount)
                + [dosage.limits.perAdministration.map(Limit.perAdministration)].compactMap(\.self)
                + [dosage.limits.perLifetime.map(Limit.perLifetime)].compactMap(\.self) + Self.rhythmLimits(dosage)
        }
    }

    /// What the rhythm of an as-needed dose, and the shorter end of "every 4 to 6 hours", forbid.
    private static func rhythmLimits(_ dosage: Dosage) -> [Limit] {
        switch dosage.timing?.rhythm {
        case .elapsed(let rhythm)? where dosage.asNeeded != nil || rhythm.period.isRange:
            let gap = TimeSpan(rhythm.period.low, rhythm.period.unit)
            return [rhythm.frequency == 1...1 ? .gap(gap) : .number(rhythm.frequency.upperBound, gap)]
        case .calendar(let rhythm)? where dosage.asNeeded != nil:
            guard let frequency = rhythm.frequency, let day = TimeSpan(1, .day) else { return [] }
            return [.number(frequency.upperBound, rhythm.period.map { TimeSpan($0.low, $0.unit) } ?? day)]
        default: return []
        }
    }

    /// When a dose may be taken, from an instant on. `dose` nil for an amount that is not known. What was taken after the
    /// instant does not count.
    package func nextAllowed(at instant: Date, _ dose: Dose?, after intakes: [Intake]) -> Answer {
        let intakes = intakes.filter { $0.at <= instant }.sorted { $0.at < $1.at }
        let against = limits.filter { earliest($0, from: instant, dose, intakes) != instant }
        var time: Date? = instant
        var isSettled = false
        while let candidate = time, !isSettled {
            var next: Date? = candidate
            for limit in limits {
                guard let begun = next else { break }
                next = earliest(limit, from: begun, dose, intakes)
            }
            isSettled = next == candidate
            time = next
        }
        return Answer(earliest: time, against: against, isUncertain: isUncertain(dose, intakes))
    }

    private func earliest(_ limit: Limit, from instant: Date, _ dose: Dose?, _ intakes: [Intake]) -> Date? {
        switch limit {
        case .gap(let span):
            let period = LimitPeriod(span)
            return intakes.last.map { max(instant, period.end(ofCounting: $0.at, clock)) } ?? instant
        case .number(let most, let span):
            return firstFree(LimitPeriod(span), from: instant, intakes) { $0.count < most }
        case .amount(let limit):
            return firstFree(LimitPeriod(limit.period), from: instant, intakes) { counted in
                Self.isWithin(limit.most, limit.unit, counted.map(\.amount) + [dose])
            }
        case .perAdministration(let most):
            return Self.isWithin(most.high, most.unit, [dose]) ? instant : nil
        case .perLifetime(let most):
            return Self.isWithin(most.high, most.unit, intakes.map(\.amount) + [dose]) ? instant : nil
        }
    }

    /// The first instant at which what is still counted leaves room; nil when there is none even for a dose alone.
    private func firstFree(
        _ period: LimitPeriod, from instant: Date, _ intakes: [Intake], _ hasRoom: ([Intake]) -> Bool
    ) -> Date? {
        var time = instant
        var counted = intakes.filter { period.counts($0.at, at: time, clock) }
        while !hasRoom(counted) {
            guard let oldest = counted.first else { return nil }
            time = period.end(ofCounting: oldest.at, clock)
            counted = counted.filter { period.counts($0.at, at: time, clock) }
        }
        return time
    }

    private static func isWithin(_ most: DoseValue, _ unit: DoseUnit, _ amounts: [Dose?]) -> Bool {
        var sum: DoseValue?
        for case let amount? in amounts where amount.unit == unit {
            guard let added = sum.map({ $0 + amount.high }) ?? amount.high else { return false }
            sum = added
        }
        return sum.map { $0 <= most } ?? true
    }

    private func isUncertain(_ dose: Dose?, _ intakes: [Intake]) -> Bool {
        limits.contains { limit in
            let unit: DoseUnit? =
                switch limit {
                case .amount(let limit): limit.unit
                case .perAdministration(let most), .perLifetime(let most): most.unit
                case .number, .gap: nil
                }
            return unit != nil && (intakes.map(\.amount) + [dose]).contains { $0?.unit != unit }
        }
    }
}
