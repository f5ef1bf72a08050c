import Clinic
import Rendering

/// The chart of a log: doses taken and not taken as two lines over groups of days, missed ones and those without a record
/// as lighter marks. It is laid out for a narrow telephone and grows with the page.
package struct AdministrationChart: Sendable {
    private static let size = (width: 360.0, height: 232.0)
    private static let plot = (left: 30.0, right: 354.0, top: 36.0, bottom: 166.0)

    private let groups: [ChartGroup]
    private let words: Words
    private let id: String
    private let scale: ChartScale

    /// - Parameters:
    ///   - groups: the earliest first; one at least, else only the axis is drawn.
    ///   - id: begins the ids of its parts, unlike that of any other drawing of the page.
    package init(_ groups: [ChartGroup], words: Words, id: String = "chart") {
        self.groups = groups
        self.words = words
        self.id = id
        let counts = groups.flatMap { group in ChartMark.allCases.map { group.tally[$0] } }
        scale = ChartScale(most: counts.max() ?? 0)
    }

    /// The figures of all groups in a sentence.
    package var summary: String {
        guard let first = groups.first, let last = groups.last else { return words("charts.empty") }
        let total = groups.reduce(ChartTally()) { $0 + $1.tally }
        return words(
            "charts.summary", ["from": first.title, "to": last.title, "figures": Self.figures(total, words)])
    }

    /// "12 taken, 2 not taken, 1 missed, 3 without record": those that are none are left out, but for the first two.
    package static func figures(_ tally: ChartTally, _ words: Words) -> String {
        ChartMark.allCases.filter { $0 == .taken || $0 == .notTaken || tally[$0] > 0 }
            .map { words("charts.figure.\($0.rawValue)", ["number": "\(tally[$0])"]) }.joined(separator: ", ")
    }

    /// The drawing as part of a page.
    package func svg() -> String {
        SVG.element(
            "svg",
            [
                "class": "chart", "viewBox": "0 0 360 232", "role": "group", "aria-labelledby": "\(id)-title",
                "aria-describedby": "\(id)-desc", "font-size": "12",
            ], content())
    }

    /// The drawing as a file of its own, on white.
    package func document() -> String {
        let paper = SVG.element("rect", ["width": "360", "height": "232", "fill": "#fff"])
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + SVG.element(
                "svg",
                [
                    "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 360 232", "width": "720", "height": "464",
                    "role": "img", "aria-labelledby": "\(id)-title \(id)-desc", "lang": words.language.rawValue,
                    "font-family": "system-ui, sans-serif", "font-size": "12",
                ], paper + content()) + "\n"
    }

    // MARK: Parts

    private func content() -> String {
        let head =
            SVG.element("title", ["id": "\(id)-title"], words("charts.title").htmlEscaped)
            + SVG.element("desc", ["id": "\(id)-desc"], summary.htmlEscaped)
        return head + axis() + line(.taken) + line(.notTaken) + groups.indices.map(point).joined() + legend()
    }

    private func x(_ index: Int) -> Double {
        let width = (Self.plot.right - Self.plot.left) / Double(max(1, groups.count))
        return Self.plot.left + (Double(index) + 0.5) * width
    }

    private func y(_ count: Int) -> Double {
        Self.plot.bottom - (Self.plot.bottom - Self.plot.top) * Double(count) / Double(scale.top)
    }

    private func axis() -> String {
        let ticks = scale.ticks.map { tick in
            SVG.line((Self.plot.left, y(tick)), (Self.plot.right, y(tick)), class: "chart__grid", SVG.Ink.line)
                + SVG.text("\(tick)", Self.plot.left - 5, y(tick) + 4, class: "chart__label", anchor: "end")
        }
        return ticks.joined() + labels()
    }

    /// Seven at most; the last group, which is the current one, always has its own.
    private func labels() -> String {
        let every = (groups.count + 6) / 7
        return groups.indices.filter { (groups.count - 1 - $0) % max(1, every) == 0 }.map { index in
            let group = groups[index]
            let label = SVG.text(
                group.label, x(index), Self.plot.bottom + 15, class: "chart__label", anchor: "middle")
            return group.note.isEmpty
                ? label
                : label + SVG.text(group.note, x(index), Self.plot.bottom + 28, class: "chart__label", anchor: "middle")
        }.joined()
    }

    private func line(_ mark: ChartMark) -> String {
        guard groups.count > 1 else { return "" }
        let points = groups.indices.map { "\(SVG.number(x($0))),\(SVG.number(y(groups[$0].tally[mark])))" }
        let dashes = mark == .taken ? "none" : "5 3"
        return SVG.element(
            "polyline",
            [
                "class": "chart__line chart__line--\(mark.rawValue)", "points": points.joined(separator: " "),
                "fill": "none", "stroke": mark.colour, "stroke-width": "2", "stroke-dasharray": dashes,
            ])
    }

    /// A group's marks and, while it is pointed at or has the focus, its figures above the chart.
    private func point(_ index: Int) -> String {
        let group = groups[index]
        let size = groups.count <= 14 ? 4.0 : groups.count <= 31 ? 3 : 1.6
        let aside = min(6, 40 / Double(max(1, groups.count)))
        let lighter = [(ChartMark.unrecorded, aside), (.missed, -aside)].filter { group.tally[$0.0] > 0 }
            .map { $0.0.drawn(x(index) + $0.1, y(group.tally[$0.0]), size: size) }
        // Where as many were taken as not, the circle stands in the square: neither hides the other.
        let isSame = group.tally.taken == group.tally.notTaken
        let marks =
            lighter + [
                ChartMark.notTaken.drawn(x(index), y(group.tally.notTaken), size: isSame ? size * 1.3 : size),
                ChartMark.taken.drawn(x(index), y(group.tally.taken), size: isSame ? size * 0.7 : size),
            ]
        let figures = Self.figures(group.tally, words)
        return SVG.element(
            "g", ["class": "chart__point", "tabindex": "0", "role": "img"],
            SVG.element("title", [:], "\(group.title): \(figures)".htmlEscaped) + column(index) + marks.joined()
                + SVG.element(
                    "g", ["class": "chart__figures", "visibility": "hidden"],
                    SVG.text(group.title, 180, 11, class: "chart__figure", anchor: "middle")
                        + SVG.text(figures, 180, 25, class: "chart__figure", anchor: "middle")))
    }

    /// What pointing at a group hits: all of its column.
    private func column(_ index: Int) -> String {
        let width = (Self.plot.right - Self.plot.left) / Double(groups.count)
        return SVG.element(
            "rect",
            [
                "class": "chart__column", "x": SVG.number(x(index) - width / 2), "y": SVG.number(Self.plot.top - 6),
                "width": SVG.number(width), "height": SVG.number(Self.plot.bottom - Self.plot.top + 12),
                "fill": "none", "pointer-events": "all",
            ])
    }

    private func legend() -> String {
        let places = [(30.0, 209.0), (190, 209), (30, 225), (190, 225)]
        return zip(ChartMark.allCases, places).map { mark, place in
            let (x, y) = place
            let line = mark == .taken || mark == .notTaken ? sample(mark, x, y) : ""
            return line + mark.drawn(x + 9, y, size: 4)
                + SVG.text(words("charts.legend.\(mark.rawValue)"), x + 24, y + 4, class: "chart__legend")
        }.joined()
    }

    private func sample(_ mark: ChartMark, _ x: Double, _ y: Double) -> String {
        SVG.element(
            "line",
            [
                "class": "chart__line chart__line--\(mark.rawValue)", "x1": SVG.number(x), "x2": SVG.number(x + 18),
                "y1": SVG.number(y), "y2": SVG.number(y), "stroke": mark.colour, "stroke-width": "2",
                "stroke-dasharray": mark == .taken ? "none" : "5 3",
            ])
    }
}
