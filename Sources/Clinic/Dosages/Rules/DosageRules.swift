import Foundation

/// What must hold for the dosages of an order before it is signed: FHIR's `tim` invariants as far as the types do not make
/// breaking them impossible, and what would contradict itself. An imported order is judged by the same rules, but may leave
/// open what a typed one has to say; it is then shown whole and not scheduled.
package struct DosageRules: Hashable, Sendable {
    /// The first day of the order.
    package var start: LocalDate
    /// The last day of the order; nil for no end.
    package var end: LocalDate?
    /// Whether the medicine is never taken more often than once a week, as methotrexate for arthritis.
    package var isWeeklyOnly: Bool
    /// Whether somebody sits before the form: the dose, the timing and the weekday of a weekly order must be said.
    package var isTyped: Bool

    package init(start: LocalDate, end: LocalDate? = nil, isWeeklyOnly: Bool = false, isTyped: Bool = true) {
        self.start = start
        self.end = end
        self.isWeeklyOnly = isWeeklyOnly
        self.isTyped = isTyped
    }

    /// What is wrong, in the order of the dosages; empty when they may be signed. At most one problem per field.
    package func problems(in dosages: [Dosage]) -> [Problem] {
        var found: [Problem] = []
        if let end, end < start { found.append(Problem("end", "dosages.problem.end-before-start")) }
        found += stepOrder(dosages)
        for (row, dosage) in dosages.enumerated() where dosage.asWritten == nil {
            found += check(dosage, row)
        }
        if found.isEmpty { found += scheduleProblems(dosages) }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.field).inserted }
    }

    private func check(_ dosage: Dosage, _ row: Int) -> [Problem] {
        var checks = DosageChecks(row: row)
        if isTyped, dosage.dose == nil { checks.note(.dose, "dosages.problem.dose-required") }
        checks.limits(of: dosage)
        guard let timing = dosage.timing else {
            if isTyped, dosage.asNeeded == nil { checks.note(.timing, "dosages.problem.timing-required") }
            return checks.problems
        }
        switch timing.rhythm {
        case .instants(let instants):
            if instants.isEmpty { checks.note(.times, "dosages.problem.times-required") }
        case .elapsed(let rhythm): checks.elapsed(rhythm)
        case .calendar(let rhythm): checks.calendar(rhythm, isTyped: isTyped && dosage.asNeeded == nil)
        }
        checks.bounds(timing.bounds, orderStart: start)
        checks.count(timing.count)
        checks.duration(of: timing)
        return checks.problems
    }

    private func stepOrder(_ dosages: [Dosage]) -> [Problem] {
        var step = 1
        for (row, dosage) in dosages.enumerated() {
            guard dosage.step == step || (row > 0 && dosage.step == step + 1) else {
                return [Problem(DosageField.step.name(row), "dosages.problem.step-order")]
            }
            step = dosage.step
        }
        return []
    }
}

/// The fields of the form that dosages are typed in, in the names problems have.
package enum DosageField: String, CaseIterable, Sendable {
    case timing, dose, frequency, period, weekdays, times, offset, cycle, count, duration, bounds, start, end, step
    case maxPerPeriod = "max-per-period"
    case maxPerAdministration = "max-per-administration"
    case maxPerLifetime = "max-per-lifetime"

    /// The first dosage's fields have the bare name, the second's end in `-2`.
    package func name(_ row: Int) -> String { row == 0 ? rawValue : "\(rawValue)-\(row + 1)" }
}
