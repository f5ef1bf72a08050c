import Clinic
import Foundation
import Rendering

/// Writes a dosage into the fields of its row, so that reading them gives the same dosage.
struct DosageRowWriting {
    let words: Words
    let zone: TimeZone
    private var numbers: Numbers { Numbers(words.language) }
    private var dates: Dates { Dates(words.language) }

    init(_ reading: MedicationOrderForm.Reading) {
        words = reading.words
        zone = reading.zone
    }

    /// - Parameter instruction: what stands in the order's own field for it and is said to the last step besides.
    func rows(_ dosages: [Dosage], instruction: String) -> [DosageRow] {
        let last = dosages.map(\.step).max()
        return dosages.enumerated().map { index, dosage in
            var dosage = dosage
            if dosage.step == last, dosage.instruction == instruction { dosage.instruction = "" }
            return row(index + 1, dosage, isStepSaid: last != 1)
        }
    }

    private func row(_ number: Int, _ dosage: Dosage, isStepSaid: Bool) -> DosageRow {
        var values: [DosageRow.Element: String] = [:]
        if isStepSaid { values[.step] = "\(dosage.step)" }
        values[.dose] = dosage.dose.map(dose)
        if dosage.asNeeded != nil { values[.asNeeded] = "yes" }
        values[.needReason] = dosage.asNeeded?.reason
        values[.maxPeriod] = dosage.limits.perPeriod.map(limit).joined(separator: "\n")
        values[.maxOnce] = dosage.limits.perAdministration.map(dose)
        values[.maxLifetime] = dosage.limits.perLifetime.map(dose)
        values[.instruction] = dosage.instruction
        values[.asWritten] = dosage.asWritten
        var days: [String] = []
        if let timing = dosage.timing {
            write(timing, into: &values)
            if case .calendar(let rhythm) = timing.rhythm { days = rhythm.weekdays.sorted().map(\.rawValue) }
        }
        var all = values.filter { !$0.value.isEmpty }.mapValues { [$0] }
        if !days.isEmpty { all[.weekdays] = days }
        return DosageRow(number, all)
    }

    private func write(_ timing: Timing, into values: inout [DosageRow.Element: String]) {
        switch timing.bounds {
        case .span(let span)?: values[.bounds] = self.span(span)
        case .period(let from, let through)?:
            values[.from] = from.map(dates.date)
            values[.through] = through.map(dates.date)
        case nil: break
        }
        values[.count] = timing.count.map(range)
        values[.duration] = timing.duration.map(span)
        switch timing.rhythm {
        case .instants(let instants): values[.instants] = instants.map(instant).joined(separator: "\n")
        case .elapsed(let rhythm):
            values[.frequency] = range(rhythm.frequency)
            values[.period] = span(rhythm.period)
            values[.times] = rhythm.first?.description
        case .calendar(let rhythm):
            values[.frequency] = rhythm.frequency.map(range)
            values[.period] = rhythm.period.map(span)
            values[.cycleOn] = rhythm.cycle.map { "\($0.activeDays)" }
            values[.cycleOff] = rhythm.cycle.map { "\($0.pauseDays)" }
            switch rhythm.moments {
            case .unsaid: break
            case .times(let times): values[.times] = times.map(\.description).joined(separator: ", ")
            case .events(let events, let offset):
                values[.events] = events.map(event).joined(separator: ", ")
                if offset != 0 { values[.offset] = "\(offset)" }
            }
        }
    }

    // MARK: Elements

    /// "1 to 2 tablets": the unit in the plural of quick entry, so that it is read again.
    func dose(_ dose: Dose) -> String {
        let low = numbers.dose(dose.low, isCounted: dose.unit.isCounted)
        let high = numbers.dose(dose.high, isCounted: dose.unit.isCounted)
        let amount = dose.isRange ? words("dosages.range", ["low": low, "high": high]) : high
        return "\(amount) \(unit(dose.unit, isOne: dose.high == .one))"
    }

    /// The unit's name alone: "tablets".
    func unit(_ unit: DoseUnit, isOne: Bool = false) -> String {
        name("dosages.unit.\(unit.rawValue)", isOne: isOne)
    }

    func event(_ event: EventTiming) -> String { words("dosages.event.\(event.rawValue.lowercased())") }

    private func limit(_ limit: DoseLimit) -> String {
        words(
            "medication-prescriptions.limit",
            ["dose": dose(Dose(limit.most, limit.unit)), "period": span(limit.period)])
    }

    private func span(_ span: TimeSpan) -> String {
        let low = numbers.dose(span.low, isCounted: true)
        let high = numbers.dose(span.high, isCounted: true)
        let amount = span.isRange ? words("dosages.range", ["low": low, "high": high]) : high
        return "\(amount) \(name("dosages.span.\(span.unit.rawValue)", isOne: span.high == .one))"
    }

    /// A counted message without its number.
    private func name(_ key: String, isOne: Bool) -> String {
        words(key, ["count": isOne ? "1" : "other", "value": ""]).trimmingCharacters(in: .whitespaces)
    }

    private func range(_ range: ClosedRange<Int>) -> String {
        range.count == 1
            ? "\(range.lowerBound)"
            : words("dosages.range", ["low": "\(range.lowerBound)", "high": "\(range.upperBound)"])
    }

    /// In the patient's zone; with seconds, and with the offset of an hour that comes twice, only where they matter.
    private func instant(_ instant: Date) -> String {
        let clock = WallClock(zone)
        let reading = clock.reading(at: instant)
        let offset = zone.secondsFromGMT(for: instant)
        let second = (Int(instant.timeIntervalSince1970.rounded(.down)) + offset) % 60
        var text = "\(reading.day) \(reading.time)"
        if second != 0 { text += second < 10 ? ":0\(second)" : ":\(second)" }
        let again = clock.instant(of: reading.time, on: reading.day).addingTimeInterval(Double(second))
        guard again != instant else { return text }
        let minutes = abs(offset) / 60
        return text + (offset < 0 ? " -" : " +") + LocalTime(minuteOfDay: minutes).description
    }
}
