import Clinic
import Foundation

extension Dates {
    /// "June 5, 2026" or "05.06.2026": as it stands in a sentence.
    package func longDate(_ date: LocalDate) -> String {
        switch language {
        case .english: "\(Self.longEnglishMonths[date.month - 1]) \(date.day), \(date.year)"
        case .german: self.date(date)
        }
    }

    /// "June 5" or "05.06.", where the year is plain from what goes before.
    package func dayAndMonth(_ date: LocalDate) -> String {
        switch language {
        case .english: "\(Self.longEnglishMonths[date.month - 1]) \(date.day)"
        case .german: String(format: "%02d.%02d.", date.day, date.month)
        }
    }

    /// "08:00", "8:00 am" or "8:00 Uhr". German has the 24-hour clock only. Not for noon and midnight on the 12-hour
    /// clock, which have no number that is read one way.
    package func time(_ time: LocalTime, _ clock: ClockStyle) -> String {
        let minute = String(format: "%02d", time.minute)
        return switch (language, clock) {
        case (.english, .hours24): time.description
        case (.english, .hours12): "\((time.hour + 11) % 12 + 1):\(minute) \(time.hour < 12 ? "am" : "pm")"
        case (.german, _): "\(time.hour):\(minute) Uhr"
        }
    }

    private static let longEnglishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
