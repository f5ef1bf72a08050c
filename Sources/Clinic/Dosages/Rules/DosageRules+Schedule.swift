import Foundation

/// The rules that are found by working out the doses.
extension DosageRules {
    func scheduleProblems(_ dosages: [Dosage]) -> [Problem] {
        let scheduled = dosages.map { dosage in
            var dosage = dosage
            // What may be taken when needed is limited by its maximum, not by its rhythm.
            if dosage.asNeeded != nil { dosage.timing = nil }
            return dosage
        }
        let schedule = Schedule(scheduled, Course(start: start, end: end), rhythm: .usual, zone: .gmt)
        let unscheduled = schedule.unscheduled.flatMap(problems)
        guard unscheduled.isEmpty else { return unscheduled }
        return overlaps(dosages) + counts(dosages) + weeklyOnly(dosages, schedule) + maximum(dosages, schedule)
    }

    private func problems(_ unscheduled: Unscheduled) -> [Problem] {
        let row = unscheduled.dosage
        switch unscheduled.reason {
        case .asNeeded, .noTiming, .asWritten, .needsWeekday: return []
        case .needsDays: return [Problem(DosageField.frequency.name(row), "dosages.problem.frequency-spread")]
        case .contradictory: return [Problem(DosageField.timing.name(row), "dosages.problem.contradictory")]
        case .notCountable: return [Problem(DosageField.period.name(row), "dosages.problem.period-short")]
        case .neverBegins: return [Problem(DosageField.step.name(row), "dosages.problem.step-endless")]
        }
    }

    /// A step begins after the ones before have ended, where those say when they end.
    private func overlaps(_ dosages: [Dosage]) -> [Problem] {
        dosages.enumerated().compactMap { row, dosage in
            guard case .period(let from?, _)? = dosage.timing?.bounds, dosage.step > 1 else { return nil }
            let earlier = dosages.filter { $0.step < dosage.step && $0.timing?.isEnding ?? false }
            let last = Schedule(earlier, Course(start: start, end: end), rhythm: .usual, zone: .gmt).lastDay
            guard let last, from <= last else { return nil }
            return Problem(DosageField.start.name(row), "dosages.problem.steps-overlap")
        }
    }

    /// So many doses fit into the time that is given for them.
    private func counts(_ dosages: [Dosage]) -> [Problem] {
        dosages.enumerated().compactMap { row, dosage in
            guard let count = dosage.timing?.count, dosage.asNeeded == nil, dosage.asWritten == nil else { return nil }
            var unlimited = dosage
            unlimited.timing?.count = nil
            let schedule = Schedule([unlimited], Course(start: start, end: end), rhythm: .usual, zone: .gmt)
            guard schedule.lastDay != nil else { return nil }
            let possible = schedule.lines.reduce(0) { $0 + $1.count(before: $1.last + 1) }
            guard possible < count.lowerBound else { return nil }
            return Problem(DosageField.count.name(row), "dosages.problem.count-unreached", ["count": "\(possible)"])
        }
    }

    /// Methotrexate taken daily instead of weekly has killed people.
    private func weeklyOnly(_ dosages: [Dosage], _ schedule: Schedule) -> [Problem] {
        guard isWeeklyOnly else { return [] }
        for (row, dosage) in dosages.enumerated() where dosage.asWritten == nil {
            if dosage.asNeeded != nil || dosage.timing?.rhythm.isSeveralTimesAWeek ?? false {
                return [Problem(DosageField.timing.name(row), "dosages.problem.weekly-only")]
            }
        }
        var last: LocalDate?
        for dose in schedule.doses(within: 20_000) where dose.day != last {
            if let last, last.days(to: dose.day) < 7 {
                return [Problem(DosageField.timing.name(dose.dosage), "dosages.problem.weekly-only")]
            }
            last = dose.day
        }
        return []
    }

    /// The doses of any stretch of the length of a limit, at their higher number, do not exceed it.
    private func maximum(_ dosages: [Dosage], _ schedule: Schedule) -> [Problem] {
        guard dosages.contains(where: { $0.limits != Dosage.Limits() && $0.asNeeded == nil }) else { return [] }
        let doses = schedule.doses(within: 20_000)
        return dosages.enumerated().flatMap { row, dosage -> [Problem] in
            guard dosage.asNeeded == nil else { return [] }
            var problems: [Problem] = []
            if dosage.limits.perPeriod.contains(where: { schedule.exceeds($0, doses) }) {
                problems.append(Problem(DosageField.maxPerPeriod.name(row), "dosages.problem.exceeds-period"))
            }
            if let most = dosage.limits.perLifetime, DoseSum(doses, most.unit).isMore(than: most.high) {
                problems.append(Problem(DosageField.maxPerLifetime.name(row), "dosages.problem.exceeds-lifetime"))
            }
            return problems
        }
    }
}

extension Schedule {
    /// The doses of the first days of every line, or of the whole order when it has an end: enough to see what its rhythm
    /// adds up to. At most about so many doses.
    fileprivate func doses(within most: Int) -> [ExpectedDose] {
        let begin = course.start.epochDay
        let last = min(lines.map { min($0.last, $0.first + 100) }.max() ?? begin, begin + 3700)
        let end = max(begin, lastDay.map { min($0.epochDay, begin + 3700) } ?? last)
        var doses: [ExpectedDose] = []
        for day in stride(from: begin, through: end, by: 30) where doses.count < most {
            doses += self.doses(on: LocalDate(epochDay: day)...LocalDate(epochDay: min(day + 29, end)))
        }
        return doses
    }

    /// Whether doses in the order of time go beyond a limit in any stretch of its length.
    fileprivate func exceeds(_ limit: DoseLimit, _ doses: [ExpectedDose]) -> Bool {
        let period = LimitPeriod(limit.period)
        var first = 0
        for (index, dose) in doses.enumerated() {
            while first < index, !period.counts(doses[first].order, at: dose.order, clock) { first += 1 }
            if DoseSum(doses[first...index], limit.unit).isMore(than: limit.most) { return true }
        }
        return false
    }
}

/// What some doses in one unit add up to, at their higher number.
private struct DoseSum {
    private var value: DoseValue?
    private var isTooLarge = false

    init(_ doses: some Sequence<ExpectedDose>, _ unit: DoseUnit) {
        for case let dose? in doses.map(\.dose) where dose.unit == unit && !isTooLarge {
            value = value.map { $0 + dose.high } ?? dose.high
            isTooLarge = value == nil
        }
    }

    func isMore(than most: DoseValue) -> Bool { isTooLarge || (value.map { $0 > most } ?? false) }
}

extension Timing {
    /// Whether it says when it ends.
    fileprivate var isEnding: Bool {
        if case .period(_, let through)? = bounds { through != nil } else { bounds != nil || count != nil }
    }
}

extension Rhythm {
    /// Whether it says so by itself, on days that are not named.
    fileprivate var isSeveralTimesAWeek: Bool {
        guard case .calendar(let rhythm) = self, rhythm.needsWeekday else { return false }
        return (rhythm.frequency?.upperBound ?? 1) > 1
    }
}
