/// The short number people say on the phone: a serial number and a check digit, `1001-7`. The check digit is Damm's
/// (H. M. Damm, "Total anti-symmetrische Quasigruppen", 2004): any one wrong digit and any two swapped neighbours show.
package struct PatientNumber: Hashable, Sendable, CustomStringConvertible {
    /// Counts up from 1001 in the order patients were entered.
    package let serial: Int

    package init(serial: Int) { self.serial = serial }

    /// Reads a typed number with or without its hyphen; nil when it is none or the check digit is wrong.
    package init?(typed text: String) {
        let digits = text.filter { !$0.isWhitespace && $0 != "-" }.compactMap(\.decimalDigit)
        let length = text.count { !$0.isWhitespace && $0 != "-" }
        guard digits.count == length, (2...12).contains(length),
            Self.checkDigit(of: digits) == 0
        else { return nil }
        serial = digits.dropLast().reduce(0) { $0 * 10 + $1 }
        guard serial > 0 else { return nil }
    }

    package var description: String {
        "\(serial)-\(Self.checkDigit(of: String(serial).compactMap(\.decimalDigit)))"
    }

    /// The digits without the hyphen.
    package var digits: String { description.filter { $0 != "-" } }

    private static func checkDigit(of digits: [Int]) -> Int {
        digits.reduce(0) { quasigroup[$0][$1] }
    }

    private static let quasigroup = [
        [0, 3, 1, 7, 5, 9, 8, 6, 4, 2], [7, 0, 9, 2, 1, 5, 4, 8, 6, 3], [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
        [1, 7, 5, 0, 9, 8, 3, 4, 2, 6], [6, 1, 2, 3, 0, 4, 5, 9, 7, 8], [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
        [5, 8, 6, 9, 7, 2, 0, 1, 3, 4], [8, 9, 4, 5, 3, 6, 2, 0, 1, 7], [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
        [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
    ]
}
