import Clinic
import Foundation
import Rendering

/// The form of a patient's record: for a new patient and for an edit; again with problems, with people who may be the
/// same one, or beside what somebody else saved meanwhile.
struct PatientFormPage: Page {
    static let template = "patients/form"

    struct AllergyRow: Sendable {
        let legend: String
        let substance: FieldView
        let reaction: FieldView
        let severity: ChoiceFieldView
    }

    struct ConditionRow: Sendable {
        let legend: String
        let name: FieldView
        let note: FieldView
    }

    struct Measurement: Sendable {
        let legend: String
        let value: FieldView
        let unit: ChoiceFieldView
        let day: FieldView
    }

    /// People who may be the one described.
    struct Duplicates: Sendable {
        let lines: [PatientLine]
        /// Their ids, so that saving anyway means these and no others.
        let seen: [String]
    }

    /// What somebody else saved while this was typed.
    struct Conflict: Sendable {
        let text: String
        let rows: [PatientComparison.Row]
    }

    /// What the form is for.
    struct Purpose: Sendable {
        /// Whose form it is.
        let account: Identifier<Account>
        /// Nil for a new patient.
        var patient: Patient?
        /// The draft that a new patient is entered for, or that a record is mended for; nil for none.
        var prescription: Identifier<TherapyPrescription>?
        /// The version that the edit starts from; 0 for a new patient.
        var version: Int { patient?.version ?? 0 }

        var action: String {
            "/patients\(patient.map { "/\($0.id)" } ?? "")\(prescription.map { "?prescription=\($0)" } ?? "")"
        }

        /// Where one comes from.
        var cancelURL: String {
            prescription.map { patient == nil ? "/prescriptions/\($0)/patient" : "/prescriptions/\($0)" } ?? action
        }

        /// Under what the browser keeps typed text. With the version that the edit starts from: text that was kept over an
        /// older one would take back what others saved since.
        func keepKey(version: Int) -> String {
            Self.keepKey(account, patient.map { "\($0.id)-\(version)" } ?? "new")
        }

        /// The key that is done with once a new patient was saved.
        static func doneKey(_ account: Identifier<Account>) -> String { keepKey(account, "new") }

        /// The keys that are done with once a record was saved.
        static func doneKeys(_ account: Identifier<Account>, _ patient: Patient) -> String {
            let versions = max(1, patient.version - 5)...patient.version
            return ([doneKey(account)] + versions.map { keepKey(account, "\(patient.id)-\($0)") })
                .joined(separator: " ")
        }

        private static func keepKey(_ account: Identifier<Account>, _ record: String) -> String {
            "patient-\(account)-\(record)"
        }
    }

    let banner: PatientBanner?
    let problems: [ProblemLine]
    let isNew: Bool
    let action: String
    let cancelURL: String
    /// The version the edit starts from; a form that is shown again keeps it.
    var version: Int
    var keep: String
    /// Tells this form from every other, so that it enters one patient however often it is sent.
    let formKey = SecretToken.make()
    /// Whether this answers a form that was sent, so that it is newer than what the browser kept.
    var isAnswer = false
    var duplicates: Duplicates?
    var conflict: Conflict?
    let given: FieldView
    let family: FieldView
    let nameOrder: ChoiceFieldView
    let birthDate: FieldView
    let sex: ChoiceFieldView
    let address: AddressFields
    let phone: FieldView
    let email: FieldView
    let language: ChoiceFieldView
    let timeZone: FieldView
    let allergyStatus: ChoiceFieldView
    let allergies: [AllergyRow]
    let conditions: [ConditionRow]
    let pregnancy: ChoiceFieldView
    let pregnancyOn: FieldView
    let measurements: [Measurement]
    let notes: FieldView

    init(_ form: PatientForm, for purpose: Purpose, problems: [Problem] = [], words: PatientWords) {
        let postal = AddressFields(
            form.address, isNeeded: false, isOwn: false, words: words.words, problems: problems)
        let fields = PatientFields(
            builder: FieldBuilder(
                words: words.words, problems: problems, prefix: "patients",
                labels: postal.labels.merging(PatientFields.labels(form, words.words)) { own, _ in own }), form: form)
        banner = purpose.patient.map { PatientBanner($0, words) }
        self.problems = fields.builder.summary
        isNew = purpose.patient == nil
        action = purpose.action
        cancelURL = purpose.cancelURL
        version = purpose.version
        keep = purpose.keepKey(version: purpose.version)
        given = fields.text("given") { $0.maxLength = PersonName.longestPart }
        family = fields.text("family") { $0.maxLength = PersonName.longestPart }
        nameOrder = fields.choice("name-order", PersonName.Order.allCases.map(\.rawValue)) {
            words.words("patients.name-order.\($0)")
        }
        birthDate = fields.birthDate(order: words.reading.order)
        sex = fields.choice("sex", Sex.allCases.map(\.rawValue)) { words.words("patients.sex.\($0)") }
        address = postal
        phone = fields.phone()
        email = fields.optional("email") { $0.type = "email" }
        language = fields.languages()
        timeZone = fields.optional("time-zone") { $0.width = "20" }
        allergyStatus = fields.choice(
            "allergy-status", ["not-asked", "none-known", "recorded"]
        ) { words.words("patients.allergies.\($0)") }
        allergies = fields.allergyRows()
        conditions = fields.conditionRows()
        pregnancy = fields.choice(
            "pregnancy", [""] + Pregnancy.Status.allCases.map(\.rawValue)
        ) { words.words("patients.pregnancy.\($0)") }
        pregnancyOn = fields.optional("pregnancy-on") { $0.width = "20" }
        measurements = [
            fields.measurement("weight", form.weight, WeightUnit.self),
            fields.measurement("height", form.height, HeightUnit.self),
            fields.measurement("kidney", form.kidney, KidneyFunctionUnit.self),
        ]
        notes = fields.optional("notes") {
            $0.multiline = true
            $0.rows = 5
        }
    }
}
