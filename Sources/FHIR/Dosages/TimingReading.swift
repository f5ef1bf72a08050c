import Clinic
import Foundation

extension DosageReading {
    mutating func timing(_ element: inout ElementReader) throws(Unreadable) -> Timing {
        let first = try Self.firstDose(&element)
        let coded = try Self.code(&element)
        let events = try element.texts("event")
        let parts = try element.element("repeat")
        try element.finish()
        var timing: Timing?
        if let parts { timing = try repeated(parts) }
        if !events.isEmpty {
            guard timing == nil else { throw element.unreadable("event", .unsupported) }
            timing = Timing(.instants(try instants(events, "\(element.path).event")))
        }
        guard var timing = try Self.agreed(timing, coded, element) else { throw Unreadable(element.path, .malformed) }
        if let first {
            guard case .elapsed(var rhythm) = timing.rhythm else {
                throw element.unreadable("extension", .contradictory)
            }
            rhythm.first = first
            timing.rhythm = .elapsed(rhythm)
        }
        return timing
    }

    private static func firstDose(_ element: inout ElementReader) throws(Unreadable) -> LocalTime? {
        var first: LocalTime?
        for var part in try element.elements("extension") {
            guard try part.text("url") == DosageTerms.firstDose, let text = try part.text("valueTime"),
                let time = LocalTime(iso: text)
            else { throw element.unreadable("extension", .unsupported) }
            try part.finish()
            first = time
        }
        return first
    }

    private static func code(_ element: inout ElementReader) throws(Unreadable) -> Rhythm? {
        guard var concept = try element.element("code") else { return nil }
        let text = try concept.text("text")
        for var coding in try concept.elements("coding") {
            guard let code = try coding.text("code") else { continue }
            guard let rhythm = DosageTerms.rhythm(ofCode: code) else {
                throw concept.unreadable("coding", .unknown(code))
            }
            return rhythm
        }
        throw concept.unreadable("coding", .unknown(text ?? ""))
    }

    /// A code is only a label unless it stands alone, but it must say the same.
    private static func agreed(
        _ timing: Timing?, _ coded: Rhythm?, _ element: ElementReader
    ) throws(Unreadable) -> Timing? {
        guard let coded else { return timing }
        guard var timing else { return Timing(coded) }
        if timing.rhythm == .calendar(CalendarRhythm()) { timing.rhythm = coded }
        guard timing.rhythm.isSaid(by: coded) else { throw element.unreadable("code", .contradictory) }
        return timing
    }

    private func instants(_ texts: [String], _ path: String) throws(Unreadable) -> [Date] {
        var instants: [Date] = []
        for text in texts {
            guard let instant = FHIRDateTime(text)?.instant else { throw Unreadable(path, .unsupported) }
            instants.append(instant)
        }
        return instants
    }

    /// `Timing.repeat`; its `tim` invariants by name.
    private mutating func repeated(_ element: ElementReader) throws(Unreadable) -> Timing {
        var element = element
        let duration = try Self.span(&element, "duration", unit: "tim-1", most: "tim-7", negative: "tim-4")
        let period = try Self.span(&element, "period", unit: "tim-2", most: "tim-6", negative: "tim-5")
        let count = try Self.range(&element, "count", invariant: "tim-8")
        let frequency = try Self.range(&element, "frequency", invariant: nil)
        let bounds = try bounds(&element)
        let weekdays = try Self.weekdays(&element)
        let moments = try Self.moments(&element)
        try element.finish()
        if let cycle = Self.cycle(period, duration, frequency, count), weekdays.isEmpty, moments == .unsaid {
            var rhythm = CalendarRhythm()
            rhythm.cycle = cycle
            return Timing(.calendar(rhythm), bounds: bounds)
        }
        if let period, period.unit.isElapsed {
            guard weekdays.isEmpty, moments == .unsaid else { throw element.unreadable("period", .unsupported) }
            return Timing(
                .elapsed(ElapsedRhythm(frequency: frequency ?? 1...1, every: period)), bounds: bounds, count: count,
                duration: duration)
        }
        // R4: the frequency is 1 where a period stands alone.
        let isBare = weekdays.isEmpty && moments == .unsaid && period != nil
        let rhythm = CalendarRhythm(
            frequency: frequency ?? (isBare ? 1...1 : nil), per: period, on: weekdays, at: moments)
        return Timing(.calendar(rhythm), bounds: bounds, count: count, duration: duration)
    }

    /// Once in 28 days, each time 21 days long: a way round FHIR's lack of cycles, meant as 21 days on and 7 off.
    private static func cycle(
        _ period: TimeSpan?, _ duration: TimeSpan?, _ frequency: ClosedRange<Int>?, _ count: ClosedRange<Int>?
    ) -> CalendarRhythm.Cycle? {
        guard let period, let duration, period.unit == .day, duration.unit == .day, !period.isRange, !duration.isRange,
            frequency ?? 1...1 == 1...1, count == nil, let whole = period.wholeHigh, let active = duration.wholeHigh,
            active > 1, active < whole
        else { return nil }
        return CalendarRhythm.Cycle(activeDays: active, pauseDays: whole - active)
    }

