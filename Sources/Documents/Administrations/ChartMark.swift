/// How each state of a dose is drawn: told apart by shape and line as well as by colour.
package enum ChartMark: String, CaseIterable, Sendable {
    case taken
    case notTaken = "not-taken"
    case missed
    case unrecorded

    var colour: String {
        switch self {
        case .taken: SVG.Ink.taken
        case .notTaken: SVG.Ink.notTaken
        case .missed: SVG.Ink.missed
        case .unrecorded: SVG.Ink.unrecorded
        }
    }

    /// A full circle, an open square, an open triangle, a small ring; around a point, `size` from its middle to its edge.
    func drawn(_ x: Double, _ y: Double, size: Double) -> String {
        switch self {
        case .taken:
            SVG.element(
                "circle",
                [
                    "class": "chart__mark chart__mark--taken", "cx": SVG.number(x), "cy": SVG.number(y),
                    "r": SVG.number(size), "fill": colour,
                ])
        case .notTaken:
            outline("rect", x, y, size)
        case .missed:
            SVG.element(
                "path",
                [
                    "class": "chart__mark chart__mark--missed",
                    "d": "M\(SVG.number(x)) \(SVG.number(y - size))L\(SVG.number(x + size)) \(SVG.number(y + size))H"
                        + "\(SVG.number(x - size))Z",
                    "fill": "#fff", "stroke": colour,
                ])
        case .unrecorded:
            SVG.element(
                "circle",
                [
                    "class": "chart__mark chart__mark--unrecorded", "cx": SVG.number(x), "cy": SVG.number(y),
                    "r": SVG.number(size * 0.7), "fill": "#fff", "stroke": colour,
                ])
        }
    }

    private func outline(_ name: String, _ x: Double, _ y: Double, _ size: Double) -> String {
        SVG.element(
            name,
            [
                "class": "chart__mark chart__mark--not-taken", "x": SVG.number(x - size * 0.9),
                "y": SVG.number(y - size * 0.9), "width": SVG.number(size * 1.8), "height": SVG.number(size * 1.8),
                "fill": "#fff", "stroke": colour, "stroke-width": "2",
            ])
    }
}
