import Testing

@testable import Clinic

@Suite("Groups of days")
struct DateGroupTests {
    static let weeks = [
        ("2015-02-20", "2015-W08"), ("2016-02-20", "2016-W07"), ("2016-08-16", "2016-W33"), ("2016-08-15", "2016-W33"),
        ("2018-12-31", "2019-W01"), ("2017-12-31", "2017-W52"), ("2021-01-03", "2020-W53"), ("2024-12-30", "2025-W01"),
        ("2025-12-29", "2026-W01"), ("2027-01-01", "2026-W53"), ("2027-01-03", "2026-W53"), ("2016-01-01", "2015-W53"),
    ]

    @Test("Weeks are numbered within the week-based year", arguments: weeks)
    func isoWeeks(_ vector: (String, String)) {
        #expect(DateGrouping.week.group(of: Sample.day(vector.0)).key == vector.1)
    }

    @Test("The third row of the corrected table")
    func table() {
        let day = Sample.day("2015-02-20")
        #expect(
            DateGrouping.allCases.map { $0.group(of: day).key } == ["2015-02-20", "2015-W08", "2015-02", "2015"])
    }

    @Test("Exactly so many groups, the last with the day in it")
    func groups() {
        #expect(
            DateGrouping.month.groups(ending: Sample.day("2016-03-31"), count: 7).map(\.key) == [
                "2015-09", "2015-10", "2015-11", "2015-12", "2016-01", "2016-02", "2016-03",
            ])
        #expect(
            DateGrouping.week.groups(ending: Sample.day("2021-01-03"), count: 2).map(\.key) == ["2020-W52", "2020-W53"])
        #expect(DateGrouping.year.groups(ending: Sample.day("2016-02-29"), count: 2).map(\.key) == ["2015", "2016"])
        let february = DateGrouping.month.group(of: Sample.day("2016-02-11"))
        #expect((february.first, february.last) == (Sample.day("2016-02-01"), Sample.day("2016-02-29")))
        #expect(
            DateGrouping.week.groups(from: Sample.day("2026-06-07"), through: Sample.day("2026-06-08")).map(\.key) == [
                "2026-W23", "2026-W24",
            ])
    }

    static let months: [(anchor: String, offset: Int, result: String)] = [
        ("2016-03-31", -1, "2016-02-29"), ("2015-03-31", -1, "2015-02-28"), ("2016-02-29", 12, "2017-02-28"),
        ("2016-02-29", -12, "2015-02-28"), ("2016-02-29", 48, "2020-02-29"), ("2026-01-31", 1, "2026-02-28"),
        ("2026-01-31", 2, "2026-03-31"), ("2026-01-31", 3, "2026-04-30"),
    ]

    @Test("Months are added to the anchor and end where a month is short", arguments: months)
    func addsMonths(_ vector: (anchor: String, offset: Int, result: String)) {
        #expect(Sample.day(vector.anchor).adding(months: vector.offset).description == vector.result)
    }

    @Test("Days since 1970 and back, and the day of the week")
    func epochDays() {
        #expect(Sample.day("1970-01-01").epochDay == 0)
        #expect(Sample.day("2026-11-21").weekday == .saturday)
        #expect((-1000...1000).allSatisfy { LocalDate(epochDay: $0).epochDay == $0 })
    }
}
