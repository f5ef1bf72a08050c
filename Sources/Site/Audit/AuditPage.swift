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

    /// A patient whom what was typed may mean.
    struct Choice: Sendable {
        let url: String
        let name: String
        let about: String
    }

    let problems: [ProblemLine]
    let account: ChoiceFieldView
    let patient: FieldView
    let action: ChoiceFieldView
    let from: FieldView
    let through: FieldView
    /// Of the patient whose rows are shown, or what stands for it; nil for all patients.
    let patientName: String?
    let allPatientsURL: String
    let choices: [Choice]
    let hasChoices: Bool
    let lines: [Line]
    let isEmpty: Bool
    let olderURL: String?
    let newestURL: String?
    let fileURL: String

    init(
        _ form: AuditForm, _ subject: AuditSubject, accounts: [Account], problems: [Problem] = [],
        found: ListPage<AuditLine> = ListPage(lines: [], hasNext: false), words: AuditWords
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
        var (name, typed, choices): (String?, String, [PatientSummary]) = (nil, form.patient, [])
        switch subject {
        case .everybody: break
        case .one(_, let known, let shown): (name, typed) = (known, shown)
        case .refused(_, let some): choices = some
        }
        patient = builder.field("patient", typed) {
            $0.hint = said(words.namesPatients ? "audit.patient.hint-name" : "audit.patient.hint-code")
            $0.autocomplete = "off"
            $0.required = false
        }
        patientName = name
        self.choices = choices.map { one in
            Choice(
                url: form.path("/audit", patient: one.id.text), name: one.name.full,
                about: "\(Dates(said.language).date(one.birthDate)), \(one.number)")
        }
        hasChoices = !choices.isEmpty
        allPatientsURL = form.path("/audit", patient: "")
        lines = found.lines.map { line in
            Line(
                time: words.time(line), person: words.person(line), action: words.action(line.entry.action),
                record: words.record(line.entry.entity), patient: words.patient(line),
                patientURL: line.entry.patient.map { form.path("/audit", patient: $0.text) } ?? "")
        }
        isEmpty = lines.isEmpty && problems.isEmpty
        // By the id, which means this record and no other, and tells no name.
        let id = subject.patient?.text
        olderURL =
            found.hasNext
            ? found.lines.last.map { form.path("/audit", patient: id, before: $0.entry.id) } : nil
        newestURL = form.before == nil ? nil : form.path("/audit", patient: id)
        fileURL = form.path("/audit.csv", patient: id)
    }
}
