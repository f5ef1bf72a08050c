import Foundation

/// Reads a typed decimal exactly. Point and comma both part the decimals; there is no grouping of thousands, so
/// `1,234` is one and 234 thousandths.
package enum DecimalReading {
    /// Up to six digits before the separator and three after; nil for anything else, signs and exponents included.
    package static func decimal(_ text: some StringProtocol) -> Decimal? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard (1...2).contains(parts.count), (1...6).contains(parts[0].count) else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        guard parts.count == 1 || (1...3).contains(fraction.count) else { return nil }
        let typed = parts[0] + fraction
        let digits = typed.compactMap(\.decimalDigit)
        guard digits.count == typed.count else { return nil }
        let number = digits.reduce(0) { $0 * 10 + $1 }
        return Decimal(sign: .plus, exponent: -fraction.count, significand: Decimal(number))
    }
}

extension Decimal {
    /// Rounded half away from zero to a number of decimal places.
    package func rounded(places: Int) -> Decimal {
        var (result, value) = (Decimal(), self)
        NSDecimalRound(&result, &value, places, .plain)
        return result
    }
}

extension Character {
    /// 0…9 for a decimal digit of any script ("7", "٧", "７"); nil for everything else, also for "²" and "Ⅶ".
    package var decimalDigit: Int? {
        guard unicodeScalars.count == 1, let scalar = unicodeScalars.first, scalar.properties.numericType == .decimal
        else { return nil }
        return wholeNumberValue
    }
}
