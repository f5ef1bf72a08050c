import Clinic
import Foundation

/// One or more dosages that a single clause can say: alike in all but dose, days and moments, as a tablet in the morning
/// and two in the evening.
struct DosageClause: Hashable {
    var rhythm: ClauseRhythm
    /// At least one. More than one only with a calendar rhythm.
    var entries: [Entry]
    var cycle: CalendarRhythm.Cycle?
    var bounds: Bounds?
    var count: ClosedRange<Int>?
    var duration: TimeSpan?
    var asNeeded: Dosage.AsNeeded?

    enum ClauseRhythm: Hashable {
        /// Nothing is said but the dose.
        case unsaid
        case instants([Date])
        case elapsed(ElapsedRhythm)
        case calendar(frequency: ClosedRange<Int>?, period: TimeSpan?)
    }

    struct Entry: Hashable {
        var dose: Dose?
        /// Monday first; empty for every day.
        var weekdays: [Weekday] = []
        var moments: CalendarRhythm.Moments = .unsaid
    }

    /// Nil when the dosage has a structure without meaning: no dose, timing or need at all, no instants, an offset from
    /// a moment that takes none.
    init?(_ dosage: Dosage) {
        guard dosage.dose != nil || dosage.timing != nil || dosage.asNeeded != nil else { return nil }
        entries = [Entry(dose: dosage.dose)]
        rhythm = .unsaid
        asNeeded = dosage.asNeeded
        guard let timing = dosage.timing else { return }
        bounds = timing.bounds == .period(from: nil, through: nil) ? nil : timing.bounds
        count = timing.count
        duration = timing.duration
        switch timing.rhythm {
        case .instants(let instants):
            guard !instants.isEmpty else { return nil }
            rhythm = .instants(instants.sorted())
        case .elapsed(let elapsed): rhythm = .elapsed(elapsed)
        case .calendar(let calendar):
            guard let moments = calendar.moments.inOrder else { return nil }
            rhythm = .calendar(frequency: calendar.frequency, period: calendar.period)
            cycle = calendar.cycle
            entries[0].weekdays = calendar.weekdays.sorted()
            entries[0].moments = moments
        }
    }

    /// Whether it comes to an end by itself.
    var ends: Bool {
        if count != nil { return true }
        return switch (bounds, rhythm) {
        case (.span, _), (.period(_, _?), _), (_, .instants): true
        default: false
        }
    }

    /// Everything but the entries.
    private var frame: DosageClause {
        var frame = self
        frame.entries = []
        return frame
    }

    /// Both in one clause; nil when they must be said apart.
    func joined(with other: DosageClause) -> DosageClause? {
        guard frame == other.frame, count == nil, case .calendar(nil, _) = rhythm,
            (entries + other.entries).allSatisfy({ $0.isLike(entries[0]) }),
            !entries.contains(where: { entry in other.entries.contains { $0.overlaps(entry) } })
        else { return nil }
        var joined = self
        joined.entries = other.entries.reduce(entries) { all, entry in
            guard let index = all.firstIndex(where: { $0.united(with: entry) != nil }),
                let united = all[index].united(with: entry)
            else { return all + [entry] }
            return all.enumerated().map { $0.offset == index ? united : $0.element }
        }
        joined.entries.sort { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
        return joined
    }
}

extension DosageClause.Entry {
    /// Whether both are said in the same way: with weekdays or without, by the clock or by the day's events.
    fileprivate func isLike(_ other: Self) -> Bool {
        guard weekdays.isEmpty == other.weekdays.isEmpty else { return false }
        return switch (moments, other.moments) {
        case (.times, .times): true
        case (.events(_, let offset), .events(_, let other)): offset == other
        case (.unsaid, .unsaid): !weekdays.isEmpty
        default: false
        }
    }

    /// Whether there is an occasion that belongs to both; then both doses are meant, which one list would hide.
    fileprivate func overlaps(_ other: Self) -> Bool {
        guard weekdays.isEmpty || !Set(weekdays).isDisjoint(with: other.weekdays) else { return false }
        return switch (moments, other.moments) {
        case (.times(let one), .times(let other)): !Set(one).isDisjoint(with: other)
        case (.events(let one, _), .events(let other, _)): !Set(one).isDisjoint(with: other)
        default: true
        }
    }

    /// One entry for two with the same dose on other days or at other moments; nil when they differ in both.
    fileprivate func united(with other: Self) -> Self? {
        guard dose == other.dose else { return nil }
        var united = self
        if moments == other.moments {
            united.weekdays = (weekdays + other.weekdays).sorted()
            return united
        }
        guard weekdays == other.weekdays else { return nil }
        switch (moments, other.moments) {
        case (.times(let one), .times(let other)): united.moments = .times((one + other).sorted())
        case (.events(let one, let offset), .events(let other, _)):
            united.moments = .events((one + other).sorted { $0.placeInDay < $1.placeInDay }, offset: offset)
        default: return nil
        }
        return united
    }

    /// The weekdays, then the first moment of the day.
    fileprivate var sortKey: [Int] {
        let moment =
            switch moments {
            case .unsaid: 0
            case .times(let times): times.first?.minuteOfDay ?? 0
            case .events(let events, _): events.first?.placeInDay ?? 0
            }
        // A zero ends the days, so that Monday alone goes before Monday and Friday.
        return weekdays.map(\.number) + [0, moment]
    }
}

extension CalendarRhythm.Moments {
    /// As they are said, from morning to night; nil for an offset from a moment that takes none.
    fileprivate var inOrder: Self? {
        switch self {
        case .unsaid, .times([]), .events([], 0): return .unsaid
        case .times(let times): return .times(times.sorted())
        case .events(let events, let offset):
            guard offset == 0 || (offset > 0 && events.allSatisfy { $0.offsetSide != nil }) else { return nil }
            return events.isEmpty ? nil : .events(events.sorted { $0.placeInDay < $1.placeInDay }, offset: offset)
        }
    }
}

extension EventTiming {
    /// Where it stands in a sentence that goes from morning to night.
    var placeInDay: Int { Self.throughTheDay.firstIndex(of: self) ?? Self.throughTheDay.count }

    private static let throughTheDay: [EventTiming] = [
        .immediately, .waking, .earlyMorning, .morning, .beforeBreakfast, .breakfast, .afterBreakfast, .lateMorning,
        .noon, .beforeLunch, .lunch, .afterLunch, .beforeMeal, .meal, .afterMeal, .earlyAfternoon, .afternoon,
        .lateAfternoon, .earlyEvening, .evening, .beforeDinner, .dinner, .afterDinner, .lateEvening, .night, .bedtime,
        .afterFallingAsleep,
    ]
}
