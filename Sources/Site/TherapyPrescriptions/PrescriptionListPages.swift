import Clinic
import Rendering

/// What a list of prescriptions shows, and how many of each course there are.
struct PrescriptionFilter: Sendable {
    /// Nil for all that are signed.
    let status: PrescriptionStatus?
    /// Nil for every course; only without a status.
    let course: CourseFilter?
    let counts: [CourseFilter: Int]

    /// What of the address says it, with the `&` behind it.
    var query: String {
        status.map { "status=\($0.rawValue)&" } ?? course.map { "course=\($0.name)&" } ?? ""
    }
}

/// The list of prescriptions, by status or course.
struct PrescriptionIndexPage: Page {
    static let template = "prescriptions/index"

    struct Tab: Sendable {
        let url: String
        let label: String
        let current: Bool
        /// Nil where they are not counted.
        var count: Int?
    }

    let tabs: [Tab]
    /// By what became of those in force.
    let courses: [Tab]
    let lines: [PrescriptionLine]
    let isEmpty: Bool
    /// What was typed as a number and is none.
    let typed: String
    let notFound: Bool
    let nextURL: String?

    init(
        _ summaries: [TherapyPrescriptionSummary], pageLength: Int, filter: PrescriptionFilter, typed: String,
        words: PrescriptionWords
    ) {
        let status = filter.status
        let all = Tab(
            url: "/prescriptions", label: words("prescriptions.status.all"),
            current: status == nil && filter.course == nil)
        tabs =
            [all]
            + PrescriptionStatus.allCases.map {
                Tab(url: "/prescriptions?status=\($0.rawValue)", label: words.status($0), current: $0 == status)
            }
        let page = status == .draft ? summaries : Array(summaries.prefix(pageLength))
        lines = page.map(words.line)
        isEmpty = lines.isEmpty
        self.typed = typed
        notFound = !typed.isEmpty
        courses = CourseFilter.all.map {
            Tab(
                url: "/prescriptions?course=\($0.name)", label: words.label(of: $0), current: $0 == filter.course,
                count: filter.counts[$0] ?? 0)
        }
        nextURL =
            summaries.count > page.count
            ? page.last?.number.map { "/prescriptions?\(filter.query)before=\($0)" } : nil
    }
}

/// A patient's prescriptions.
struct PatientHistoryPage: Page {
    static let template = "prescriptions/history"
    let banner: PatientBanner
    let patient: String
    let lines: [PrescriptionLine]
    let isEmpty: Bool
    let nextURL: String?

    init(
        _ patient: Patient, _ summaries: [TherapyPrescriptionSummary], pageLength: Int, words: PrescriptionWords,
        banner: PatientBanner
    ) {
        self.banner = banner
        self.patient = patient.id.text
        let page = Array(summaries.prefix(pageLength))
        lines = page.map(words.line)
        isEmpty = lines.isEmpty
        nextURL =
            summaries.count > page.count
            ? page.last?.number.map { "/patients/\(patient.id)/prescriptions?before=\($0)" } : nil
    }
}
