import Clinic
import Rendering

/// The day view: when doses were planned and when they were taken, each day on a line of the clock.
package struct DayTimesChart: Sendable {
    /// One day with its doses.
    package struct Day: Hashable, Sendable {
        /// "Nov 21".
        package let label: String
        package let doses: [Dose]

        package init(label: String, doses: [Dose]) {
            self.label = label
            self.doses = doses
        }
    }

    /// One dose. Minutes are counted from the day's midnight; those of a dose after the next midnight are above 1,440.
    package struct Dose: Hashable, Sendable {
        /// Nil where no time of the clock was planned.
        package let planned: Int?
        /// When it was taken, or when it was said that it was not; nil without a record.
        package let recorded: Int?
        /// Nil while the dose is still to come.
        package let state: ChartMark?
        /// All of it in words.
        package let title: String

        package init(planned: Int?, recorded: Int?, state: ChartMark?, title: String) {
            self.planned = planned
            self.recorded = recorded
            self.state = state
            self.title = title
        }
    }

    private static let plot = (left: 50.0, right: 350.0, top: 22.0, row: 26.0)
    private let days: [Day]
    private let words: Words
    private let id: String

    /// - Parameter days: the earliest first, 14 at most so that it stays readable.
    package init(_ days: [Day], words: Words, id: String = "times") {
        self.days = days
        self.words = words
        self.id = id
    }

    /// The drawing as part of a page.
    package func svg() -> String {
        let content =
            SVG.element("title", ["id": "\(id)-title"], words("charts.times.title").htmlEscaped)
            + SVG.element("desc", ["id": "\(id)-desc"], words("charts.times.summary").htmlEscaped)
            + hours() + days.indices.map(row).joined() + legend()
        return SVG.element(
            "svg",
            [
                "class": "chart", "viewBox": "0 0 360 \(SVG.number(bottom + 34))", "role": "group",
                "aria-labelledby": "\(id)-title", "aria-describedby": "\(id)-desc", "font-size": "12",
            ], content)
    }

    private var bottom: Double { Self.plot.top + Self.plot.row * Double(days.count) }

    /// The last minute on the axis: midnight, or later by whole hours where a dose was.
    private var end: Int {
        let last = days.flatMap(\.doses).flatMap { [$0.planned, $0.recorded] }.compactMap(\.self).max() ?? 0
        return max(1440, (min(last, 2160) + 119) / 120 * 120)
    }

    private func x(_ minute: Int) -> Double {
        Self.plot.left + (Self.plot.right - Self.plot.left) * Double(max(0, min(minute, end))) / Double(end)
    }

    private func hours() -> String {
        stride(from: 0, through: end, by: 360).map { minute in
            let place = x(minute)
            let time = LocalTime(minuteOfDay: minute).description
            return SVG.line((place, Self.plot.top), (place, bottom), class: "chart__grid", SVG.Ink.line)
                + SVG.text(
                    time, place, Self.plot.top - 8, class: "chart__label", anchor: "middle")
        }.joined()
    }

    private func row(_ index: Int) -> String {
        let middle = Self.plot.top + Self.plot.row * (Double(index) + 0.5)
        return SVG.text(days[index].label, Self.plot.left - 6, middle + 4, class: "chart__label", anchor: "end")
            + SVG.line((Self.plot.left, middle), (Self.plot.right, middle), class: "chart__grid", SVG.Ink.line)
            + days[index].doses.map { dose($0, middle) }.joined()
    }

    private func dose(_ dose: Dose, _ y: Double) -> String {
        guard let place = dose.recorded ?? dose.planned else { return "" }
        var marks = ""
        if let planned = dose.planned {
            marks += bar(x(planned), y)
            if dose.recorded != nil {
                marks += SVG.line((x(planned), y), (x(place), y), class: "chart__delay", SVG.Ink.muted)
            }
        }
        if let state = dose.state { marks += state.drawn(x(place), y, size: 4.5) }
        return SVG.element(
            "g", ["class": "chart__point", "tabindex": "0", "role": "img"],
            SVG.element("title", [:], dose.title.htmlEscaped) + marks)
    }

    private func bar(_ x: Double, _ y: Double) -> String {
        SVG.element(
            "rect",
            [
                "class": "chart__planned", "x": SVG.number(x - 1.5), "y": SVG.number(y - 9), "width": "3",
                "height": "18", "fill": SVG.Ink.muted,
            ])
    }

    private func legend() -> String {
        let y = bottom + 18
        let states: [(ChartMark, Double)] = [(.taken, 128), (.notTaken, 216)]
        return bar(Self.plot.left, y)
            + SVG.text(
                words("charts.times.planned"), Self.plot.left + 10, y + 4, class: "chart__legend")
            + states.map { mark, x in
                mark.drawn(x, y, size: 4.5)
                    + SVG.text(words("charts.legend.\(mark.rawValue)"), x + 10, y + 4, class: "chart__legend")
            }.joined()
    }
}
