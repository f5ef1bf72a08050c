import Clinic
import Rendering

/// The year as a map: a line for each month, a box for each day, filled as its doses were taken.
package struct YearMap: Sendable {
    /// What became of a day's doses.
    package enum State: String, CaseIterable, Hashable, Sendable {
        case all
        case someTaken = "some"
        /// Not taken or missed, all of them.
        case noneTaken = "none"
        /// Doses were expected, and nothing is known of them.
        case unrecorded

        /// Nil for a day without doses.
        package init?(_ tally: ChartTally) {
            switch (tally.taken, tally.notTaken + tally.missed, tally.unrecorded) {
            case (0, 0, 0): return nil
            case (0, 0, _): self = .unrecorded
            case (0, _, _): self = .noneTaken
            case (_, 0, 0): self = .all
            default: self = .someTaken
            }
        }
    }

    private static let plot = (left: 36.0, top: 16.0, cell: 10.3, row: 14.0)
    private let year: Int
    private let states: [LocalDate: State]
    private let words: Words

    /// - Parameter states: days without doses, and days to come, are left out.
    package init(_ year: Int, _ states: [LocalDate: State], words: Words) {
        self.year = year
        self.states = states
        self.words = words
    }

    /// How many days were so, in a sentence.
    package var summary: String {
        let counts = State.allCases.compactMap { state -> String? in
            let count = states.values.count { $0 == state }
            let name = words("charts.year.\(state.rawValue)")
            return count == 0 ? nil : words("charts.year.figure", count: count, ["state": name])
        }
        let figures = counts.isEmpty ? words("charts.empty") : counts.joined(separator: ", ")
        return words("charts.year.summary", ["figures": figures])
    }

    /// The drawing as part of a page.
    package func svg() -> String {
        let content =
            SVG.element(
                "title", ["id": "year-title"], SVG.escaped(words("charts.year.title", ["year": "\(year)"])))
            + SVG.element("desc", ["id": "year-desc"], SVG.escaped(summary)) + days()
            + (1...12).map(month).joined() + legend()
        return SVG.element(
            "svg",
            [
                "class": "chart", "viewBox": "0 0 360 226", "role": "img", "aria-labelledby": "year-title year-desc",
                "font-size": "10",
            ], content)
    }

    private func days() -> String {
        [1, 5, 10, 15, 20, 25, 30].map { day in
            SVG.text(
                "\(day)", Self.plot.left + (Double(day) - 0.5) * Self.plot.cell, Self.plot.top - 4,
                class: "chart__label", anchor: "middle")
        }.joined()
    }

    private func month(_ month: Int) -> String {
        let top = Self.plot.top + Double(month - 1) * Self.plot.row
        let name = SVG.text(
            words("charts.month.\(month)"), Self.plot.left - 5, top + 10, class: "chart__label", anchor: "end")
        let boxes = (1...31).compactMap { LocalDate(year: year, month: month, day: $0) }.map { day in
            box(states[day], Self.plot.left + Double(day.day - 1) * Self.plot.cell + 1, top + 1)
        }
        return name + boxes.joined()
    }

    /// Full, the lower half full, a cross, a dot, or empty.
    private func box(_ state: State?, _ x: Double, _ y: Double) -> String {
        let size = Self.plot.cell - 2
        let frame = rectangle(x, y, size, size, "chart__box", fill: "none", stroke: SVG.Ink.line)
        switch state {
        case nil: return frame
        case .all: return rectangle(x, y, size, size, "chart__box chart__box--all", fill: SVG.Ink.taken)
        case .someTaken:
            return frame
                + rectangle(x, y + size / 2, size, size / 2, "chart__box chart__box--all", fill: SVG.Ink.taken)
        case .noneTaken:
            let cross =
                "M\(SVG.number(x)) \(SVG.number(y))l\(SVG.number(size)) \(SVG.number(size))m0 \(SVG.number(-size))l"
                + "\(SVG.number(-size)) \(SVG.number(size))"
            let drawn = SVG.element(
                "path",
                ["class": "chart__cross", "d": cross, "stroke": SVG.Ink.notTaken, "stroke-width": "1.6"])
            return frame + drawn
        case .unrecorded: return frame + ChartMark.unrecorded.drawn(x + size / 2, y + size / 2, size: 2.6)
        }
    }

    private func rectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ name: String, fill: String,
        stroke: String = "none"
    ) -> String {
        SVG.element(
            "rect",
            [
                "class": name, "x": SVG.number(x), "y": SVG.number(y), "width": SVG.number(width),
                "height": SVG.number(height), "fill": fill, "stroke": stroke,
            ])
    }

    private func legend() -> String {
        let top = Self.plot.top + 12 * Self.plot.row + 8
        let places = [(Self.plot.left, top), (190, top), (Self.plot.left, top + 16), (190, top + 16)]
        return zip(State.allCases, places).map { state, place in
            box(state, place.0, place.1)
                + SVG.text(
                    words("charts.year.\(state.rawValue)"), place.0 + 14, place.1 + 8, class: "chart__legend")
        }.joined()
    }
}
