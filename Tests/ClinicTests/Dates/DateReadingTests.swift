import Clinic
import Testing

@Suite("A typed date is read in several spellings")
struct DateReadingTests {
    private let march12 = LocalDate(year: 1948, month: 3, day: 12)

    @Test(
        "these all mean 12 March 1948, whatever the order",
        arguments: [
            "1948-03-12", " 1948-3-12 ", "19480312", "1948/03/12", "1948.03.12", "12.3.1948", "12.03.1948",
            "12. 3. 1948",
            "12 Mar 1948", "12 mar 1948", "12-Mar-1948", "Mar 12, 1948", "March 12 1948", "march 12th, 1948",
            "12. März 1948", "12 Maerz 1948", "12. Mrz. 1948", "1948 Mar 12", "١٢.٣.١٩٤٨",
        ], [DateOrder.monthFirst, .dayFirst])
    func clear(text: String, order: DateOrder) {
        #expect(DateReading(text, order: order).date == march12)
    }

    @Test("three numbers with slashes follow the order")
    func ambiguous() {
        #expect(DateReading("03/12/1948", order: .monthFirst).date == march12)
        #expect(DateReading("12/03/1948", order: .dayFirst).date == march12)
        #expect(DateReading("12-03-1948", order: .dayFirst).date == march12)
        #expect(DateReading("03/12/1948", order: .dayFirst).date == LocalDate(year: 1948, month: 12, day: 3))
    }

    @Test("the order is that of the reader's language and the clinic's country")
    func usualOrder() {
        #expect(DateOrder.usual(language: .english, country: .unitedStates) == .monthFirst)
        #expect(DateOrder.usual(language: .english, country: nil) == .monthFirst)
        #expect(DateOrder.usual(language: .english, country: Country(code: "GB")) == .dayFirst)
        #expect(DateOrder.usual(language: .german, country: .unitedStates) == .dayFirst)
        #expect(DateOrder.usual(language: .german, country: .germany) == .dayFirst)
    }

    @Test("three numbers that name a day in one order only are read in that one")
    func onlyOneWay() {
        #expect(DateReading("13/02/1948", order: .monthFirst).date == LocalDate(year: 1948, month: 2, day: 13))
        #expect(DateReading("02/13/1948", order: .dayFirst).date == LocalDate(year: 1948, month: 2, day: 13))
    }

    @Test("a year of two digits is refused", arguments: ["03/12/48", "12.3.48", "12 Mar 48", "1-2-3"])
    func shortYear(text: String) {
        #expect(DateReading(text, order: .monthFirst) == .shortYear)
    }

    @Test(
        "a day that is not in the calendar is told apart",
        arguments: ["1948-02-30", "31.4.1948", "19481301", "29 Feb 1900"])
    func noSuchDay(text: String) {
        #expect(DateReading(text, order: .monthFirst) == .noSuchDay)
    }

    @Test(
        "anything else is unreadable",
        arguments: [
            "", "yesterday", "12 1948", "1948", "123456", "12/Mar/Apr/1948", "<script>", "1948-03-12T00:00",
            "12\u{0}3 1948",
            "99999999999999999999999999999999999999999999", "12²3 1948", "-1948-03-12x", "1948-03-12 or so",
        ])
    func unreadable(text: String) {
        #expect(DateReading(text, order: .monthFirst) == .unreadable)
    }
}

@Suite("The day of a birth or a measurement")
struct PastDayTests {
    private let today = LocalDate(iso: "2026-11-21")
    private func day(_ field: String = "day") throws -> TypedDay {
        TypedDay(field: field, order: .monthFirst, today: try #require(today))
    }
    private func message(_ body: () throws -> LocalDate) -> String? {
        do {
            _ = try body()
            return nil
        } catch { return (error as? Problem)?.message }
    }

    @Test("may be today but not tomorrow, and not before 1880")
    func bounds() throws {
        let day = try day()
        #expect(try day.read("2026-11-21") == today)
        #expect(message { try day.read("2026-11-22") } == "dates.problem.future")
        #expect(message { try day.read("1879-12-31") } == "dates.problem.too-early")
        #expect(try day.read("1880-01-01").year == 1880)
    }

    @Test("of a measurement is today when left empty and never before birth")
    func measurement() throws {
        let day = try day()
        let birth = LocalDate(iso: "2020-05-05")
        #expect(try day.read("  ", bornOn: birth) == today)
        #expect(message { try day.read("2020-05-04", bornOn: birth) } == "dates.problem.before-birth")
        #expect(try day.read("2020-05-05", bornOn: birth) == birth)
    }
}

@Suite("An age is said in days, months or years")
struct AgeTests {
    @Test(
        "newborns in days, until two in months, then in years",
        arguments: [
            ("2026-11-21", Age.days(0)), ("2026-10-22", .days(30)), ("2026-10-21", .months(1)),
            ("2025-12-22", .months(10)),
            ("2025-11-21", .months(12)), ("2024-11-22", .months(23)), ("2024-11-21", .years(2)),
            ("1948-11-22", .years(77)),
            ("1948-11-21", .years(78)),
        ])
    func ages(birth: String, expected: Age) throws {
        let today = try #require(LocalDate(iso: "2026-11-21"))
        #expect(Age(birthDate: try #require(LocalDate(iso: birth)), on: today) == expected)
    }

    @Test("before birth there is none")
    func unborn() throws {
        let today = try #require(LocalDate(iso: "2026-11-21"))
        #expect(Age(birthDate: today.adding(days: 1), on: today) == nil)
    }
}
