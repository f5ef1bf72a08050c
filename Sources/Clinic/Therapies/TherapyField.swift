import Foundation

extension TherapyTemplate {
    /// One thing to fill in for an item: degrees, a date, a choice, a word or two. What is filled in is kept in one
    /// spelling for all languages: a number with a point, a day as ISO 8601, an option's id, a text as it was typed.
    package struct Field: Sendable, Hashable, Codable {
        package enum ValueKind: String, Sendable, Hashable, Codable, CaseIterable {
            case number, choice, text, date
        }

        /// Where a date may lie.
        package enum Days: String, Sendable, Hashable, Codable, CaseIterable {
            /// Later than today, within two years: the end of a limit.
            case later
            /// Today or later, within two years: a day to begin by.
            case future
            /// Today or earlier: a surgery, an injury.
            case past
        }

        package var id: String
        package var title: Wording
        package var kind: ValueKind
        /// What a number counts, such as "°" or "weeks"; nil for a plain number and for everything else.
        package var unit: Wording?
        /// The unit after the number one, such as "week"; nil where it is the same.
        package var unitOfOne: Wording?
        /// The least and the greatest number; nil for 0 and 9,999.
        package var min: Int?
        package var max: Int?
        /// Digits after the decimal separator; nil for none.
        package var places: Int?
        /// What a choice is made from; nil for everything else.
        package var options: [Kind]?
        /// Nil for any day within a century before and two years after today.
        package var days: Days?
        /// Characters a text may have; nil for 200.
        package var longest: Int?
        /// Whether an item that is chosen lacks something while this is empty. Nil for no.
        package var isRequired: Bool?

        package init(id: String, title: Wording, kind: ValueKind) {
            self.id = id
            self.title = title
            self.kind = kind
        }

        package static let longestText = 200
        package static let greatestNumber = 9999

        package var range: ClosedRange<Int> {
            let least = min ?? 0
            return least...Swift.max(least, max ?? Self.greatestNumber)
        }
    }
}

extension TherapyTemplate.Field {
    /// Reads what was typed; nil for nothing. What cannot be read is nil too, with the problem.
    /// - Parameters:
    ///   - name: the form's field, which the problem names.
    ///   - order: how the reader writes a date.
    package func reading(_ typed: String, name: String, order: DateOrder) -> (value: String?, problem: Problem?) {
        let text = PlainText.cleaned(typed)
        guard !text.isEmpty else { return (nil, PlainText.problem(typed, field: name)) }
        switch kind {
        case .choice: return (text, nil)
        case .text: return (text, PlainText.problem(typed, field: name))
        case .number:
            let digits = text.filter { !$0.isWhitespace }
            guard let number = DecimalReading.decimal(digits) else {
                return (nil, Problem(name, "therapies.problem.number"))
            }
            return (NSDecimalNumber(decimal: number).stringValue, nil)
        case .date:
            switch DateReading(text, order: order) {
            case .date(let date): return (date.description, nil)
            case .shortYear: return (nil, Problem(name, "dates.problem.short-year"))
            case .noSuchDay: return (nil, Problem(name, "dates.problem.no-such-day"))
            case .unreadable: return (nil, Problem(name, "dates.problem.unreadable"))
            }
        }
    }

    /// What is wrong with a value on a day in the clinic's zone; nil for nothing.
    package func problem(_ value: String, name: String, today: LocalDate) -> Problem? {
        switch kind {
        case .choice:
            let isKnown = (options ?? []).contains { $0.id == value }
            return isKnown ? nil : Problem(name, "therapies.problem.unknown")
        case .text:
            let most = longest ?? Self.longestText
            return value.count > most ? Problem(name, "therapies.problem.too-long", ["max": "\(most)"]) : nil
        case .number:
            guard let number = Decimal(string: value, locale: nil), number == number.rounded(places: places ?? 0),
                number >= Decimal(range.lowerBound), number <= Decimal(range.upperBound)
            else {
                return Problem(
                    name, "therapies.problem.number-range",
                    ["min": "\(range.lowerBound)", "max": "\(range.upperBound)"])
            }
            return nil
        case .date:
            guard let date = LocalDate(iso: value) else { return Problem(name, "dates.problem.unreadable") }
            return problem(date, name: name, today: today)
        }
    }

    /// Whether a value from another template means something here.
    func takes(_ value: String) -> Bool { kind != .choice || (options ?? []).contains { $0.id == value } }

    private func problem(_ date: LocalDate, name: String, today: LocalDate) -> Problem? {
        let distance = today.days(to: date)
        if days == .later, distance <= 0 { return Problem(name, "therapies.problem.until-past") }
        if days == .future, distance < 0 { return Problem(name, "therapies.problem.date-past") }
        if days == .past, distance > 0 { return Problem(name, "therapies.problem.date-future") }
        if distance > TherapyChoice.longestValidity { return Problem(name, "therapies.problem.date-far") }
        return distance < -Self.longestPast ? Problem(name, "therapies.problem.date-long-ago") : nil
    }

    /// A century: earlier is a slip of the keyboard.
    private static let longestPast = 36_525

    /// A value as somebody types it in a language: a number without its unit, a day, a text; an option's id as it is.
    /// - Parameter date: writes a day in that language.
    package func shown(_ value: String, in language: Language, date: (LocalDate) -> String) -> String {
        switch kind {
        case .text, .choice: value
        case .date: LocalDate(iso: value).map(date) ?? ""
        case .number: language == .german ? value.replacing(".", with: ",") : value
        }
    }

    /// A value in the words of a language: "30°", "6 weeks", "Mar 1, 2027".
    /// - Parameter date: writes a day in that language.
    package func printed(_ value: String, in language: Language, date: (LocalDate) -> String) -> String {
        switch kind {
        case .text, .date: return shown(value, in: language, date: date)
        case .choice: return options?.first { $0.id == value }?.title[language] ?? ""
        case .number:
            let number = shown(value, in: language, date: date)
            guard let unit = (value == "1" ? unitOfOne : nil) ?? unit else { return number }
            let words = unit[language]
            // A no-break space before a word; signs such as ° bring their own.
            return number + (words.first?.isLetter == true ? "\u{A0}" : "") + words
        }
    }
}
