import Foundation
import Testing

@testable import Clinic

@Suite("Doses by the calendar")
struct CalendarScheduleTests {
    @Test("Every third day stays in step with the first, however far away one asks")
    func everyThirdDay() {
        let schedule = Sample.schedule(
            Sample.dosage(CalendarRhythm(per: Sample.span(3, .day), at: Sample.at("08:00"))), from: "2020-01-01")
        #expect(schedule.days("2020-01-01", "2020-01-08") == ["2020-01-01", "2020-01-04", "2020-01-07"])
        for start in ["2033-05-01", "2033-05-02", "2033-05-03"] {
            let days = schedule.days(start, "2033-05-20")
            #expect(days.allSatisfy { Sample.day("2020-01-01").days(to: Sample.day($0)) % 3 == 0 })
            #expect(days.count >= 6)
        }
    }

    @Test("Months are counted from the anchor and end where a month is short")
    func months() {
        let monthly = Sample.schedule(
            Sample.dosage(CalendarRhythm(frequency: 1...1, per: Sample.span(1, .month))), from: "2026-01-31")
        #expect(
            monthly.days("2026-01-01", "2026-06-30") == [
                "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30",
            ])
        let yearly = Sample.schedule(
            Sample.dosage(CalendarRhythm(frequency: 1...1, per: Sample.span(1, .year))), from: "2016-02-29")
        #expect(
            yearly.days("2016-01-01", "2020-12-31") == [
                "2016-02-29", "2017-02-28", "2018-02-28", "2019-02-28", "2020-02-29",
            ])
    }

    @Test("Weekdays come every week or every second week, counted from the week of the first day")
    func weekdays() {
        let weekly = Sample.schedule(Sample.dosage(CalendarRhythm(on: [.monday, .friday])), from: "2026-06-03")
        #expect(weekly.days("2026-06-01", "2026-06-14") == ["2026-06-05", "2026-06-08", "2026-06-12"])
        let second = Sample.schedule(
            Sample.dosage(CalendarRhythm(per: Sample.span(2, .week), on: [.monday, .friday])), from: "2026-06-03")
        #expect(second.days("2026-06-01", "2026-06-30") == ["2026-06-05", "2026-06-15", "2026-06-19", "2026-06-29"])
    }

    @Test("So many times a week without a weekday is not scheduled until somebody says the day")
    func needsWeekday() {
        let rhythm = CalendarRhythm(frequency: 3...3, per: Sample.span(1, .week))
        let schedule = Sample.schedule(Sample.dosage(rhythm), from: "2026-06-01")
        #expect(rhythm.needsWeekday)
        #expect(schedule.unscheduled == [Unscheduled(dosage: 0, reason: .needsWeekday)])
        #expect(schedule.doses(on: Sample.day("2026-06-01")...Sample.day("2026-07-01")).isEmpty)
        let named = CalendarRhythm(frequency: 3...3, per: Sample.span(1, .week), on: [.monday, .tuesday, .friday])
        #expect(Sample.schedule(Sample.dosage(named), from: "2026-06-01").days("2026-06-01", "2026-06-07").count == 3)
    }

    @Test("A cycle of 21 days on and 7 off begins again on day 29")
    func cycle() {
        var rhythm = CalendarRhythm(at: Sample.at("20:00"))
        rhythm.cycle = CalendarRhythm.Cycle(activeDays: 21, pauseDays: 7)
        let schedule = Sample.schedule(Sample.dosage(rhythm), from: "2026-06-01")
        let days = schedule.days("2026-06-01", "2026-07-26")
        #expect(days.count == 42)
        #expect(days[20] == "2026-06-21")
        #expect(days[21] == "2026-06-29")
    }

    @Test("Ends are included: 5 to 14 June morning and evening are 20 doses, 7 days three times a day are 21")
    func bounds() {
        let period = Bounds.period(from: Sample.day("2026-06-05"), through: Sample.day("2026-06-14"))
        let slots = CalendarRhythm(at: .events([.morning, .evening], offset: 0))
        let first = Sample.schedule(Sample.dosage(slots, bounds: period), from: "2026-06-01")
        #expect(first.doses(on: Sample.day("2026-05-01")...Sample.day("2026-08-01")).count == 20)
        let thrice = CalendarRhythm(frequency: 3...3, per: Sample.span(1, .day))
        let second = Sample.schedule(
            Sample.dosage(thrice, bounds: .span(Sample.span(7, .day))), from: "2026-07-01")
        #expect(second.doses(on: Sample.day("2026-06-01")...Sample.day("2026-08-01")).count == 21)
        #expect(second.days("2026-06-01", "2026-08-01").last == "2026-07-07")
        #expect(second.lastDay == Sample.day("2026-07-07"))
    }

    @Test("Between the ends of 7 to 10 days doses are optional")
    func openSpan() {
        let rhythm = CalendarRhythm(frequency: 2...2, per: Sample.span(1, .day))
        let schedule = Sample.schedule(
            Sample.dosage(rhythm, bounds: .span(Sample.span(7, 10, .day))), from: "2026-07-01")
        let doses = schedule.doses(on: Sample.day("2026-07-01")...Sample.day("2026-08-01"))
        #expect(doses.count == 20)
        #expect(
            doses.filter(\.isOptional).map(\.day.description)
                == ["08", "08", "09", "09", "10", "10"].map { "2026-07-\($0)" })
    }

    @Test("A number of doses stops after the last planned one, wherever one looks")
    func count() {
        let rhythm = CalendarRhythm(at: Sample.at("08:00", "20:00"))
        let schedule = Sample.schedule(Sample.dosage(rhythm, count: 7...9), from: "2026-07-01")
        #expect(schedule.doses(on: Sample.day("2026-07-01")...Sample.day("2026-07-31")).count == 9)
        #expect(schedule.doses(on: Sample.day("2026-07-04")).map(\.isOptional) == [false, true])
        #expect(schedule.doses(on: Sample.day("2026-07-05")).count == 1)
        #expect(schedule.doses(on: Sample.day("2026-07-06")).isEmpty)
        let sprays = Sample.schedule(
            Sample.every(Sample.span(5, .minute), first: "10:00", count: 1...3), from: "2026-07-01")
        #expect(
            sprays.local("2026-07-01", "2026-07-02") == ["2026-07-01T10:00", "2026-07-01T10:05", "2026-07-01T10:10"])
    }

    @Test("An order signed at noon expects nothing of that morning, and its ten doses are ten all the same")
    func begunLate() {
        let dosage = Sample.dosage(CalendarRhythm(at: Sample.at("08:00", "20:00")), count: 10...10)
        let course = Course(start: Sample.day("2026-07-01"), notBefore: Sample.utc("2026-07-01T10:00Z"))
        let schedule = Schedule([dosage], course, zone: Sample.berlin)
        let doses = schedule.doses(on: Sample.day("2026-07-01")...Sample.day("2026-07-31"))
        #expect(doses.count == 10)
        #expect(doses.first.map { Sample.local($0, schedule.clock) } == "2026-07-01T20:00")
        #expect(doses.last.map { Sample.local($0, schedule.clock) } == "2026-07-06T08:00")
    }

    @Test("Alternating doses keep their phase where the order goes on from an earlier one")
    func alternating() {
        let everySecond = CalendarRhythm(frequency: 1...1, per: Sample.span(2, .day))
        let schedule = Sample.schedule(
            Sample.dosage(everySecond, bounds: .period(from: Sample.day("2026-06-01"), through: nil)),
            Sample.dosage(everySecond, bounds: .period(from: Sample.day("2026-06-02"), through: nil)),
            from: "2026-06-04")
        let doses = schedule.doses(on: Sample.day("2026-06-04")...Sample.day("2026-06-07"))
        #expect(doses.map(\.dosage) == [1, 0, 1, 0])
    }

    @Test("Two dosages at the same place of the day have names of their own")
    func samePlace() {
        let rhythm = CalendarRhythm(at: Sample.at("08:00"))
        let schedule = Sample.schedule(Sample.dosage(rhythm), Sample.dosage(rhythm), from: "2026-06-04")
        #expect(
            schedule.doses(on: Sample.day("2026-06-04")).map(\.id.description) == [
                "2026-06-04.0800", "2026-06-04.0800~2",
            ])
    }
}
