import Clinic
import Rendering
import Store

/// The audit log, newest first.
struct AuditPage: Page {
    static let template = "audit/index"

    struct Line: Sendable {
        let time: String
        let person: String
        let action: String
        let record: String
        /// Nil where no patient is concerned.
        let patient: String?
        /// All rows of this patient.
        let patientURL: String
    }

    let problems: [ProblemLine]
    let account: ChoiceFieldView
    let action: ChoiceFieldView
    let from: FieldView
    let through: FieldView
    /// The id of the patient whose rows are shown, and what stands for the name; nil for all patients.
    let patientID: String?
    let patientName: String?
    let allPatientsURL: String
    let lines: [Line]
    let isEmpty: Bool
    let olderURL: String?
    let newestURL: String?
    let fileURL: String

    init(
        _ form: AuditForm, accounts: [Account], problems: [Problem] = [], lines: [AuditLine], hasMore: Bool,
        words: AuditWords
    ) {
        let said = words.words
        let builder = FieldBuilder(words: said, problems: problems, prefix: "audit")
        self.problems = builder.summary
        account = builder.choice(
            "account", [("", said("audit.account.all"))] + accounts.map { ($0.id.text, words.name($0)) },
            chosen: [form.account])
        action = builder.choice(
            "action",
            [("", said("audit.action.all"))]
                + AuditAction.allCases.map { ($0.rawValue, words.action($0)) }.sorted { $0.1 < $1.1 },
            chosen: [form.action])
        func day(_ name: String, _ value: String) -> FieldView {
            builder.field(name, value) {
                $0.type = "date"
                $0.width = "10"
                $0.required = false
            }
        }
        from = day("from", form.from)
        through = day("through", form.through)
        let patient = Identifier<Patient>(untrusted: form.patient)
        patientID = patient?.text
        patientName = patient.map { id in
            lines.first { $0.entry.patient == id }.flatMap(words.patient)
                ?? words.pseudonym(id)
        }
        allPatientsURL = AuditPage.path(form, patient: "")
        self.lines = lines.map { line in
            Line(
                time: words.time(line), person: words.person(line), action: words.action(line.entry.action),
                record: words.record(line.entry.entity), patient: words.patient(line),
                patientURL: line.entry.patient.map { AuditPage.path(form, patient: $0.text) } ?? "")
        }
        isEmpty = lines.isEmpty && problems.isEmpty
        olderURL = hasMore ? lines.last.map { form.path("/audit", before: $0.entry.id) } : nil
        newestURL = form.before == nil ? nil : form.path("/audit")
        fileURL = form.path("/audit.csv")
    }

    private static func path(_ form: AuditForm, patient: String) -> String { form.path("/audit", patient: patient) }
}
