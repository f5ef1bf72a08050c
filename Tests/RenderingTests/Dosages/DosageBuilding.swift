import Clinic
import Foundation

// Short ways to write dosages in tests. The text of a value is a literal of the test itself, so a wrong one becomes 1.

func value(_ text: String) -> DoseValue { DoseValue(text: text) ?? .one }
func dose(_ text: String, _ unit: DoseUnit) -> Dose { Dose(value(text), unit) }
func doses(_ low: String, _ high: String, _ unit: DoseUnit) -> Dose {
    Dose(from: value(low), to: value(high), unit) ?? dose(low, unit)
}

func span(_ number: Int, _ unit: TimeUnit) -> TimeSpan { TimeSpan(value("\(number)"), unit) }
func spans(_ low: Int, _ high: Int, _ unit: TimeUnit) -> TimeSpan {
    TimeSpan(from: value("\(low)"), to: value("\(high)"), unit) ?? span(low, unit)
}

func elapsed(_ hours: Int) -> ElapsedRhythm { ElapsedRhythm(every: span(hours, .hour)) }
func daily(_ times: Int) -> CalendarRhythm { counted(times, 1, .day) }
func counted(_ times: Int, _ period: Int, _ unit: TimeUnit) -> CalendarRhythm {
    CalendarRhythm(frequency: times...times, per: span(period, unit))
}
func at(_ hours: Int...) -> CalendarRhythm { CalendarRhythm(at: clock(hours)) }
func when(_ events: EventTiming..., offset: Int = 0) -> CalendarRhythm {
    CalendarRhythm(at: .events(events, offset: offset))
}
func on(_ weekdays: Set<Weekday>, at hours: [Int] = []) -> CalendarRhythm {
    CalendarRhythm(on: weekdays, at: hours.isEmpty ? .unsaid : clock(hours))
}
func on(_ weekdays: Set<Weekday>, when events: [EventTiming]) -> CalendarRhythm {
    CalendarRhythm(on: weekdays, at: .events(events, offset: 0))
}
private func clock(_ hours: [Int]) -> CalendarRhythm.Moments { .times(hours.map { LocalTime(minuteOfDay: $0 * 60) }) }

func each(
    _ number: Int, over part: Int = 1, _ unit: DoseUnit, _ rhythm: CalendarRhythm, instruction: String = ""
) -> Dosage {
    Dosage(dose("\(number)/\(part)", unit), Timing(.calendar(rhythm)), instruction: instruction)
}
func each(_ number: Int, _ unit: DoseUnit, _ rhythm: ElapsedRhythm) -> Dosage {
    Dosage(dose("\(number)", unit), Timing(.elapsed(rhythm)))
}

func day(_ text: String) -> LocalDate? { LocalDate(iso: text) }
func period(_ from: String?, _ through: String?) -> Bounds {
    .period(from: from.flatMap(day), through: through.flatMap(day))
}
func instant(_ text: String) -> Date { ISO8601DateFormatter().date(from: text) ?? .distantPast }

/// 21 days on, 7 off.
var pill: CalendarRhythm {
    var rhythm = CalendarRhythm()
    rhythm.cycle = CalendarRhythm.Cycle(activeDays: 21, pauseDays: 7)
    return rhythm
}

func alternating(_ number: String, from: String) -> Dosage {
    Dosage(dose(number, .tablet), Timing(.calendar(counted(1, 2, .day)), bounds: period(from, nil)))
}

/// Half a tablet less each morning from 18 May 2026 on.
var taper: [Dosage] {
    let steps = [
        ("3", "2026-05-13", "2026-05-17"), ("5/2", "2026-05-18", "2026-05-18"), ("2", "2026-05-19", "2026-05-19"),
        ("3/2", "2026-05-20", "2026-05-20"), ("1", "2026-05-21", "2026-05-21"), ("1/2", "2026-05-22", "2026-05-22"),
    ]
    return steps.enumerated().map { index, step in
        Dosage(
            step: index + 1, dose(step.0, .tablet),
            Timing(.calendar(when(.morning)), bounds: period(step.1, step.2)))
    }
}
