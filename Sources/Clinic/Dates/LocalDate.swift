import Foundation

/// A day of the proleptic Gregorian calendar without a time or a zone: a birth date, a valid-until date.
/// Its text is ISO 8601 (`2026-11-21`), which is also how it is stored and how it sorts.
package struct LocalDate: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Nil unless the three numbers name a day that exists between the years 1 and 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.daysInMonth(month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `yyyy-mm-dd` exactly; nil for anything else.
    package init?(iso text: String) {
        // By bytes: a chart of years reads thousands.
        var (number, place) = (0, 0)
        for byte in text.utf8 {
            switch (place, byte) {
            case (4, 0x2D), (7, 0x2D): break
            case (0...3, 0x30...0x39), (5...6, 0x30...0x39), (8...9, 0x30...0x39):
                number = number * 10 + Int(byte & 0x0F)
            default: return nil
            }
            place += 1
        }
        guard place == 10 else { return nil }
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// The day that an instant falls on in a zone.
    package init(_ instant: Date, in zone: TimeZone) {
        self = WallClock(zone).reading(at: instant).day
    }

    /// The day so many days after 1 January 1970 (before it when negative). Clamped to the years 1…9999.
    package init(epochDay: Int) {
        self.init(dayNumber: epochDay + Self.epoch)
    }

    /// Days since 1 January 1970; negative before it.
    package var epochDay: Int { dayNumber - Self.epoch }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = LocalDate(iso: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a yyyy-mm-dd date")
        }
        self = date
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    package var description: String {
        String(unsafeUninitializedCapacity: 10) { bytes in
            var rest = year * 10_000 + month * 100 + day
            for place in [9, 8, 7, 6, 5, 4, 3, 2, 1, 0] {
                if place == 7 || place == 4 {
                    bytes[place] = UInt8(ascii: "-")
                } else {
                    bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
            }
            return 10
        }
    }

    package static func < (left: LocalDate, right: LocalDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// The day `days` later (earlier when negative). Clamped to the years 1…9999.
    package func adding(days: Int) -> LocalDate {
        LocalDate(dayNumber: dayNumber + days)
    }

    /// The same day so many months later (earlier when negative), or the last day of that month where it is shorter: a
    /// month before 31 March is 28 or 29 February. Count months from the first date, not from the last result, else 31
    /// drifts to 28. Clamped to the years 1…9999.
    package func adding(months: Int) -> LocalDate {
        let index = max(12, min(year * 12 + month - 1 + months, 9999 * 12 + 11))
        let (year, month) = (index / 12, index % 12 + 1)
        return LocalDate(year: year, month: month, day: min(day, Self.daysInMonth(month, of: year))) ?? self
    }

    /// Months since the year 0.
    package var monthNumber: Int { year * 12 + month - 1 }

    /// Whole days from this date to another; negative when the other is earlier.
    package func days(to other: LocalDate) -> Int { other.dayNumber - dayNumber }

    /// Completed years of life on a day, nil before birth. Born on 29 February: a year is completed on 1 March.
    package func age(on today: LocalDate) -> Int? {
        guard today >= self else { return nil }
        let hadBirthday = (today.month, today.day) >= (month, day)
        return today.year - year - (hadBirthday ? 0 : 1)
    }

    /// The ``dayNumber`` of 1 January 1970.
    private static let epoch = 719_468

    private static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        default: 31
        }
    }

    /// Days since 1 March of the year 0, after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    private var dayNumber: Int {
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
    }

    private init(dayNumber number: Int) {
        let days = max(306, min(number, 3_652_364))
        let era = days / 146_097
        let ofEra = days - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}
