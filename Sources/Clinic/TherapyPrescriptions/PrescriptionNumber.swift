/// The number people read out on the telephone, such as `2026-00042-7`: the year it was signed, a count within that
/// year, and a check digit that tells any single wrong digit and any two neighbours swapped (H. Michael Damm, "Total
/// anti-symmetrische Quasigruppen", Marburg 2004).
package struct PrescriptionNumber: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Gregorian, four digits.
    package let year: Int
    /// From 1; at least five digits are printed.
    package let count: Int

    package init(year: Int, count: Int) {
        self.year = year
        self.count = count
    }

    /// Reads a number as people type it: with or without hyphens, spaces around and between. Nil for anything else and
    /// for a wrong check digit.
    package init?(_ text: String) {
        let digits = text.filter { !$0.isWhitespace && $0 != "-" && $0 != "–" }
        guard (10...18).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
            Self.checkDigit(of: digits) == 0, let year = Int(digits.prefix(4)),
            let count = Int(digits.dropFirst(4).dropLast()), year > 0, count > 0
        else { return nil }
        self.init(year: year, count: count)
        guard body == String(digits.dropLast()) else { return nil }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let number = PrescriptionNumber(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a prescription number")
        }
        self = number
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    package var description: String {
        "\(Self.padded(year, to: 4))-\(Self.padded(count, to: 5))-\(Self.checkDigit(of: body))"
    }

    private var body: String { Self.padded(year, to: 4) + Self.padded(count, to: 5) }

    private static func padded(_ number: Int, to width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    private static func checkDigit(of digits: String) -> Int { CheckDigit.damm(digits.utf8.map { Int($0) - 48 }) }
}
