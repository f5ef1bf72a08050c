import Clinic
import Crypto
import Foundation
import Rendering

/// How an order's dosage was typed. There are four places for it: the line, the grid of four amounts, the details, and the
/// prescriber's own words. Each shows what the others say; what was changed since the form was shown counts. Where two
/// were changed and do not agree, nothing is chosen for the reader: both stay as typed until one is chosen.
struct DosageEntry {
    enum Source: String, Sendable {
        case line, grid, details, written
    }

    /// What holds, and what is wrong with it.
    struct Outcome {
        /// Nil while two places disagree and while nothing is typed.
        var source: Source?
        var dosages: [Dosage] = []
        var problems: [Problem] = []
        /// The row that each dosage was typed in; empty unless the source is the details.
        var rows: [DosageRow] = []
        var isConflict = false
    }

    let form: MedicationOrderForm
    let reading: MedicationOrderForm.Reading
    private let base: DosageBase

    init(_ form: MedicationOrderForm, _ reading: MedicationOrderForm.Reading) {
        self.form = form
        self.reading = reading
        base = DosageBase(form["dosage-base"])
    }

    /// - Parameter chosen: the place that somebody says holds; nil for nothing said.
    func outcome(choosing chosen: Source? = nil) -> Outcome {
        var checks = FieldChecks()
        let instruction = checks.value(
            try TypedText.line(form["instruction"], field: "instruction", longest: 300))
        let written = checks.value(try TypedText.line(form["as-written"], field: "as-written", longest: 500))
        guard let instruction, let written else { return Outcome(source: .line, problems: checks.problems) }
        let line = line(instruction)
        let rows = details(instruction)
        let grid = grid(instruction)
        if let chosen, let one = [line, grid, rows].compactMap({ $0 }).first(where: { $0.source == chosen }) {
            return one
        }
        let changed = [line, grid, rows].compactMap { $0 }.filter(isChanged)
        let held = changed.isEmpty ? [line, base.source == .line ? nil : rows].compactMap { $0 } : changed
        guard let first = held.first else {
            if written.isEmpty { return Outcome(problems: [Problem("dosage", "problems.required")]) }
            return Outcome(
                source: .written, dosages: [Dosage(nil, nil, instruction: instruction, asWritten: written)])
        }
        guard written.isEmpty else {
            return Outcome(
                source: first.source, problems: [Problem("as-written", "medication-prescriptions.problem.both")])
        }
        if held.count == 1, !first.problems.isEmpty { return first }
        // A grid is not put in the place of a line that is none without being told to.
        let replaces = first.source == .grid && line != nil && !isGridLine
        let agree = held.allSatisfy { $0.problems.isEmpty && $0.dosages == first.dosages }
        if replaces || (held.count > 1 && !agree) {
            return Outcome(problems: [Problem("dosage", "medication-prescriptions.problem.disagree")], isConflict: true)
        }
        return first
    }

    // MARK: The places

    private func line(_ instruction: String) -> Outcome? {
        do throws(Problem) {
            let typed = try TypedText.line(form["dosage"], field: "dosage", longest: DosageShorthand.longest)
            guard !typed.isEmpty else { return nil }
            var dosages = try shorthand("dosage").dosages(typed)
            if !instruction.isEmpty, dosages.contains(where: { !$0.instruction.isEmpty }) {
                throw Problem("instruction", "medication-prescriptions.problem.note-twice")
            }
            Self.add(instruction, to: &dosages)
            return Outcome(source: .line, dosages: dosages)
        } catch { return Outcome(source: .line, problems: [error]) }
    }

    private var isGridLine: Bool { DosageShorthand.replacingGrid(in: form["dosage"], with: "") != nil }

    /// The line that the grid writes; nil while the grid is empty.
    /// - Throws: the problem of an amount or the unit.
    func gridLine() throws(Problem) -> String? {
        guard let grid = try form.grid(reading) else { return nil }
        let text = grid.text(reading)
        return DosageShorthand.replacingGrid(in: form["dosage"], with: text) ?? text
    }

