import Clinic
import Foundation
import Rendering

/// The places that a dosage is typed in: what the form shows of them, and what a script puts into it after it saved.
struct DosageEntryView: Sendable {
    /// A way to take a medicine that is chosen with one tap.
    struct Preset: Sendable {
        let value: String
        let label: String
    }

    struct Group: Sendable {
        let fields: [FieldView]
    }

    /// The details of one dosage.
    struct Row: Sendable {
        let number: Int
        let title: String
        let isOpen: Bool
        let canBeRemoved: Bool
        let removeLabel: String
        let what: [Group]
        let weekdays: ChoiceFieldView
        let frame: [Group]
        let asNeeded: CheckboxView
        let rest: [Group]
    }

    let line: FieldView
    let base: String
    /// Whether the line is empty because the details say it.
    let isHeldByDetails: Bool
    /// Whether two places were changed and do not agree.
    let isConflict: Bool
    let presets: [Preset]
    let isPresetsOpen: Bool
    let grid: [FieldView]
    let gridUnit: ChoiceFieldView
    let rows: [Row]
    /// How many rows were asked for, as the form keeps it; empty for no more than there are dosages.
    let rowsAsked: String
    let canAdd: Bool
    /// Whether there are more dosages than rows, so that only the line shows them.
    let isLineAlone: Bool

    init(_ draft: MedicationDraft, problems: [Problem]) {
        let (form, reading) = (draft.form, draft.reading)
        let outcome = DosageEntry(form, reading).outcome()
        let all = problems + outcome.problems.filter { $0.field != "dosage" && !$0.field.isEmpty }
        let fields = DosageEntryFields(
            form: form, reading: reading, outcome: outcome,
            builder: FieldBuilder(words: draft.words.words, problems: all, prefix: "medication-prescriptions"))
        line = MedicationFields(form: form, builder: fields.builder).line("dosage") {
            $0.maxLength = DosageShorthand.longest
        }
        base = form["dosage-base"].isEmpty ? DosageBase.text(outcome, reading) : form["dosage-base"]
        isHeldByDetails = outcome.source == .details
        isConflict = outcome.isConflict
        presets = DosagePreset.allCases.map {
            Preset(value: $0.rawValue, label: reading.words("medication-prescriptions.preset.\($0.rawValue)"))
        }
        isPresetsOpen = outcome.dosages.isEmpty && form["dosage"].isEmpty
        grid = fields.grid
        gridUnit = fields.gridUnit
        rows = fields.rows
        rowsAsked = form["rows"]
        isLineAlone = rows.isEmpty
        canAdd = (1..<DosageRow.most).contains(rows.count)
    }
}

/// Builds the controls of a dosage's places.
struct DosageEntryFields {
    let form: MedicationOrderForm
    let reading: MedicationOrderForm.Reading
    let outcome: DosageEntry.Outcome
    let builder: FieldBuilder
    private var words: Words { reading.words }
    private var writing: DosageRowWriting { DosageRowWriting(reading) }

    init(
        form: MedicationOrderForm, reading: MedicationOrderForm.Reading, outcome: DosageEntry.Outcome,
        builder: FieldBuilder
    ) {
        self.form = form
        self.reading = reading
        self.outcome = outcome
        self.builder = builder
    }

    // MARK: The grid

    private var isGridTyped: Bool {
        MedicationOrderForm.gridNames.contains { form[$0].contains { !$0.isWhitespace } }
    }

    var grid: [FieldView] {
        let shown = DosageGrid(outcome.dosages)?.amounts(reading) ?? ["", "", "", ""]
        return zip(MedicationOrderForm.gridNames, shown).map { name, amount in
            builder.field(name, isGridTyped ? form[name] : amount) {
                $0.required = false
                $0.autocomplete = "off"
                $0.width = "2"
                $0.maxLength = 10
            }
        }
    }

    var gridUnit: ChoiceFieldView {
        let unit = DosageGrid(outcome.dosages)?.unit ?? outcome.dosages.first?.dose?.unit ?? reading.unit
        let typed = form["grid-unit"]
        return builder.choice(
            "grid-unit", MedicationFields.units(reading), chosen: [typed.isEmpty ? unit?.rawValue ?? "" : typed]
        ) { $0.width = "10" }
    }

    // MARK: The details

