import Clinic
import Foundation
import Rendering

/// What a log says in the reader's language and by the reader's clock.
struct LogWords: Sendable {
    let words: Words
    /// Where the patient lives.
    let zone: TimeZone
    let clock: ClockStyle
    var dates: Dates { Dates(words.language) }

    init(_ words: Words, zone: TimeZone, clock: ClockStyle) {
        self.words = words
        self.zone = zone
        self.clock = clock
    }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { words(key, values) }

    func callAsFunction(_ key: String, count: Int, _ values: [String: String] = [:]) -> String {
        words(key, count: count, values)
    }

    func date(_ day: LocalDate) -> String { dates.date(day) }

    /// "08:00", "8:00 am"; noon and midnight in words where their numbers are read two ways.
    func time(_ time: LocalTime) -> String {
        if clock == .hours12, words.language == .english {
            if time == .noon { return words("administrations.noon") }
            if time == .midnight { return words("administrations.midnight") }
        }
        return dates.time(time, clock)
    }

    func time(_ instant: Date) -> String { time(WallClock(zone).reading(at: instant).time) }

    func dateAndTime(_ instant: Date) -> String {
        words("administrations.date-and-time", ["date": dates.date(instant, in: zone), "time": time(instant)])
    }

    /// "1 tablet".
    func dose(_ dose: Dose) -> String { DosageWriter(words, clock: clock, zone: zone).dose(dose) }

    /// How an order is taken.
    func sentence(_ order: MedicationOrder) -> DosageSentence {
        DosageWriter(words, clock: clock, zone: zone).sentence(order)
    }

    /// "Lisinopril 10 mg".
    func title(_ order: MedicationOrder) -> String {
        [order.medicine.title, order.strength].filter { !$0.isEmpty }.joined(separator: " ")
    }

    func reason(_ reason: NotTakenReason) -> String { words("administrations.reason.\(reason.rawValue)") }

    /// "2 hours 5 minutes", to the minute that has begun; days from two on.
    func span(_ seconds: TimeInterval) -> String {
        let minutes = max(0, Int(seconds / 60))
        if minutes >= 2880 { return words("administrations.span.days", count: minutes / 1440) }
        let (hours, rest) = (minutes / 60, minutes % 60)
        let parts = [
            hours > 0 ? words("administrations.span.hours", count: hours) : nil,
            rest > 0 || hours == 0 ? words("administrations.span.minutes", count: rest) : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// What is to be known before anything else: stopped, over, paused; nil for nothing.
    func state(_ prescription: MedicationPrescription, today: LocalDate) -> String? {
        if let stopped = prescription.discontinuation {
            return words(
                "administrations.state.discontinued", ["date": date(stopped.lastDay), "reason": stopped.reason])
        }
        if let end = prescription.order.end, end < today {
            return words("administrations.state.over", ["date": date(end)])
        }
        let pause = prescription.pauses.first { $0.from <= today && $0.through.map { $0 >= today } ?? true }
        return pause.map { words("administrations.state.paused", ["date": date($0.from), "reason": $0.reason]) }
    }

    /// What stands against a dose now, as a sentence.
    func warning(_ limit: IntakeLimits.Limit) -> String {
        let writer = DosageWriter(words, clock: clock, zone: zone)
        return switch limit {
        case .amount(let limit):
            words(
                "administrations.limit.amount",
                ["most": dose(Dose(limit.most, limit.unit)), "span": writer.span(limit.period)])
        case .number(let most, let span):
            words("administrations.limit.number", ["most": "\(most)", "span": writer.span(span)])
        case .gap(let span): words("administrations.limit.gap", ["span": writer.span(span)])
        case .perAdministration(let most): words("administrations.limit.once", ["most": dose(most)])
        case .perLifetime(let most): words("administrations.limit.lifetime", ["most": dose(most)])
        }
    }
}
