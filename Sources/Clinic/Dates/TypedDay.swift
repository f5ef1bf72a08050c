/// The rules for a day that lies in a person's past: a birth, a measurement.
package struct TypedDay: Sendable {
    /// The earliest year that may be meant: nobody alive was born before, and 1498 is a typing error.
    package static let earliestYear = 1880

    private let field: String
    private let order: DateOrder
    private let today: LocalDate

    /// - Parameters:
    ///   - field: the form field that problems are reported at.
    ///   - order: how `03/12/1948` is read.
    package init(field: String, order: DateOrder, today: LocalDate) {
        self.field = field
        self.order = order
        self.today = today
    }

    /// Reads a day up to today in any spelling of ``DateReading``.
    /// - Throws: `dates.problem.…`.
    package func read(_ text: String) throws(Problem) -> LocalDate {
        let date = try DateReading(text, order: order).day(field)
        if date > today { throw problem("dates.problem.future") }
        if date.year < Self.earliestYear {
            throw problem("dates.problem.too-early", ["year": String(Self.earliestYear)])
        }
        return date
    }

    /// Reads the day something was found: as ``read(_:)``, not before birth; empty text means today.
    package func read(_ text: String, bornOn birth: LocalDate?) throws(Problem) -> LocalDate {
        guard text.contains(where: { !$0.isWhitespace }) else { return today }
        let date = try read(text)
        if let birth, date < birth { throw problem("dates.problem.before-birth") }
        return date
    }

    private func problem(_ message: String, _ values: [String: String] = [:]) -> Problem {
        Problem(field, message, values)
    }
}

extension DateReading {
    /// The day that was read, whichever it is.
    /// - Parameter field: the form field that problems are reported at.
    /// - Throws: `dates.problem.…`.
    package func day(_ field: String) throws(Problem) -> LocalDate {
        switch self {
        case .date(let date): return date
        case .shortYear: throw Problem(field, "dates.problem.short-year")
        case .noSuchDay: throw Problem(field, "dates.problem.no-such-day")
        case .unreadable: throw Problem(field, "dates.problem.unreadable")
        }
    }
}
