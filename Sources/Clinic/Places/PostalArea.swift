/// Where a postal code of the United States lies.
package struct PostalArea: Hashable, Sendable {
    /// Five digits.
    package let code: String
    package let center: Coordinates
    /// Empty where the file has none.
    package let city: String
    /// Two capitals; empty where the file has none.
    package let state: String

    package init(code: String, center: Coordinates, city: String = "", state: String = "") {
        self.code = code
        self.center = center
        self.city = city
        self.state = state
    }
}

/// A ZIP code without the four digits that may follow.
package struct ZIPCode: Hashable, Sendable {
    /// Five digits.
    package let digits: String

    /// Reads "97211", "97211-1234" or "972111234"; nil for anything else.
    package init?(_ typed: String) {
        let text = typed.unicodeScalars.filter { !$0.properties.isWhitespace }
        var digits = text.split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
        if digits.count == 1, digits[0].utf8.count == 9 {
            digits = [String(digits[0].prefix(5)), String(digits[0].suffix(4))]
        }
        let isRight =
            digits.first?.utf8.count == 5 && digits.count <= 2 && (digits.count == 1 || digits[1].utf8.count == 4)
            && digits.allSatisfy { part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard isRight else { return nil }
        self.digits = digits[0]
    }

    /// The ZIP code of an address in the United States.
    package init?(_ address: PostalAddress) {
        guard address.country == .unitedStates else { return nil }
        self.init(address.postcode)
    }

    /// Whether it names a unit of the armed forces and no place (APO, FPO, DPO): 090–098 for Europe, 340 for the
    /// Americas, 962–966 for the Pacific. Lists put such codes wherever the unit was once.
    package var isMilitary: Bool {
        guard let area = Int(digits.prefix(3)) else { return false }
        return (90...98).contains(area) || area == 340 || (962...966).contains(area)
    }
}
