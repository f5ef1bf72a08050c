import Clinic
import Testing

@Suite("When ICD-10-CM changes")
struct CodeListCalendarTests {
    private func day(_ iso: String) throws -> LocalDate { try #require(LocalDate(iso: iso)) }

    @Test(
        "every October, and perhaps in the April after it",
        arguments: [
            ("2026-10-01", "2026-10-01", nil), ("2026-11-21", "2026-10-01", nil), ("2026-12-31", "2026-10-01", nil),
            ("2027-01-01", "2026-10-01", nil), ("2027-03-31", "2026-10-01", nil),
            ("2027-04-01", "2026-10-01", "2027-04-01"), ("2027-06-15", "2026-10-01", "2027-04-01"),
            ("2027-09-30", "2026-10-01", "2027-04-01"), ("2027-10-01", "2027-10-01", nil),
            ("2028-02-29", "2027-10-01", nil), ("2028-04-01", "2027-10-01", "2028-04-01"),
        ] as [(String, String, String?)])
    func changes(today: String, october: String, april: String?) throws {
        let today = try day(today)
        #expect(CodeListCalendar.lastRelease(by: today).description == october)
        #expect(CodeListCalendar.aprilUpdate(by: today)?.description == april)
    }

    @Test(
        "a fiscal year begins in October of the year before and ends in September",
        arguments: [
            ("2026-09-30", 2026, "2025-10-01", "2026-09-30"), ("2026-10-01", 2027, "2026-10-01", "2027-09-30"),
            ("2027-01-01", 2027, "2026-10-01", "2027-09-30"),
        ])
    func fiscalYear(today: String, year: Int, first: String, last: String) throws {
        #expect(CodeListCalendar.fiscalYear(of: try day(today)) == year)
        #expect(try CodeListCalendar.fiscalYear(year) == day(first)...day(last))
    }

    @Test("there is no fiscal year outside of the calendar", arguments: [Int.min + 1, 0, 1, 10_001, Int.max])
    func outside(year: Int) {
        #expect(CodeListCalendar.fiscalYear(year) == nil)
    }
}
