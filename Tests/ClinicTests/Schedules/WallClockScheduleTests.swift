import Foundation
import Testing

@testable import Clinic

@Suite("Doses on the wall clock")
struct WallClockScheduleTests {
    /// zone, local time asked for, instant, what the clock shows then. The shared vectors, and days of 23.5 and 24.5 hours.
    static let changes: [(zone: String, day: String, time: String, utc: String, shown: String)] = [
        ("Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T01:30Z", "2026-03-29T03:30"),
        ("Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T00:30Z", "2026-10-25T02:30"),
        ("Europe/London", "2026-03-29", "01:30", "2026-03-29T01:30Z", "2026-03-29T02:30"),
        ("Europe/London", "2026-10-25", "01:30", "2026-10-25T00:30Z", "2026-10-25T01:30"),
        ("America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30Z", "2026-11-01T01:30"),
        ("America/Los_Angeles", "2026-03-08", "02:00", "2026-03-08T10:00Z", "2026-03-08T03:00"),
        ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45Z", "2026-04-05T01:45"),
        ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:45Z", "2026-10-04T02:45"),
        ("Australia/Sydney", "2026-10-04", "02:30", "2026-10-03T16:30Z", "2026-10-04T03:30"),
        ("America/Sao_Paulo", "2018-11-04", "00:00", "2018-11-04T03:00Z", "2018-11-04T01:00"),
        ("Asia/Beirut", "2026-03-29", "00:00", "2026-03-28T22:00Z", "2026-03-29T01:00"),
        ("Europe/Berlin", "2026-01-01", "08:00", "2026-01-01T07:00Z", "2026-01-01T08:00"),
    ]

    @Test("A time that is skipped comes later by the gap, one that is shown twice comes once", arguments: changes)
    func clockChange(_ change: (zone: String, day: String, time: String, utc: String, shown: String)) throws {
        let schedule = Sample.schedule(
            Sample.dosage(CalendarRhythm(at: Sample.at(change.time))), from: "2018-01-01", in: Sample.zone(change.zone))
        let doses = schedule.doses(on: Sample.day(change.day))
        #expect(doses.map(\.instant) == [Sample.utc(change.utc)])
        #expect(doses.map { Sample.local($0, schedule.clock) } == [change.shown])
        #expect(doses.map(\.day) == [Sample.day(change.day)])
    }

    @Test("A day that never was has no doses, its neighbours have all of theirs")
    func skippedDay() {
        let schedule = Sample.schedule(
            Sample.dosage(CalendarRhythm(at: Sample.at("08:00", "20:00"))), from: "2011-12-01",
            in: Sample.zone("Pacific/Apia"))
        #expect(
            schedule.local("2011-12-29", "2011-12-31") == [
                "2011-12-29T08:00", "2011-12-29T20:00", "2011-12-31T08:00", "2011-12-31T20:00",
            ])
    }

    static let intervals: [(zone: String, day: String, first: String, hours: Int, shown: [String])] = [
        (
            "Europe/Berlin", "2026-03-28", "22:00", 8,
            ["2026-03-28T22:00", "2026-03-29T07:00", "2026-03-29T15:00", "2026-03-29T23:00", "2026-03-30T07:00"]
        ),
        (
            "Europe/Berlin", "2026-10-24", "22:00", 8,
            ["2026-10-24T22:00", "2026-10-25T05:00", "2026-10-25T13:00", "2026-10-25T21:00", "2026-10-26T05:00"]
        ),
        (
            "America/New_York", "2026-03-07", "20:00", 6,
            [
                "2026-03-07T20:00", "2026-03-08T03:00", "2026-03-08T09:00", "2026-03-08T15:00", "2026-03-08T21:00",
                "2026-03-09T03:00",
            ]
        ),
        ("Europe/Berlin", "2026-03-26", "08:00", 72, ["2026-03-26T08:00", "2026-03-29T09:00", "2026-04-01T09:00"]),
    ]

    @Test("Doses of elapsed time keep their distance", arguments: intervals)
    func elapsed(_ vector: (zone: String, day: String, first: String, hours: Int, shown: [String])) {
        let schedule = Sample.schedule(
            Sample.every(Sample.span(vector.hours, .hour), first: vector.first), from: vector.day,
            in: Sample.zone(vector.zone))
        let shown = schedule.local(vector.day, Sample.day(vector.day).adding(days: 6).description)
        #expect(Array(shown.prefix(vector.shown.count)) == vector.shown)
    }

    @Test("An hourly rule fires 25 times on the long day and 23 times on the short one, each with a name of its own")
    func hourly() {
        let schedule = Sample.schedule(Sample.every(Sample.span(1, .hour), first: "00:00"), from: "2026-01-01")
        let long = schedule.doses(on: Sample.day("2026-10-25"))
        #expect(long.count == 25)
        #expect(Set(long.map(\.id)).count == 25)
        #expect(schedule.doses(on: Sample.day("2026-03-29")).count == 23)
    }

    @Test("Of every 4 to 6 hours the sixth is when it is due and the fourth when it is allowed")
    func earliest() throws {
        let schedule = Sample.schedule(Sample.every(Sample.span(4, 6, .hour), first: "06:00"), from: "2026-06-01")
        let doses = schedule.doses(on: Sample.day("2026-06-01"))
        #expect(
            schedule.local("2026-06-01", "2026-06-01") == ["2026-06-01T06:00", "2026-06-01T12:00", "2026-06-01T18:00"])
        #expect(doses.map(\.earliest) == [nil, Sample.utc("2026-06-01T08:00Z"), Sample.utc("2026-06-01T14:00Z")])
    }

    @Test("Explicit instants are doses of the local day they fall on")
    func instants() {
        let instants = [Sample.utc("2026-07-15T07:00Z"), Sample.utc("2026-06-30T22:30Z")]
        let schedule = Sample.schedule(Dosage(Sample.tablet, Timing(.instants(instants))), from: "2026-06-01")
        #expect(schedule.local("2026-06-01", "2026-08-01") == ["2026-07-01T00:30", "2026-07-15T09:00"])
    }
}
