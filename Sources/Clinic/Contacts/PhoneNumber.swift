import Foundation

/// A phone number that can be dialled from anywhere (ITU-T E.164), with an extension where one was given.
package struct PhoneNumber: Hashable, Sendable, CustomStringConvertible {
    /// `+` and 7 to 15 digits.
    package let e164: String
    /// 1 to 7 digits to dial once somebody answers; nil for none.
    package let `extension`: String?

    /// Nil unless the text is `+` and 7 to 15 digits of which the first are a calling code in use.
    package init?(e164: String) {
        self.init(e164: e164, extension: nil)
    }

    /// Nil as for ``init(e164:)``, and for an extension that is not 1 to 7 digits.
    package init?(e164: String, extension: String?) {
        let digits = e164.dropFirst()
        guard e164.first == "+", (7...15).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (48...57).contains($0) }),
            Self.callingCode(of: digits) != nil
        else { return nil }
        if let `extension` {
            guard (1...7).contains(`extension`.utf8.count),
                `extension`.utf8.allSatisfy({ (48...57).contains($0) })
            else { return nil }
        }
        self.e164 = e164
        self.extension = `extension`
    }

    /// Reads ``stored``; nil for anything else.
    package init?(stored: String) {
        let parts = stored.components(separatedBy: ";ext=")
        guard parts.count <= 2 else { return nil }
        self.init(e164: parts[0], extension: parts.count == 2 ? parts[1] : nil)
    }

    /// The whole number as it is kept: `+15552013344`, or `+15552013344;ext=12` after RFC 3966.
    package var stored: String { `extension`.map { "\(e164);ext=\($0)" } ?? e164 }

    package var description: String { stored }

    /// The address of a link that dials it.
    package var link: String { "tel:\(stored)" }

    /// The calling code that digits begin with. No code is the beginning of another, so at most one fits.
    static func callingCode(of digits: some StringProtocol) -> String? {
        (1...3).lazy.map { String(digits.prefix($0)) }.first { CallingCodes.all.contains($0) }
    }
}

extension PhoneNumber {
    /// The number as people in a country write it: national for the country's own, international else. A US number reads
    /// `(555) 201-3344`, with an extension `(555) 201-3344 x12`.
    package func formatted(in country: Country) -> String {
        number(in: country) { "(\($0[0])) \($0[1])-\($0[2])" } + (`extension`.map { " x\($0)" } ?? "")
    }

    /// The number as a form's field holds it: as ``formatted(in:)``, but North American ones in the shape that the field
    /// gives them while somebody types, `1(555)201-3344`.
    package func typed(in country: Country) -> String {
        number(in: country) { "1(\($0[0]))\($0[1])-\($0[2])" } + (`extension`.map { " x\($0)" } ?? "")
    }

    private func number(in country: Country, northAmerican shape: ([Substring]) -> String) -> String {
        let digits = e164.dropFirst()
        guard let code = Self.callingCode(of: digits) else { return e164 }
        let national = digits.dropFirst(code.count)
        let isHome = country.rules.phone.callingCode == code
        let rule = isHome ? country.rules.phone : Self.rule(callingCode: code)
        guard isHome else {
            return "+\(code) " + Self.groups(national, rule).joined(separator: rule.isNorthAmerican ? "-" : " ")
        }
        let parts = Self.groups(national, rule)
        if rule.isNorthAmerican, parts.count == 3 { return shape(parts) }
        return (Self.hasTrunk(national, rule) ? rule.trunk ?? "" : "") + parts.joined(separator: " ")
    }

    /// The rules of a calling code; several countries may share one, then of the one with rules of its own.
    private static func rule(callingCode: String) -> PhoneRule {
        CountryRules.table.sorted { $0.key > $1.key }.map(\.value.phone).first { $0.callingCode == callingCode }
            ?? PhoneRule(callingCode, 4...14, example: "")
    }

    private static func hasTrunk(_ national: Substring, _ rule: PhoneRule) -> Bool {
        !rule.untrunked.contains { $0.matches(national) }
    }

    private static func groups(_ national: Substring, _ rule: PhoneRule) -> [Substring] {
        guard
            let grouping = rule.groupings.first(where: { grouping in
                grouping.begins.isEmpty || grouping.begins.contains { $0.matches(national) }
            })
        else { return [national] }
        var rest = national
        var groups: [Substring] = []
        for count in grouping.groups where !rest.isEmpty {
            groups.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        if !rest.isEmpty {
            // A digit too many belongs to the last group; a free rest of one group stands by itself.
            if grouping.groups.count > 1, let last = groups.popLast() {
                groups.append(national[last.startIndex..<national.endIndex])
            } else {
                groups.append(rest)
            }
        }
        return groups
    }
}
