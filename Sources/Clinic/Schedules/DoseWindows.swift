import Foundation

/// The clinic's rules for what is on time and which day an hour after midnight belongs to. One set of them is used by every
/// page and chart.
package struct DoseWindows: Hashable, Sendable, Codable {
    /// How long before it is due a dose may be taken, 0…720 minutes; never more than half the gap to the dose before.
    package var minutesBefore: Int
    /// How long after it is due a dose is not missed yet, 15…1440 minutes; never more than half the gap to the next dose. Nil:
    /// just that half.
    package var minutesAfter: Int?
    /// When a day ends: what is taken before this hour without a dose planned for it belongs to the day before.
    /// 00:00…11:59.
    package var dayEnd: LocalTime

    package static let minutesBeforeRange = 0...720
    package static let minutesAfterRange = 15...1440

    package init(
        minutesBefore: Int = 60, minutesAfter: Int? = nil, dayEnd: LocalTime = LocalTime(minuteOfDay: 240)
    ) {
        self.minutesBefore = minutesBefore.clamped(to: Self.minutesBeforeRange)
        self.minutesAfter = minutesAfter?.clamped(to: Self.minutesAfterRange)
        self.dayEnd = LocalTime(minuteOfDay: min(dayEnd.minuteOfDay, 719))
    }

    /// The day that an hour belongs to when no planned dose says so.
    package func day(of instant: Date, _ clock: WallClock) -> LocalDate {
        let reading = clock.reading(at: instant)
        return reading.time < dayEnd ? reading.day.adding(days: -1) : reading.day
    }

    /// When a day is over.
    package func end(of day: LocalDate, _ clock: WallClock) -> Date {
        clock.instant(of: dayEnd, on: day.adding(days: 1))
    }
}

/// An expected dose with the time in which taking it is taking it.
package struct PlannedDose: Hashable, Sendable {
    package let dose: ExpectedDose
    /// From when on it is offered.
    package let opens: Date
    /// When it can no longer be taken, only caught up with: half the gap to the next dose after it was due, or what the clinic
    /// set where that is less. After the last dose the gap before it is the measure; a single dose, and one that is only
    /// counted for its day, stay open until the day ends.
    package let closes: Date
    /// Until when something taken is meant for it, though it be late: ``closes`` without what the clinic set.
    let latest: Date
    /// Half the gap to the dose before: nearer than that an early dose is meant for this one and not for that.
    let nearest: Date
}

extension Schedule {
    /// The doses of some days with their windows, in the order of time.
    package func plan(on days: ClosedRange<LocalDate>, _ windows: DoseWindows = DoseWindows()) -> [PlannedDose] {
        let doses = doses(on: days)
        let outside = [
            neighbour(of: days.lowerBound, direction: -1), neighbour(of: days.upperBound, direction: 1),
        ]
        let instants = Set(doses.compactMap(\.instant) + outside.compactMap(\.self)).sorted()
        return doses.map { plan($0, among: instants, windows) }
    }

    private func plan(_ dose: ExpectedDose, among instants: [Date], _ windows: DoseWindows) -> PlannedDose {
        let dayEnd = windows.end(of: dose.day, clock)
        guard let instant = dose.instant, let index = instants.firstIndex(of: instant) else {
            let opens = windows.end(of: dose.day.adding(days: -1), clock)
            return PlannedDose(dose: dose, opens: opens, closes: dayEnd, latest: dayEnd, nearest: opens)
        }
        let before = index > 0 ? instant.timeIntervalSince(instants[index - 1]) / 2 : nil
        let after = index + 1 < instants.count ? instants[index + 1].timeIntervalSince(instant) / 2 : nil
        let reach = before ?? after ?? 43_200
        let opens = instant.addingTimeInterval(-min(reach, Double(windows.minutesBefore) * 60))
        let latest = (after ?? before).map(instant.addingTimeInterval) ?? max(dayEnd, instant.addingTimeInterval(3600))
        let set = windows.minutesAfter.map { instant.addingTimeInterval(Double($0) * 60) }
        return PlannedDose(
            dose: dose, opens: min(opens, dose.earliest ?? opens), closes: min(latest, set ?? latest), latest: latest,
            nearest: instant.addingTimeInterval(-reach))
    }

    /// The nearest dose with a time on the days before or after a day; nil when there is none for four years.
    private func neighbour(of day: LocalDate, direction: Int) -> Date? {
        var (reached, length) = (0, 1)
        while reached < 1500 {
            let near = day.adding(days: direction * (reached + 1))
            let far = day.adding(days: direction * (reached + length))
            let instants = doses(on: min(near, far)...max(near, far)).compactMap(\.instant)
            if let found = direction < 0 ? instants.max() : instants.min() { return found }
            guard hasLines(beyond: far, direction: direction) else { return nil }
            reached += length
            length *= 4
        }
        return nil
    }

    private func hasLines(beyond day: LocalDate, direction: Int) -> Bool {
        lines.contains { direction < 0 ? $0.first < day.epochDay : $0.last > day.epochDay }
    }

    /// The dose that something taken at an instant is meant for: the nearest one within half the gap to its neighbours that
    /// is not answered yet. A dose is not taken for one of the next day before that one's window opens, so that what is
    /// taken late in the evening does not use up the next morning. Nil when it answers nothing: it is an unplanned dose.
    package func slot(
        for instant: Date, answered: Set<SlotID> = [], _ windows: DoseWindows = DoseWindows()
    ) -> ExpectedDose? {
        let day = windows.day(of: instant, clock)
        let calendarDay = clock.reading(at: instant).day
        // Doses far apart reach over days: the two on either side of the instant are looked at too.
        let near = [neighbour(of: day, direction: -1), neighbour(of: calendarDay, direction: 1)].compactMap { $0 }
            .map { clock.reading(at: $0).day }
        let days = min(day, near.min() ?? day).adding(days: -1)...max(calendarDay, near.max() ?? day)
        let open = plan(on: days, windows).filter { !answered.contains($0.dose.id) }
        let timed = open.filter { planned in
            guard let due = planned.dose.instant else { return false }
            if instant >= due { return instant <= planned.latest }
            return instant >= planned.opens || (instant >= planned.nearest && planned.dose.day == day)
        }
        let nearest = timed.min { abs($0.distance(to: instant)) < abs($1.distance(to: instant)) }
        return (nearest ?? open.first { $0.dose.instant == nil && $0.dose.day == day })?.dose
    }
}

extension PlannedDose {
    fileprivate func distance(to instant: Date) -> TimeInterval {
        instant.timeIntervalSince(dose.instant ?? .distantFuture)
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
