import Clinic
import Foundation

/// Dosages as FHIR R4 `Dosage` elements.
package enum WrittenDosages {
    /// The array of `dosageInstruction`.
    ///
    /// - Parameters:
    ///   - sentence: What a dosage says in words, written beside its structure; nil for none. A cycle has no structure in
    ///     FHIR, and its sentence is all that a reader who does not know our extension gets.
    ///   - route: How the medicine is given, in words; empty for not said.
    package static func json(
        _ dosages: [Dosage], route: String = "", sentence: (Dosage) -> String?
    ) -> JSONValue {
        let hasSteps = Set(dosages.map(\.step)).count > 1
        return .array(
            dosages.map { dosage in
                var fields = element(dosage, sentence(dosage))
                if hasSteps { fields["sequence"] = .number(Decimal(dosage.step)) }
                if !route.isEmpty { fields["route"] = ["text": .string(route)] }
                return .object(fields)
            })
    }

    private static func element(_ dosage: Dosage, _ sentence: String?) -> [String: JSONValue] {
        // What the structure does not say whole is not written as if it did.
        if let text = dosage.asWritten { return ["text": .string(text)] }
        var fields: [String: JSONValue] = [:]
        var extensions: [JSONValue] = []
        fields["text"] = sentence.map(JSONValue.string)
        if let timing = dosage.timing {
            if let cycle = timing.cycle {
                extensions.append(Self.extension(cycle, timing))
            } else {
                fields["timing"] = timing.json
            }
        }
        if let dose = dosage.dose { fields["doseAndRate"] = [.object(dose.json)] }
        if let need = dosage.asNeeded {
            if need.reason.isEmpty {
                fields["asNeededBoolean"] = true
            } else {
                fields["asNeededCodeableConcept"] = ["text": .string(need.reason)]
            }
        }
        for (index, limit) in dosage.limits.perPeriod.enumerated() {
            if index == 0 {
                fields["maxDosePerPeriod"] = limit.json
            } else {
                extensions.append(["url": .string(DosageTerms.maxDosePerPeriod), "valueRatio": limit.json])
            }
        }
        fields["maxDosePerAdministration"] = dosage.limits.perAdministration.map { $0.high.json($0.unit) }
        fields["maxDosePerLifetime"] = dosage.limits.perLifetime.map { $0.high.json($0.unit) }
        if !dosage.instruction.isEmpty { fields["patientInstruction"] = .string(dosage.instruction) }
        if !extensions.isEmpty { fields["extension"] = .array(extensions) }
        return fields
    }

    private static func `extension`(_ cycle: CalendarRhythm.Cycle, _ timing: Timing) -> JSONValue {
        var parts: [JSONValue] = [
            ["url": "activeDays", "valuePositiveInt": .number(Decimal(cycle.activeDays))],
            ["url": "pauseDays", "valuePositiveInt": .number(Decimal(cycle.pauseDays))],
        ]
        let active = timing.json
        if active != .object([:]) { parts.append(["url": "timing", "valueTiming": active]) }
        return ["url": .string(DosageTerms.cycle), "extension": .array(parts)]
    }
}

extension Timing {
    fileprivate var cycle: CalendarRhythm.Cycle? {
        if case .calendar(let rhythm) = rhythm { rhythm.cycle } else { nil }
    }

    /// `Timing`, of the days with doses where there is a cycle.
    fileprivate var json: JSONValue {
        var fields: [String: JSONValue] = [:]
        var parts = boundsJSON
        switch rhythm {
        case .instants(let instants): fields["event"] = .array(instants.map { .string(FHIRDateTime.text($0)) })
        case .elapsed(let rhythm):
            parts.write("frequency", rhythm.frequency)
            parts.write("period", rhythm.period)
            if let first = rhythm.first {
                fields["extension"] = [
                    ["url": .string(DosageTerms.firstDose), "valueTime": .string("\(first):00")]
                ]
            }
        case .calendar(let rhythm): parts.write(rhythm)
        }
        if let count { parts.write("count", count) }
        if let duration { parts.write("duration", duration) }
        if !parts.isEmpty { fields["repeat"] = .object(parts) }
        return .object(fields)
    }

    private var boundsJSON: [String: JSONValue] {
        switch bounds {
        case nil: return [:]
        case .span(let span)?:
            guard span.isRange else { return ["boundsDuration": span.low.json(span.unit)] }
            return ["boundsRange": ["low": span.low.json(span.unit), "high": span.high.json(span.unit)]]
        case .period(let from, let through)?:
            var period: [String: JSONValue] = [:]
            period["start"] = from.map { .string($0.description) }
            period["end"] = through.map { .string($0.description) }
            return period.isEmpty ? [:] : ["boundsPeriod": .object(period)]
        }
    }
}

extension [String: JSONValue] {
    fileprivate mutating func write(_ name: String, _ range: ClosedRange<Int>) {
        self[name] = .number(Decimal(range.lowerBound))
        if range.upperBound != range.lowerBound { self["\(name)Max"] = .number(Decimal(range.upperBound)) }
    }

    fileprivate mutating func write(_ name: String, _ span: TimeSpan) {
        self[name] = .number(span.low.rounded)
        if span.isRange { self["\(name)Max"] = .number(span.high.rounded) }
        self["\(name)Unit"] = .string(span.unit.rawValue)
    }

    fileprivate mutating func write(_ rhythm: CalendarRhythm) {
        if let frequency = rhythm.frequency { write("frequency", frequency) }
        if let period = rhythm.period { write("period", period) }
        if !rhythm.weekdays.isEmpty {
            self["dayOfWeek"] = .array(rhythm.weekdays.sorted().map { .string($0.rawValue) })
        }
        switch rhythm.moments {
        case .unsaid: break
        case .times(let times): self["timeOfDay"] = .array(times.map { .string("\($0):00") })
        case .events(let events, let offset):
            self["when"] = .array(events.map { .string($0.rawValue) })
            if offset != 0 { self["offset"] = .number(Decimal(offset)) }
        }
    }
}

extension Dose {
    fileprivate var json: [String: JSONValue] {
        guard isRange else { return ["doseQuantity": low.json(unit)] }
        return ["doseRange": ["low": low.json(unit), "high": high.json(unit)]]
    }
}

extension DoseLimit {
    fileprivate var json: JSONValue {
        ["numerator": most.json(unit), "denominator": period.high.json(period.unit)]
    }
}

extension DoseValue {
    /// A `Quantity` with a UCUM code.
    fileprivate func json(_ unit: DoseUnit) -> JSONValue { json(unit.rawValue, DosageTerms.code(of: unit)) }

    fileprivate func json(_ unit: TimeUnit) -> JSONValue { json(unit.rawValue, unit.rawValue) }

    private func json(_ unit: String, _ code: String) -> JSONValue {
        var fields: [String: JSONValue] = [
            "value": .number(rounded), "unit": .string(unit), "system": .string(DosageTerms.ucum),
            "code": .string(code),
        ]
        if decimal == nil {
            fields["extension"] = [["url": .string(DosageTerms.fraction), "valueString": .string(description)]]
        }
        return .object(fields)
    }
}
