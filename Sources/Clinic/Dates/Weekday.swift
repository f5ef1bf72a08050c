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
    package var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

    package static func < (left: Weekday, right: Weekday) -> Bool { left.number < right.number }
}

extension LocalDate {
    /// The day of the week it falls on.
    package var weekday: Weekday {
        // 1 January 2024 was a Monday.
        let reference = LocalDate(iso: "2024-01-01")?.days(to: self) ?? 0
        return Weekday.allCases[((reference % 7) + 7) % 7]
    }
}
