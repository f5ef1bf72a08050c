import Clinic

/// The names that dosages have in FHIR, and our own extensions for what it has no words for.
enum DosageTerms {
    static let ucum = "http://unitsofmeasure.org"
    static let timingCodes = "http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation"

    /// Parts of R5 that stand in R4 as extensions.
    static let asNeededFor = "http://hl7.org/fhir/5.0/StructureDefinition/extension-Dosage.asNeededFor"
    static let maxDosePerPeriod = "http://hl7.org/fhir/5.0/StructureDefinition/extension-Dosage.maxDosePerPeriod"

    /// On a dosage that has text and no timing: days with doses and days without, and the timing of the former. A reader
    /// that does not know it sees the text alone, and never a timing without the pause.
    static let cycle = "urn:theralog:fhir:dosage-cycle"
    /// On a timing of elapsed time: when the first dose is on the wall clock.
    static let firstDose = "urn:theralog:fhir:first-dose"
    /// On a quantity whose value is rounded: the fraction that it is, `1/3`.
    static let fraction = "urn:theralog:fhir:fraction"

    /// FHIR's codes for a timing and what they stand for. They fix how often, never a clock time.
    static func rhythm(ofCode code: String) -> Rhythm? {
        switch code {
        case "BID": daily(2)
        case "TID": daily(3)
        case "QID": daily(4)
        case "QD": daily(1)
        case "AM": daily(1, .morning)
        // Every afternoon, not evening.
        case "PM": daily(1, .afternoon)
        case "BED": daily(1, .bedtime)
        case "QOD": TimeSpan(2, .day).map { .calendar(CalendarRhythm(frequency: 1...1, per: $0)) }
        case "WK": TimeSpan(1, .week).map { .calendar(CalendarRhythm(frequency: 1...1, per: $0)) }
        case "MO": TimeSpan(1, .month).map { .calendar(CalendarRhythm(frequency: 1...1, per: $0)) }
        case "Q1H": hourly(1)
        case "Q2H": hourly(2)
        case "Q3H": hourly(3)
        case "Q4H": hourly(4)
        case "Q6H": hourly(6)
        case "Q8H": hourly(8)
        default: nil
        }
    }

    private static func daily(_ frequency: Int, _ event: EventTiming? = nil) -> Rhythm? {
        let moments = event.map { CalendarRhythm.Moments.events([$0], offset: 0) } ?? .unsaid
        return TimeSpan(1, .day).map {
            .calendar(CalendarRhythm(frequency: frequency...frequency, per: $0, at: moments))
        }
    }

    private static func hourly(_ hours: Int) -> Rhythm? {
        TimeSpan(hours, .hour).map { .elapsed(ElapsedRhythm(every: $0)) }
    }

    /// The UCUM code that a unit is written with; what is counted has an annotation.
    static func code(of unit: DoseUnit) -> String {
        switch unit {
        case .millilitre: "mL"
        case .litre: "L"
        case .gram: "g"
        case .milligram: "mg"
        case .microgram: "ug"
        case .nanogram: "ng"
        case .millimole: "mmol"
        case .milliequivalent: "meq"
        case .unit: "[IU]"
        case .centimetre: "cm"
        default: "{\(unit.rawValue)}"
        }
    }

    /// The unit that a UCUM code, an HL7 dose form code or a usual word means; nil for an unknown one. A bare "U" is not
    /// read: it has been taken for a zero.
    static func unit(_ text: String) -> DoseUnit? { units[text] ?? words[text.lowercased()] }

    private static let units: [String: DoseUnit] = {
        var units = Dictionary(uniqueKeysWithValues: DoseUnit.allCases.map { (code(of: $0), $0) })
        let others: [String: DoseUnit] = [
            "ml": .millilitre, "l": .litre, "mcg": .microgram, "[iU]": .unit, "IU": .unit, "IE": .unit, "1": .piece,
            "[drp]": .drop, "TAB": .tablet, "CAP": .capsule, "PUFF": .puff, "GTT": .drop, "SUPP": .suppository,
            "PATCH": .patch, "LOZ": .lozenge, "SPRAY": .spray, "INJ": .injection,
        ]
        units.merge(others) { first, _ in first }
        return units
    }()

    private static let words: [String: DoseUnit] = [
        "tablet": .tablet, "tablets": .tablet, "tablette": .tablet, "tabletten": .tablet, "capsule": .capsule,
        "capsules": .capsule, "kapsel": .capsule, "kapseln": .capsule, "lozenge": .lozenge, "lozenges": .lozenge,
        "sachet": .sachet, "sachets": .sachet, "beutel": .sachet, "suppository": .suppository,
        "suppositories": .suppository, "zäpfchen": .suppository, "patch": .patch, "patches": .patch, "pflaster": .patch,
        "drop": .drop, "drops": .drop, "tropfen": .drop, "puff": .puff, "puffs": .puff, "hub": .puff, "hübe": .puff,
        "spray": .spray, "sprays": .spray, "sprühstoß": .spray, "sprühstöße": .spray, "application": .application,
        "applications": .application, "anwendung": .application, "anwendungen": .application, "injection": .injection,
        "injections": .injection, "injektion": .injection, "injektionen": .injection, "infusion": .infusion,
        "infusions": .infusion, "infusionen": .infusion, "ampoule": .ampoule, "ampoules": .ampoule, "ampulle": .ampoule,
        "ampullen": .ampoule, "dose": .dose, "doses": .dose, "dosis": .dose, "dosen": .dose, "piece": .piece,
        "pieces": .piece, "stück": .piece, "unit": .unit, "units": .unit, "einheit": .unit, "einheiten": .unit,
        "millilitre": .millilitre, "milliliter": .millilitre, "litre": .litre, "liter": .litre, "gram": .gram,
        "gramm": .gram, "milligram": .milligram, "milligramm": .milligram, "microgram": .microgram,
        "mikrogramm": .microgram, "nanogram": .nanogram, "nanogramm": .nanogram, "centimetre": .centimetre,
        "centimeter": .centimetre, "zentimeter": .centimetre,
    ]
}
