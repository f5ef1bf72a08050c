import Foundation

/// A number found on a day, in the unit it was given in; converted only to be compared or shown.
package struct Measured<Unit: MeasuringUnit>: Hashable, Sendable {
    package let value: Decimal
    package let unit: Unit
    package let measuredOn: LocalDate

    package init(value: Decimal, unit: Unit, measuredOn: LocalDate) {
        self.value = value
        self.unit = unit
        self.measuredOn = measuredOn
    }
}

/// The units that one kind of measurement may be given in. Raw values are UCUM codes, which FHIR uses too.
package protocol MeasuringUnit: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// What can have been measured; a value outside is a typing error or the wrong unit.
    var plausible: ClosedRange<Decimal> { get }
    /// The message for a value outside of ``plausible``; it names the bounds.
    static var implausibleMessage: String { get }
    /// How the unit may be spelled after a number, folded.
    static var spellings: [String: Self] { get }
    /// The value and unit that a typed text means, nil when it cannot be read. `unit` is the one chosen beside it, for a
    /// text that names none.
    static func amount(_ text: String, unit: Self) -> (value: Decimal, unit: Self)?
}

extension MeasuringUnit {
    package static func amount(_ text: String, unit: Self) -> (value: Decimal, unit: Self)? { plainAmount(text, unit) }

    /// A number, alone or followed by one of the spellings.
    static func plainAmount(_ text: String, _ unit: Self) -> (value: Decimal, unit: Self)? {
        let (number, suffix) = parted(text)
        guard let value = DecimalReading.decimal(number) else { return nil }
        if suffix.isEmpty { return (value, unit) }
        return spellings[suffix].map { (value, $0) }
    }

    /// "72,5 kg" → ("72,5", "kg").
    static func parted(_ text: String) -> (number: String, suffix: String) {
        let folded = SearchText.folded(text).filter { !$0.isWhitespace }
        let number = folded.prefix { $0.decimalDigit != nil || $0 == "." || $0 == "," }
        return (String(number), String(folded.dropFirst(number.count)))
    }
}

extension Measured {
    /// Reads what was typed, such as "160 lb", "5'11" or "72,5" beside a chosen unit.
    /// - Throws: `patients.problem.measurement-unreadable`, ``MeasuringUnit/implausibleMessage``.
    package static func read(
        _ text: String, unit: Unit, on day: LocalDate, field: String
    ) throws(Problem) -> Measured {
        guard text.count <= 30, let amount = Unit.amount(text, unit: unit) else {
            throw Problem(field, "patients.problem.measurement-unreadable")
        }
        guard amount.unit.plausible.contains(amount.value) else {
            throw Problem(field, Unit.implausibleMessage)
        }
        return Measured(value: amount.value, unit: amount.unit, measuredOn: day)
    }
}

/// A person's weight.
package typealias Weight = Measured<WeightUnit>
/// A person's height or, lying, length.
package typealias Height = Measured<HeightUnit>
/// How well the kidneys filter: the estimated rate, or the creatinine it would be estimated from.
package typealias KidneyFunction = Measured<KidneyFunctionUnit>

package enum WeightUnit: String, MeasuringUnit {
    case kilograms = "kg"
    case pounds = "[lb_av]"

    /// From a very early preterm to the heaviest person on record (635 kg).
    package var plausible: ClosedRange<Decimal> {
        switch self {
        case .kilograms: Decimal(sign: .plus, exponent: -1, significand: 3)...650
        case .pounds: Decimal(sign: .plus, exponent: -1, significand: 7)...1433
        }
    }

    package static let implausibleMessage = "patients.problem.weight-range"

    package static let spellings: [String: WeightUnit] = [
        "kg": .kilograms, "kilo": .kilograms, "kilogram": .kilograms, "kilograms": .kilograms,
        "kilogramm": .kilograms, "lb": .pounds, "lbs": .pounds, "pound": .pounds, "pounds": .pounds,
    ]
}

