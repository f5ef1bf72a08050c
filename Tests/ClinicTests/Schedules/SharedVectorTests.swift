import Foundation
import TestSupport
import Testing

@testable import Clinic

/// The vectors that were handed to the project, computed elsewhere. Their essence stands in the other suites.
@Suite("Shared timing vectors")
struct SharedVectorTests {
    private static let file = "domain/timing-edge-vectors.json"
    private static var isHere: Bool { Project.shared(file) != nil }

    private struct Vectors: Decodable {
        let dst: [Change]
        let intervals: [Interval]
        let weeks: [Week]
        let months: [Month]

        struct Change: Decodable {
            let zone, local, fires_utc: String
        }
        struct Interval: Decodable {
            let zone, start: String
            let every_hours: Int
            let local: [String]
        }
        struct Week: Decodable {
            let date, iso: String
        }
        struct Month: Decodable {
            let anchor: String?
            let offsets: [String: String]?
            let dates: [String]?
        }
    }

    private static func vectors() throws -> Vectors {
        try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: #require(Project.shared(file))))
    }

    @Test("Clock changes and intervals", .enabled(if: isHere, "skipped: the shared vectors are not on this machine"))
    func clocks() throws {
        let vectors = try Self.vectors()
        #expect(vectors.dst.count == 11)
        for change in vectors.dst {
            let (day, time) = (String(change.local.prefix(10)), String(change.local.suffix(5)))
            let schedule = Sample.schedule(
                Sample.dosage(CalendarRhythm(at: Sample.at(time))), from: day, in: Sample.zone(change.zone))
            #expect(schedule.doses(on: Sample.day(day)).map(\.instant) == [Sample.utc(change.fires_utc)])
        }
        for interval in vectors.intervals {
            let (day, time) = (String(interval.start.prefix(10)), String(interval.start.suffix(5)))
            let schedule = Sample.schedule(
                Sample.every(Sample.span(interval.every_hours, .hour), first: time), from: day,
                in: Sample.zone(interval.zone))
            let local = schedule.local(day, Sample.day(day).adding(days: 9).description)
            #expect(local.prefix(interval.local.count).elementsEqual(interval.local.map { String($0.prefix(16)) }))
        }
    }

    @Test("Weeks and months", .enabled(if: isHere, "skipped: the shared vectors are not on this machine"))
    func dates() throws {
        let vectors = try Self.vectors()
        for week in vectors.weeks { #expect(Sample.day(week.date).isoWeek.description == week.iso) }
        for month in vectors.months {
            for (offset, result) in month.offsets ?? [:] {
                let anchor = Sample.day(try #require(month.anchor))
                let count = try #require(Int(offset))
                #expect(anchor.adding(months: count).description == result)
            }
            if let dates = month.dates {
                let monthly = CalendarRhythm(frequency: 1...1, per: Sample.span(1, .month))
                #expect(Sample.schedule(Sample.dosage(monthly), from: dates[0]).days(dates[0], dates[5]) == dates)
            }
        }
    }
}
