import Foundation

/// Doses at equal distances of elapsed time, whatever the clock on the wall does.
struct ElapsedSteps: Sendable {
    /// Seconds since 1970 of the first dose.
    let anchor: Int
    /// Seconds between two doses: a fraction, so that "3 in 8 hours" does not drift.
    let numerator: Int
    let denominator: Int
    /// How many seconds before it is due a dose may be taken; nil without a range.
    let lead: Int?
    /// No dose at or after it; nil for no end.
    let end: Int?
    let hasTime: Bool
    let isAssumed: Bool

    /// Throws for doses less than a minute apart, and for fractions of a second.
    init(_ rhythm: ElapsedRhythm, from anchor: Date, for bounds: TimeSpan?, hasTime: Bool) throws(Unscheduled.Reason) {
        guard let unit = rhythm.period.unit.seconds else { throw .contradictory }
        let (low, high, frequency) = (rhythm.period.low, rhythm.period.high, rhythm.frequency)
        guard high.denominator <= 3600, low.denominator <= 3600, (1...1440).contains(frequency.lowerBound),
            frequency.upperBound <= 1440
        else { throw .notCountable }
        numerator = high.numerator * unit
        denominator = high.denominator * frequency.lowerBound
        guard numerator >= 60 * denominator else { throw .notCountable }
        let earliest = low.numerator * unit / (low.denominator * frequency.upperBound)
        lead =
            rhythm.period.isRange || frequency.lowerBound != frequency.upperBound
            ? numerator / denominator - earliest : nil
        self.anchor = Int(anchor.timeIntervalSince1970)
        end = bounds.flatMap { span in
            span.unit.seconds.map {
                Int(anchor.timeIntervalSince1970) + span.high.numerator * $0 / span.high.denominator
            }
        }
        self.hasTime = hasTime
        isAssumed = rhythm.first == nil
    }

    func instant(_ index: Int) -> Date { Date(timeIntervalSince1970: Double(second(index))) }

    func earliest(_ index: Int) -> Date? {
        guard let lead, index > 0 else { return nil }
        return Date(timeIntervalSince1970: Double(second(index) - lead))
    }

    /// The first dose at or after an instant; the number of all doses once there are no more.
    func index(from instant: Date) -> Int {
        let limit = end.map { Double($0) } ?? .infinity
        let wanted = min(max(instant.timeIntervalSince1970, -1e11), limit, 1e11)
        let distance = Int(wanted.rounded(.up)) - anchor
        guard distance > 0 else { return 0 }
        var index = max(0, distance * denominator / numerator - 1)
        while second(index) < anchor + distance { index += 1 }
        return index
    }

    private func second(_ index: Int) -> Int { anchor + index * numerator / denominator }
}
