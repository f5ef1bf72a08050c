import Clinic
import Foundation

/// Dates and times as people of a language read them. The 24-hour clock everywhere; the month in letters in English,
/// because 03/04 means two days.
package struct Dates: Sendable {
    let language: Language

    package init(_ language: Language) { self.language = language }

    /// "Nov 21, 2026" or "21.11.2026".
    package func date(_ date: LocalDate) -> String {
        switch language {
        case .english: "\(Self.englishMonths[date.month - 1]) \(date.day), \(date.year)"
        case .german: String(format: "%02d.%02d.%04d", date.day, date.month, date.year)
        }
    }

    /// The date of an instant in a zone, as ``date(_:)``.
    package func date(_ instant: Date, in zone: TimeZone) -> String { date(LocalDate(instant, in: zone)) }

    /// "Nov 21, 2026, 09:30" or "21.11.2026, 09:30 Uhr".
    package func dateAndTime(_ instant: Date, in zone: TimeZone) -> String {
        let day = date(instant, in: zone)
        return switch language {
        case .english: "\(day), \(time(instant, in: zone))"
        case .german: "\(day), \(time(instant, in: zone)) Uhr"
        }
    }

    /// "09:30", on the 24-hour clock.
    package func time(_ instant: Date, in zone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.hour, .minute], from: instant)
        return String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
    }

    private static let englishMonths = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
