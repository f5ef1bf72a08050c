/// What the days of a log are put together by.
package enum DateGrouping: String, CaseIterable, Hashable, Sendable, Codable {
    case day
    /// ISO 8601: from Monday to Sunday, numbered within the week-based year.
    case week
    case month
    case year

    /// The group that a day is in.
    package func group(of day: LocalDate) -> DateGroup {
        switch self {
        case .day: DateGroup(grouping: self, first: day)
        case .week: DateGroup(grouping: self, first: day.adding(days: 1 - day.weekday.number))
        case .month: DateGroup(grouping: self, first: day.adding(days: 1 - day.day))
        case .year: DateGroup(grouping: self, first: LocalDate(year: day.year, month: 1, day: 1) ?? day)
        }
    }

    /// So many groups in the order of time, of which the last has the day in it.
    package func groups(ending day: LocalDate, count: Int) -> [DateGroup] {
        let last = group(of: day)
        return (0..<max(0, count)).reversed().map { last.earlier(by: $0) }
    }

    /// The groups that a range of days touches.
    package func groups(from first: LocalDate, through last: LocalDate) -> [DateGroup] {
        var group = group(of: first)
        var groups: [DateGroup] = []
        while group.first <= last {
            groups.append(group)
            let next = group.earlier(by: -1)
            guard next.first > group.first else { break }
            group = next
        }
        return groups
    }
}

/// A day, week, month or year of the Gregorian calendar, whatever calendar the reader uses.
package struct DateGroup: Hashable, Comparable, Sendable {
    package let grouping: DateGrouping
    package let first: LocalDate

    fileprivate init(grouping: DateGrouping, first: LocalDate) {
        self.grouping = grouping
        self.first = first
    }

    /// The last day.
    package var last: LocalDate { earlier(by: -1).first.adding(days: -1) }

    /// `2026-11-21`, `2026-W47`, `2026-11`, `2026`; ascending as text among those of the same grouping.
    package var key: String {
        let text = first.description
        return switch grouping {
        case .day: text
        case .week: first.isoWeek.description
        case .month: String(text.prefix(7))
        case .year: String(text.prefix(4))
        }
    }

    /// The group so many before this one; after it when negative.
    package func earlier(by count: Int) -> DateGroup {
        let first =
            switch grouping {
            case .day: self.first.adding(days: -count)
            case .week: self.first.adding(days: -7 * count)
            case .month: self.first.adding(months: -count)
            case .year: self.first.adding(months: -12 * count)
            }
        return DateGroup(grouping: grouping, first: first)
    }

    package static func < (left: DateGroup, right: DateGroup) -> Bool { left.first < right.first }
}

/// A week of ISO 8601 with the year it is numbered in: 31 December 2018 is in 2019-W01.
package struct ISOWeek: Hashable, Sendable, CustomStringConvertible {
    package let year: Int
    /// 1…53.
    package let week: Int

    package var description: String {
        let (year, week) = ("\(year)", "\(week)")
        return String(repeating: "0", count: max(0, 4 - year.count)) + year + (week.count < 2 ? "-W0" : "-W") + week
    }
}

extension LocalDate {
    /// The week it falls in: a week belongs to the year that has its Thursday.
    package var isoWeek: ISOWeek {
        let thursday = adding(days: 4 - weekday.number)
        let newYear = LocalDate(year: thursday.year, month: 1, day: 1) ?? thursday
        return ISOWeek(year: thursday.year, week: newYear.days(to: thursday) / 7 + 1)
    }
}
