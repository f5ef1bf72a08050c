import Foundation

/// A dose that an order expects. It is computed from the order whenever it is wanted, and never stored.
package struct ExpectedDose: Hashable, Sendable, Identifiable {
    /// The same for the same dose in every version of an order, so it is the key by which a dose is logged only once.
    package let id: SlotID
    /// The local day it belongs to. A bedtime dose after midnight belongs to the day that bedtime ends.
    package let day: LocalDate
    /// What the clock shows then; nil for a dose that is only counted for its day, because the patient's own times are
    /// not known.
    package let time: LocalTime?
    /// Nil when ``time`` is.
    package let instant: Date?
    /// Whether ``time`` comes from the patient's own times and not from the order.
    package let isAssumed: Bool
    /// Whether leaving it out is as right as taking it: the fourth of "3 to 4 times a day", the eighth day of "7 to 10
    /// days". It is never missed and does not count against anybody.
    package let isOptional: Bool
    package let dose: Dose?
    /// From when on it may be taken where the order leaves a range, as of "every 4 to 6 hours"; nil for no such rule.
    package let earliest: Date?
    /// The index of the dosage it comes from.
    package let dosage: Int

    /// Where it stands among the others: ``instant``, or a usual time of day for a dose without one. Not a time to show.
    let order: Date
}

/// The name of one expected dose: its local day and its place on it, such as `2026-03-29.0800`, `2026-03-29.MORN`,
/// `2026-03-29.2` for the second of a day, `2026-03-29.20260328T2100Z` for a dose of elapsed time or at an instant; `~2`
/// behind it for another dosage at the same place. The step is not part of it: a new version that drops a step which has
/// ended leaves the names of the others as they are, and so does a change of the patient's own times.
package struct SlotID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    package let description: String

    init(day: LocalDate, place: String) {
        description = day.description + "." + place
    }

    /// Reads ``description``; nil for what no schedule makes.
    package init?(text: String) {
        let place = text.dropFirst(11)
        guard text.utf8.count <= 40, LocalDate(iso: String(text.prefix(10))) != nil, text.dropFirst(10).first == ".",
            !place.isEmpty, place.utf8.allSatisfy(Self.isPlaceByte)
        else { return nil }
        description = text
    }

    /// The local day it belongs to.
    package var day: LocalDate? { LocalDate(iso: String(description.prefix(10))) }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = SlotID(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a slot")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    package static func < (left: SlotID, right: SlotID) -> Bool { left.description < right.description }

    private static func isPlaceByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

/// A dosage that no doses can be computed from, and why.
package struct Unscheduled: Hashable, Sendable {
    /// The index of the dosage.
    package let dosage: Int
    package let reason: Reason

    package enum Reason: String, Error, CaseIterable, Hashable, Sendable {
        /// Taken when there is need of it.
        case asNeeded
        /// Nothing is said of the time.
        case noTiming
        /// The structure does not say all of what the prescriber wrote.
        case asWritten
        /// So many times a week, on days that are not named.
        case needsWeekday
        /// So many times in several days, in a month or a year, on days that are not named.
        case needsDays
        /// Its parts do not fit each other, such as three times a day at two times.
        case contradictory
        /// Doses less than a minute apart, or an interval no clock can be set to.
        case notCountable
        /// A step after one that has no end.
        case neverBegins
    }
}
