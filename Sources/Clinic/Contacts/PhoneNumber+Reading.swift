import Foundation

extension PhoneNumber {
    /// Reads a number as people type it: national as in their country (`030 901820`, `1(555)201-3344`), or international
    /// after `+`, `00` or the country's own prefix; an extension after `x`, `ext.`, `#` or `Durchwahl`. Nil for an empty
    /// field. Digits of other scripts are read as digits.
    /// - Throws: `problems.phone`, `.phone-letters`, `.phone-short`, `.phone-long`, `.phone-area`, `.phone-trunk`,
    ///   `.phone-country`, `.phone-extension`.
    package static func read(_ typed: String, in country: Country, field: String = "phone") throws(Problem)
        -> PhoneNumber?
    {
        let text = try TypedText.line(typed, field: field, longest: 60)
        if text.isEmpty { return nil }
        let reader = PhoneReader(country: country, field: field)
        return try reader.number(text)
    }
}

/// One reading of a typed phone number.
private struct PhoneReader {
    let country: Country
    let field: String
    private var rule: PhoneRule { country.rules.phone }

    init(country: Country, field: String) {
        self.country = country
        self.field = field
    }

    func number(_ text: String) throws(Problem) -> PhoneNumber {
        let (main, `extension`) = try parted(text)
        let isInternational = main.drop(while: { $0 == "(" || $0 == " " }).first == "+"
        let digits = try digits(of: main)
        let e164: String
        if isInternational {
            e164 = try international(withoutTrunkMark(main, digits))
        } else if let prefix = rule.international.first(where: { digits.hasPrefix($0) }) {
            e164 = try international(String(digits.dropFirst(prefix.count)))
        } else {
            e164 = try national(digits, rule)
        }
        guard let number = PhoneNumber(e164: e164, extension: `extension`) else { throw problem("phone") }
        return number
    }

    private func problem(_ kind: String, _ values: [String: String] = [:]) -> Problem {
        Problem(
            field, "problems.\(kind)",
            ["example": rule.example.isEmpty ? "+49 30 901820" : rule.example].merging(values) { $1 })
    }

    /// The number and the extension behind it.
    private func parted(_ text: String) throws(Problem) -> (main: String, extension: String?) {
        let lowered = text.lowercased()
        for mark in Self.extensionMarks {
            guard let range = lowered.range(of: mark) else { continue }
            let rest = lowered[range.upperBound...].filter { !" .:-".contains($0) }
            let digits = ascii(rest)
            guard let digits, (1...7).contains(digits.count) else { throw problem("phone-extension") }
            return (String(lowered[..<range.lowerBound]), digits)
        }
        return (lowered, nil)
    }

    /// Longer ones first: `ext` is the beginning of `extension`.
    private static let extensionMarks = ["extension", "durchwahl", "ext", "nst", "x", "#"]

    /// The digits alone; everything else has to be a separator that people use.
    private func digits(of text: String) throws(Problem) -> String {
        var digits = ""
        for (place, character) in text.enumerated() {
            if let digit = character.wholeNumberValue, digit < 10, character.unicodeScalars.count == 1,
                character.unicodeScalars.first?.properties.numericType == .decimal
            {
                digits.append(String(digit))
            } else if character.isLetter {
                throw problem("phone-letters")
            } else if !Self.separators.contains(character),
                !(character == "+" && !text.prefix(place).contains("+") && digits.isEmpty)
            {
                throw problem("phone")
            }
        }
        if digits.isEmpty { throw problem("phone") }
        return digits
    }

    private static let separators = Set(" -–‑−./()·\u{00A0}\u{202F}\u{2009}\u{200E}\u{200F}")

    private func ascii(_ text: String) -> String? {
        let digits = text.map { $0.wholeNumberValue.flatMap { (0...9).contains($0) ? String($0) : nil } }
        return digits.contains(nil) ? nil : digits.compactMap { $0 }.joined()
    }

    /// "+49 (0)30 …" carries the trunk prefix in brackets for readers inside the country: it is not dialled from abroad.
    private func withoutTrunkMark(_ main: String, _ digits: String) throws(Problem) -> String {
        guard let mark = main.range(of: "(0)") else { return digits }
        return try self.digits(of: main.replacingCharacters(in: mark, with: " "))
    }

    private func international(_ digits: String) throws(Problem) -> String {
        guard let code = PhoneNumber.callingCode(of: digits) else { throw problem("phone-country") }
        let rest = String(digits.dropFirst(code.count))
        let known = CountryRules.table.values.map(\.phone).first { $0.callingCode == code }
        guard let known else {
            try checkLength(digits.count, 7...15)
            return "+" + digits
        }
        // Mexican mobiles were written +52 1 … until 2019.
        if code == "52", rest.count == 11, rest.hasPrefix("1") { return "+52" + rest.dropFirst() }
        // "+44 020 …": the trunk prefix, typed although it is not dialled from abroad.
        let isDoubled = known.trunk.map { rest.hasPrefix($0) } ?? false
        let number = isDoubled ? String(rest.dropFirst(known.trunk?.count ?? 0)) : rest
        try check(number, known)
        return "+" + code + number
    }

    private func national(_ digits: String, _ rule: PhoneRule) throws(Problem) -> String {
        guard !rule.callingCode.isEmpty else { throw problem("phone-country") }
        var number = digits
        let isBare = rule.untrunked.contains { $0.matches(digits) } && rule.lengths.contains(digits.count)
        if let trunk = rule.trunk, !isBare {
            if digits.hasPrefix(trunk) {
                number = String(digits.dropFirst(trunk.count))
            } else if rule.needsTrunk {
                throw problem("phone-trunk", ["trunk": trunk, "code": rule.callingCode])
            }
        }
        try check(number, rule)
        return "+" + rule.callingCode + number
    }

    private func check(_ number: String, _ rule: PhoneRule) throws(Problem) {
        try checkLength(number.count, rule.lengths)
        let exchange = number.dropFirst(3)
        if rule.isNorthAmerican, "01".contains(number.prefix(1)) || "01".contains(exchange.prefix(1)) {
            throw problem("phone-area", ["area": String(number.prefix(3))])
        }
        if number.allSatisfy({ $0 == "0" }) { throw problem("phone") }
    }

    private func checkLength(_ count: Int, _ lengths: ClosedRange<Int>) throws(Problem) {
        if count < lengths.lowerBound { throw problem("phone-short") }
        if count > lengths.upperBound { throw problem("phone-long") }
    }
}
