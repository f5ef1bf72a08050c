import Clinic
import Rendering

/// A patient's home.
struct PatientHomePage: Page {
    static let template = "home/patient"

    struct Line: Sendable {
        let url: String
        let title: String
        let meta: String
        /// `signed`, `superseded`, `cancelled`: also the names of tags and icons.
        let status: String
        let statusText: String
    }

    let name: String
    /// Birth date and number, so that somebody can tell that the record is theirs; nil while the account has none.
    let record: String?
    let lines: [Line]
    let isEmpty: Bool
    let nextURL: String?
    /// What is due, and the medicines in force; nil while the account has no record.
    let medicines: MyMedicationsPage?

    /// For an account that is not joined to a record.
    init(_ account: Account) {
        name = account.name
        record = nil
        lines = []
        isEmpty = false
        nextURL = nil
        medicines = nil
    }

    /// - Parameter summaries: at most one more than fits on a page.
    init(
        _ patient: Patient, _ summaries: [TherapyPrescriptionSummary], pageLength: Int,
        medicines: MyMedicationsPage, words: PrescriptionWords
    ) {
        self.medicines = medicines
        let page = Array(summaries.prefix(pageLength))
        name = patient.name.full
        record = words(
            "my-prescriptions.record", ["date": words.date(patient.birthDate), "number": patient.number.description])
        lines = page.map { Self.line($0, words) }
        isEmpty = lines.isEmpty
        nextURL = summaries.count > page.count ? page.last?.number.map { "/?before=\($0)" } : nil
    }

    private static func line(_ summary: TherapyPrescriptionSummary, _ words: PrescriptionWords) -> Line {
        Line(
            url: MyPrescriptionPage.path(summary.id),
            title: words("my-prescriptions.therapy", count: summary.visits ?? 0),
            meta: [words.time(summary.at), summary.clinician, summary.number?.description ?? ""]
                .joined(separator: " · "),
            status: summary.status.rawValue, statusText: words.status(summary.status))
    }
}

/// A signed sheet as its patient sees it.
struct MyPrescriptionPage: Page {
    static let template = "my-prescriptions/show"
    let url: String
    let number: String
    let status: String
    let statusText: String
    let signed: String
    /// When it was taken back; nil unless it was.
    let cancelled: String?
    /// The one that took its place; nil for none.
    let replacedByURL: String?
    /// When the practice had it and how many visits are left; nil for no word of that.
    let course: String?
    /// HTML of our own making.
    let sheet: String

    static func path(_ id: Identifier<TherapyPrescription>) -> String { "/my/prescriptions/\(id)" }

    init(_ prescription: TherapyPrescription, course: TherapyCourse?, sheet: String, words: PrescriptionWords) {
        url = Self.path(prescription.id)
        number = prescription.signed.number.description
        status = prescription.status.rawValue
        statusText = words.status(prescription.status)
        signed = words(
            "prescriptions.signed-by",
            ["name": prescription.signed.sheet.provider.name, "time": words.time(prescription.signed.signedAt)])
        cancelled = prescription.cancellation.map { words("my-prescriptions.cancelled", ["time": words.time($0.at)]) }
        replacedByURL = prescription.replacedBy.map(Self.path)
        let told = [
            course?.receivedOn.map { words("my-prescriptions.received", ["date": words.date($0)]) },
            course?.visitsLeft.map { words("my-prescriptions.visits-left", count: $0) },
        ].compactMap(\.self)
        self.course = told.isEmpty || prescription.status != .signed ? nil : told.joined(separator: " ")
        self.sheet = sheet
    }
}