    var rows: [DosageEntryView.Row] {
        let typed = form.rows
        var rows = typed.contains { !$0.isBlank } ? typed : []
        if rows.isEmpty {
            let dosages = outcome.source == .written ? [] : outcome.dosages
            guard dosages.count <= DosageRow.most else { return [] }
            rows = writing.rows(dosages, instruction: form["instruction"])
        }
        let asked = min(DosageRow.most, max(1, rows.count, Int(form["rows"]) ?? 1))
        let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.number, $0) })
        let count = max(asked, rows.map(\.number).max() ?? 0)
        return (1...count).map { number in
            row(known[number] ?? DosageRow(number, number > 1 ? [.step: ["\(number)"]] : [:]), of: count)
        }
    }

    private func row(_ row: DosageRow, of count: Int) -> DosageEntryView.Row {
        let hasProblem = DosageRow.Element.allCases.contains { builder.error(row.name($0)) != nil }
        let isAlone = outcome.source == .details && count == 1
        return DosageEntryView.Row(
            number: row.number, title: title(row, of: count),
            isOpen: hasProblem || isAlone || (row.isBlank && row.number > 1), canBeRemoved: count > 1,
            removeLabel: words("medication-prescriptions.detail.remove", ["number": "\(row.number)"]),
            what: [
                group(row, .dose, .step), group(row, .frequency, .period), group(row, .events, .offset),
                group(row, .times),
            ], weekdays: weekdays(row),
            frame: [
                group(row, .cycleOn, .cycleOff), group(row, .bounds, .count), group(row, .from, .through),
                group(row, .duration), group(row, .instants),
            ], asNeeded: asNeeded(row),
            rest: [
                group(row, .needReason), group(row, .maxPeriod), group(row, .maxOnce, .maxLifetime),
                group(row, .instruction), group(row, .asWritten),
            ])
    }

    private func title(_ row: DosageRow, of count: Int) -> String {
        guard count > 1 else { return words("medication-prescriptions.details") }
        let index = outcome.rows.isEmpty ? row.number - 1 : outcome.rows.firstIndex { $0.number == row.number }
        var said = ""
        if let index, outcome.dosages.indices.contains(index) {
            said = DosageWriter(words, zone: reading.zone).sentence([outcome.dosages[index]], .take).short
        }
        return words(
            said.isEmpty ? "medication-prescriptions.details.number" : "medication-prescriptions.details.said",
            ["number": "\(row.number)", "dosage": said])
    }

    private func group(_ row: DosageRow, _ elements: DosageRow.Element...) -> DosageEntryView.Group {
        DosageEntryView.Group(fields: elements.map { field(row, $0) })
    }

    private func field(_ row: DosageRow, _ element: DosageRow.Element) -> FieldView {
        let key = "medication-prescriptions.detail.\(element.rawValue)"
        // Said once: the next dosages have the same fields.
        let hint = row.number == 1 ? words.template("\(key).hint") : nil
        return FieldView(
            id: row.name(element), name: row.name(element), label: words(key), hint: hint,
            error: builder.error(row.name(element)), value: row[element]
        ).with {
            $0.required = false
            $0.autocomplete = "off"
            $0.maxLength = 200
            switch element {
            case .step, .offset, .cycleOn, .cycleOff:
                $0.width = "4"
                $0.maxLength = 6
                $0.inputMode = "numeric"
            case .frequency, .count: $0.width = "10"
            case .instants, .maxPeriod, .instruction, .asWritten:
                $0.multiline = true
                $0.rows = 2
                $0.maxLength = element == .instants ? 2000 : 500
            default: $0.width = "20"
            }
        }
    }

    private func weekdays(_ row: DosageRow) -> ChoiceFieldView {
        let chosen = Set(row.all(.weekdays))
        let name = row.name(.weekdays)
        let options = Weekday.allCases.map { day in
            ChoiceFieldView.Option(
                id: day == .monday ? name : "\(name)-\(day.rawValue)", value: day.rawValue,
                label: words("medication-prescriptions.weekday.\(day.rawValue)"), hint: nil,
                selected: chosen.contains(day.rawValue), checked: chosen.contains(day.rawValue))
        }
        return ChoiceFieldView(
            id: name, name: name, label: words("medication-prescriptions.detail.weekdays"), hint: nil,
            error: builder.error(name), options: options
        ).with { $0.radio = false }
    }

    private func asNeeded(_ row: DosageRow) -> CheckboxView {
        CheckboxView(
            id: row.name(.asNeeded), name: row.name(.asNeeded),
            label: words("medication-prescriptions.detail.as-needed"), error: builder.error(row.name(.asNeeded)),
            checked: row.has(.asNeeded))
    }
}

/// What a script puts into the form after it saved: the places of the dosage and what they mean.
struct DosageEntryFragment: Page {
    static let template = "medication-prescriptions/dosage-parts"
    let entry: DosageEntryView
    let meaning: DosageMeaning
}
