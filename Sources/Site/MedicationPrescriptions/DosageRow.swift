import Clinic
import Foundation
import Rendering

/// One dosage in fields of its own: everything that a dosage can say, a field for each element, as typed.
struct DosageRow: Hashable, Sendable {
    /// The elements of a dosage, in the order of the form. Raw values are parts of the fields' names.
    enum Element: String, CaseIterable, Sendable {
        case step, dose, frequency, period, events, times, offset, weekdays
        case cycleOn = "cycle-on"
        case cycleOff = "cycle-off"
        case instants, bounds, from, through, count, duration
        case asNeeded = "as-needed"
        case needReason = "need-reason"
        case maxPeriod = "max-period"
        case maxOnce = "max-once"
        case maxLifetime = "max-lifetime"
        case instruction
        case asWritten = "as-written"
    }

    /// The most dosages of one order that can be typed in fields of their own; a line can have more.
    static let most = 10

    /// 1 for the first.
    let number: Int
    private var values: [Element: [String]]

    init(_ number: Int, _ values: [Element: [String]]) {
        self.number = number
        self.values = values
    }

    init(_ number: Int, of fields: [String: [String]]) {
        self.number = number
        values = [:]
        for element in Element.allCases { values[element] = fields[Self.name(number, element)] }
    }

    static func name(_ number: Int, _ element: Element) -> String { "d\(number)-\(element.rawValue)" }

    func name(_ element: Element) -> String { Self.name(number, element) }

    subscript(element: Element) -> String { values[element]?.first ?? "" }

    func all(_ element: Element) -> [String] { values[element] ?? [] }

    func has(_ element: Element) -> Bool { self[element].contains { !$0.isWhitespace } }

    /// Whether nothing is said; a step alone says nothing.
    var isBlank: Bool { Element.allCases.allSatisfy { $0 == .step || !has($0) } }

    /// As the draft keeps it.
    var fields: [String: [String]] {
        values.reduce(into: [:]) { fields, value in fields[name(value.key)] = value.value }
    }

    func renumbered(_ number: Int) -> DosageRow { DosageRow(number, values) }
}

// MARK: Reading

extension DosageRow {
    /// The dosage that the fields say.
    /// - Parameters:
    ///   - before: the step of the dosage before; 1 for the first.
    ///   - checks: gets what is wrong, at its field.
    func dosage(after before: Int, _ reading: MedicationOrderForm.Reading, _ checks: inout FieldChecks) -> Dosage {
        let step = has(.step) ? checks.value(try element(.step, reading).number(self[.step])) : before
        var dosage = Dosage(step: step ?? before, nil, nil)
        if has(.dose) { dosage.dose = checks.value(try element(.dose, reading).dose(self[.dose])) }
        dosage.timing = timing(reading, &checks)
        let reason = checks.value(
            try TypedText.line(self[.needReason], field: name(.needReason), longest: 200))
        if has(.asNeeded) || reason?.isEmpty == false { dosage.asNeeded = Dosage.AsNeeded(reason: reason ?? "") }
        dosage.limits = limits(reading, &checks)
        dosage.instruction =
            checks.value(try TypedText.block(self[.instruction], field: name(.instruction), longest: 500)) ?? ""
        let written = checks.value(try TypedText.block(self[.asWritten], field: name(.asWritten), longest: 500))
        dosage.asWritten = written?.isEmpty == false ? written : nil
        return dosage
    }

    private func element(_ element: Element, _ reading: MedicationOrderForm.Reading) -> DosageElementReading {
        DosageElementReading(reading.language, field: name(element), unit: reading.unit)
    }

    private func limits(_ reading: MedicationOrderForm.Reading, _ checks: inout FieldChecks) -> Dosage.Limits {
        var limits = Dosage.Limits()
        for line in self[.maxPeriod].split(whereSeparator: \.isNewline).prefix(10)
        where line.contains(where: { !$0.isWhitespace }) {
            if let limit = checks.value(try element(.maxPeriod, reading).limit(String(line))) {
                limits.perPeriod.append(limit)
            }
        }
        if has(.maxOnce) {
            limits.perAdministration = checks.value(try element(.maxOnce, reading).dose(self[.maxOnce]))
        }
        if has(.maxLifetime) {
            limits.perLifetime = checks.value(try element(.maxLifetime, reading).dose(self[.maxLifetime]))
        }
        return limits
    }

    /// Nil when nothing is said of the time.
    private func timing(_ reading: MedicationOrderForm.Reading, _ checks: inout FieldChecks) -> Timing? {
        let timed: [Element] = [
            .frequency, .period, .events, .times, .offset, .weekdays, .cycleOn, .cycleOff, .instants, .bounds, .from,
            .through, .count, .duration,
        ]
        guard timed.contains(where: has) else { return nil }
        var timing = Timing(rhythm(reading, &checks))
        timing.bounds = bounds(reading, &checks)
        if has(.count) { timing.count = checks.value(try element(.count, reading).count(self[.count])) }
        if has(.duration) { timing.duration = checks.value(try element(.duration, reading).span(self[.duration])) }
        return timing
    }

