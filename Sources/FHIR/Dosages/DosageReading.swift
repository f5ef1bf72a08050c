import Clinic
import Foundation

/// FHIR R4 `Dosage` elements as dosages. What R5 says in other places is read where R4 carries it in extensions.
///
/// Nothing is left out: a dosage that says anything there is no place for becomes its own text, as written, and one
/// without a text is refused.
package struct ReadDosages: Hashable, Sendable {
    package private(set) var dosages: [Dosage] = []
    /// What is not kept in the structure, by the index of its dosage.
    package private(set) var notes: [Note] = []
    /// How the medicine is given, in the words of the source; empty for not said.
    package private(set) var route = ""

    package enum Note: Hashable, Sendable {
        /// The dosage stands as its text for this reason.
        case asWritten(dosage: Int, Unreadable)
        /// A time frame begins or ends at an hour, and only its day is kept.
        case hourOfBounds(dosage: Int)
        /// An extension that its sender says may be left out.
        case extensionLeftOut(dosage: Int, url: String)
    }

    /// - Parameters:
    ///   - json: The array of `dosageInstruction`, or one element of it.
    ///   - zone: Where the patient is: instants become the days there.
    /// - Throws: `Unreadable` for a dosage that cannot be kept whole and has no text.
    package init(_ json: JSONValue, in zone: TimeZone) throws(Unreadable) {
        let elements: [JSONValue] = if case .array(let elements) = json { elements } else { [json] }
        var sequences: [Int] = []
        for (index, element) in elements.enumerated() {
            var reading = DosageReading(zone: zone)
            var header = try ElementReader(element, "dosage[\(index)]")
            let text = try header.text("text")
            sequences.append(try header.integer("sequence", from: 0) ?? 1)
            do throws(Unreadable) {
                dosages.append(try reading.dosage(header, text: text))
                notes += reading.leftOut.map { .extensionLeftOut(dosage: index, url: $0) }
                if reading.hasHourOfBounds { notes.append(.hourOfBounds(dosage: index)) }
                if let route = reading.route { self.route = try agreed(route, "dosage[\(index)].route") }
            } catch {
                guard let text else { throw error }
                dosages.append(Dosage(nil, nil, asWritten: text))
                notes.append(.asWritten(dosage: index, error))
            }
        }
        let steps = Set(sequences).sorted()
        for (index, sequence) in sequences.enumerated() {
            dosages[index].step = (steps.firstIndex(of: sequence) ?? 0) + 1
        }
    }

    private func agreed(_ route: String, _ path: String) throws(Unreadable) -> String {
        guard self.route.isEmpty || self.route == route else { throw Unreadable(path, .contradictory) }
        return route
    }
}

/// Reads one dosage.
struct DosageReading {
    let zone: TimeZone
    var hasHourOfBounds = false
    private(set) var leftOut: [String] = []
    private(set) var route: String?

    init(zone: TimeZone) {
        self.zone = zone
    }

    mutating func dosage(_ element: ElementReader, text: String?) throws(Unreadable) -> Dosage {
        var element = element
        var extensions = try DosageExtensions(&element)
        leftOut = extensions.leftOut
        route = try element.words("route")
        var dosage = Dosage(try dose(&element), try timing(&element, &extensions))
        dosage.asNeeded = try asNeeded(&element, extensions)
        dosage.limits = try limits(&element, &extensions)
        dosage.instruction = try instruction(&element)
        try element.finish()
        if dosage.timing == nil, dosage.asNeeded == nil, let text { return Dosage(nil, nil, asWritten: text) }
        return dosage
    }

    private mutating func timing(
        _ element: inout ElementReader, _ extensions: inout DosageExtensions
    ) throws(Unreadable) -> Timing? {
        guard var cycle = extensions.cycle else {
            guard var timing = try element.element("timing") else { return nil }
            return try self.timing(&timing)
        }
        guard !element.has("timing"), let active = cycle.active, let pause = cycle.pause,
            let days = CalendarRhythm.Cycle(activeDays: active, pauseDays: pause)
        else { throw element.unreadable("extension", .malformed) }
        var timing =
            try cycle.timing.map { element throws(Unreadable) in
                var element = element
                return try self.timing(&element)
            } ?? Timing(.calendar(CalendarRhythm()))
        guard case .calendar(var rhythm) = timing.rhythm else { throw element.unreadable("extension", .contradictory) }
        rhythm.cycle = days
        timing.rhythm = .calendar(rhythm)
        cycle.timing = nil
        return timing
    }

