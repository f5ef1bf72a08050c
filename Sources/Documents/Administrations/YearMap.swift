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
                "title", ["id": "year-title"], words("charts.year.title", ["year": "\(year)"]).htmlEscaped)
            + SVG.element("desc", ["id": "year-desc"], summary.htmlEscaped) + days()
            + (1...12).map(name(of:)).joined() + drawn((1...12).flatMap(boxes(of:))) + legend()
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

    private func name(of month: Int) -> String {
        SVG.text(
            words("charts.month.\(month)"), Self.plot.left - 5, top(of: month) + 10, class: "chart__label",
            anchor: "end")
    }

    private func top(of month: Int) -> Double { Self.plot.top + Double(month - 1) * Self.plot.row }

    private func boxes(of month: Int) -> [Box] {
        (1...31).compactMap { LocalDate(year: year, month: month, day: $0) }.map { day in
            Box(x: Self.plot.left + Double(day.day - 1) * Self.plot.cell + 1, y: top(of: month) + 1, state: states[day])
        }
    }

    /// Where a day stands, by its upper left corner.
    private struct Box {
        let x: Double
        let y: Double
        let state: State?
    }

    /// Full, the lower half full, a cross, a dot, or empty. All boxes of a kind are one path: an element for each would be
    /// most of the page's weight.
    private func drawn(_ boxes: [Box]) -> String {
        let size = Self.plot.cell - 2
        let frames = boxes.filter { $0.state != .all }.map { square($0.x, $0.y, size, size) }
        let full = boxes.filter { $0.state == .all }.map { square($0.x, $0.y, size, size) }
        let half = boxes.filter { $0.state == .someTaken }.map { square($0.x, $0.y + size / 2, size, size / 2) }
        let crosses = boxes.filter { $0.state == .noneTaken }.map { box in
            "M\(SVG.number(box.x)) \(SVG.number(box.y))l\(SVG.number(size)) \(SVG.number(size))m0 \(SVG.number(-size))l"
                + "\(SVG.number(-size)) \(SVG.number(size))"
        }
        let dots = boxes.filter { $0.state == .unrecorded }.map { box in
            "M\(SVG.number(box.x + size / 2)) \(SVG.number(box.y + size / 2))h0"
        }
        return path(frames, "chart__box", stroke: SVG.Ink.line)
            + path(full + half, "chart__box chart__box--all", fill: SVG.Ink.taken)
            + path(crosses, "chart__cross", stroke: SVG.Ink.notTaken, width: "1.6")
            + path(dots, "chart__dot", stroke: SVG.Ink.line, width: "4", cap: "round")
    }

    private func square(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
        "M\(SVG.number(x)) \(SVG.number(y))h\(SVG.number(width))v\(SVG.number(height))h\(SVG.number(-width))z"
    }

    private func path(
        _ parts: [String], _ name: String, fill: String = "none", stroke: String = "none", width: String = "1",
        cap: String = "butt"
    ) -> String {
        guard !parts.isEmpty else { return "" }
        return SVG.element(
            "path",
            [
                "class": name, "d": parts.joined(), "fill": fill, "stroke": stroke, "stroke-width": width,
                "stroke-linecap": cap,
            ])
    }

    private func legend() -> String {
        let top = Self.plot.top + 12 * Self.plot.row + 8
        let places = [(Self.plot.left, top), (190, top), (Self.plot.left, top + 16), (190, top + 16)]
        return zip(State.allCases, places).map { state, place in
            drawn([Box(x: place.0, y: place.1, state: state)])
                + SVG.text(
                    words("charts.year.\(state.rawValue)"), place.0 + 14, place.1 + 8, class: "chart__legend")
        }.joined()
    }
}
