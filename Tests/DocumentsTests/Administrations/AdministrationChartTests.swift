import Clinic
import Documents
import Foundation
import Rendering
import TestSupport
import Testing

@Suite("Charts of a log")
struct AdministrationChartTests {
    static let catalogue = Result { try MessageCatalogue(folder: Project.folder("Views/locales")) }

    let words: Words
    let german: Words

    init() throws {
        words = try Self.catalogue.get().words(in: .english)
        german = try Self.catalogue.get().words(in: .german)
    }

    private func months(_ tallies: [ChartTally], _ words: Words) throws -> [ChartGroup] {
        let first = try #require(LocalDate(iso: "2026-05-01"))
        return tallies.enumerated().map { ChartLabels(words).month(of: first.adding(months: $0.offset), $0.element) }
    }

    /// Every drawing must be well-formed, whatever is written into it.
    private func parse(_ text: String) throws {
        _ = try #require(text.hasPrefix("<"))
        let reader = WellFormed(text)
        #expect(reader.isWellFormed, "\(reader.problem)")
    }

    @Test("two lines of seven points each, told apart by dashes and by marks as well as by colour")
    func lines() throws {
        let tallies = (0..<7).map { ChartTally(taken: 50 + $0, notTaken: $0) }
        let svg = AdministrationChart(try months(tallies, words), words: words).svg()
        try parse(svg)
        let lines = svg.matches(of: /<polyline class="([^"]+)" points="([^"]+)"[^>]*stroke-dasharray="([^"]+)"/)
        #expect(lines.map { String($0.1) } == ["chart__line chart__line--taken", "chart__line chart__line--not-taken"])
        #expect(lines.map { $0.2.split(separator: " ").count } == [7, 7])
        #expect(lines.map { String($0.3) } == ["none", "5 3"])
        #expect(svg.matches(of: /<g class="chart__point" tabindex="0" role="img"><title>/).count == 7)
        #expect(!svg.contains("style="))
    }

    @Test("each point says its figures, and the description says those of all")
    func figures() throws {
        let tallies = [
            ChartTally(taken: 3, notTaken: 1), ChartTally(taken: 2, missed: 4, unrecorded: 5),
        ]
        let chart = AdministrationChart(try months(tallies, words), words: words)
        #expect(chart.svg().contains("<title>May 2026: 3 taken, 1 not taken</title>"))
        #expect(chart.svg().contains("<title>June 2026: 2 taken, 0 not taken, 4 missed, 5 without a record</title>"))
        #expect(
            chart.summary == "May 2026 to June 2026: 5 taken, 1 not taken, 4 missed, 5 without a record.")
        let other = AdministrationChart(try months(tallies, german), words: german)
        #expect(other.svg().contains("<title>Juni 2026: 2 genommen, 0 nicht genommen, 4 versäumt, 5 ohne Eintrag"))
    }

    @Test("as many taken as not: the circle is drawn over the square and fits into it", arguments: [1, 14, 30])
    func sameFigures(count: Int) throws {
        let tallies = Array(repeating: ChartTally(taken: 1, notTaken: 1), count: count)
        let svg = AdministrationChart(try months(tallies, words), words: words).svg()
        let point = try #require(svg.split(separator: "class=\"chart__point\"").dropFirst().first)
        let square = try #require(point.firstMatch(of: /chart__mark--not-taken"[^>]* width="([0-9.]+)"/))
        let circle = try #require(point.firstMatch(of: /chart__mark--taken"[^>]* r="([0-9.]+)"/))
        #expect(square.range.lowerBound < circle.range.lowerBound)
        // Half of the square's line, which is two wide, lies inside it.
        let (side, radius) = (try #require(Double(square.1)), try #require(Double(circle.1)))
        #expect(2 * radius <= side - 2)
    }

    @Test("missed doses and those without a record are marks only where there are any")
    func lighterMarks() throws {
        let svg = AdministrationChart(
            try months([ChartTally(taken: 1), ChartTally(missed: 1)], words), words: words
        ).svg()
        // One in the chart, one in the legend.
        #expect(svg.matches(of: /chart__mark--missed/).count == 2)
        #expect(svg.matches(of: /chart__mark--unrecorded/).count == 1)
    }

    @Test(
        "the axis is round and has at most five lines", arguments: [0, 1, 3, 4, 5, 7, 28, 61, 120, 365, 1460, 99_999])
    func scale(most: Int) throws {
        let svg = AdministrationChart(try months([ChartTally(taken: most)], words), words: words).svg()
        let labels = svg.matches(of: /text-anchor="end"[^>]*>(\d+)</).compactMap { Int($0.1) }
        #expect((2...5).contains(labels.count))
        #expect(labels.first == 0)
        #expect(try #require(labels.last) >= most)
    }

    @Test("of many groups seven at most are named, the current one among them", arguments: [1, 7, 14, 30, 90])
    func labels(count: Int) throws {
        let last = try #require(LocalDate(iso: "2026-11-21"))
        let groups = (0..<count).map {
            ChartLabels(words).day(last.adding(days: $0 - count + 1), ChartTally(taken: $0))
        }
        let svg = AdministrationChart(groups, words: words).svg()
        try parse(svg)
        let labels = svg.matches(of: />((?:Aug|Sep|Oct|Nov) \d+)</).map { String($0.1) }
        #expect((1...7).contains(labels.count))
        #expect(labels.last == "Nov 21")
    }

    @Test("a log without groups is an axis that says so")
    func empty() throws {
        let chart = AdministrationChart([], words: words)
        try parse(chart.svg())
        #expect(chart.summary == "No doses in this time")
    }

    @Test("the file of its own is a whole document on white, without any style")
    func document() throws {
        let text = AdministrationChart(try months([ChartTally(taken: 1)], german), words: german).document()
        #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(text.contains("lang=\"de\""))
        #expect(text.contains("fill=\"#fff\""))
        #expect(!text.contains("style"))
    }

    @Test("words cannot break out of a drawing")
    func hostile() throws {
        let group = ChartGroup(
            label: "<b>\"&", note: "</text>", title: "\"><script>alert(1)</script>", tally: ChartTally(taken: 1))
        let svg = AdministrationChart([group], words: words).svg()
        try parse(svg)
        #expect(!svg.contains("<script"))
    }

    @Test("weeks are named by their number and first day")
    func weeks() throws {
        let monday = try #require(LocalDate(iso: "2018-12-31"))
        let week = ChartLabels(words).week(1, from: monday, ChartTally())
        #expect((week.label, week.note, week.title) == ("W1", "Dec 31", "Week 1, Dec 31, 2018 to Jan 6, 2019"))
        let other = ChartLabels(german).week(1, from: monday, ChartTally())
        #expect(other.title == "Kalenderwoche 1, 31.12.2018 bis 06.01.2019")
    }
}
