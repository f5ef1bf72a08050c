/// Common ways to take a medicine, to be chosen with one tap and changed afterwards. Every one says how often, so that
/// "every 8 hours" and "three times a day" are chosen apart.
package enum DosagePreset: String, CaseIterable, Hashable, Sendable {
    case everyMorning = "every-morning"
    case everyEvening = "every-evening"
    case atBedtime = "at-bedtime"
    case morningAndEvening = "morning-and-evening"
    case morningNoonAndEvening = "morning-noon-and-evening"
    case twiceDaily = "twice-daily"
    case threeTimesDaily = "three-times-daily"
    case fourTimesDaily = "four-times-daily"
    case threeTimesDailyWithMeals = "three-times-daily-with-meals"
    case every6Hours = "every-6-hours"
    case every8Hours = "every-8-hours"
    case every12Hours = "every-12-hours"
    case every72Hours = "every-72-hours"
    case everyOtherDay = "every-other-day"
    case every8HoursAsNeeded = "every-8-hours-as-needed"
    case asNeeded = "as-needed"

    /// The dosage for a dose.
    package func dosage(_ dose: Dose) -> Dosage {
        let need = self == .asNeeded || self == .every8HoursAsNeeded ? Dosage.AsNeeded() : nil
        return Dosage(dose, rhythm.map { Timing($0) }, asNeeded: need)
    }

    private var rhythm: Rhythm? {
        switch self {
        case .everyMorning: daily(1, at: [.morning])
        case .everyEvening: daily(1, at: [.evening])
        case .atBedtime: daily(1, at: [.bedtime])
        case .morningAndEvening: daily(at: [.morning, .evening])
        case .morningNoonAndEvening: daily(at: [.morning, .noon, .evening])
        case .twiceDaily: daily(2)
        case .threeTimesDaily: daily(3)
        case .fourTimesDaily: daily(4)
        case .threeTimesDailyWithMeals: daily(3, at: [.meal])
        case .every6Hours: every(6)
        case .every8Hours, .every8HoursAsNeeded: every(8)
        case .every12Hours: every(12)
        case .every72Hours: every(72)
        case .everyOtherDay: .calendar(CalendarRhythm(frequency: 1...1, per: TimeSpan(2, .day)))
        case .asNeeded: nil
        }
    }

    private func daily(_ times: Int? = nil, at events: [EventTiming] = []) -> Rhythm {
        .calendar(
            CalendarRhythm(
                frequency: times.map { $0...$0 }, per: times == nil ? nil : TimeSpan(.one, .day),
                at: events.isEmpty ? .unsaid : .events(events, offset: 0)))
    }

    private func every(_ hours: Int) -> Rhythm? { TimeSpan(hours, .hour).map { .elapsed(ElapsedRhythm(every: $0)) } }
}
