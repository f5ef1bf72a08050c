/// When ICD-10-CM changes: on 1 October, and perhaps on 1 April (CMS, since 2022).
package enum CodeListCalendar {
    /// The October on or before a day: a list older than that is out of date for certain.
    package static func lastRelease(by day: LocalDate) -> LocalDate {
        let year = day.month >= 10 ? day.year : day.year - 1
        return LocalDate(year: year, month: 10, day: 1) ?? day
    }

    /// The 1 April since the last October, on which an update of a list that began before may have come out; nil from October
    /// to March.
    package static func aprilUpdate(by day: LocalDate) -> LocalDate? {
        (4...9).contains(day.month) ? LocalDate(year: day.year, month: 4, day: 1) : nil
    }

    /// The first and last day of a fiscal year of the United States: 1 October of the year before to 30 September.
    package static func fiscalYear(_ year: Int) -> ClosedRange<LocalDate>? {
        guard let first = LocalDate(year: year - 1, month: 10, day: 1),
            let last = LocalDate(year: year, month: 9, day: 30)
        else { return nil }
        return first...last
    }

    /// The fiscal year that a day is in.
    package static func fiscalYear(of day: LocalDate) -> Int { day.month >= 10 ? day.year + 1 : day.year }
}