    private func grid(_ instruction: String) -> Outcome? {
        do throws(Problem) {
            guard let line = try gridLine() else { return nil }
            var dosages = try shorthand("grid-morning").dosages(line)
            Self.add(instruction, to: &dosages)
            return Outcome(source: .grid, dosages: dosages)
        } catch { return Outcome(source: .grid, problems: [error]) }
    }

    private func details(_ instruction: String) -> Outcome? {
        let rows = form.rows.filter { !$0.isBlank }
        guard !rows.isEmpty else { return nil }
        var checks = FieldChecks()
        var dosages: [Dosage] = []
        for row in rows {
            dosages.append(row.dosage(after: dosages.last?.step ?? 1, reading, &checks))
        }
        Self.add(instruction, to: &dosages)
        return Outcome(source: .details, dosages: dosages, problems: checks.problems, rows: rows)
    }

    private func shorthand(_ field: String) -> DosageShorthand {
        DosageShorthand(reading.language, field: field, unit: reading.unit)
    }

    /// What is told besides goes with the last step.
    private static func add(_ instruction: String, to dosages: inout [Dosage]) {
        guard !instruction.isEmpty else { return }
        let last = dosages.map(\.step).max()
        for index in dosages.indices where dosages[index].step == last && dosages[index].instruction.isEmpty {
            dosages[index].instruction = instruction
        }
    }

    private func isChanged(_ place: Outcome) -> Bool {
        if place.source == .grid {
            return (try? form.grid(reading))??.text(reading) != base.grid
        }
        return !isAsShown(place)
    }

    /// Whether a place says what the form showed.
    func isAsShown(_ place: Outcome) -> Bool {
        place.problems.isEmpty && DosageBase.mark(place.dosages, reading) == base.mark
    }
}

/// What the form showed of the dosage when it was made: the form sends it back, so that what was changed can be told
/// from what only stood there.
struct DosageBase {
    /// The place that held; nil for none.
    let source: DosageEntry.Source?
    let mark: String
    /// The grid as it was shown; empty for an empty one.
    let grid: String

    init(_ text: String) {
        let parts = text.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        source = parts.count == 3 ? DosageEntry.Source(rawValue: parts[0]) : nil
        mark = parts.count == 3 ? parts[1] : ""
        grid = parts.count == 3 ? parts[2] : ""
    }

    static func text(_ outcome: DosageEntry.Outcome, _ reading: MedicationOrderForm.Reading) -> String {
        let source = outcome.source == .details ? DosageEntry.Source.details : .line
        let mark = outcome.dosages.isEmpty ? "" : mark(outcome.dosages, reading)
        return "\(source.rawValue)|\(mark)|\(DosageGrid(outcome.dosages)?.text(reading) ?? "")"
    }

    /// Names what dosages say.
    static func mark(_ dosages: [Dosage], _ reading: MedicationOrderForm.Reading) -> String {
        var hash = SHA256()
        for row in DosageRowWriting(reading).rows(dosages, instruction: "") {
            for (name, values) in row.fields.sorted(by: { $0.key < $1.key }) {
                hash.update(data: Data("\(name)=\(values.joined(separator: ","));".utf8))
            }
        }
        return hash.finalize().prefix(12).map { String(format: "%02x", $0) }.joined()
    }
}

extension DosageGrid {
    /// As it is typed: "1-0-½-0 tablets".
    func text(_ reading: MedicationOrderForm.Reading) -> String {
        amounts(reading).map { $0.isEmpty ? "0" : $0 }.joined(separator: "-") + " "
            + DosageRowWriting(reading).unit(unit)
    }

    /// The amounts in their fields; empty for none.
    func amounts(_ reading: MedicationOrderForm.Reading) -> [String] {
        amounts.map { $0.map { Numbers(reading.language).dose($0, isCounted: unit.isCounted) } ?? "" }
    }
}
