import Foundation

/// What became of an expected dose. The four that count are kept apart everywhere.
package enum DoseState: String, CaseIterable, Hashable, Sendable {
    case taken
    /// Somebody said that it was not taken, and why.
    case notTaken = "not-taken"
    /// Its window is over without a word, while somebody was logging.
    case missed
    /// Its window is over without a word, and nobody was logging.
    case noRecord = "no-record"
    /// It can be taken now.
    case open
    /// Its window has not opened.
    case upcoming
    /// It was optional and nothing was said of it.
    case leftOut = "left-out"
}

/// What the log of an order says, as far as the states of its doses need it. Entries that were taken back are not part.
package struct DoseLog: Sendable {
    /// Somebody was logging on a day when the log has an entry for any of the days so many days before or after it.
    package static let daysAround = 7

    private let isTaken: [String: Bool]
    /// Ascending.
    private let days: [LocalDate]

    /// Entries for the days asked about and ``daysAround`` days before and after them.
    package init(_ entries: some Sequence<AdministrationDraft>) {
        var isTaken: [String: Bool] = [:]
        var days: Set<LocalDate> = []
        for entry in entries {
            if let slot = entry.slot { isTaken[slot] = entry.isTaken }
            days.insert(entry.day)
        }
        self.isTaken = isTaken
        self.days = days.sorted()
    }

    /// Whether a slot was answered with taken; nil when it was not answered.
    package func isTaken(_ slot: SlotID) -> Bool? { isTaken[slot.description] }

    package func wasKept(around day: LocalDate) -> Bool {
        var (low, high) = (0, days.count)
        while low < high {
            let middle = (low + high) / 2
            if days[middle].days(to: day) > Self.daysAround { low = middle + 1 } else { high = middle }
        }
        return low < days.count && day.days(to: days[low]) <= Self.daysAround
    }
}

/// The expected doses of some days with what became of each.
package struct DoseRecord: Sendable {
    package let doses: [(planned: PlannedDose, state: DoseState)]

    package init(_ plan: [PlannedDose], _ log: DoseLog, at now: Date) {
        doses = plan.map { ($0, Self.state(of: $0, log, at: now)) }
    }

    private static func state(of planned: PlannedDose, _ log: DoseLog, at now: Date) -> DoseState {
        if let isTaken = log.isTaken(planned.dose.id) { return isTaken ? .taken : .notTaken }
        if now < planned.opens { return .upcoming }
        if now < planned.closes { return .open }
        if planned.dose.isOptional { return .leftOut }
        return log.wasKept(around: planned.dose.day) ? .missed : .noRecord
    }

    package var adherence: Adherence { Adherence(doses.lazy.map(\.state)) }

    /// How many days in a row, ending with the last, had all their doses taken. Days without doses are passed over, and so is
    /// one on which a dose can still be taken.
    package var streak: Int {
        var streak = 0
        let days = Dictionary(grouping: doses, by: \.planned.dose.day).sorted { $0.key > $1.key }
        for (_, states) in days {
            let counted = states.map(\.state).filter { $0 != .leftOut }
            if counted.contains(where: { $0 == .missed || $0 == .notTaken || $0 == .noRecord }) { break }
            if !counted.isEmpty, counted.allSatisfy({ $0 == .taken }) { streak += 1 }
        }
        return streak
    }
}

/// How many of the doses that were expected have been taken. As-needed and optional doses, doses in a pause, before the
/// first and after the last moment of an order are not expected. Doses nobody kept a record of are told apart and not
/// counted: they say nothing about whether the medicine was taken.
package struct Adherence: Hashable, Sendable {
    package private(set) var taken = 0
    package private(set) var notTaken = 0
    package private(set) var missed = 0
    package private(set) var noRecord = 0

    package init(_ states: some Sequence<DoseState>) {
        for state in states {
            switch state {
            case .taken: taken += 1
            case .notTaken: notTaken += 1
            case .missed: missed += 1
            case .noRecord: noRecord += 1
            case .open, .upcoming, .leftOut: break
            }
        }
    }

    /// The denominator: doses that are over and have a record.
    package var expected: Int { taken + notTaken + missed }

    /// 0…100; 100 only when all were taken and 0 only when none was; nil when none was expected.
    package var percentage: Int? {
        guard expected > 0 else { return nil }
        guard taken > 0, taken < expected else { return taken == 0 ? 0 : 100 }
        return max(1, min(99, (200 * taken + expected) / (2 * expected)))
    }
}
