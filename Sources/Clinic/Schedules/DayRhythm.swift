/// When the patient gets up, eats and goes to bed, on the patient's own word. Doses "in the morning", "before meals" or
/// "twice a day" are placed by it. A time that is nil is not known, and doses tied to it are counted per day only.
package struct DayRhythm: Hashable, Sendable, Codable {
    package var wake: LocalTime?
    package var breakfast: LocalTime?
    package var lunch: LocalTime?
    package var dinner: LocalTime?
    package var bed: LocalTime?

    package init(
        wake: LocalTime? = nil, breakfast: LocalTime? = nil, lunch: LocalTime? = nil, dinner: LocalTime? = nil,
        bed: LocalTime? = nil
    ) {
        self.wake = wake
        self.breakfast = breakfast
        self.lunch = lunch
        self.dinner = dinner
        self.bed = bed
    }

    /// A day as many have it, to be offered for correction and to put doses in order; never a reason to call one late.
    package static let usual = DayRhythm(
        wake: LocalTime(minuteOfDay: 420), breakfast: LocalTime(minuteOfDay: 450), lunch: LocalTime(minuteOfDay: 750),
        dinner: LocalTime(minuteOfDay: 1110), bed: LocalTime(minuteOfDay: 1350))

    /// Whether the times that are known follow one another within 24 hours of getting up, whenever that is: somebody who
    /// works at night may get up at 17:00 and go to bed at 09:00.
    package var isInOrder: Bool {
        let known = Anchor.allCases.compactMap { self[$0]?.minuteOfDay }
        let turns = zip(known, known.dropFirst()).count { $0 > $1 }
        guard let first = known.first, let last = known.last, known.count > 1 else { return true }
        return turns == 0 || (turns == 1 && last <= first)
    }

    /// A moment of the day that others are counted from, in the order of the day.
    enum Anchor: CaseIterable {
        case wake, breakfast, lunch, dinner, bed
    }

    subscript(anchor: Anchor) -> LocalTime? {
        switch anchor {
        case .wake: wake
        case .breakfast: breakfast
        case .lunch: lunch
        case .dinner: dinner
        case .bed: bed
        }
    }

    /// A minute counted from the midnight before getting up, and whether the patient said it.
    struct Placement: Hashable {
        var minute: Int
        var isKnown: Bool

        func moved(by minutes: Int) -> Placement { Placement(minute: minute + minutes, isKnown: isKnown) }
    }

    /// An anchor before the hour of getting up is on the next calendar day: bed at 00:30 ends the day that began at 07:00.
    func placement(of anchor: Anchor) -> Placement {
        let minute = (self[anchor] ?? Self.usual[anchor] ?? .noon).minuteOfDay
        let begin = wake ?? Self.usual.wake ?? .midnight
        let isNextDay = minute < begin.minuteOfDay && isInOrder && anchor != .breakfast
        return Placement(minute: isNextDay ? minute + 1440 : minute, isKnown: self[anchor] != nil)
    }

    /// Breakfast, or getting up where only that is known.
    var morning: Placement {
        breakfast == nil && wake != nil ? placement(of: .wake) : placement(of: .breakfast)
    }
}

extension DayRhythm {
    /// Where a dose tied to one event of the day lies, `offset` minutes to the event's side of it. Without an offset a dose
    /// before a meal is half an hour ahead of it and one after a meal half an hour behind. Nil for a meal that is not
    /// named and for at once.
    func placement(of event: EventTiming, offset: Int) -> Placement? {
        let isMealSide = Self.besideMeals.contains(event)
        let minutes = offset == 0 && isMealSide ? 30 : offset
        return base(of: event)?.moved(by: event.offsetSide == .before ? -minutes : minutes)
    }

    private static let besideMeals: Set<EventTiming> = [
        .beforeBreakfast, .beforeLunch, .beforeDinner, .afterBreakfast, .afterLunch, .afterDinner,
    ]

    private func base(of event: EventTiming) -> Placement? {
        switch event {
        case .waking, .earlyMorning: placement(of: .wake)
        case .morning: morning
        case .breakfast, .beforeBreakfast, .afterBreakfast: placement(of: .breakfast)
        case .lateMorning: placement(of: .lunch).moved(by: -90)
        case .noon, .lunch, .beforeLunch, .afterLunch: placement(of: .lunch)
        case .earlyAfternoon: placement(of: .lunch).moved(by: 90)
        case .afternoon: placement(of: .lunch).moved(by: 180)
        case .lateAfternoon: placement(of: .dinner).moved(by: -120)
        case .earlyEvening: placement(of: .dinner).moved(by: -60)
        case .evening, .dinner, .beforeDinner, .afterDinner: placement(of: .dinner)
        case .lateEvening: placement(of: .dinner).moved(by: 120)
        case .night, .bedtime: placement(of: .bed)
        case .afterFallingAsleep: placement(of: .bed).moved(by: 60)
        case .meal, .beforeMeal, .afterMeal, .immediately: nil
        }
    }

    /// Places for so many doses a day of which nothing but the number is said: with the main meals and at bedtime, from five
    /// on spread evenly from getting up to going to bed.
    func placements(count: Int) -> [Placement] {
        let noon = placement(of: .lunch)
        let (evening, bed) = (placement(of: .dinner), placement(of: .bed))
        switch count {
        case ...0: return []
        case 1: return [morning]
        case 2: return [morning, evening]
        case 3: return [morning, noon, evening]
        case 4: return [morning, noon, evening, bed]
        default:
            let wake = placement(of: .wake)
            return (0..<count).map { index in
                Placement(
                    minute: wake.minute + (bed.minute - wake.minute) * index / (count - 1),
                    isKnown: wake.isKnown && bed.isKnown)
            }
        }
    }
}
