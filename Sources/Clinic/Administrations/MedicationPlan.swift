import Foundation

/// The expected doses of a series of prescriptions: those of each version for as long as it was in force.
package struct MedicationPlan: Sendable {
    /// The versions, the first one first; one at least.
    package let versions: [MedicationPrescription]
    package let clock: WallClock
    package let windows: DoseWindows
    let schedules: [Schedule]

    /// - Parameters:
    ///   - versions: of one series, in the order of signing.
    ///   - rhythm: the patient's own day.
    ///   - zone: where the patient lives.
    package init(
        _ versions: [MedicationPrescription], rhythm: DayRhythm, zone: TimeZone, windows: DoseWindows = DoseWindows()
    ) {
        self.versions = versions
        self.windows = windows
        let clock = WallClock(zone)
        self.clock = clock
        // A version takes over when it is signed, or when it begins where that is later.
        let begins = versions.map { max($0.signed.signedAt, clock.start(of: $0.order.start)) }
        schedules = versions.indices.map { index in
            let version = versions[index]
            var course = Course(
                version.order, signed: begins[index], pauses: version.pauses, lastDay: version.discontinuation?.lastDay,
                in: zone)
            course.stopped = index + 1 < versions.count ? begins[index + 1] : nil
            return Schedule(version.order.dosages, course, rhythm: rhythm, zone: zone)
        }
    }

    /// The doses of some days with their windows, in the order of time.
    package func plan(on days: ClosedRange<LocalDate>) -> [PlannedDose] {
        schedules.flatMap { $0.plan(on: days, windows) }
    }

    /// The expected dose of a name; nil when the plan has none, or has no longer.
    package func dose(_ slot: SlotID) -> PlannedDose? {
        slot.day.flatMap { day in plan(on: day...day).first { $0.dose.id == slot } }
    }

    /// The next dose from an instant on that is not answered yet; nil when none is to come in 400 days.
    package func next(from now: Date, answered: Set<String>) -> PlannedDose? {
        var day = windows.day(of: now, clock)
        for length in [2, 7, 31, 361] {
            let last = day.adding(days: length - 1)
            let found = plan(on: day...last).first { $0.closes > now && !answered.contains($0.dose.id.description) }
            if let found { return found }
            day = last.adding(days: 1)
        }
        return nil
    }

    /// The dose that something taken at an instant is meant for, by the rules of ``Schedule/slot(for:answered:_:)``; nil for
    /// an unplanned one.
    package func slot(for instant: Date, answered: Set<String>) -> ExpectedDose? {
        let answered = Set(answered.compactMap { SlotID(text: $0) })
        return schedules.reversed().lazy.compactMap { $0.slot(for: instant, answered: answered, windows) }.first
    }

    /// The day that an instant belongs to when no dose says so.
    package func day(of instant: Date) -> LocalDate { windows.day(of: instant, clock) }

    /// The first day whose doses may still be open: what is before it is settled. Nil where doses are so far apart that
    /// all have to be looked at.
    package func firstOpenDay(at now: Date) -> LocalDate? {
        let today = day(of: now)
        let recent = expectedCounts(on: today.adding(days: -60)...today).values.reduce(0, +)
        return recent >= 30 ? today.adding(days: -14) : nil
    }

    /// The version in force, or the last one that was.
    package var newest: MedicationPrescription? { versions.last }

    /// Dosages of the newest version that give no expected doses, though they are not taken when needed: the patient is
    /// told to ask.
    package var unscheduled: [Unscheduled] {
        schedules.last?.unscheduled.filter { $0.reason != .asNeeded } ?? []
    }

    /// Whether the newest version has doses to be taken when needed.
    package var isAsNeeded: Bool { newest?.order.dosages.contains { $0.asNeeded != nil } ?? false }

    /// The limits of the newest version.
    package var limits: IntakeLimits { IntakeLimits(newest?.order.dosages ?? [], zone: clock.zone) }
}

extension MedicationPlan {
    /// How many doses each day expects, optional ones left out: the same as counting ``plan(on:)``, but without making the
    /// doses.
    package func expectedCounts(on days: ClosedRange<LocalDate>) -> [LocalDate: Int] {
        var counts: [LocalDate: Int] = [:]
        for schedule in schedules {
            for line in schedule.lines {
                line.addExpected(from: days.lowerBound.epochDay, through: days.upperBound.epochDay, to: &counts)
            }
        }
        return counts
    }
}

extension DoseLine {
    /// Adds how many required doses each day has.
    fileprivate func addExpected(from low: Int, through high: Int, to counts: inout [LocalDate: Int]) {
        let (low, high) = (max(low, first), min(high, last, lastRequired))
        guard low <= high else { return }
        let most = self.count.map { $0.lowerBound - countBefore } ?? Int.max
        var before = min(count(before: low), most)
        if case .calendar(let pattern, let slots, _) = source {
            let free = freeDoses(slots)
            var all = count(before: low)
            for day in low...high where pattern.contains(day) {
                all += free(day)
                let through = min(all, most)
                if through > before { counts[LocalDate(epochDay: day), default: 0] += through - before }
                before = through
            }
            return
        }
        for day in low...high {
            let through = min(count(before: day + 1), most)
            if through > before { counts[LocalDate(epochDay: day), default: 0] += through - before }
            before = through
        }
    }
}
