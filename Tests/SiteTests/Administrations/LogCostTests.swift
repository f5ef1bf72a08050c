import Clinic
import Foundation
import Store
import TestSupport
import Testing

@testable import Site

@Suite("What the page of a medicine costs", .serialized)
struct LogCostTests {
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

    /// The shortest of several times, which is the one that nothing else disturbed.
    private static func cost(_ clinic: LogSite) async throws -> Duration {
        let shortest = Shortest()
        try await clinic.run { browser in
            for _ in 0..<12 {
                let begin = ContinuousClock.now
                let answer = try await browser.get(clinic.path)
                await shortest.note(ContinuousClock.now - begin)
                #expect(answer.status == 200)
            }
        }
        return await shortest.duration
    }

    @Test("ten years of four doses a day cost little more than one month of them")
    func growth() async throws {
        let month = try await Self.cost(try await Self.clinic(days: 30))
        let decade = try await Self.cost(try await Self.clinic(days: 3650))
        // Measured by itself and optimised it stays below 1.3; here other tests run beside it.
        #expect(decade < month * 2, "\(month) for a month, \(decade) for ten years")
    }
}

private actor Shortest {
    private(set) var duration = Duration.seconds(60)

    func note(_ other: Duration) { duration = min(duration, other) }
}
