import Clinic
import Foundation
import Rendering

/// A patient's record as it is typed into the form, whatever it is.
struct PatientForm: Sendable {
    struct AllergyRow: Sendable {
        var substance = ""
        var reaction = ""
        var severity = ""

        var isBlank: Bool { (substance + reaction + severity).allSatisfy(\.isWhitespace) }
    }

    struct ConditionRow: Sendable {
        var name = ""
        var note = ""

        var isBlank: Bool { (name + note).allSatisfy(\.isWhitespace) }
    }

    /// A measurement's value, unit and day.
    struct Measurement: Sendable {
        var value = ""
        var unit = ""
        var day = ""
    }

    /// The fields with one value each, under their names.
    var texts: [String: String]
    var allergies: [AllergyRow]
    var conditions: [ConditionRow]
    var weight = Measurement()
    var height = Measurement()
    var kidney = Measurement()

    /// No more empty rows are added beyond; those of merged records are kept.
    static let mostRows = 50

    static let textFields = [
        "given", "family", "name-order", "birth-date", "sex", "street", "city", "state", "postcode", "country", "phone",
        "email", "language", "time-zone", "notes", "allergy-status", "pregnancy", "pregnancy-on",
    ]

    var address: TypedAddress {
        TypedAddress(
            street: self["street"], city: self["city"], state: self["state"], postcode: self["postcode"],
            country: self["country"])
    }

    subscript(_ field: String) -> String { texts[field] ?? "" }

    /// An empty form.
    /// - Parameter clinic: says the units of measurements, where it says any.
    init(country: Country, clinic: ClinicSettings) {
        texts = [
            "country": country.code, "sex": Sex.unknown.rawValue, "allergy-status": "not-asked",
            "name-order": PersonName.Order.givenFirst.rawValue,
        ]
        allergies = []
        conditions = []
        let isImperial = country == .unitedStates
        weight.unit = (clinic.weightUnit ?? (isImperial ? .pounds : .kilograms)).rawValue
        height.unit = (clinic.heightUnit ?? (isImperial ? .inches : .centimetres)).rawValue
        kidney.unit = KidneyFunctionUnit.filtrationRate.rawValue
    }

    /// What was sent.
    init(_ form: Form) {
        texts = Dictionary(uniqueKeysWithValues: Self.textFields.map { ($0, form.text($0)) })
        let reactions = form.all("allergy-reaction")
        let severities = form.all("allergy-severity")
        allergies = form.all("allergy-substance").enumerated().map { index, substance in
            AllergyRow(
                substance: substance, reaction: reactions.indices.contains(index) ? reactions[index] : "",
                severity: severities.indices.contains(index) ? severities[index] : "")
        }
        let notes = form.all("condition-note")
        conditions = form.all("condition-name").enumerated().map { index, name in
            ConditionRow(name: name, note: notes.indices.contains(index) ? notes[index] : "")
        }
        weight = Self.measurement("weight", form)
        height = Self.measurement("height", form)
        kidney = Self.measurement("kidney", form)
    }

    mutating func addAllergyRow() {
        if allergies.count < Self.mostRows { allergies.append(AllergyRow()) }
    }

    mutating func addConditionRow() {
        if conditions.count < Self.mostRows { conditions.append(ConditionRow()) }
    }

    private static func measurement(_ name: String, _ form: Form) -> Measurement {
        Measurement(value: form.text(name), unit: form.text("\(name)-unit"), day: form.text("\(name)-on"))
    }

    /// A record to be edited, in the spelling that the form reads back to the same values.
    init(_ draft: PatientDraft, _ reading: PatientReading) {
        self.init(country: draft.address.country ?? reading.home, clinic: reading.clinic)
        let dates = Dates(reading.language)
        texts["given"] = draft.name.given
        texts["family"] = draft.name.family
        texts["name-order"] = draft.name.order.rawValue
        texts["birth-date"] = dates.date(draft.birthDate)
        texts["sex"] = draft.sex.rawValue
        texts["street"] = draft.address.street
        texts["city"] = draft.address.city
        texts["state"] = draft.address.state
        texts["postcode"] = draft.address.postcode
        texts["phone"] = draft.phone?.typed(in: draft.address.country ?? reading.home)
        texts["email"] = draft.email?.text
        texts["language"] = draft.language?.tag
        texts["time-zone"] = draft.timeZone?.text
        texts["notes"] = draft.notes
        texts["allergy-status"] = draft.allergies.formValue
        texts["pregnancy"] = draft.pregnancy?.status.rawValue
        texts["pregnancy-on"] = draft.pregnancy.map { dates.date($0.asOf) }
        if case .recorded(let recorded) = draft.allergies {
            allergies = recorded.map {
                AllergyRow(substance: $0.substance, reaction: $0.reaction, severity: $0.severity?.rawValue ?? "")
            }
        }
        conditions = draft.conditions.map { ConditionRow(name: $0.name, note: $0.note) }
        if let weight = draft.weight { self.weight = Self.typed(weight, reading) }
        if let height = draft.height { self.height = Self.typed(height, reading) }
        if let kidney = draft.kidneyFunction { self.kidney = Self.typed(kidney, reading) }
    }

    private static func typed<Unit>(_ measured: Measured<Unit>, _ reading: PatientReading) -> Measurement {
        Measurement(
            value: Numbers(reading.language).typed(measured), unit: measured.unit.rawValue,
            day: Dates(reading.language).date(measured.measuredOn))
    }
}

extension AllergyStatus {
    /// The radio button that says it.
    var formValue: String {
        switch self {
        case .notAsked: "not-asked"
        case .noneKnown: "none-known"
        case .recorded: "recorded"
        }
    }
}

extension Numbers {
    /// A measurement's number as a form's field holds it: a height in inches as feet and inches.
    func typed<Unit>(_ measured: Measured<Unit>) -> String {
        guard measured.unit as? HeightUnit == .inches else { return decimal(measured.value) }
        let feet = (measured.value / 12).roundedDown
        return "\(feet)'\(decimal(measured.value - feet * 12))"
    }
}

extension Decimal {
    /// Without the decimals, for a value that is not negative.
    fileprivate var roundedDown: Decimal {
        var (result, value) = (Decimal(), self)
        NSDecimalRound(&result, &value, 0, .down)
        return result
    }
}