    private static func span(
        _ element: inout ElementReader, _ name: String, unit invariant: String, most: String, negative: String
    ) throws(Unreadable) -> TimeSpan? {
        if case .number(let number)? = element.take(name) {
            guard number >= 0 else { throw element.unreadable(name, .invariant(negative)) }
            guard let low = DoseValue(number) else { throw element.unreadable(name, .unsupported) }
            let high = try element.value("\(name)Max") ?? low
            guard let code = try element.text("\(name)Unit") else {
                throw element.unreadable("\(name)Unit", .invariant(invariant))
            }
            guard let unit = TimeUnit(rawValue: code) else { throw element.unreadable("\(name)Unit", .unknown(code)) }
            guard let span = TimeSpan(from: low, to: high, unit) else {
                throw element.unreadable("\(name)Max", .malformed)
            }
            return span
        }
        guard !element.has("\(name)Max") else { throw element.unreadable("\(name)Max", .invariant(most)) }
        return nil
    }

    /// `countMax` needs `count`; `frequencyMax` alone is from 1.
    private static func range(
        _ element: inout ElementReader, _ name: String, invariant: String?
    ) throws(Unreadable) -> ClosedRange<Int>? {
        let (low, high) = (try element.integer(name), try element.integer("\(name)Max"))
        guard let least = low ?? (invariant == nil && high != nil ? 1 : nil) else {
            guard high == nil else { throw element.unreadable("\(name)Max", .invariant(invariant ?? "")) }
            return nil
        }
        guard least <= high ?? least else { throw element.unreadable("\(name)Max", .malformed) }
        return least...(high ?? least)
    }

    private static func weekdays(_ element: inout ElementReader) throws(Unreadable) -> Set<Weekday> {
        var weekdays: Set<Weekday> = []
        for code in try element.texts("dayOfWeek") {
            guard let weekday = Weekday(rawValue: code) else { throw element.unreadable("dayOfWeek", .unknown(code)) }
            weekdays.insert(weekday)
        }
        return weekdays
    }

    private static func moments(_ element: inout ElementReader) throws(Unreadable) -> CalendarRhythm.Moments {
        let (times, codes) = (try element.texts("timeOfDay"), try element.texts("when"))
        let offset = try element.integer("offset", from: 0)
        guard times.isEmpty || codes.isEmpty else { throw element.unreadable("timeOfDay", .invariant("tim-10")) }
        guard offset == nil || !codes.isEmpty else { throw element.unreadable("offset", .invariant("tim-9")) }
        if !times.isEmpty {
            let read = times.compactMap(LocalTime.init(iso:))
            guard read.count == times.count, Set(read).count == read.count else {
                throw element.unreadable("timeOfDay", .unsupported)
            }
            return .times(read.sorted())
        }
        guard !codes.isEmpty else { return .unsaid }
        var events: [EventTiming] = []
        for code in codes {
            guard let event = EventTiming(rawValue: code) else { throw element.unreadable("when", .unknown(code)) }
            guard !events.contains(event) else { continue }
            if offset ?? 0 != 0, event.offsetSide == nil { throw element.unreadable("offset", .invariant("tim-9")) }
            events.append(event)
        }
        return .events(events, offset: offset ?? 0)
    }
}

extension DosageReading {
    fileprivate mutating func bounds(_ element: inout ElementReader) throws(Unreadable) -> Bounds? {
        let duration = try element.length("boundsDuration")
        let range = try element.lengths("boundsRange")
        let period = try element.element("boundsPeriod")
        guard [duration != nil, range != nil, period != nil].count(where: \.self) <= 1 else {
            throw element.unreadable("bounds", .malformed)
        }
        if let span = duration ?? range { return .span(span) }
        guard var period else { return nil }
        let (from, through) = (try day(&period, "start"), try day(&period, "end"))
        try period.finish()
        return .period(from: from, through: through)
    }

    /// A day, or the day that an instant falls on where the patient is.
    private mutating func day(_ period: inout ElementReader, _ name: String) throws(Unreadable) -> LocalDate? {
        guard let text = try period.text(name) else { return nil }
        guard let dateTime = FHIRDateTime(text) else { throw period.unreadable(name, .unsupported) }
        switch dateTime {
        case .day(let day): return day
        case .instant(let instant):
            hasHourOfBounds = true
            return WallClock(zone).reading(at: instant).day
        }
    }
}

extension Rhythm {
    /// Whether a code means the same rhythm, or the same with the times left out.
    fileprivate func isSaid(by coded: Rhythm) -> Bool {
        if self == coded { return true }
        switch (self, coded) {
        case (.elapsed(let own), .elapsed(let code)):
            return own.frequency == code.frequency && own.period == code.period
        case (.calendar(let own), .calendar(let code)):
            let isSamePace = own.frequency == code.frequency && own.period == code.period
            if isSamePace { return code.moments == .unsaid || own.moments == code.moments }
            // Times or weekdays alone say how often.
            guard own.frequency == nil, own.period == nil, own.cycle == nil, code.period != nil else { return false }
            if case .events(let events, _) = code.moments { return own.moments == .events(events, offset: 0) }
            return own.count == code.frequency?.upperBound && own.weekdays.isEmpty == (code.period?.unit != .week)
        default: return false
        }
    }
}

extension CalendarRhythm {
    /// How many times or events are named.
    fileprivate var count: Int {
        let moments =
            switch moments {
            case .unsaid: 1
            case .times(let times): times.count
            case .events(let events, _): events.count
            }
        return moments * max(1, weekdays.count)
    }
}
