import Clinic
import Foundation

/// FHIR's `dateTime` as far as it names a day or an instant; a year or a month alone is not read.
enum FHIRDateTime {
    case day(LocalDate)
    case instant(Date)

    /// `2026-06-05`, `2026-06-05T23:30:45Z`, `2026-06-05T23:30:45.5+02:00`.
    init?(_ text: String) {
        if let day = LocalDate(iso: text) {
            self = .day(day)
            return
        }
        let pattern = /(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|([+-])(\d{2}):(\d{2}))/
        guard text.utf8.count <= 40, let match = text.wholeMatch(of: pattern),
            let day = LocalDate(iso: String(match.1)), let time = LocalTime(iso: String(match.2)),
            let second = Int(match.3), second <= 59
        else { return nil }
        var offset = 0
        if let sign = match.4, let hours = match.5.flatMap({ Int($0) }), let minutes = match.6.flatMap({ Int($0) }) {
            guard hours <= 14, minutes <= 59 else { return nil }
            offset = (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
        }
        let local = day.epochDay * 86_400 + time.minuteOfDay * 60 + second
        self = .instant(Date(timeIntervalSince1970: Double(local - offset)))
    }

    /// Nil for a day.
    var instant: Date? {
        if case .instant(let instant) = self { instant } else { nil }
    }

    /// An instant as FHIR writes it, in UTC.
    static func text(_ instant: Date) -> String {
        let reading = WallClock(.gmt).reading(at: instant)
        let second = Int(instant.timeIntervalSince1970.rounded(.down)) - reading.day.epochDay * 86_400
        let seconds = second % 60
        return "\(reading.day)T\(reading.time):\(seconds < 10 ? "0" : "")\(seconds)Z"
    }
}
