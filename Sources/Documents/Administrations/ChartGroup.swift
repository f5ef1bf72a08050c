/// One group of a chart: a day, a week, a month or a year, with its figures.
package struct ChartGroup: Hashable, Sendable {
    /// Below the axis: "W47", "Nov".
    package let label: String
    /// Below the label, where it says something new, as a year that begins; empty for nothing.
    package let note: String
    /// In full: "November 2026".
    package let title: String
    package let tally: ChartTally

    package init(label: String, note: String, title: String, tally: ChartTally) {
        self.label = label
        self.note = note
        self.title = title
        self.tally = tally
    }
}

/// What became of the doses of a group. None is negative.
package struct ChartTally: Hashable, Sendable {
    package var taken: Int
    package var notTaken: Int
    /// The time is over, and somebody was logging.
    package var missed: Int
    /// Expected, and nothing is known of them.
    package var unrecorded: Int

    package init(taken: Int = 0, notTaken: Int = 0, missed: Int = 0, unrecorded: Int = 0) {
        self.taken = taken
        self.notTaken = notTaken
        self.missed = missed
        self.unrecorded = unrecorded
    }

    package static func + (left: ChartTally, right: ChartTally) -> ChartTally {
        ChartTally(
            taken: left.taken + right.taken, notTaken: left.notTaken + right.notTaken,
            missed: left.missed + right.missed, unrecorded: left.unrecorded + right.unrecorded)
    }

    /// The count of one of the kinds.
    package subscript(kind: ChartMark) -> Int {
        switch kind {
        case .taken: taken
        case .notTaken: notTaken
        case .missed: missed
        case .unrecorded: unrecorded
        }
    }
}
