/// Which number comes first where a date is typed as three numbers: 03/12/1948 is 12 March or 3 December.
package enum DateOrder: Sendable, Hashable {
    case monthFirst, dayFirst

    /// The order people use who read a language in a country; nil for an unknown country. The United States and the
    /// places that write as they do put the month first, everybody else the day (Unicode CLDR).
    package static func usual(language: Language, country: Country?) -> DateOrder {
        switch language {
        case .german: .dayFirst
        case .english: country.map { monthFirstCountries.contains($0.code) } ?? true ? .monthFirst : .dayFirst
        }
    }

    private static let monthFirstCountries: Set<String> = [
        "AS", "FM", "GU", "MH", "MP", "PH", "PR", "PW", "UM", "US", "VI",
    ]

    /// The other one.
    package var opposite: DateOrder { self == .monthFirst ? .dayFirst : .monthFirst }
}

/// What a typed date means. Year first (`1948-03-12`, `19480312`), the month in English or German letters
/// (`12 Mar 1948`, `March 12, 1948`, `12. März 1948`) and dots (`12.3.1948`, always day first) need no rule;
/// `03/12/1948` and `03-12-1948` are read in the given order, or the other way when only that names a day.
package enum DateReading: Hashable, Sendable {
    case date(LocalDate)
    /// A year of one or two digits: 48 may be 1948 or 2048, so it is asked for again.
    case shortYear
    /// Clearly a date, yet no such day: 31 February.
    case noSuchDay
    case unreadable

    /// Reads text of at most 40 characters; digits of any script.
    package init(_ text: String, order: DateOrder) {
        guard text.count <= 40, let parts = DateParts(text) else {
            self = .unreadable
            return
        }
        switch (parts.numbers.count, parts.month) {
        case (1, nil): self = Self.compact(parts.numbers[0])
        case (3, nil): self = Self.threeNumbers(parts.numbers, order: parts.isDotted ? .dayFirst : order)
        case (2, let month?): self = Self.withMonth(month, parts.numbers)
        default: self = .unreadable
        }
    }

    /// The date read, nil for every other outcome.
    package var date: LocalDate? {
        if case .date(let date) = self { date } else { nil }
    }

    private static func compact(_ digits: String) -> DateReading {
        guard digits.count == 8, let number = Int(digits) else { return .unreadable }
        return day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    private static func threeNumbers(_ numbers: [String], order: DateOrder) -> DateReading {
        let values = numbers.compactMap { Int($0) }
        guard values.count == 3, numbers.allSatisfy({ $0.count <= 4 }) else { return .unreadable }
        if numbers[0].count == 4 { return day(year: values[0], month: values[1], day: values[2]) }
        guard numbers[0].count <= 2, numbers[1].count <= 2 else { return .unreadable }
        guard numbers[2].count == 4 else { return numbers[2].count <= 2 ? .shortYear : .unreadable }
        let readings = [order, order.opposite].map { order in
            order == .monthFirst
                ? day(year: values[2], month: values[0], day: values[1])
                : day(year: values[2], month: values[1], day: values[0])
        }
        return readings.first { $0.date != nil } ?? .noSuchDay
    }

    private static func withMonth(_ month: Int, _ numbers: [String]) -> DateReading {
        guard let year = numbers.last(where: { $0.count == 4 }), let other = numbers.first(where: { $0.count <= 2 })
        else {
            return numbers.allSatisfy { $0.count <= 2 } ? .shortYear : .unreadable
        }
        return day(year: Int(year) ?? 0, month: month, day: Int(other) ?? 0)
    }

    private static func day(year: Int, month: Int, day: Int) -> DateReading {
        LocalDate(year: year, month: month, day: day).map { .date($0) } ?? .noSuchDay
    }
}

/// The numbers of a typed date, its month in letters, and whether dots part it.
private struct DateParts {
    var numbers: [String] = []
    var month: Int?
    var isDotted = false

    /// Nil when there is anything in the text that no date has.
    init?(_ text: String) {
        var rest = SearchText.folded(text)[...]
        while let first = rest.first {
            if first.decimalDigit != nil {
                let run = rest.prefix { $0.decimalDigit != nil }
                numbers.append(run.compactMap(\.decimalDigit).map(String.init).joined())
                rest = rest.dropFirst(run.count)
                if numbers.count == 1, rest.first == "." { isDotted = true }
            } else if first.isLetter {
                let word = String(rest.prefix(while: \.isLetter))
                let isOrdinal = ["st", "nd", "rd", "th"].contains(word) && !numbers.isEmpty
                if !isOrdinal {
                    guard month == nil, let named = Self.month(named: word) else { return nil }
                    month = named
                }
                rest = rest.dropFirst(word.count)
            } else {
                guard first.isWhitespace || "./-,–".contains(first) else { return nil }
                rest = rest.dropFirst()
            }
        }
    }

    /// 1…12 for a month's English or German name or at least its first three letters.
    private static func month(named word: String) -> Int? {
        if let number = irregular[word] { return number }
        guard word.count >= 3 else { return nil }
        for names in [english, german] {
            if let index = names.firstIndex(where: { $0.hasPrefix(word) }) { return index + 1 }
        }
        return nil
    }

    private static let irregular = ["sept": 9, "maerz": 3, "mrz": 3, "jaenner": 1, "janner": 1]
    private static let english = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let german = [
        "januar", "februar", "marz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
        "dezember",
    ]
}
