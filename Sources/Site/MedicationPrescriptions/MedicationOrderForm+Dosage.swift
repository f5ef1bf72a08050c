import Clinic
import Foundation
import Rendering

/// What the form's buttons do with the dosage that was typed.
extension MedicationOrderForm {
    static let gridNames = ["grid-morning", "grid-noon", "grid-evening", "grid-night"]
    /// The places beside the line, its own words and its instruction.
    static let placeNames = gridNames + ["grid-unit", "dosage-base", "rows"]

    /// The rows of the details as typed, those that are empty too.
    var rows: [DosageRow] {
        (1...DosageRow.most).map { DosageRow($0, of: fields) }.filter { !$0.fields.isEmpty }
    }

    /// The grid as typed; nil while it is empty.
    func grid(_ reading: Reading) throws(Problem) -> DosageGrid? {
        var amounts: [DoseValue?] = []
        for name in Self.gridNames {
            let typed = self[name].trimmingCharacters(in: .whitespaces)
            let isNone = typed.allSatisfy { $0 == "0" }
            amounts.append(isNone ? nil : try DoseReading(reading.language, field: name).value(typed))
        }
        guard amounts.contains(where: { $0 != nil }) else { return nil }
        guard let unit = DoseUnit(rawValue: self["grid-unit"]) ?? reading.unit else {
            throw Problem("grid-unit", "medication-prescriptions.problem.unit")
        }
        return DosageGrid(amounts, unit)
    }

    /// The form with what holds in its place: the grid writes the line, the details stand alone, and what only repeated
    /// the line goes. While two places disagree, and while the details have something wrong, all stays as typed.
    func settled(_ reading: Reading, choosing chosen: DosageEntry.Source? = nil) -> MedicationOrderForm {
        let entry = DosageEntry(self, reading)
        let outcome = entry.outcome(choosing: chosen)
        var form = self
        switch outcome.source {
        case .line?, .written?:
            form.clearPlaces(rows: true)
            // Empty rows that were asked for go with what they were to be added to.
            if chosen != nil || !entry.isAsShown(outcome) { form.fields["rows"] = nil }
        case .grid?:
            guard outcome.problems.isEmpty, let line = try? entry.gridLine() else { return self }
            form.fields["dosage"] = [line]
            form.clearPlaces(rows: true)
        case .details?:
            guard outcome.problems.isEmpty else { return self }
            form.fields["dosage"] = nil
            form.clearPlaces(rows: false)
        case nil:
            if !outcome.isConflict { form.clearPlaces(rows: true) }
        }
        return form
    }

    private mutating func clearPlaces(rows: Bool) {
        for name in Self.placeNames where name != "rows" { fields[name] = nil }
        guard rows else { return }
        for row in self.rows { for name in row.fields.keys { fields[name] = nil } }
    }

    /// The line with a preset in it. The dose that was typed stays; else it is one of what the dosage form is counted in.
    func choosing(_ preset: DosagePreset, _ reading: Reading) -> MedicationOrderForm {
        var form = self
        form.clearPlaces(rows: true)
        form.fields["rows"] = nil
        form.fields["as-written"] = nil
        let writing = DosageRowWriting(reading)
        let typed = DosageShorthand(reading.language, field: "dosage", unit: reading.unit).dose(of: self["dosage"])
        let usual: DoseUnit? = preset == .every72Hours ? .patch : self["form"].isEmpty ? .tablet : nil
        let dose = typed ?? (reading.unit ?? usual).map { Dose(.one, $0) }
        let words = [dose.map(writing.dose), reading.words("medication-prescriptions.preset.\(preset.rawValue)")]
        form.fields["dosage"] = [words.compactMap(\.self).joined(separator: " ")]
        return form
    }

    /// With another empty row, a step after the last.
    func addingRow(_ reading: Reading) -> MedicationOrderForm {
        var form = self
        let outcome = DosageEntry(self, reading).outcome()
        let count = outcome.source == .details ? rows.count : outcome.dosages.count
        form.fields["rows"] = ["\(min(DosageRow.most, max(1, count, Int(self["rows"]) ?? 1) + 1))"]
        return form
    }

    /// Without one row; the later ones move up.
    func removingRow(_ number: Int) -> MedicationOrderForm {
        var form = self
        let kept = rows.filter { $0.number != number }
        for row in rows { for name in row.fields.keys { form.fields[name] = nil } }
        for (index, row) in kept.enumerated() {
            form.fields.merge(row.renumbered(index + 1).fields) { $1 }
        }
        form.fields["rows"] = ["\(max(1, kept.count))"]
        return form
    }
}
