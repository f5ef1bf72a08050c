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
            CheckDigit.damm(digits) == 0
        else { return nil }
        serial = digits.dropLast().reduce(0) { $0 * 10 + $1 }
        guard serial > 0 else { return nil }
    }

    package var description: String {
        "\(serial)-\(CheckDigit.damm(String(serial).compactMap(\.decimalDigit)))"
    }

    /// The digits without the hyphen.
    package var digits: String { description.filter { $0 != "-" } }
}
