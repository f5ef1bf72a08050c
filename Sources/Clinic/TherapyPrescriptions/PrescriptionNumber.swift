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

    /// The digit that brings the digits' chain of look-ups to zero; zero when the text already ends with it.
    private static func checkDigit(of digits: String) -> Int {
        digits.utf8.reduce(0) { interim, digit in damm[interim][Int(digit) - 48] }
    }

    private static let damm: [[Int]] = [
        [0, 3, 1, 7, 5, 9, 8, 6, 4, 2], [7, 0, 9, 2, 1, 5, 4, 8, 6, 3], [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
        [1, 7, 5, 0, 9, 8, 3, 4, 2, 6], [6, 1, 2, 3, 0, 4, 5, 9, 7, 8], [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
        [5, 8, 6, 9, 7, 2, 0, 1, 3, 4], [8, 9, 4, 5, 3, 6, 2, 0, 1, 7], [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
        [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
    ]
}
