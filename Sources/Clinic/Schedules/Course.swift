import Foundation

/// The time an order runs: from which day on, until when, and what lies between.
package struct Course: Hashable, Sendable, Codable {
    /// Day 1. Every second day, cycles and spans of days are counted from here unless a dosage has a first day of its own.
    package var start: LocalDate
    /// The last day with doses; nil for no end.
    package var end: LocalDate?
    /// Doses before it are not expected, such as the morning's of an order signed at noon; nil for none.
    package var notBefore: Date?
    /// Doses from then on are not expected; nil unless the order was discontinued.
    package var stopped: Date?
    package var pauses: [Pause]

    package init(
        start: LocalDate, end: LocalDate? = nil, notBefore: Date? = nil, stopped: Date? = nil, pauses: [Pause] = []
    ) {
        self.start = start
        self.end = end
        self.notBefore = notBefore
        self.stopped = stopped
        self.pauses = pauses
    }

    /// A time without doses in the midst of an order.
    package struct Pause: Hashable, Sendable, Codable {
        /// Doses from this instant on are not expected.
        package var from: Date
        /// The first instant with doses again; nil while the pause lasts.
        package var until: Date?
        package var resumption: Resumption

        package init(from: Date, until: Date?, resumption: Resumption = .keepsPhase) {
            self.from = from
            self.until = until
            self.resumption = resumption
        }

        /// A pause of whole days, both included, in the patient's zone.
        package init(from first: LocalDate, through last: LocalDate?, in zone: TimeZone, resumption: Resumption) {
            let clock = WallClock(zone)
            self.init(
                from: clock.start(of: first), until: last.map { clock.start(of: $0.adding(days: 1)) },
                resumption: resumption)
        }
    }

    /// What becomes of the rhythm after a pause.
    package enum Resumption: String, CaseIterable, Hashable, Sendable, Codable {
        /// As if there had been no pause: every second day stays on the same days, a course of 7 days ends when it would
        /// have.
        case keepsPhase
        /// The day of resuming is day 1 of the rhythm: the next dose of an every-second-day order and the first day of a
        /// cycle. Spans of days go on where they were left, so that a course of 7 days still has 7.
        case restarts
    }
}
