import Clinic
import Rendering

/// The form of an order.
struct MedicationFormPage: Page {
    static let template = "medication-prescriptions/form"

    let banner: PatientBanner
    let problems: [ProblemLine]
    let url: String
    let listURL: String
    let version: Int
    let title: String
    /// What it is for, as the catalogue says; nil for a medicine that was typed.
    let purpose: String?
    let detailURL: String?
    let isFreeText: Bool
    let isWithdrawn: Bool
    /// The number of the version that this one replaces; nil for a new series.
    let replaces: String?
    /// The schedule of a controlled substance; nil for none.
    let controlled: String?
    let isWeeklyOnly: Bool
    let strength: FieldView
    let form: ChoiceFieldView?
    let typedForm: FieldView?
    let route: ChoiceFieldView?
    let typedRoute: FieldView?
    let entry: DosageEntryView
    let asWritten: FieldView
    let isAsWrittenOpen: Bool
    let instruction: FieldView
    let meaning: DosageMeaning
    let reason: FieldView
    let start: FieldView
    let end: FieldView
    let quantity: FieldView
    let quantityUnit: ChoiceFieldView
    let refills: FieldView
    let substitution: ChoiceFieldView
    let notePatient: FieldView
    let notePharmacist: FieldView

    init(_ draft: MedicationDraft, catalogue: Medication?, meaning: DosageMeaning, problems: [Problem]) {
        let words = draft.words.words
        let fields = MedicationFields(
            form: draft.form,
            builder: FieldBuilder(words: words, problems: problems, prefix: "medication-prescriptions"))
        let medicine = draft.form.medicine
        banner = draft.banner
        self.problems = fields.builder.summary
        url = draft.path
        listURL = "/patients/\(draft.patient.id)/medications"
        version = draft.draft.version
        title = medicine?.title ?? ""
        purpose = catalogue.map { $0.purposes.map { $0[words.language] }.joined(separator: ", ") }
        detailURL = catalogue.map { "/medications/\($0.id)" }
        isFreeText = medicine?.catalogID == nil
        isWithdrawn = catalogue?.isWithdrawn ?? false
        replaces = draft.original?.signed.number.description
        controlled = medicine.flatMap { $0.controlledSchedule.isEmpty ? nil : $0.controlledSchedule }
        isWeeklyOnly = medicine?.isWeeklyOnly ?? false
        strength = fields.line("strength") { $0.width = "20" }
        let forms = catalogue?.forms.map { $0.name[words.language] } ?? []
        form = forms.isEmpty ? nil : fields.names("form", forms)
        typedForm = forms.isEmpty ? fields.line("form") { $0.width = "20" } : nil
        let routes = catalogue?.routes.map { $0[words.language] } ?? []
        route = routes.isEmpty ? nil : fields.names("route", routes)
        typedRoute = routes.isEmpty ? fields.line("route") { $0.width = "20" } : nil
        entry = DosageEntryView(draft, problems: problems)
        asWritten = fields.line("as-written")
        isAsWrittenOpen = !draft.form["as-written"].isEmpty || fields.builder.error("as-written") != nil
        instruction = fields.line("instruction")
        self.meaning = meaning
        reason = fields.line("reason")
        start = fields.line("start") {
            $0.width = "20"
            $0.required = true
            $0.optional = false
        }
        end = fields.line("end") { $0.width = "20" }
        quantity = fields.line("quantity") { $0.width = "10" }
        quantityUnit = fields.units("quantity-unit", draft.reading)
        refills = fields.line("refills") {
            $0.width = "4"
            $0.inputMode = "numeric"
        }
        substitution = fields.builder.choice(
            "substitution",
            ["allowed", "not-allowed"].map { ($0, words("medication-prescriptions.substitution.\($0)")) },
            chosen: [draft.form["substitution"]])
        notePatient = fields.block("note-patient")
        notePharmacist = fields.block("note-pharmacist")
    }
}

/// Builds the controls of an order's form.
struct MedicationFields {
    let form: MedicationOrderForm
    let builder: FieldBuilder

    func line(_ name: String, _ change: (inout FieldView) -> Void = { _ in }) -> FieldView {
        builder.field(name, form[name]) {
            $0.required = false
            $0.optional = name != "dosage"
            $0.autocomplete = "off"
            change(&$0)
        }
    }

    func block(_ name: String) -> FieldView {
        line(name) {
            $0.multiline = true
            $0.rows = 2
            $0.maxLength = 500
        }
    }

    /// One of some names, none, or the one that was kept, should the catalogue have it no more.
    func names(_ name: String, _ names: [String]) -> ChoiceFieldView {
        let kept = form[name]
        let all = kept.isEmpty || names.contains(kept) ? names : names + [kept]
        let options = [("", builder.words("medication-prescriptions.choose"))] + all.map { ($0, $0) }
        return builder.choice(name, options, chosen: [kept]) {
            $0.optional = true
            $0.width = "20"
        }
    }

    /// What can be counted, after nothing chosen.
    static func units(_ reading: MedicationOrderForm.Reading) -> [(value: String, label: String)] {
        let writing = DosageRowWriting(reading)
        return [("", reading.words("medication-prescriptions.choose"))]
            + DoseUnit.allCases.map { ($0.rawValue, writing.unit($0)) }
    }

    func units(_ name: String, _ reading: MedicationOrderForm.Reading) -> ChoiceFieldView {
        builder.choice(name, Self.units(reading), chosen: [form[name]]) {
            $0.optional = true
            $0.width = "20"
        }
    }
}
