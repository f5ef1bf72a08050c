import Foundation

/// How many or how much of something a dose is: an exact, positive fraction in lowest terms. Tablets are halved and cut
/// in three, millilitres have decimals, and neither may be rounded, so there is no floating point here.
///
/// Written and stored as `3`, `5/2`, `1/3`.
package struct DoseValue: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// 1…999,999,999.
    package let numerator: Int
    /// 1…1,000,000.
    package let denominator: Int

    package static let one = DoseValue(whole: 1)

    /// Nil for zero, for what is negative, and for what is too large or too finely divided for any medicine.
    package init?(_ numerator: Int, over denominator: Int = 1) {
        guard numerator > 0, denominator > 0 else { return nil }
        let divisor = Self.greatestCommonDivisor(numerator, denominator)
        guard numerator / divisor <= 999_999_999, denominator / divisor <= 1_000_000 else { return nil }
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// The exact fraction that a decimal is; nil as for ``init(_:over:)``, and for more than six decimal places.
    package init?(_ decimal: Decimal) {
        var scaled = decimal
        var places = 0
        while scaled != scaled.rounded(places: 0) {
            guard places < 6 else { return nil }
            scaled *= 10
            places += 1
        }
        guard scaled > 0, scaled <= 999_999_999_999 else { return nil }
        let denominator = (0..<places).reduce(1) { product, _ in product * 10 }
        self.init(NSDecimalNumber(decimal: scaled).intValue, over: denominator)
    }

    private init(whole: Int) {
        numerator = whole
        denominator = 1
    }

    /// Reads ``description``; nil for anything else.
    package init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let numerator = Int(parts[0]) else { return nil }
        guard parts.count == 2 else {
            self.init(numerator)
            return
        }
        guard let denominator = Int(parts[1]) else { return nil }
        self.init(numerator, over: denominator)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = DoseValue(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a dose")
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    package var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    /// The value as a decimal when it has an exact one of at most six places; nil for a third.
    package var decimal: Decimal? {
        guard 1_000_000 % denominator == 0 else { return nil }
        return Decimal(numerator) / Decimal(denominator)
    }

    /// The whole part, 0 when there is none.
    package var whole: Int { numerator / denominator }
    /// What is over the whole part; nil for nothing.
    package var remainder: DoseValue? { DoseValue(numerator % denominator, over: denominator) }

    package static func < (left: DoseValue, right: DoseValue) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }

    /// Nil when the sum is too large.
    package static func + (left: DoseValue, right: DoseValue) -> DoseValue? {
        DoseValue(
            left.numerator * right.denominator + right.numerator * left.denominator,
            over: left.denominator * right.denominator)
    }

    /// Nil for a factor below 1 and when the product is too large.
    package static func * (left: DoseValue, factor: Int) -> DoseValue? {
        let (product, isTooLarge) = left.numerator.multipliedReportingOverflow(by: factor)
        return isTooLarge ? nil : DoseValue(product, over: left.denominator)
    }

    private static func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return one
    }
}
