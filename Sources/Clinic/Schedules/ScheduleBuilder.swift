import Foundation

/// Works out the lines of an order: which days each dosage covers, step after step.
struct ScheduleBuilder {
    private let dosages: [Dosage]
    private let course: Course
    private let rhythm: DayRhythm
    private let timeline: Timeline
    private let context: DoseLine.Context

    private(set) var lines: [DoseLine] = []
    private(set) var unscheduled: [Unscheduled] = []

    init(_ dosages: [Dosage], _ course: Course, _ rhythm: DayRhythm, _ clock: WallClock) {
        self.dosages = dosages
        self.course = course
        self.rhythm = rhythm
        timeline = Timeline(course, clock: clock)
        context = DoseLine.Context(clock: clock, blocked: BlockedTimes(course))
    }

    mutating func build() {
        let steps = Dictionary(grouping: dosages.indices) { dosages[$0].step }.sorted { $0.key < $1.key }.map(\.value)
        // The course day that the step begins on; nil when the one before has no end.
        var begin: Int? = 0
        for (number, step) in steps.enumerated() {
            let nextStart = number + 1 < steps.count ? firstDay(of: steps[number + 1]) : nil
            let ends = step.map { add($0, courseDay: begin, endingBefore: nextStart) }
            begin = ends.contains(nil) ? nil : ends.compactMap(\.self).max().map { timeline.courseDay(of: $0 + 1) }
        }
    }

    /// The first day a step names for itself.
    private func firstDay(of step: [Int]) -> Int? {
        step.compactMap { index in
            guard case .period(let from?, _)? = dosages[index].timing?.bounds else { return nil }
            return from.epochDay
        }.min()
    }

    /// Adds a dosage's lines and gives its last day; nil when it has no end.
    private mutating func add(_ index: Int, courseDay: Int?, endingBefore next: Int?) -> Int? {
        let dosage = dosages[index]
        guard let frame = frame(of: dosage.timing, courseDay: courseDay, endingBefore: next) else {
            unscheduled.append(Unscheduled(dosage: index, reason: .neverBegins))
            return nil
        }
        guard let first = frame.first else { return frame.last }
        do throws(Unscheduled.Reason) {
            let timing = try Self.schedulable(dosage)
            var added: [DoseLine] = []
            for segment in timeline.segments where segment.last >= first && segment.first <= frame.last {
                let days = max(first, segment.first)...max(first, segment.first, min(frame.last, segment.last))
                let anchor = days.lowerBound == first ? frame.anchor ?? first : days.lowerBound
                var line = try line(index, timing, days, anchor: anchor)
                line.lastRequired = frame.lastRequired
                line.countBefore = added.last.map { $0.countBefore + $0.count(before: $0.last + 1) } ?? 0
                added.append(line)
                if timing.rhythm.isAtOnce { break }
            }
            let end = end(of: added, frame: frame)
            for var line in added where line.first <= end ?? line.first {
                line.last = min(line.last, end ?? line.last)
                lines.append(line)
            }
            return end
        } catch {
            unscheduled.append(Unscheduled(dosage: index, reason: error))
            return frame.last < Timeline.endless ? frame.last : nil
        }
    }

    private static func schedulable(_ dosage: Dosage) throws(Unscheduled.Reason) -> Timing {
        if dosage.asNeeded != nil { throw .asNeeded }
        if dosage.asWritten != nil { throw .asWritten }
        guard let timing = dosage.timing else { throw .noTiming }
        return timing
    }

    /// The day of the last dose, where the dosage says how many there are, else the last of its time frame.
    private func end(of lines: [DoseLine], frame: Frame) -> Int? {
        if let most = lines.last?.count?.upperBound {
            let last = lines.last { $0.countBefore < most }
            if let last, let day = last.day(afterCount: most - 1 - last.countBefore) { return day }
        }
        if case .elapsed(let steps)? = lines.last?.source, let end = steps.end {
            let last = Date(timeIntervalSince1970: Double(end - 1))
            return min(frame.last, context.clock.reading(at: last).day.epochDay)
        }
        if case .instants(let instants)? = lines.last?.source, let last = instants.max() {
            return min(frame.last, context.clock.reading(at: last).day.epochDay)
        }
        return frame.last < Timeline.endless ? frame.last : nil
    }
}

