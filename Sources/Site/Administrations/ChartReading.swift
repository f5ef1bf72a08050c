import Clinic
import Documents
import Foundation
import Hummingbird
import Store

/// Which part of a log a page or a drawing shows, as its address says. What cannot be read is as if it were not there.
struct ChartRange: Sendable {
    static let counts = [7, 14, 30, 90]

    let grouping: DateGrouping
    let groups: [DateGroup]
    /// One of ``counts``; nil for a range of days.
    let count: Int?

    var first: LocalDate { groups.first?.first ?? .distantDay }
    var last: LocalDate { groups.last?.last ?? .distantDay }

    init(_ request: Request, today: LocalDate) {
        grouping = DateGrouping(rawValue: request.query("group")) ?? .month
        let end = LocalDate(iso: request.query("end")).map { min($0, today) } ?? today
        if let from = LocalDate(iso: request.query("from")), let to = LocalDate(iso: request.query("to")), from <= to {
            count = nil
            groups = Self.range(grouping, from: from, to: min(max(from, to), max(from, today)))
        } else {
            let wanted = Int(request.query("groups")).flatMap { Self.counts.contains($0) ? $0 : nil } ?? 7
            count = wanted
            groups = grouping.groups(ending: end, count: wanted)
        }
    }

    /// The last of them where there are more than a chart can show.
    private static func range(_ grouping: DateGrouping, from: LocalDate, to: LocalDate) -> [DateGroup] {
        let most = Self.counts.last ?? 90
        let earliest = grouping.groups(ending: to, count: most).first?.first ?? from
        return grouping.groups(from: max(from, earliest), through: to)
    }
}

extension LocalDate {
    /// Stands for no day in an empty range.
    fileprivate static let distantDay = LocalDate(epochDay: 0)
}

extension Site {
    /// The figures of a log for a chart; costs as much as the days shown.
    func figures(_ reading: LogReading, _ days: ClosedRange<LocalDate>) async throws -> LogFigures {
        let series = reading.series
        let around =
            days.lowerBound.adding(days: -DoseLog.daysAround)...days.upperBound.adding(days: DoseLog.daysAround)
        let recent = max(days.lowerBound, reading.plan.firstOpenDay(at: reading.now) ?? days.lowerBound)
        async let counts = database.administrationCounts(ofSeries: series, days: around)
        async let unplanned = database.unplannedCounts(ofSeries: series, days: days)
        let entries =
            recent <= days.upperBound
            ? try await database.administrations(ofSeries: series, days: recent...days.upperBound).map(\.details) : []
        let known = LogFigures.Known(
            counts: try await counts, unplanned: try await unplanned, entries: entries, recent: recent)
        return LogFigures(reading.plan, on: days, known, at: reading.now)
    }

    /// The groups of a chart with their names.
    func chartGroups(_ range: ChartRange, _ figures: LogFigures, _ words: LogWords) -> [ChartGroup] {
        let labels = ChartLabels(words.words)
        return range.groups.map { group in
            let tally = ChartTally(figures.sum(of: group))
            return switch group.grouping {
            case .day: labels.day(group.first, tally)
            case .week: labels.week(group.first.isoWeek.week, from: group.first, tally)
            case .month: labels.month(of: group.first, tally)
            case .year: labels.year(of: group.first, tally)
            }
        }
    }
}

extension ChartTally {
    init(_ day: LogFigures.Day) {
        self.init(taken: day.taken, notTaken: day.notTaken, missed: day.missed, unrecorded: day.noRecord)
    }
}
