import Foundation

/// What became of the doses of some days, for charts: put together from the number of doses that each day expects and the
/// number of entries that it has, so that it costs as much as the days shown. Only the days whose windows may still be open
/// are looked at dose by dose.
package struct LogFigures: Sendable {
    /// One day's figures.
    package struct Day: Hashable, Sendable {
        package var taken = 0
        package var notTaken = 0
        package var missed = 0
        package var noRecord = 0
        /// Entries that answer no expected dose are counted as taken or not taken, but do not bear on adherence.
        package var unplanned = 0
    }

    /// Days without doses and without entries are left out.
    package let days: [LocalDate: Day]

    /// What is known of the days asked about.
    package struct Known: Sendable {
        /// Of the days and ``DoseLog/daysAround`` days before and after them.
        package var counts: [AdministrationCount]
        /// How many entries answer no expected dose.
        package var unplanned: [LocalDate: Int]
        /// The entries from ``recent`` on.
        package var entries: [AdministrationDraft]
        /// The first day that is looked at dose by dose.
        package var recent: LocalDate

        package init(
            counts: [AdministrationCount], unplanned: [LocalDate: Int], entries: [AdministrationDraft],
            recent: LocalDate
        ) {
            self.counts = counts
            self.unplanned = unplanned
            self.entries = entries
            self.recent = recent
        }
    }

    package init(_ plan: MedicationPlan, on days: ClosedRange<LocalDate>, _ known: Known, at now: Date) {
        let logged = known.counts.filter { days.contains($0.day) }
        var figures: [LocalDate: Day] = logged.reduce(into: [:]) {
            $0[$1.day] = Day(
                taken: $1.taken, notTaken: $1.notTaken, unplanned: known.unplanned[$1.day] ?? 0)
        }
        let keeping = KeptDays(known.counts.map(\.day))
        let past = known.recent.adding(days: -1)
        if days.lowerBound <= past {
            let expected = plan.expectedCounts(on: days.lowerBound...min(past, days.upperBound))
            for (day, count) in expected {
                let known = figures[day] ?? Day()
                let silent = count - (known.taken + known.notTaken - known.unplanned)
                if silent > 0 {
                    figures[day, default: Day()].add(silent: silent, wasKept: keeping.wasKept(around: day))
                }
            }
        }
        if days.upperBound >= known.recent {
            let log = DoseLog(known.entries)
            let recent = max(known.recent, days.lowerBound)...days.upperBound
            for (planned, state) in DoseRecord(plan.plan(on: recent), log, at: now).doses {
                switch state {
                case .missed, .noRecord:
                    let day = planned.dose.day
                    figures[day, default: Day()].add(silent: 1, wasKept: keeping.wasKept(around: day))
                case .taken, .notTaken, .open, .upcoming, .leftOut: break
                }
            }
        }
        self.days = figures
    }

    /// The figures of a group of days.
    package func sum(of group: DateGroup) -> Day {
        var (sum, day) = (Day(), group.first)
        if group.last.days(to: group.first) < -40 {
            for (day, figures) in days where day >= group.first && day <= group.last { sum += figures }
            return sum
        }
        while day <= group.last {
            if let figures = days[day] { sum += figures }
            day = day.adding(days: 1)
        }
        return sum
    }

    /// The figures of all days.
    package var total: Day { days.values.reduce(into: Day()) { $0 += $1 } }

    /// The days that somebody was logging around.
    private struct KeptDays {
        private let days: [Int]

        init(_ days: [LocalDate]) { self.days = days.map(\.epochDay).sorted() }

        func wasKept(around day: LocalDate) -> Bool {
            let day = day.epochDay
            var (low, high) = (0, days.count)
            while low < high {
                let middle = (low + high) / 2
                if days[middle] < day - DoseLog.daysAround { low = middle + 1 } else { high = middle }
            }
            return low < days.count && days[low] <= day + DoseLog.daysAround
        }
    }
}

extension LogFigures.Day {
    fileprivate mutating func add(silent count: Int, wasKept: Bool) {
        if wasKept { missed += count } else { noRecord += count }
    }

    static func += (left: inout Self, right: Self) {
        left.taken += right.taken
        left.notTaken += right.notTaken
        left.missed += right.missed
        left.noRecord += right.noRecord
        left.unplanned += right.unplanned
    }
}

extension LogFigures.Day {
    /// Of the expected doses that are over and have a record. Unplanned ones are left out; most of them were taken.
    package var adherence: Adherence {
        let answered = taken + notTaken - unplanned
        let declined = min(notTaken, answered)
        return Adherence(
            Array(repeating: .taken, count: max(0, answered - declined))
                + Array(repeating: .notTaken, count: max(0, declined)) + Array(repeating: .missed, count: missed)
                + Array(repeating: .noRecord, count: noRecord))
    }
}

extension LogFigures {
    /// How many days in a row, ending with a day, had all their doses taken. Days without doses are passed over. It ends
    /// with the first day that is known.
    package func streak(through last: LocalDate) -> Int {
        var streak = 0
        for (_, day) in days.filter({ $0.key <= last }).sorted(by: { $0.key > $1.key }) {
            if day.notTaken + day.missed + day.noRecord > 0 { break }
            if day.taken > day.unplanned { streak += 1 }
        }
        return streak
    }
}
