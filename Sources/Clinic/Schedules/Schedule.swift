import Foundation

/// The doses an order expects, in the order of time. Made from the order's dosages whenever it is wanted; asking for some
/// days costs in proportion to those days, not to the age of the order.
///
/// - Clock times, events of the day and counted doses follow the wall clock of the patient's zone: every local day has the
///   same number of them. A time that the clock skips comes later by what was skipped, one that it shows twice is meant
///   the first time, a day that does not exist has no doses. Doses of elapsed time keep their distance.
/// - A dose of a range is due at its later end (every 4 to 6 hours: after 6, allowed after 4). Of a number of doses or days
///   the lower end is expected and the rest is optional.
/// - Months are counted from the first day and end where a month is short. First and last days are included.
/// - A step begins on its own first day where it has one, else on the day after the last of the step before; a step without
///   an end ends before the first day of the next.
/// - A number of doses counts doses that are planned, taken or not, without those in a pause.
package struct Schedule: Sendable {
    /// Of all versions, the earliest first.
    package let dosages: [Dosage]
    /// Of the last version.
    package let course: Course
    package let clock: WallClock
    /// The dosages of the last version that give no expected doses.
    package let unscheduled: [Unscheduled]

    let lines: [DoseLine]

    /// `rhythm` is the patient's own day, `zone` the place the patient lives in.
    package init(_ dosages: [Dosage], _ course: Course, rhythm: DayRhythm = DayRhythm(), zone: TimeZone) {
        self.init(first: Version(dosages, course), rhythm: rhythm, zone: zone)
    }

    /// One version of an order that was changed.
    package struct Version: Hashable, Sendable {
        package let dosages: [Dosage]
        package let course: Course

        package init(_ dosages: [Dosage], _ course: Course) {
            self.dosages = dosages
            self.course = course
        }
    }

    /// The doses of an order that was changed, each expected by the version that was in force when it was due: a version
    /// gives way when the next one begins, on its first day or when it was signed on a later one.
    package init(first: Version, changed later: [Version] = [], rhythm: DayRhythm = DayRhythm(), zone: TimeZone) {
        clock = WallClock(zone)
        var lines: [DoseLine] = []
        var dosages: [Dosage] = []
        var unscheduled: [Unscheduled] = []
        var course = first.course
        for (index, version) in ([first] + later).enumerated() {
            course = version.course
            for next in later.dropFirst(index) { course.giveWay(to: next.course, clock) }
            var builder = ScheduleBuilder(version.dosages, course, rhythm, clock)
            builder.build()
            let before = dosages.count
            lines += builder.lines.map { line in
                var line = line
                line.version = index
                line.dosage += before
                return line
            }
            unscheduled = builder.unscheduled.map { Unscheduled(dosage: $0.dosage + before, reason: $0.reason) }
            dosages += version.dosages
        }
        self.lines = lines
        self.dosages = dosages
        self.course = course
        self.unscheduled = unscheduled
    }

    /// The doses that belong to a range of local days, in the order of time.
    package func doses(on days: ClosedRange<LocalDate>) -> [ExpectedDose] {
        let (low, high) = (days.lowerBound.epochDay, days.upperBound.epochDay)
        var doses: [ExpectedDose] = []
        var placesTaken: [Place: [Int]] = [:]
        for line in lines where line.first <= high && line.last >= low {
            for planned in line.planned(from: low, through: high) {
                let id = Self.id(of: planned, line, among: &placesTaken)
                guard !line.context.blocked.contains(planned.order),
                    line.count.map({ planned.index < $0.upperBound }) ?? true
                else {
                    continue
                }
                doses.append(dose(planned, line, id))
            }
        }
        return doses.sorted { ($0.order, $0.dosage, $0.id) < ($1.order, $1.dosage, $1.id) }
    }

    /// The doses of one local day.
    package func doses(on day: LocalDate) -> [ExpectedDose] { doses(on: day...day) }

    /// The day of the last dose; nil when there is no end or no dose.
    package var lastDay: LocalDate? {
        guard lines.allSatisfy({ $0.last < Timeline.endless }) else { return nil }
        return lines.map(\.last).max().map(LocalDate.init(epochDay:))
    }

    /// A place of a day in one version of the order.
    private struct Place: Hashable {
        let version: Int
        let day: Int
        let place: String
    }

    /// A second dosage at the same place of the same day has `~2` behind its name.
    private static func id(
        of planned: DoseLine.Planned, _ line: DoseLine, among taken: inout [Place: [Int]]
    ) -> SlotID {
        let place = Place(version: line.version, day: planned.day, place: planned.place)
        let others = taken[place, default: []]
        let position = others.firstIndex(of: line.dosage) ?? others.count
        if position == others.count { taken[place, default: []].append(line.dosage) }
        let suffix = position == 0 ? "" : "~\(position + 1)"
        return SlotID(day: LocalDate(epochDay: planned.day), place: planned.place + suffix)
    }

    private func dose(_ planned: DoseLine.Planned, _ line: DoseLine, _ id: SlotID) -> ExpectedDose {
        ExpectedDose(
            id: id, day: LocalDate(epochDay: planned.day),
            time: planned.hasTime ? clock.reading(at: planned.order).time : nil,
            instant: planned.hasTime ? planned.order : nil, isAssumed: planned.isAssumed,
            isOptional: planned.isOptional || (line.count.map { planned.index >= $0.lowerBound } ?? false),
            dose: dosages[line.dosage].dose, earliest: planned.earliest, dosage: line.dosage, order: planned.order)
    }
}

extension Course {
    /// Ends where a later version of the order begins.
    fileprivate mutating func giveWay(to next: Course, _ clock: WallClock) {
        var last = next.start.adding(days: -1)
        if let begin = next.notBefore, begin > clock.start(of: next.start) {
            last = clock.reading(at: begin).day
            stopped = min(stopped ?? begin, begin)
        }
        end = min(end ?? last, last)
    }
}
