/// A day of the week, Monday first as ISO 8601 counts. Raw values are FHIR's `DaysOfWeek` codes.
package enum Weekday: String, CaseIterable, Hashable, Comparable, Sendable, Codable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"

    /// 1 for Monday … 7 for Sunday.
    package var number: Int {
        switch self {
        case .monday: 1
        case .tuesday: 2
        case .wednesday: 3
        case .thursday: 4
        case .friday: 5
        case .saturday: 6
        case .sunday: 7
        }
    }

    /// The day of the week so many days after 1 January 1970, a Thursday.
    package init(epochDay: Int) {
        self = Self.week[((epochDay + 3) % 7 + 7) % 7]
    }

    private static let week = Self.allCases

    package static func < (left: Weekday, right: Weekday) -> Bool { left.number < right.number }
}

extension LocalDate {
    /// The day of the week it falls on.
    package var weekday: Weekday { Weekday(epochDay: epochDay) }
}
