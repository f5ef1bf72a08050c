import Clinic
import Foundation
import Rendering

/// The form of an entry: a new one, or the correction of one.
struct AdministrationFormPage: Page {
    static let template = "administrations/form"

    let banner: PatientBanner?
    let title: String
    let medicine: String
    let sentence: String
    let medicineURL: String
    let action: String
    let problems: [ProblemLine]
    /// What is to be known before it is recorded; the form then asks to record it anyway.
    let warnings: [String]
    let hasWarnings: Bool
    let key: String
    let version: String
    /// Nil where there is nothing to choose.
    let dose: ChoiceFieldView?
    let outcome: ChoiceFieldView
    let when: ChoiceFieldView
    let date: FieldView
    let time: FieldView
    let amount: FieldView?
    let reason: ChoiceFieldView
    let note: FieldView

    /// - Parameter doses: the doses to choose from, as name and words.
    init(
        _ form: AdministrationForm, _ reading: LogReading, parts: Parts, problems: [Problem] = [],
        warnings: [String] = []
    ) {
        let words = reading.words
        let fields = FieldBuilder(words: words.words, problems: problems, prefix: "administrations")
        banner = parts.banner
        title = parts.title
        medicine = reading.medicine
        sentence = words.sentence(reading.order).full
        medicineURL = reading.path
        action = parts.action
        self.problems = fields.summary
        self.warnings = warnings
        hasWarnings = !warnings.isEmpty
        key = form.key
        version = "\(form.version)"
        dose =
            parts.doses.isEmpty ? nil : fields.choice("dose", parts.doses, chosen: [form.dose]) { $0.required = true }
        outcome = fields.choice(
            "outcome",
            ["taken", "not-taken"].map { ($0, words("administrations.outcome.\($0)")) }, chosen: [form.outcome])
        let moments = AdministrationForm.Moment.allCases.filter { $0 != .planned || parts.hasPlannedTimes }
        when = fields.choice(
            "when", moments.map { ($0.rawValue, words("administrations.when.\($0.rawValue)")) }, chosen: [form.when])
        date = fields.field("date", form.date) {
            $0.type = "date"
            $0.width = "10"
            $0.required = false
        }
        time = fields.field("time", form.time) {
            $0.isTime()
            $0.required = false
        }
        amount = reading.usualDose.map { usual in
            fields.field("amount", form.amount) {
                $0.hint = words("administrations.amount.hint", ["dose": words.dose(usual)])
                $0.width = "4"
                $0.inputMode = "decimal"
                $0.required = false
                $0.optional = true
                $0.maxLength = 20
            }
        }
        let reasons =
            [("", words("administrations.reason.choose"))]
            + NotTakenReason.allCases.map { ($0.rawValue, words.reason($0)) }
        reason = fields.choice("reason", reasons, chosen: [form.reason]) { $0.width = "20" }
        note = fields.field("note", form.note) {
            $0.multiline = true
            $0.rows = 2
            $0.required = false
            $0.optional = true
            $0.maxLength = 1000
        }
    }

    /// What depends on whether an entry is new.
    struct Parts: Sendable {
        let title: String
        let action: String
        let banner: PatientBanner?
        var doses: [(value: String, label: String)] = []
        /// Whether one of the doses has a time of the clock.
        var hasPlannedTimes = false
    }
}
