import Rendering

/// Writes SVG: attributes and words are escaped, numbers short. Lengths are in units of the drawing's own grid.
enum SVG {
    /// An element around content that is SVG already.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, _ content: String = ""
    ) -> String {
        let start = attributes.reduce("<\(name)") { "\($0) \($1.key)=\"\($1.value.htmlEscaped)\"" }
        return content.isEmpty ? "\(start)/>" : "\(start)>\(content)</\(name)>"
    }

    /// Words at a place.
    static func text(
        _ words: String, _ x: Double, _ y: Double, class name: String, anchor: String = "start",
        _ colour: String = Ink.muted
    ) -> String {
        element(
            "text",
            ["class": name, "x": number(x), "y": number(y), "text-anchor": anchor, "fill": colour], words.htmlEscaped)
    }

    static func line(_ from: (Double, Double), _ to: (Double, Double), class name: String, _ colour: String) -> String {
        element(
            "line",
            [
                "class": name, "x1": number(from.0), "y1": number(from.1), "x2": number(to.0), "y2": number(to.1),
                "stroke": colour,
            ])
    }

    /// At most one decimal place, and no needless one.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }

    /// The colours of a drawing that stands alone, on white. Inside of a page its stylesheet says otherwise by class.
    enum Ink {
        static let taken = "#17633a"
        static let notTaken = "#a3141b"
        static let missed = "#8a5a00"
        static let unrecorded = "#6b7b77"
        static let muted = "#465552"
        static let line = "#cbd5d2"
    }
}
