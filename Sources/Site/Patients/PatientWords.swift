import Clinic
import Foundation
import Rendering

/// A patient's values as a person reads them.
struct PatientWords: Sendable {
    let words: Words
    let reading: PatientReading
    private var dates: Dates { Dates(reading.language) }
    private var numbers: Numbers { Numbers(reading.language) }

    init(_ words: Words, _ reading: PatientReading) {
        self.words = words
        self.reading = reading
    }

    func label(_ field: PatientField) -> String { words("patients.field.\(field.rawValue)") }

    func date(_ date: LocalDate) -> String { dates.date(date) }

    /// "78 years", "7 months", "12 days"; nil before birth.
    func age(_ birthDate: LocalDate) -> String? {
        switch Age(birthDate: birthDate, on: reading.today) {
        case .days(let count)?: words("patients.age.days", count: count)
        case .months(let count)?: words("patients.age.months", count: count)
        case .years(let count)?: words("patients.age.years", count: count)
        case nil: nil
        }
    }

    /// What a record says in a field, line by line; empty for nothing.
    func lines(_ field: PatientField, _ draft: PatientDraft) -> [String] {
        switch field {
        case .name: [draft.name.full]
        case .birthDate: ["\(date(draft.birthDate))\(age(draft.birthDate).map { " (\($0))" } ?? "")"]
        case .sex: [words("patients.sex.\(draft.sex.rawValue)")]
        case .address: draft.address.isBlank ? [] : draft.address.lines(in: reading.home) { words.name($0) }
        case .phone: draft.phone.map { [$0.formatted(in: reading.home)] } ?? []
        case .email: draft.email.map { [$0.text] } ?? []
        case .language: draft.language.map { [words.name($0)] } ?? []
        case .timeZone: draft.timeZone.map { [$0.text.replacing("_", with: " ")] } ?? []
        case .allergies: allergies(draft.allergies)
        case .conditions: draft.conditions.map(condition)
        case .pregnancy: draft.pregnancy.map { [on($0.asOf, words("patients.pregnancy.\($0.status.rawValue)"))] } ?? []
        case .weight: draft.weight.map { [on($0.measuredOn, weight($0))] } ?? []
        case .height: draft.height.map { [on($0.measuredOn, height($0))] } ?? []
        case .kidneyFunction: draft.kidneyFunction.map { [on($0.measuredOn, kidneyFunction($0))] } ?? []
        case .notes: draft.notes.isEmpty ? [] : draft.notes.components(separatedBy: "\n")
        }
    }

    private func allergies(_ status: AllergyStatus) -> [String] {
        switch status {
        case .notAsked: [words("patients.allergies.not-asked")]
        case .noneKnown: [words("patients.allergies.none-known")]
        case .recorded: status.allergies.map(allergy)
        }
    }

    /// "Penicillin (severe: hives)".
    func allergy(_ allergy: Allergy) -> String {
        let details = [allergy.severity.map { words("patients.severity.\($0.rawValue)") }, allergy.reaction.nonEmpty]
            .compactMap(\.self).joined(separator: ": ")
        return details.isEmpty ? allergy.substance : "\(allergy.substance) (\(details))"
    }

    private func condition(_ condition: Condition) -> String {
        condition.note.isEmpty ? condition.name : "\(condition.name) (\(condition.note))"
    }

    private func on(_ day: LocalDate, _ text: String) -> String {
        words("patients.on-day", ["value": text, "day": date(day)])
    }

    /// "160 lb (72.6 kg)": as it was given, and in kilograms.
    private func weight(_ weight: Weight) -> String {
        switch weight.unit {
        case .kilograms: "\(numbers.decimal(weight.value)) kg"
        case .pounds: "\(numbers.decimal(weight.value)) lb (\(numbers.decimal(weight.kilograms, places: 1)) kg)"
        }
    }

    /// "5′11″ (180.3 cm)": as it was given, and in centimetres.
    private func height(_ height: Height) -> String {
        switch height.unit {
        case .centimetres: "\(numbers.decimal(height.value)) cm"
        case .inches:
            "\(numbers.typed(height).replacing("'", with: "′"))″ (\(numbers.decimal(height.centimetres, places: 1)) cm)"
        }
    }

    private func kidneyFunction(_ function: KidneyFunction) -> String {
        let key =
            switch function.unit {
            case .filtrationRate: "patients.kidney.rate"
            case .milligramsPerDecilitre: "patients.kidney.creatinine"
            case .micromolesPerLitre: "patients.kidney.creatinine-molar"
            }
        return words(key, ["value": numbers.decimal(function.value)])
    }
}

extension String {
    /// Nil for an empty text.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
