import Foundation

/// The number by which the United States know a health care provider: ten digits, the last one a check digit
/// (45 CFR 162.406; the check is Luhn's over the number with the prefix 80840).
package struct NationalProviderIdentifier: Hashable, Sendable, CustomStringConvertible {
    package let digits: String

    /// Reads what was typed, spaces and hyphens allowed; nil for an empty field.
    /// - Throws: `problems.npi-length`, `problems.npi-check`.
    package static func read(_ typed: String, field: String = "npi") throws(Problem) -> NationalProviderIdentifier? {
        let text = typed.filter { !$0.isWhitespace && $0 != "-" }
        if text.isEmpty { return nil }
        guard text.utf8.count == 10, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw Problem(field, "problems.npi-length")
        }
        guard let identifier = NationalProviderIdentifier(text) else { throw Problem(field, "problems.npi-check") }
        return identifier
    }

    /// Nil unless the text is ten digits that begin with 1 or 2 and pass the check.
    package init?(_ digits: String) {
        guard digits.utf8.count == 10, digits.hasPrefix("1") || digits.hasPrefix("2"), Self.passesLuhn("80840" + digits)
        else { return nil }
        self.digits = digits
    }

    package var description: String { digits }

    private static func passesLuhn(_ text: String) -> Bool {
        var sum = 0
        for (place, byte) in text.utf8.reversed().enumerated() {
            guard (48...57).contains(byte) else { return false }
            let digit = Int(byte) - 48
            let doubled = place.isMultiple(of: 2) ? digit : digit * 2
            sum += doubled > 9 ? doubled - 9 : doubled
        }
        return sum.isMultiple(of: 10)
    }
}
