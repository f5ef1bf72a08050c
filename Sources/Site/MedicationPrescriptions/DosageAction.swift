import Clinic

/// What a button of the dosage's places does before the form is kept.
enum DosageAction {
    /// Puts a common dosage into the line.
    case preset(DosagePreset)
    /// Says which place holds.
    case use(DosageEntry.Source)
    /// Another dosage, or one less.
    case add
    case remove(Int)

    /// Nil when none was pressed.
    init?(_ form: Form) {
        if let preset = DosagePreset(rawValue: form.text("preset")) {
            self = .preset(preset)
        } else if let source = DosageEntry.Source(rawValue: form.text("use")) {
            self = .use(source)
        } else if form.has("add") {
            self = .add
        } else if let number = Int(form.text("remove")), (1...DosageRow.most).contains(number) {
            self = .remove(number)
        } else {
            return nil
        }
    }

    /// The form with the action done and what holds in its place.
    static func settled(
        _ form: MedicationOrderForm, _ action: DosageAction?, _ reading: MedicationOrderForm.Reading
    ) -> MedicationOrderForm {
        switch action {
        case .preset(let preset)?: form.choosing(preset, reading)
        case .use(let source)?: form.settled(reading, choosing: source)
        case .add?: form.settled(reading).addingRow(reading)
        case .remove(let number)?: form.removingRow(number).settled(reading)
        case nil: form.settled(reading)
        }
    }

    /// Where the reader goes on: at the end of the line, or with a new row.
    func anchor(_ form: MedicationOrderForm) -> String {
        if case .add = self { "d\(form["rows"])-dose" } else { "dosage" }
    }
}
