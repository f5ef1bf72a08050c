import Foundation

/// The stretch of time over which a limit adds up. Hours are a window that moves with the clock, and a dose as old as the
/// window has left it; days, weeks and months are calendar days of the patient's zone, ending with today. FHIR leaves it open.
struct LimitPeriod: Sendable {
    private let span: TimeSpan

    init(_ span: TimeSpan) {
        self.span = span
    }

    /// Whether a dose at `earlier` is still counted at a later instant.
    func counts(_ earlier: Date, at instant: Date, _ clock: WallClock) -> Bool {
        instant < end(ofCounting: earlier, clock)
    }

    /// The first instant at which a dose is no longer counted.
    func end(ofCounting earlier: Date, _ clock: WallClock) -> Date {
        if let seconds = span.unit.seconds {
            return earlier.addingTimeInterval(Double(span.high.numerator * seconds) / Double(span.high.denominator))
        }
        let day = clock.reading(at: earlier).day
        let length = span.wholeHigh ?? span.high.whole + 1
        switch span.unit {
        case .week: return clock.start(of: day.adding(days: 7 * length))
        case .month: return clock.start(of: day.adding(months: length))
        case .year: return clock.start(of: day.adding(months: 12 * length))
        default: return clock.start(of: day.adding(days: length))
        }
    }
}
