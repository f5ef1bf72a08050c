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

    /// Reads a time as people type it on the 24-hour clock: `8:30`, `08.30`, `8h30`, `0830`, `830`, and `8` for the full hour.
    /// With `am` or `pm` behind it on the 12-hour clock. Nil for anything else.
    package init?(typed text: String) {
        var text = text.lowercased().filter { !$0.isWhitespace }
        guard text.utf8.count <= 12, let ending = text.utf8.last else { return nil }
        let half =
            text.utf8.suffix(2).elementsEqual("am".utf8) ? 0 : text.utf8.suffix(2).elementsEqual("pm".utf8) ? 12 : nil
        if half != nil { text.removeLast(2) }
        let isHourOnly = ending == UInt8(ascii: "h")
        if isHourOnly { text.removeLast() }
        var parts = text.utf8.split(omittingEmptySubsequences: false) { [0x3A, 0x2E, 0x68].contains($0) }.map(
            Substring.init)
        // Three or four digits on end: the last two are the minutes.
        if parts.count == 1, (3...4).contains(parts[0].utf8.count) {
            parts = [parts[0].dropLast(2), parts[0].suffix(2)]
        }
        guard (1...2).contains(parts.count), (1...2).contains(parts[0].utf8.count),
            parts.count == 1 || parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let hour = Int(parts[0]),
            let minute = parts.count == 1 ? 0 : Int(parts[1])
        else { return nil }
        guard let half else {
            self.init(hour: hour, minute: minute)
            return
        }
        guard (1...12).contains(hour) else { return nil }
        self.init(hour: hour % 12 + half, minute: minute)
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
