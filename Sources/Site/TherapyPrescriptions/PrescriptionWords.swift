import Clinic
import Foundation
import Rendering

/// What prescriptions say in the reader's language.
struct PrescriptionWords: Sendable {
    let words: Words
    let zone: TimeZone
    private let now: Date
    private var dates: Dates { Dates(words.language) }

    init(_ site: Site, _ context: some SiteContext) {
        words = site.words(context)
        zone = site.settings.timeZone
        now = site.now
    }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { words(key, values) }

    func callAsFunction(_ key: String, count: Int) -> String { words(key, count: count) }

    func date(_ date: LocalDate) -> String { dates.date(date) }

    func time(_ instant: Date) -> String { dates.dateAndTime(instant, in: zone) }

    func status(_ status: PrescriptionStatus) -> String { words("prescriptions.status.\(status.rawValue)") }

    /// A line of a list.
    func line(_ summary: TherapyPrescriptionSummary) -> PrescriptionLine {
        PrescriptionLine(
            url: "/prescriptions/\(summary.id)", number: summary.number?.description ?? words("prescriptions.draft"),
            patient: summary.patientName ?? words("prescriptions.no-patient"),
            birthDate: summary.patientBirthDate.map(date), codes: summary.diagnoses.joined(separator: ", "),
            retired: summary.retired.map { RetiredTag(text: words("diagnoses.retired.tag", ["code": $0])) },
            isAnyRetired: !summary.retired.isEmpty,
            visits: summary.visits.map(String.init) ?? "", clinician: summary.clinician, at: time(summary.at),
            status: summary.status.rawValue, statusText: status(summary.status),
            course: summary.status == .signed ? summary.course.map { tag($0, at: now) } : nil)
    }
}

/// One line of a list of prescriptions.
struct PrescriptionLine: Sendable {
    let url: String
    let number: String
    let patient: String
    /// Nil for a draft without a patient.
    let birthDate: String?
    let codes: String
    /// Of its codes that cannot be billed any more.
    let retired: [RetiredTag]
    let isAnyRetired: Bool
    let visits: String
    let clinician: String
    let at: String
    /// `draft`, `signed`, `superseded`, `cancelled`: also the names of tags and icons.
    let status: String
    let statusText: String
    /// What became of it, in place of the status; nil unless it is in force.
    let course: CourseTag?
}