package enum HeightUnit: String, MeasuringUnit {
    case centimetres = "cm"
    /// Typed and shown as feet and inches, kept as inches.
    case inches = "[in_i]"

    /// From a very early preterm to the tallest person on record (272 cm).
    package var plausible: ClosedRange<Decimal> {
        switch self {
        case .centimetres: 20...280
        case .inches: 8...110
        }
    }

    package static let implausibleMessage = "patients.problem.height-range"

    package static let spellings: [String: HeightUnit] = [
        "cm": .centimetres, "in": .inches, "\"": .inches, "″": .inches, "”": .inches, "inch": .inches,
        "inches": .inches,
    ]

    /// Also metres ("1,80 m") and feet with inches ("5'11", "5 ft 11 in", "5 11" beside the unit).
    package static func amount(_ text: String, unit: HeightUnit) -> (value: Decimal, unit: HeightUnit)? {
        let (number, suffix) = parted(text)
        if suffix == "m" || suffix == "meter" || suffix == "metres" {
            return DecimalReading.decimal(number).map { ($0 * 100, .centimetres) }
        }
        if let feet = feetAndInches(text, unit) { return (feet, .inches) }
        guard let amount = plainAmount(text, unit) else { return nil }
        // "5.11" beside feet and inches may be 5 ft 11 in or 5.11 in: asked for again.
        return amount.unit == .inches && amount.value < 8 ? nil : amount
    }

    private static func feetAndInches(_ text: String, _ unit: HeightUnit) -> Decimal? {
        let marks = ["feet", "foot", "ft", "'", "′", "’"]
        let folded = SearchText.folded(text)
        let split: [Substring]
        if let mark = marks.first(where: folded.contains), let range = folded.range(of: mark) {
            split = [folded[..<range.lowerBound], folded[range.upperBound...]]
        } else {
            split = folded.split(whereSeparator: \.isWhitespace)
            guard unit == .inches, split.count == 2 else { return nil }
        }
        let (inches, suffix) = parted(String(split[1]))
        guard let feet = Int(split[0].trimmed), (0...9).contains(feet),
            suffix.isEmpty || spellings[suffix] == .inches,
            let rest = inches.isEmpty ? 0 : DecimalReading.decimal(inches), rest < 12
        else { return nil }
        return Decimal(feet * 12) + rest
    }
}

package enum KidneyFunctionUnit: String, MeasuringUnit {
    /// Estimated glomerular filtration rate in mL/min per 1.73 m² of body surface.
    case filtrationRate = "mL/min/{1.73_m2}"
    /// Serum creatinine.
    case milligramsPerDecilitre = "mg/dL"
    /// Serum creatinine.
    case micromolesPerLitre = "umol/L"

    package var plausible: ClosedRange<Decimal> {
        switch self {
        case .filtrationRate: 1...250
        case .milligramsPerDecilitre: Decimal(sign: .plus, exponent: -1, significand: 1)...30
        case .micromolesPerLitre: 9...2650
        }
    }

    package static let implausibleMessage = "patients.problem.kidney-range"

    package static let spellings: [String: KidneyFunctionUnit] = [
        "ml/min": .filtrationRate, "ml/min/1.73m2": .filtrationRate, "ml/min/1.73m²": .filtrationRate,
        "ml/min/1,73m2": .filtrationRate, "ml/min/1,73m²": .filtrationRate, "mg/dl": .milligramsPerDecilitre,
        "umol/l": .micromolesPerLitre, "µmol/l": .micromolesPerLitre, "μmol/l": .micromolesPerLitre,
    ]
}

extension Weight {
    /// Exact: a pound is 0.45359237 kg (international yard and pound agreement, 1959).
    package var kilograms: Decimal {
        unit == .kilograms ? value : value * Decimal(sign: .plus, exponent: -8, significand: 45_359_237)
    }
}

extension Height {
    /// Exact: an inch is 2.54 cm.
    package var centimetres: Decimal {
        unit == .centimetres ? value : value * Decimal(sign: .plus, exponent: -2, significand: 254)
    }
}

extension Substring {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
