import Foundation

/// The days of a course without the pauses that its rhythm restarts after, so that "day 5" can be found on the calendar.
/// Days are counted since 1970, course days from 0.
struct Timeline: Sendable {
    struct Segment: Sendable {
        let first: Int
        /// The last day; ``Timeline/endless`` for no end.
        let last: Int
        /// The course day of ``first``.
        let courseDay: Int
    }

    static let endless = 2_900_000

    let segments: [Segment]

    init(_ course: Course, clock: WallClock) {
        let start = course.start.epochDay
        let end = course.end?.epochDay ?? Self.endless
        let restarts = course.pauses.filter { $0.resumption == .restarts }.sorted { $0.from < $1.from }
        var segments: [Segment] = []
        var (first, courseDay) = (start, 0)
        for pause in restarts {
            let last = min(end, clock.reading(at: pause.from.addingTimeInterval(-1)).day.epochDay)
            // A pause within one day has no day of resuming.
            if let until = pause.until, clock.reading(at: until).day.epochDay <= last { continue }
            if last >= first { segments.append(Segment(first: first, last: last, courseDay: courseDay)) }
            guard let until = pause.until else {
                self.segments = segments
                return
            }
            let next = max(start, clock.reading(at: until).day.epochDay)
            courseDay += last >= first ? last - first + (next > last ? 1 : 0) : 0
            first = max(first, next)
        }
        if first <= end { segments.append(Segment(first: first, last: end, courseDay: courseDay)) }
        self.segments = segments
    }

    /// The calendar day of a course day; nil when the course ends before it.
    func day(ofCourseDay courseDay: Int) -> Int? {
        segments.last { $0.courseDay <= courseDay && courseDay - $0.courseDay <= $0.last - $0.first }
            .map { $0.first + courseDay - $0.courseDay }
    }

    /// The course day of a calendar day, of the next one that has one for a day in a pause; the day after the last for
    /// anything later.
    func courseDay(of day: Int) -> Int {
        for segment in segments {
            if day < segment.first { return segment.courseDay }
            if day <= segment.last { return segment.courseDay + day - segment.first }
        }
        return segments.last.map { $0.courseDay + $0.last - $0.first + 1 } ?? 0
    }
}

/// Stretches of time without doses: pauses, before the first and after the last moment of an order.
struct BlockedTimes: Sendable {
    /// Ascending and apart from each other.
    let ranges: [Range<Date>]

    init(_ course: Course) {
        var parts = course.pauses.map { $0.from..<max($0.from, $0.until ?? .distantFuture) }
        if let begin = course.notBefore { parts.append(.distantPast..<begin) }
        if let stop = course.stopped { parts.append(stop..<max(stop, .distantFuture)) }
        var merged: [Range<Date>] = []
        for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, part.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
            } else {
                merged.append(part)
            }
        }
        ranges = merged
    }

    func contains(_ instant: Date) -> Bool {
        ranges.contains { $0.contains(instant) }
    }
}
