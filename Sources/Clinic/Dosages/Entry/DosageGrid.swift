/// The four amounts that German prescriptions are written in: morning, noon, evening, night, `1-0-1-0`.
package struct DosageGrid: Hashable, Sendable {
    package static let slots: [EventTiming] = [.morning, .noon, .evening, .night]

    /// One for each slot; nil for none then.
    package let amounts: [DoseValue?]
    package let unit: DoseUnit

    /// Nil without any amount.
    package init?(_ amounts: [DoseValue?], _ unit: DoseUnit) {
        guard amounts.count == Self.slots.count, amounts.contains(where: { $0 != nil }) else { return nil }
        self.amounts = amounts
        self.unit = unit
    }

    /// The grid that dosages are, whatever is said besides of the time frame, the need and limits; nil for any other.
    package init?(_ dosages: [Dosage]) {
        var amounts: [DoseValue?] = [nil, nil, nil, nil]
        for dosage in dosages {
            guard dosage.step == 1, dosage.asWritten == nil, let dose = dosage.dose, !dose.isRange,
                dose.unit == dosages[0].dose?.unit, case .calendar(let rhythm)? = dosage.timing?.rhythm,
                case .events(let events, 0) = rhythm.moments, rhythm == CalendarRhythm(at: rhythm.moments)
            else { return nil }
            for event in events {
                guard let slot = Self.slots.firstIndex(of: event), amounts[slot] == nil else { return nil }
                amounts[slot] = dose.low
            }
        }
        guard let unit = dosages.first?.dose?.unit else { return nil }
        self.init(amounts, unit)
    }
}

extension DosageShorthand {
    /// The entry with the grid at its beginning replaced by another; nil when it does not begin with one.
    package static func replacingGrid(in entry: String, with grid: String) -> String? {
        let amount = /[0-9½¼¾⅓⅔⅛⅜⅝⅞.,\/⁄ ]+/
        let text = entry.drop(while: \.isWhitespace)
        var end = text.startIndex
        for slot in 0..<4 {
            guard let match = text[end...].prefixMatch(of: amount) else { break }
            guard let dash = text[match.range.upperBound...].first, "-–—−‐‑".contains(dash), slot < 3 else {
                guard slot >= 2 else { return nil }
                let rest = text[match.range.upperBound...]
                let word = rest.prefix { $0.isLetter || $0 == "." }
                let isUnit = DoseUnit(shorthand: SearchText.folded(String(word)).filter { $0 != "." }) != nil
                let kept = isUnit ? rest.dropFirst(word.count) : rest
                let said = kept.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                return said.isEmpty ? grid : "\(grid) \(said)"
            }
            end = text.index(after: match.range.upperBound)
        }
        return nil
    }

    /// The dose that an entry begins with, whether or not the rest can be read; nil for none.
    package func dose(of entry: String) -> Dose? {
        var reader = ShorthandReader(self, ShorthandToken.tokens(in: String(entry.prefix(Self.longest))))
        // What comes after the dose may still be missing.
        guard let step = try? reader.step(), let amount = step.dose, let unit = amount.unit ?? unit else { return nil }
        return Dose(from: amount.low, to: amount.high, unit)
    }
}

extension DoseUnit {
    /// What a dosage form is counted in, in the catalogue's words or as typed, English or German: "tablet, film coated",
    /// "Kapsel"; nil for one that is measured, such as a solution, and for what is not known.
    package init?(form: String) {
        let units = SearchText.words(form).compactMap { DoseUnit(shorthand: $0) }.filter(\.isCounted)
        guard let first = units.first else { return nil }
        self = first
    }
}
