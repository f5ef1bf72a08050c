/// How many visits are authorised and how they are spread.
package struct VisitPlan: Sendable, Hashable, Codable {
    /// In total, 1–20 in the spine template.
    package var visits: Int
    /// Visits in one week, 1–7; nil leaves it to the therapist.
    package var perWeek: Int?
    /// Weeks the treatment lasts, 1–52; nil leaves it open.
    package var weeks: Int?

    package init(visits: Int, perWeek: Int? = nil, weeks: Int? = nil) {
        self.visits = visits
        self.perWeek = perWeek
        self.weeks = weeks
    }

    package static let perWeekRange = 1...7
    package static let weeksRange = 1...52

    /// Visits that the weekly number and the weeks make together; nil unless both are given.
    package var scheduled: Int? {
        guard let perWeek, let weeks else { return nil }
        return perWeek * weeks
    }

    /// Whether the authorised visits and the schedule say different things: worth a question, since a prescriber may
    /// mean it (visits left over for a second look, or a schedule that ends early).
    package var isMismatched: Bool { scheduled.map { $0 != visits } ?? false }

    /// What cannot be meant: numbers out of range, more visits in one week than in all, or more than one a day.
    package func problems(allowed: TherapyTemplate.Visits) -> [Problem] {
        var problems: [Problem] = []
        if !(allowed.min...allowed.max).contains(visits) {
            problems.append(
                Problem("visits", "therapies.problem.visits", ["min": "\(allowed.min)", "max": "\(allowed.max)"]))
        }
        if let perWeek, !Self.perWeekRange.contains(perWeek) {
            problems.append(Problem("per-week", "therapies.problem.per-week"))
        } else if let perWeek, perWeek > visits {
            problems.append(
                Problem(
                    "per-week", "therapies.problem.per-week-beyond-visits",
                    ["perWeek": "\(perWeek)", "visits": "\(visits)"]))
        }
        if let weeks, !Self.weeksRange.contains(weeks) {
            problems.append(Problem("weeks", "therapies.problem.weeks"))
        } else if let weeks, visits > weeks * 7 {
            problems.append(
                Problem("weeks", "therapies.problem.weeks-too-few", ["visits": "\(visits)", "count": "\(weeks)"]))
        }
        return problems
    }
}
