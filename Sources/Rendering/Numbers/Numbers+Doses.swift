import Clinic
import Foundation

extension Numbers {
    /// A dose without its unit: "2½" of what is counted, "2.5" of what is measured. A zero leads the point and none
    /// trails. What has no decimal of six places is a fraction anyhow: "⅓", "1 2/7".
    package func dose(_ value: DoseValue, isCounted: Bool) -> String {
        let whole = value.whole == 0 ? "" : String(value.whole)
        guard let rest = value.remainder else { return whole }
        if let glyph = Self.glyphs[rest], isCounted || value.decimal == nil { return whole + glyph }
        if let decimal = value.decimal { return self.decimal(decimal) }
        return (whole.isEmpty ? "" : whole + " ") + rest.description
    }

    /// Fractions that have a character of their own.
    private static let glyphs: [DoseValue: String] = {
        let written = [
            ("1/2", "½"), ("1/4", "¼"), ("3/4", "¾"), ("1/3", "⅓"), ("2/3", "⅔"), ("1/8", "⅛"), ("3/8", "⅜"),
            ("5/8", "⅝"), ("7/8", "⅞"),
        ]
        return written.reduce(into: [:]) { glyphs, pair in
            if let value = DoseValue(text: pair.0) { glyphs[value] = pair.1 }
        }
    }()
}
