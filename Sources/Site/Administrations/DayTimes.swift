import Clinic
import Documents
import Foundation

/// Puts planned doses beside the entries that answer them, day by day.
struct DayTimes {
    private let reading: LogReading
    private let entries: [Administration]

    init(_ reading: LogReading, _ entries: [Administration]) {
        self.reading = reading
        self.entries = entries
    }

    func chart(_ days: ClosedRange<LocalDate>) -> DayTimesChart {
        let answers = Dictionary(
            entries.compactMap { entry in entry.details.slot.map { ($0, entry) } }, uniquingKeysWith: { $1 })
        let record = DoseRecord(
            reading.plan.plan(on: days), DoseLog(entries.map(\.details)), at: reading.now)
        let labels = ChartLabels(reading.words.words)
        var lines: [DayTimesChart.Day] = []
        var day = days.lowerBound
        while day <= days.upperBound {
            let planned = record.doses.filter { $0.planned.dose.day == day }.map { dose($0, answers, day) }
            let known = Set(record.doses.map(\.planned.dose.id.description))
            let unplanned = entries.filter {
                $0.details.day == day && ($0.details.slot.map { !known.contains($0) } ?? true)
            }
            lines.append(
                DayTimesChart.Day(
                    label: labels.day(day, ChartTally()).label,
                    doses: planned + unplanned.map { extra($0, day) }))
            day = day.adding(days: 1)
        }
        return DayTimesChart(lines, words: reading.words.words)
    }

    private func dose(
        _ dose: (planned: PlannedDose, state: DoseState), _ answers: [String: Administration], _ day: LocalDate
    ) -> DayTimesChart.Dose {
        let words = reading.words
        let entry = answers[dose.planned.dose.id.description]
        let lines = DoseLines(reading: reading, place: "", namesMedicine: false)
        let line = lines.line(dose.planned, dose.state, entry)
        return DayTimesChart.Dose(
            planned: dose.planned.dose.instant.map { minute($0, of: day) },
            recorded: entry.map { minute($0.details.at, of: day) }, state: dose.state.mark,
            title: "\(words.date(day)), \(line.time): \(line.stateText)")
    }

    private func extra(_ entry: Administration, _ day: LocalDate) -> DayTimesChart.Dose {
        let line = EntryLine(entry, reading)
        return DayTimesChart.Dose(
            planned: nil, recorded: minute(entry.details.at, of: day),
            state: entry.details.isTaken ? .taken : .notTaken,
            title: "\(line.at): \(line.statusText) · \(line.meta)")
    }

    /// Minutes on the clock's face since the day's midnight.
    private func minute(_ instant: Date, of day: LocalDate) -> Int {
        let local = reading.plan.clock.reading(at: instant)
        return day.days(to: local.day) * 1440 + local.time.minuteOfDay
    }
}

extension DoseState {
    /// How a chart draws it; nil for a dose that is still to come or was optional.
    var mark: ChartMark? {
        switch self {
        case .taken: .taken
        case .notTaken: .notTaken
        case .missed: .missed
        case .noRecord: .unrecorded
        case .open, .upcoming, .leftOut: nil
        }
    }
}
