import Clinic
import Documents
import Foundation
import Rendering
import Testing

@Suite("The day view and the year's map")
struct DayViewTests {
    let words: Words

    init() throws { words = try AdministrationChartTests.catalogue.get().words(in: .english) }

    @Test("a dose taken late is a circle away from the bar of its time")
    func late() {
        let dose = DayTimesChart.Dose(planned: 480, recorded: 600, state: .taken, title: "08:00, taken at 10:00")
        let svg = DayTimesChart([.init(label: "Nov 21", doses: [dose])], words: words).svg()
        #expect(svg.contains("<title>08:00, taken at 10:00</title>"))
        // 300 units for 24 hours from 50 on: 08:00 is at 150, 10:00 at 175.
        #expect(svg.contains("<rect class=\"chart__planned\" x=\"148.5\""))
        #expect(svg.contains("class=\"chart__mark chart__mark--taken\" cx=\"175\""))
        #expect(svg.contains("<line class=\"chart__delay\""))
    }

    @Test("a dose after midnight lengthens its own day")
    func afterMidnight() {
        let dose = DayTimesChart.Dose(planned: 1320, recorded: 1470, state: .taken, title: "22:00, taken at 00:30")
        let svg = DayTimesChart([.init(label: "Nov 21", doses: [dose])], words: words).svg()
        let circle = svg.firstMatch(of: /mark--taken" cx="([0-9.]+)"/)
        #expect(circle.flatMap { Double($0.1) }.map { (50...350).contains($0) } == true)
        #expect(svg.contains(">00:00</text>"))
    }

    @Test("a dose that is still to come is its bar alone; one without any time is not drawn")
    func toCome() {
        let svg = DayTimesChart(
            [
                .init(
                    label: "Nov 21",
                    doses: [
                        .init(planned: 480, recorded: nil, state: nil, title: "08:00"),
                        .init(planned: nil, recorded: nil, state: .unrecorded, title: "some time"),
                    ])
            ], words: words
        ).svg()
        #expect(svg.matches(of: /chart__point/).count == 1)
        #expect(!svg.contains("some time"))
    }

    @Test("a day's box shows whether all, some or none of its doses were taken")
    func states() {
        #expect(YearMap.State(ChartTally()) == nil)
        #expect(YearMap.State(ChartTally(taken: 2)) == .all)
        #expect(YearMap.State(ChartTally(taken: 1, missed: 1)) == .someTaken)
        #expect(YearMap.State(ChartTally(taken: 1, unrecorded: 1)) == .someTaken)
        #expect(YearMap.State(ChartTally(notTaken: 1, missed: 1, unrecorded: 1)) == .noneTaken)
        #expect(YearMap.State(ChartTally(unrecorded: 2)) == .unrecorded)
    }

    @Test("the map has a box for every day of the year", arguments: [(2026, 365), (2028, 366)])
    func boxes(year: Int, days: Int) {
        let svg = YearMap(year, [:], words: words).svg()
        // Three more in the legend have the same frame.
        let frames = svg.matches(of: /class="chart__box" d="([^"]+)"/).map { $0.1.matches(of: /z/).count }
        #expect(frames.reduce(0, +) == days + 3)
        #expect(svg.utf8.count < 24_000)
    }

    @Test("the map says how many days were so")
    func summary() throws {
        let day = try #require(LocalDate(iso: "2026-11-21"))
        let map = YearMap(2026, [day: .all, day.adding(days: 1): .all, day.adding(days: 2): .noneTaken], words: words)
        #expect(map.summary.hasSuffix("All taken: 2 days, None taken: 1 day."))
        #expect(map.svg().contains("chart__cross"))
    }
}
