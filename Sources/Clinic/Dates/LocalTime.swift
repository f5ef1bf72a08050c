/// A time of day on the wall clock, to the minute, without a day or a zone: 08:00. Its text is ISO 8601 (`08:00`), which
/// is also how it is stored and how it sorts.
package struct LocalTime: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// Minutes since midnight on the clock's face, 0…1439.
    package let minuteOfDay: Int

    package static let midnight = LocalTime(minuteOfDay: 0)
    package static let noon = LocalTime(minuteOfDay: 720)

    /// Nil unless the numbers name a minute from 00:00 to 23:59.
    package init?(hour: Int, minute: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        minuteOfDay = hour * 60 + minute
    }

    /// The time so many minutes after midnight, counted around the clock: 1,500 is 01:00, −30 is 23:30.
    package init(minuteOfDay: Int) {
        self.minuteOfDay = ((minuteOfDay % 1440) + 1440) % 1440
    }

    /// Reads `hh:mm`, or `hh:mm:ss` with seconds of zero (FHIR's `time`); nil for anything else.
    package init?(iso text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 }),
            parts.count == 2 || parts[2] == "00",
            text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 58 }),
            let hour = Int(parts[0]), let minute = Int(parts[1])
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = LocalTime(iso: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an hh:mm time")
        }
        self = time
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    package var hour: Int { minuteOfDay / 60 }
    package var minute: Int { minuteOfDay % 60 }

    package var description: String {
        let (hour, minute) = ("\(hour)", "\(minute)")
        return (hour.count < 2 ? "0" : "") + hour + ":" + (minute.count < 2 ? "0" : "") + minute
    }

    package static func < (left: LocalTime, right: LocalTime) -> Bool { left.minuteOfDay < right.minuteOfDay }
}
