import Clinic
import Rendering

/// How days, weeks, months and years are called on an axis and in full. Weeks are those of ISO 8601, months and years
/// those of the Gregorian calendar.
package struct ChartLabels: Sendable {
    private let words: Words
    private var dates: Dates { Dates(words.language) }

    package init(_ words: Words) { self.words = words }

    package func day(_ day: LocalDate, _ tally: ChartTally) -> ChartGroup {
        let weekday = words("charts.weekday.\(day.weekday.rawValue)")
        let label = words("charts.day", ["month": month(day), "day": "\(day.day)"])
        return ChartGroup(
            label: label, note: weekday,
            title: words("charts.weekday-and-date", ["weekday": weekday, "date": date(day)]),
            tally: tally)
    }

    /// - Parameters:
    ///   - number: 1…53, in the week's own year.
    ///   - monday: its first day.
    package func week(_ number: Int, from monday: LocalDate, _ tally: ChartTally) -> ChartGroup {
        ChartGroup(
            label: words("charts.week", ["number": "\(number)"]),
            note: words("charts.day", ["month": month(monday), "day": "\(monday.day)"]),
            title: words(
                "charts.week-in-full",
                ["number": "\(number)", "from": date(monday), "to": date(monday.adding(days: 6))]),
            tally: tally)
    }

    /// - Parameter day: any of the month.
    package func month(of day: LocalDate, _ tally: ChartTally) -> ChartGroup {
        ChartGroup(
            label: month(day), note: "\(day.year)",
            title: words(
                "charts.month-and-year", ["month": words("charts.months.\(day.month)"), "year": "\(day.year)"]),
            tally: tally)
    }

    package func year(of day: LocalDate, _ tally: ChartTally) -> ChartGroup {
        ChartGroup(label: "\(day.year)", note: "", title: "\(day.year)", tally: tally)
    }

    /// "Nov" or "Nov.": the month's short name.
    package func month(_ day: LocalDate) -> String { words("charts.month.\(day.month)") }

    private func date(_ day: LocalDate) -> String { dates.date(day) }
}