    private func bounds(_ reading: MedicationOrderForm.Reading, _ checks: inout FieldChecks) -> Bounds? {
        let from = checks.value(try MedicationOrderForm.day(self[.from], name(.from), reading)) ?? nil
        let through = checks.value(try MedicationOrderForm.day(self[.through], name(.through), reading)) ?? nil
        if has(.bounds) {
            if has(.from) || has(.through) {
                checks.note(Problem(name(.bounds), "medication-prescriptions.problem.bounds-both"))
            }
            return checks.value(try element(.bounds, reading).span(self[.bounds])).map { .span($0) }
        }
        return from == nil && through == nil ? nil : .period(from: from, through: through)
    }

    private func rhythm(_ reading: MedicationOrderForm.Reading, _ checks: inout FieldChecks) -> Rhythm {
        if has(.instants) {
            for other in [Element.frequency, .period, .events, .times, .offset, .weekdays, .cycleOn, .cycleOff]
            where has(other) {
                checks.note(Problem(name(other), "medication-prescriptions.problem.instants-alone"))
            }
            let instants = checks.value(
                try element(.instants, reading).instants(self[.instants], reading.order, in: reading.zone))
            return .instants(instants ?? [])
        }
        let frequency =
            has(.frequency) ? checks.value(try element(.frequency, reading).count(self[.frequency])) : nil
        let period = has(.period) ? checks.value(try element(.period, reading).span(self[.period])) : nil
        let times = checks.value(try element(.times, reading).times(self[.times])) ?? []
        if let period, period.unit.isElapsed {
            for other in [Element.events, .offset, .weekdays, .cycleOn, .cycleOff] where has(other) {
                checks.note(Problem(name(other), "medication-prescriptions.problem.elapsed-alone"))
            }
            if times.count > 1 {
                checks.note(Problem(name(.times), "medication-prescriptions.problem.elapsed-first"))
            }
            return .elapsed(ElapsedRhythm(frequency: frequency ?? 1...1, every: period, first: times.first))
        }
        var rhythm = CalendarRhythm(frequency: frequency, per: period)
        rhythm.weekdays = Set(all(.weekdays).compactMap { Weekday(rawValue: $0) })
        rhythm.moments = moments(times, reading, &checks)
        rhythm.cycle = cycle(reading, &checks)
        return .calendar(rhythm)
    }

    private func moments(
        _ times: [LocalTime], _ reading: MedicationOrderForm.Reading, _ checks: inout FieldChecks
    ) -> CalendarRhythm.Moments {
        let events = checks.value(try element(.events, reading).events(self[.events])) ?? []
        let offset = has(.offset) ? checks.value(try element(.offset, reading).number(self[.offset])) ?? 0 : 0
        if !has(.events) {
            if has(.offset) { checks.note(Problem(name(.offset), "medication-prescriptions.problem.offset-alone")) }
            return times.isEmpty ? .unsaid : .times(times)
        }
        if has(.times) { checks.note(Problem(name(.times), "medication-prescriptions.problem.times-both")) }
        return .events(events, offset: offset)
    }

    private func cycle(
        _ reading: MedicationOrderForm.Reading, _ checks: inout FieldChecks
    ) -> CalendarRhythm.Cycle? {
        guard has(.cycleOn) || has(.cycleOff) else { return nil }
        guard has(.cycleOn), has(.cycleOff) else {
            checks.note(Problem(name(has(.cycleOn) ? .cycleOff : .cycleOn), "problems.required"))
            return nil
        }
        let typedOn = checks.value(try element(.cycleOn, reading).number(self[.cycleOn]))
        let typedOff = checks.value(try element(.cycleOff, reading).number(self[.cycleOff]))
        guard let on = typedOn, let off = typedOff else { return nil }
        let cycle = CalendarRhythm.Cycle(activeDays: on, pauseDays: off)
        if cycle == nil {
            let wrong = (1...366).contains(on) ? Element.cycleOff : .cycleOn
            checks.note(Problem(name(wrong), "medication-prescriptions.problem.cycle"))
        }
        return cycle
    }

    /// The element that a rule's field is typed in.
    func element(of field: DosageField) -> Element {
        switch field {
        case .timing: has(.period) ? .period : .frequency
        case .dose: .dose
        case .frequency: .frequency
        case .period: .period
        case .weekdays: .weekdays
        case .times: has(.instants) ? .instants : has(.events) ? .events : .times
        case .offset: .offset
        case .cycle: .cycleOn
        case .count: .count
        case .duration: .duration
        case .bounds: .bounds
        case .start: .from
        case .end: has(.bounds) ? .bounds : .through
        case .step: .step
        case .maxPerPeriod: .maxPeriod
        case .maxPerAdministration: .maxOnce
        case .maxPerLifetime: .maxLifetime
        }
    }
}