    private func dose(_ element: inout ElementReader) throws(Unreadable) -> Dose? {
        let doses = try element.elements("doseAndRate")
        guard doses.count <= 1 else { throw element.unreadable("doseAndRate", .unsupported) }
        guard var dose = doses.first else { return nil }
        let (single, range) = (try dose.amount("doseQuantity"), try dose.amounts("doseRange"))
        try dose.finish()
        if let single { return Dose(single.value, single.unit) }
        return range
    }

    private func asNeeded(
        _ element: inout ElementReader, _ extensions: DosageExtensions
    ) throws(Unreadable) -> Dosage.AsNeeded? {
        let (boolean, later) = (try element.bool("asNeededBoolean"), try element.bool("asNeeded"))
        let isNeeded = boolean ?? later
        let reasons = [try element.words("asNeededCodeableConcept")].compactMap(\.self) + extensions.reasons
        guard isNeeded != false || reasons.isEmpty else { throw element.unreadable("asNeededBoolean", .contradictory) }
        guard isNeeded == true || !reasons.isEmpty else { return nil }
        return Dosage.AsNeeded(reason: reasons.joined(separator: ", "))
    }

    private func limits(
        _ element: inout ElementReader, _ extensions: inout DosageExtensions
    ) throws(Unreadable) -> Dosage.Limits {
        var limits = Dosage.Limits()
        for ratio in try element.elements("maxDosePerPeriod") + extensions.limits {
            limits.perPeriod.append(try limit(ratio))
        }
        limits.perAdministration = try element.amount("maxDosePerAdministration").map { Dose($0.value, $0.unit) }
        limits.perLifetime = try element.amount("maxDosePerLifetime").map { Dose($0.value, $0.unit) }
        return limits
    }

    private func limit(_ ratio: ElementReader) throws(Unreadable) -> DoseLimit {
        var ratio = ratio
        guard let most = try ratio.amount("numerator"), let period = try ratio.length("denominator") else {
            throw Unreadable(ratio.path, .malformed)
        }
        try ratio.finish()
        return DoseLimit(most.value, most.unit, per: period)
    }

    private func instruction(_ element: inout ElementReader) throws(Unreadable) -> String {
        var parts = [try element.text("patientInstruction")].compactMap(\.self)
        for concept in try element.list("additionalInstruction") {
            guard let words = try ElementReader.words(of: concept, "\(element.path).additionalInstruction") else {
                throw element.unreadable("additionalInstruction", .unsupported)
            }
            parts.append(words)
        }
        for name in ["site", "method"] {
            if let words = try element.words(name) { parts.append(words) }
        }
        return parts.joined(separator: "; ")
    }
}

/// The extensions of a dosage that are known here.
struct DosageExtensions {
    struct Cycle {
        var active: Int?
        var pause: Int?
        var timing: ElementReader?
    }

    private(set) var reasons: [String] = []
    private(set) var limits: [ElementReader] = []
    private(set) var cycle: Cycle?
    private(set) var leftOut: [String] = []

    init(_ element: inout ElementReader) throws(Unreadable) {
        for var part in try element.elements("extension") {
            guard let url = try part.text("url") else { throw element.unreadable("extension", .malformed) }
            switch url {
            case DosageTerms.asNeededFor:
                if let words = try part.words("valueCodeableConcept") { reasons.append(words) }
            case DosageTerms.maxDosePerPeriod:
                if let ratio = try part.element("valueRatio") { limits.append(ratio) }
            case DosageTerms.cycle: cycle = try Self.cycle(&part)
            default:
                leftOut.append(url)
                continue
            }
            try part.finish()
        }
    }

    private static func cycle(_ part: inout ElementReader) throws(Unreadable) -> Cycle {
        var cycle = Cycle()
        for var inner in try part.elements("extension") {
            switch try inner.text("url") {
            case "activeDays": cycle.active = try inner.integer("valuePositiveInt")
            case "pauseDays": cycle.pause = try inner.integer("valuePositiveInt")
            case "timing": cycle.timing = try inner.element("valueTiming")
            default: throw Unreadable(inner.path, .unsupported)
            }
            try inner.finish()
        }
        return cycle
    }
}
