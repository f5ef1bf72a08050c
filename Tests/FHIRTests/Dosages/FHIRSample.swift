import Clinic
import Foundation

@testable import FHIR

/// Short ways to write FHIR in tests.
enum FHIRSample {
    static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    static func day(_ text: String) -> LocalDate { LocalDate(iso: text) ?? LocalDate(epochDay: 0) }

    static func span(_ low: Int, _ high: Int, _ unit: TimeUnit) -> TimeSpan {
        TimeSpan(from: DoseValue(low) ?? .one, to: DoseValue(high) ?? .one, unit) ?? TimeSpan(.one, unit)
    }

    static func span(_ number: Int, _ unit: TimeUnit) -> TimeSpan { span(number, number, unit) }

    static func calendar(_ frequency: ClosedRange<Int>?, _ period: TimeSpan?, _ events: EventTiming...) -> Rhythm {
        .calendar(
            CalendarRhythm(
                frequency: frequency, per: period, at: events.isEmpty ? .unsaid : .events(events, offset: 0)))
    }

    /// A dosage of one tablet with these parts of `repeat`.
    static func dosage(_ parts: String, more: String = "") -> String {
        """
        {"timing": {"repeat": {\(parts)}}, "doseAndRate": [{"doseQuantity": {"value": 1, "code": "{tablet}"}}]\(more)}
        """
    }

    static func read(_ text: String) throws -> ReadDosages {
        try ReadDosages(JSONValue(Data(text.utf8)), in: berlin)
    }

    static func refused(_ text: String) -> Unreadable? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return error as? Unreadable
        }
    }

    static func timing(_ text: String) throws -> Timing? { try read(text).dosages.first?.timing }
}