extension ScheduleBuilder {
    /// The days of a dosage, since 1970.
    fileprivate struct Frame {
        /// Nil when the course ends before it begins.
        var first: Int?
        var last: Int
        var lastRequired: Int
        /// Where the rhythm is counted from when that is before ``first``: an order that goes on from an earlier one.
        var anchor: Int?
    }

    /// Nil when it has no first day and the step before has no end.
    fileprivate func frame(of timing: Timing?, courseDay: Int?, endingBefore next: Int?) -> Frame? {
        var (from, through): (Int?, Int) = (nil, Timeline.endless)
        if case .period(let first, let last)? = timing?.bounds {
            (from, through) = (first?.epochDay, last?.epochDay ?? Timeline.endless)
        }
        let first: Int?
        if let from {
            first = max(from, course.start.epochDay)
        } else {
            guard let courseDay else { return nil }
            first = timeline.day(ofCourseDay: courseDay)
        }
        var last = min(through, course.end?.epochDay ?? Timeline.endless)
        guard let first else { return Frame(first: nil, last: last, lastRequired: last) }
        if through == Timeline.endless, let next, next > first { last = min(last, next - 1) }
        var lastRequired = last
        if case .span(let span)? = timing?.bounds {
            lastRequired = min(last, self.last(of: span.low, span.unit, from: first))
            last = min(last, self.last(of: span.high, span.unit, from: first))
        }
        return Frame(first: first, last: last, lastRequired: lastRequired, anchor: from)
    }

    /// The last day of a span that begins on a day: 7 days from day 1 end on day 7. A span of hours ends on the day it is over.
    private func last(of length: DoseValue, _ unit: TimeUnit, from first: Int) -> Int {
        let rounded = (length.numerator + length.denominator - 1) / length.denominator
        let days: Int
        switch unit {
        case .second, .minute, .hour:
            let seconds = (unit.seconds ?? 1) * length.numerator / length.denominator
            // Until where exactly is for the doses of elapsed time to say.
            days = (seconds + 86_399) / 86_400 + 1
        case .day: days = rounded
        case .week: days = (length.numerator * 7 + length.denominator - 1) / length.denominator
        case .month: days = LocalDate(epochDay: first).adding(months: min(rounded, 12_000)).epochDay - first
        case .year: days = LocalDate(epochDay: first).adding(months: 12 * min(rounded, 1000)).epochDay - first
        }
        let courseDay = timeline.courseDay(of: first) + min(days, Timeline.endless) - 1
        return timeline.day(ofCourseDay: courseDay) ?? Timeline.endless
    }

    fileprivate func line(
        _ index: Int, _ timing: Timing, _ days: ClosedRange<Int>, anchor: Int
    ) throws(Unscheduled.Reason) -> DoseLine {
        var last = days.upperBound
        let source: DoseLine.Source
        switch timing.rhythm {
        case .instants(let instants): source = .instants(instants.sorted())
        case .elapsed(let rhythm): source = .elapsed(try steps(rhythm, timing.bounds, from: anchor))
        case .calendar(let rhythm):
            let plan = try DaySlots(rhythm, by: self.rhythm)
            if plan.isOnce { last = anchor }
            source = .calendar(
                rhythm.pattern(from: anchor), plan.slots, lead: rhythm.period.flatMap { $0.isRange ? $0 : nil })
        }
        return DoseLine(
            dosage: index, first: days.lowerBound, last: last, lastRequired: last, source: source,
            count: timing.count, context: context)
    }

    /// The first dose is at the time the order names, else when the patient gets up.
    private func steps(
        _ rhythm: ElapsedRhythm, _ bounds: Bounds?, from day: Int
    ) throws(Unscheduled.Reason) -> ElapsedSteps {
        let wake = self.rhythm.placement(of: .wake)
        let anchor = context.clock.instant(minute: rhythm.first?.minuteOfDay ?? wake.minute, ofEpochDay: day)
        var span: TimeSpan?
        if case .span(let length)? = bounds { span = length }
        return try ElapsedSteps(rhythm, from: anchor, for: span, hasTime: rhythm.first != nil || wake.isKnown)
    }
}

extension Rhythm {
    /// Whether there is one dose only, when the dosage begins.
    fileprivate var isAtOnce: Bool {
        if case .calendar(let rhythm) = self, case .events([.immediately], _) = rhythm.moments { true } else { false }
    }
}
