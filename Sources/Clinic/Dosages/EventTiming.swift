/// A regular moment of somebody's day that a dose is tied to. Raw values are the codes of FHIR R4's `EventTiming`, and
/// `IMD` of R5. In the meal codes C is a meal, M breakfast, D lunch, V dinner; A is before and P is after.
package enum EventTiming: String, CaseIterable, Hashable, Sendable, Codable {
    case morning = "MORN"
    case earlyMorning = "MORN.early"
    case lateMorning = "MORN.late"
    case noon = "NOON"
    case afternoon = "AFT"
    case earlyAfternoon = "AFT.early"
    case lateAfternoon = "AFT.late"
    case evening = "EVE"
    case earlyEvening = "EVE.early"
    case lateEvening = "EVE.late"
    case night = "NIGHT"
    case afterFallingAsleep = "PHS"
    case bedtime = "HS"
    case waking = "WAKE"
    case meal = "C"
    case breakfast = "CM"
    case lunch = "CD"
    case dinner = "CV"
    case beforeMeal = "AC"
    case beforeBreakfast = "ACM"
    case beforeLunch = "ACD"
    case beforeDinner = "ACV"
    case afterMeal = "PC"
    case afterBreakfast = "PCM"
    case afterLunch = "PCD"
    case afterDinner = "PCV"
    case immediately = "IMD"

    /// On which side of the moment an offset lies; nil where FHIR's tim-9 forbids one (with a meal) and for at once.
    package var offsetSide: OffsetSide? {
        switch self {
        case .meal, .breakfast, .lunch, .dinner, .immediately: nil
        case .bedtime, .beforeMeal, .beforeBreakfast, .beforeLunch, .beforeDinner: .before
        default: .after
        }
    }

    package enum OffsetSide: Hashable, Sendable {
        case before
        case after
    }
}
