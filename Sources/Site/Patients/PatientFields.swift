import Clinic
import Foundation
import Rendering

/// Builds the controls of a patient's form.
struct PatientFields {
    let builder: FieldBuilder
    let form: PatientForm
    private var words: Words { builder.words }

    /// The labels of what stands in rows and beside a measurement, under the ids of the fields: "Allergy 2, substance".
    static func labels(_ form: PatientForm, _ words: Words) -> [String: String] {
        var labels: [String: String] = [:]
        for number in 1...max(2, form.allergies.count) {
            let row = words("patients.allergy-number", ["number": "\(number)"])
            for name in ["allergy-substance", "allergy-reaction", "allergy-severity"] {
                labels["\(name)-\(number)"] = "\(row), \(words("patients.\(name)"))"
            }
        }
        for number in 1...max(2, form.conditions.count) {
            let row = words("patients.condition-number", ["number": "\(number)"])
            for name in ["condition-name", "condition-note"] {
                labels["\(name)-\(number)"] = "\(row), \(words("patients.\(name)"))"
            }
        }
        for name in ["weight", "height", "kidney"] {
            for (ending, label) in [("unit", "unit"), ("on", "measured-on")] {
                labels["\(name)-\(ending)"] = "\(words("patients.\(name)")), \(words("patients.\(label)"))"
            }
        }
        return labels
    }

    /// The browser must not fill in the clinician's own name or address.
    func text(_ name: String, _ change: (inout FieldView) -> Void = { _ in }) -> FieldView {
        builder.field(name, form[name]) {
            $0.autocomplete = "off"
            $0.required = false
            change(&$0)
        }
    }

    func optional(_ name: String, _ change: (inout FieldView) -> Void = { _ in }) -> FieldView {
        text(name) {
            $0.optional = true
            change(&$0)
        }
    }

    /// The hint shows the order in which a date with slashes is read here.
    func birthDate(order: DateOrder) -> FieldView {
        text("birth-date") {
            $0.required = true
            $0.width = "20"
            $0.hint = words(order == .monthFirst ? "patients.birth-date.month-first" : "patients.birth-date.day-first")
        }
    }

    /// A choice whose empty value means that nothing is recorded.
    /// - Parameter label: the words of a value that is not empty.
    func choice(
        _ name: String, _ values: [String], label: (String) -> String
    ) -> ChoiceFieldView {
        let options = values.map { ($0, $0.isEmpty ? words("patients.choose") : label($0)) }
        return builder.choice(name, options, chosen: [form[name]])
    }

    func phone() -> FieldView {
        builder.phone("phone", form["phone"]) {
            $0.autocomplete = "off"
            $0.required = false
            $0.optional = true
        }
    }

    func languages() -> ChoiceFieldView {
        let options = PersonLanguage.tags.compactMap(PersonLanguage.init(tag:)).map { ($0.tag, words.name($0)) }
            .sorted(by: byFoldedName)
        return builder.choice("language", [("", words("patients.choose"))] + options, chosen: [form["language"]]) {
            $0.optional = true
        }
    }

    private func byFoldedName(_ one: (value: String, label: String), _ other: (value: String, label: String)) -> Bool {
        SearchText.folded(one.label) < SearchText.folded(other.label)
    }

    /// What was typed, and at least two rows, the last of them empty.
    func allergyRows() -> [PatientFormPage.AllergyRow] {
        rows(form.allergies, empty: .init(), isBlank: \.isBlank).enumerated().map { index, row in
            PatientFormPage.AllergyRow(
                legend: words("patients.allergy-number", ["number": "\(index + 1)"]),
                substance: cell("allergy-substance", index, row.substance),
                reaction: cell("allergy-reaction", index, row.reaction),
                severity: ChoiceFieldView(
                    id: "allergy-severity-\(index + 1)", name: "allergy-severity",
                    label: builder.label("allergy-severity"),
                    error: builder.error("allergy-severity-\(index + 1)"),
                    options: options(
                        [("", words("patients.severity.unknown"))]
                            + Allergy.Severity.allCases.map { ($0.rawValue, words("patients.severity.\($0.rawValue)")) },
                        chosen: row.severity)))
        }
    }

    func conditionRows() -> [PatientFormPage.ConditionRow] {
        rows(form.conditions, empty: .init(), isBlank: \.isBlank).enumerated().map { index, row in
            PatientFormPage.ConditionRow(
                legend: words("patients.condition-number", ["number": "\(index + 1)"]),
                name: cell("condition-name", index, row.name), note: cell("condition-note", index, row.note))
        }
    }

    private func rows<Row>(_ rows: [Row], empty: Row, isBlank: (Row) -> Bool) -> [Row] {
        var rows = rows
        while rows.count < 2 || (rows.count < PatientForm.mostRows && !(rows.last.map(isBlank) ?? false)) {
            rows.append(empty)
        }
        return rows
    }

    /// One field of a row: the name repeats, the id counts.
    private func cell(_ name: String, _ index: Int, _ value: String) -> FieldView {
        let id = "\(name)-\(index + 1)"
        return FieldView(
            id: id, name: name, label: builder.label(name), error: builder.error(id), value: value,
            autocomplete: "off", required: false)
    }

    func measurement<Unit: MeasuringUnit>(
        _ name: String, _ typed: PatientForm.Measurement, _: Unit.Type
    ) -> PatientFormPage.Measurement {
        PatientFormPage.Measurement(
            legend: builder.label(name),
            value: FieldView(
                id: name, name: name, label: builder.label("value"), hint: builder.hint(name),
                error: builder.error(name), value: typed.value, autocomplete: "off", required: false, width: "10"),
            unit: ChoiceFieldView(
                id: "\(name)-unit", name: "\(name)-unit", label: builder.label("unit"),
                error: builder.error("\(name)-unit"),
                options: options(
                    Unit.allCases.map { ($0.rawValue, words("patients.unit.\($0)")) }, chosen: typed.unit)),
            day: FieldView(
                id: "\(name)-on", name: "\(name)-on", label: builder.label("measured-on"),
                hint: builder.hint("measured-on"), error: builder.error("\(name)-on"), value: typed.day,
                autocomplete: "off", required: false, width: "20"))
    }

    private func options(_ options: [(value: String, label: String)], chosen: String) -> [ChoiceFieldView.Option] {
        options.map {
            ChoiceFieldView.Option(
                id: $0.value, value: $0.value, label: $0.label, hint: nil, selected: $0.value == chosen,
                checked: $0.value == chosen)
        }
    }
}
