import Foundation

/// Which signed prescriptions a list shows, by what became of them.
package enum CourseFilter: Hashable, Sendable {
    case state(TherapyCourse.State)
    /// The last valid day is near.
    case expiring
    /// Visits are left while treatment may still go on.
    case visitsLeft

    package static let all: [CourseFilter] =
        [.silent, .expiring, .visitsLeft].map(\.self)
        + TherapyCourse.State.allCases.filter { $0 != .silent }.map(Self.state)

    /// What stands in an address: the state's own name, `expiring`, `visits-left`.
    package init?(name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    package var name: String {
        switch self {
        case .state(let state): state.rawValue
        case .expiring: "expiring"
        case .visitsLeft: "visits-left"
        }
    }

    /// Gone silent: the ones to ask after.
    package static let silent = CourseFilter.state(.silent)

    /// Whether a course is one of these. A prescription that is not in force never is.
    package func holds(_ course: TherapyCourse, at now: Date, today: LocalDate) -> Bool {
        switch self {
        case .state(let state): course.state(at: now, today: today) == state
        case .expiring: course.isExpiring(on: today)
        case .visitsLeft: course.hasVisitsLeft(on: today)
        }
    }
}
