import Clinic
import Foundation

extension ElementReader {
    /// A `Quantity` of a medicine.
    mutating func amount(_ name: String) throws(Unreadable) -> (value: DoseValue, unit: DoseUnit)? {
        guard var quantity = try element(name) else { return nil }
        let value = try quantity.exactValue()
        let (code, unit) = try quantity.unitTexts()
        try quantity.finish()
        // The unit a person reads goes before the code: both must mean the same when both are known.
        let meanings = [unit, code].compactMap(\.self).compactMap(DosageTerms.unit)
        guard let meaning = meanings.first else {
            throw quantity.unreadable("unit", .unknown(unit ?? code ?? ""))
        }
        let isBarePiece = code == "1"
        guard isBarePiece || meanings.allSatisfy({ $0 == meaning }) else {
            throw quantity.unreadable("code", .contradictory)
        }
        return (value, meaning)
    }

    /// A length of time: `Duration`, or a `Quantity` of time.
    mutating func length(_ name: String) throws(Unreadable) -> TimeSpan? {
        guard var quantity = try element(name) else { return nil }
        let value = try quantity.exactValue()
        let (code, unit) = try quantity.unitTexts()
        try quantity.finish()
        guard let time = (code ?? unit).flatMap(TimeUnit.init(rawValue:)) else {
            throw quantity.unreadable("code", .unknown(code ?? unit ?? ""))
        }
        return TimeSpan(value, time)
    }

    /// A `Range` of quantities of time.
    mutating func lengths(_ name: String) throws(Unreadable) -> TimeSpan? {
        guard var range = try element(name) else { return nil }
        let (low, high) = (try range.length("low"), try range.length("high"))
        try range.finish()
        guard let low, let high else { throw range.unreadable(low == nil ? "low" : "high", .unsupported) }
        guard low.unit == high.unit else { throw Unreadable(range.path, .unsupported) }
        guard let span = TimeSpan(from: low.low, to: high.low, low.unit) else {
            throw Unreadable(range.path, .malformed)
        }
        return span
    }

    /// A `Range` of a medicine.
    mutating func amounts(_ name: String) throws(Unreadable) -> Dose? {
        guard var range = try element(name) else { return nil }
        let (low, high) = (try range.amount("low"), try range.amount("high"))
        try range.finish()
        guard let low, let high else { throw range.unreadable(low == nil ? "low" : "high", .unsupported) }
        guard low.unit == high.unit else { throw Unreadable(range.path, .unsupported) }
        guard let dose = Dose(from: low.value, to: high.value, low.unit) else {
            throw Unreadable(range.path, .malformed)
        }
        return dose
    }

    private mutating func exactValue() throws(Unreadable) -> DoseValue {
        for var part in try elements("extension") {
            guard try part.text("url") == DosageTerms.fraction, let text = try part.text("valueString"),
                let fraction = DoseValue(text: text)
            else { throw unreadable("extension", .unsupported) }
            let rounded = try decimal("value")
            guard rounded == fraction.rounded else { throw unreadable("value", .contradictory) }
            return fraction
        }
        guard let value = try value("value") else { throw unreadable("value", .malformed) }
        return value
    }

    private mutating func unitTexts() throws(Unreadable) -> (code: String?, unit: String?) {
        _ = try text("system")
        return (try text("code"), try text("unit"))
    }
}

extension DoseValue {
    /// To six decimal places.
    var rounded: Decimal { (Decimal(numerator) / Decimal(denominator)).rounded(places: 6) }
}
