import Foundation

/// Reads one element of a dosage that stands in a field of its own, in the words and with the number rules of quick entry:
/// `1 to 2 tablets`, `4-6 hours`, `8 puffs in 24 hours`, `08:00, 20:00`, `before breakfast, at bedtime`.
package struct DosageElementReading: Sendable {
    private let shorthand: DosageShorthand
    private let field: String

    /// - Parameters:
    ///   - language: whose decimal separator the typist uses; words are read in every language.
    ///   - field: the form field that problems are reported at.
    ///   - unit: what doses are counted in where the field does not say; nil for none.
    package init(_ language: Language, field: String, unit: DoseUnit? = nil) {
        shorthand = DosageShorthand(language, field: field, unit: unit)
        self.field = field
    }

    /// "2 tablets", "½–1 tablet".
    package func dose(_ text: String) throws(Problem) -> Dose {
        let amount = try amount(text)
        guard let dose = Dose(from: amount.low, to: amount.high, try unit(amount.rest)) else {
            throw shorthand.problem("range-backwards", text)
        }
        return dose
    }

    /// "7 days", "4 to 6 hours".
    package func span(_ text: String) throws(Problem) -> TimeSpan {
        let amount = try amount(text)
        guard let span = TimeSpan(from: amount.low, to: amount.high, try timeUnit(amount.rest)) else {
            throw shorthand.problem("range-backwards", text)
        }
        return span
    }

    /// "10", "1 to 3", "1-3".
    package func count(_ text: String) throws(Problem) -> ClosedRange<Int> {
        let amount = try amount(text)
        guard amount.rest.isEmpty else { throw shorthand.problem("not-understood", amount.rest) }
        guard amount.low.denominator == 1, amount.high.denominator == 1 else {
            throw shorthand.problem("number-not-whole", text)
        }
        guard amount.low <= amount.high else { throw shorthand.problem("range-backwards", text) }
        return amount.low.numerator...amount.high.numerator
    }

    /// One whole number.
    package func number(_ text: String) throws(Problem) -> Int {
        let range = try count(text)
        guard range.count == 1 else { throw shorthand.problem("number-not-whole", text) }
        return range.lowerBound
    }

    /// "8 puffs in 24 hours", "4 g a day", "3 tablets/1 day".
    package func limit(_ text: String) throws(Problem) -> DoseLimit {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "/" }.map(String.init)
        var (most, period) = (text, "")
        if let word = text.firstMatch(of: /(?i)\s(in|per|pro|a|an|am|im)\s/) {
            (most, period) = (String(text[..<word.range.lowerBound]), String(text[word.range.upperBound...]))
        } else if parts.count == 2 {
            (most, period) = (parts[0], parts[1])
        }
        guard period.contains(where: { !$0.isWhitespace }) else { throw shorthand.problem("limit-period") }
        if !period.contains(where: { $0.isNumber }) { period = "1 " + period }
        let dose = try dose(most)
        guard !dose.isRange else { throw shorthand.problem("not-understood", most) }
        return DoseLimit(dose.high, dose.unit, per: try span(period))
    }

    /// "08:00, 20:00", "8 am and 8 pm": ascending.
    package func times(_ text: String) throws(Problem) -> [LocalTime] {
        var reader = ShorthandReader(shorthand, ShorthandToken.tokens(in: text))
        while let token = reader.peek() {
            if reader.skip([",", ";", "and", "und", "at", "um"]) { continue }
            guard token.kind == .time || reader.isClockNumber else { throw reader.notUnderstood(token) }
            try reader.clockTime()
        }
        return reader.current.times.sorted()
    }

    /// "in the morning, before breakfast": in the order typed.
    package func events(_ text: String) throws(Problem) -> [EventTiming] {
        var reader = ShorthandReader(shorthand, ShorthandToken.tokens(in: text))
        var events: [EventTiming] = []
        while let token = reader.peek() {
            if reader.skip([",", ";", "and", "und"]) { continue }
            guard case (.event(let event, _), let count)? = reader.meaning() else { throw reader.notUnderstood(token) }
            guard !events.contains(event) else { throw shorthand.problem("said-twice", token.typed) }
            events.append(event)
            reader.position += count
        }
        return events
    }

    /// Lines such as "2026-07-01 09:00", where it matters with the offset from Greenwich: "2026-10-25 02:30 +01:00".
    package func instants(_ text: String, _ order: DateOrder, in zone: TimeZone) throws(Problem) -> [Date] {
        var instants: [Date] = []
        for line in text.split(whereSeparator: \.isNewline) where line.contains(where: { !$0.isWhitespace }) {
            instants.append(try instant(String(line), order, zone))
        }
        return instants
    }

    private func instant(_ line: String, _ order: DateOrder, _ zone: TimeZone) throws(Problem) -> Date {
        let pattern =
            /\s*(.+?),?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*Uhr)?(?:\s*([+-])(\d{2}):(\d{2}))?[\s.,;]*/
        guard line.utf8.count <= 100, let match = line.wholeMatch(of: pattern),
            case .date(let day) = DateReading(String(match.1), order: order)
        else { throw shorthand.problem("instant-unreadable", line) }
        guard let hour = Int(match.2), let minute = Int(match.3), let time = LocalTime(hour: hour, minute: minute),
            let second = Int(match.4 ?? "0"), second <= 59
        else { throw shorthand.problem("no-such-time", line) }
        guard let sign = match.5, let hours = match.6.flatMap({ Int($0) }), let minutes = match.7.flatMap({ Int($0) })
        else { return WallClock(zone).instant(of: time, on: day).addingTimeInterval(Double(second)) }
        guard hours <= 14, minutes <= 59 else { throw shorthand.problem("no-such-time", line) }
        let offset = (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
        return Date(
            timeIntervalSince1970: Double(day.epochDay * 86_400 + time.minuteOfDay * 60 + second - offset))
    }

    // MARK: Numbers and units

    /// One number or two, and what stands after them.
    private func amount(_ text: String) throws(Problem) -> (low: DoseValue, high: DoseValue, rest: String) {
        guard text.count <= 200 else { throw shorthand.problem("too-long") }
        let pattern = /\s*([^\p{L}\-–—−]+)(?:(?:[-–—−]|to|bis)([^\p{L}\-–—−]+))?(.*)/
        guard let match = text.wholeMatch(of: pattern) else { throw shorthand.problem("number-unreadable", text) }
        let low = try value(match.1)
        let high = try match.2.map { high throws(Problem) in try value(high) } ?? low
        return (low, high, match.3.trimmingCharacters(in: .whitespaces))
    }

    private func value(_ typed: Substring) throws(Problem) -> DoseValue {
        let text = typed.trimmingCharacters(in: .whitespaces)
        do {
            return try shorthand.reading.value(text)
        } catch {
            // What came from elsewhere may be cut finer than tablets are: then as it is written here, "14 1/9".
            let parts = text.split(separator: " ").map { DoseValue(text: String($0)) }
            guard parts.count <= 2, let last = parts.last ?? nil, last.decimal == nil, let first = parts[0],
                let sum = parts.count == 1 ? last : first + last
            else { throw error }
            return sum
        }
    }

    private func unit(_ word: String) throws(Problem) -> DoseUnit {
        let folded = Self.folded(word)
        if folded.isEmpty {
            guard let unit = shorthand.unit else { throw shorthand.problem("unit-missing") }
            return unit
        }
        if let unit = DoseUnit(shorthand: folded) { return unit }
        throw refusal(folded, word) ?? shorthand.problem("unit-unknown", word)
    }

    private func timeUnit(_ word: String) throws(Problem) -> TimeUnit {
        let folded = Self.folded(word)
        if let unit = TimeUnit(shorthand: folded) { return unit }
        if folded == "m" { throw shorthand.problem("minutes-or-months", word) }
        throw refusal(folded, word)
            ?? (folded.isEmpty ? shorthand.problem("time-unit-missing") : shorthand.problem("not-understood", word))
    }

    private func refusal(_ folded: String, _ word: String) -> Problem? {
        if case .refused(let name)? = ShorthandPhrases.meanings[folded] { shorthand.problem(name, word) } else { nil }
    }

    private static func folded(_ word: String) -> String { SearchText.folded(word).filter { $0 != "." } }
}
