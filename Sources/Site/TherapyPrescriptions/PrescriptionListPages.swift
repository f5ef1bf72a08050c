import Clinic
import Rendering

/// The list of prescriptions, by status.
struct PrescriptionIndexPage: Page {
    static let template = "prescriptions/index"

    struct Tab: Sendable {
        let url: String
        let label: String
        let current: Bool
    }

    let tabs: [Tab]
    let lines: [PrescriptionLine]
    let isEmpty: Bool
    /// What was typed as a number and is none.
    let typed: String
    let notFound: Bool
    let nextURL: String?

    init(
        _ summaries: [TherapyPrescriptionSummary], pageLength: Int, status: PrescriptionStatus?, typed: String,
        words: PrescriptionWords
    ) {
        let all = Tab(url: "/prescriptions", label: words("prescriptions.status.all"), current: status == nil)
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
        let filter = status.map { "status=\($0.rawValue)&" } ?? ""
        nextURL =
            summaries.count > page.count
            ? page.last?.number.map { "/prescriptions?\(filter)before=\($0)" } : nil
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
