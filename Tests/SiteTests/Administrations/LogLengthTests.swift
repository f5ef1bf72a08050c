import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("What the page of a medicine shows of a long log", .serialized)
struct LogLengthTests {
    /// A medicine taken four times a day for so many days, every dose logged.
    private static func clinic(days: Int) async throws -> LogSite {
        let start = try #require(LocalDate(iso: "2026-11-21")).adding(days: -days)
        var order = MedicationOrder.sample(from: start.description)
        let times = [480, 720, 1080, 1320].map { LocalTime(minuteOfDay: $0) }
        order.dosages = [Dosage(Dose(.one, .tablet), Timing(.calendar(CalendarRhythm(at: .times(times)))))]
        let clinic = try await LogSite(order, age: Double(days) * 86_400 + 9 * 3600)
        let clock = WallClock(.gmt)
        let entries = (0..<days).flatMap { number in
            let day = start.adding(days: number)
            return times.map { time in
                let at = clock.instant(of: time, on: day)
                let slot = "\(day).\(time.description.replacing(":", with: ""))"
                return AdministrationEntry(
                    prescription: clinic.medicine.id, formKey: slot,
                    details: AdministrationDraft(
                        .taken, at: at, in: .gmt, day: day, medicine: "lisinopril", slot: slot, plannedAt: at))
            }
        }
        _ = try await clinic.database.record(entries, by: Actor(account: clinic.dana.id))
        return clinic
    }

    /// Its page, in bytes.
    private static func weight(_ clinic: LogSite, points: Int) async throws -> Int {
        let weight = Weight()
        try await clinic.run { browser in
            let answer = try await browser.get(clinic.path)
            #expect(answer.status == 200)
            #expect(answer.body.matches(of: /class="chart__point"/).count == points)
            await weight.note(answer.body.utf8.count)
        }
        return await weight.bytes
    }

    @Test("the page of ten years of four doses a day is as long as that of seven months")
    func growth() async throws {
        let months = try await Self.weight(try await Self.clinic(days: 240), points: 7)
        let decade = try await Self.weight(try await Self.clinic(days: 3650), points: 7)
        #expect(abs(decade - months) < months / 50, "\(months) bytes for seven months, \(decade) for ten years")
    }
}

private actor Weight {
    private(set) var bytes = 0

    func note(_ bytes: Int) { self.bytes = bytes }
}
