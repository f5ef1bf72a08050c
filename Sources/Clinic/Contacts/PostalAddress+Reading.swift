import Foundation

extension PostalAddress {
    /// The longest street and the longest city, in Unicode scalars.
    package static let longestStreet = 200
    package static let longestCity = 100

    /// Reads an address; what is wrong goes into `checks` under the fields `street`, `city`, `state`, `postcode` and
    /// `country`, and the part stays empty.
    /// - Parameter isNeeded: whether the parts that the country needs must be there.
    package static func read(
        _ typed: TypedAddress, isNeeded: Bool = false, checks: inout FieldChecks
    ) -> PostalAddress {
        guard let country = Country(code: typed.country.trimmingCharacters(in: .whitespaces)) else {
            checks.note(Problem("country", typed.country.isEmpty ? "problems.required" : "problems.country"))
            return PostalAddress()
        }
        let needed = isNeeded ? country.rules.neededParts : []
        var address = PostalAddress()
        address.country = country
        address.street =
            checks.value(
                try TypedText.line(
                    typed.street, field: "street", longest: longestStreet, required: needed.contains(.street))) ?? ""
        address.city =
            checks.value(
                try TypedText.line(typed.city, field: "city", longest: longestCity, required: needed.contains(.city)))
            ?? ""
        address.state =
            checks.value(
                try country.region(typed.state, field: "state", required: needed.contains(.region))) ?? ""
        address.postcode =
            checks.value(
                try country.postcode(typed.postcode, field: "postcode", required: needed.contains(.postcode))) ?? ""
        return address
    }
}

extension Country {
    /// Reads a state, province or county: its code in any case, or where the country has a list its full name ("california"
    /// → `CA`). Empty where the country's addresses have none.
    /// - Throws: `problems.state`, and what ``TypedText/line(_:field:longest:required:)`` throws.
    package func region(_ typed: String, field: String = "state", required: Bool = false) throws(Problem) -> String {
        let text = try TypedText.line(typed, field: field, longest: 100, required: required)
        switch rules.region {
        case .unused: return ""
        case .free: return text
        case .listed(let names):
            if text.isEmpty { return "" }
            let capitals = text.filter { $0 != "." && $0 != " " }.uppercased()
            if names[capitals] != nil { return capitals }
            let folded = SearchText.folded(text)
            guard let match = names.first(where: { SearchText.folded($0.value) == folded }) else {
                throw Problem(field, "problems.state")
            }
            return match.key
        }
    }

    /// Reads a postcode and writes it in the country's shape: "sw1a2aa" → `SW1A 2AA`, "606141234" → `60614-1234`.
    /// - Throws: `problems.postcode` with `example`, and what ``TypedText/line(_:field:longest:required:)`` throws.
    package func postcode(_ typed: String, field: String = "postcode", required: Bool = false) throws(Problem) -> String
    {
        let text = try TypedText.line(typed, field: field, longest: 20, required: required).uppercased()
        if text.isEmpty { return "" }
        let rule = rules.postcode
        let code = rule.shapes.isEmpty ? Self.freePostcode(text) : rule.shaped(text)
        guard let code else { throw Problem(field, "problems.postcode", ["example": rule.example]) }
        return code
    }

    private static func freePostcode(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || $0 == 32 || $0 == 45 }
        return isPlain && text.utf8.count <= 12 ? text : nil
    }
}

extension PostcodeRule {
    /// The letters and digits of a typed code, written in the shape they fit; nil when they fit none.
    func shaped(_ text: String) -> String? {
        guard text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }) else { return nil }
        let marks = text.filter { $0 != " " && $0 != "-" }
        guard let code = shapes.lazy.compactMap({ Self.written(marks, as: $0) }).first else { return nil }
        if let firstLetters, let first = code.first, !firstLetters.contains(first) { return nil }
        if let lowest, code.prefix(lowest.count) < lowest { return nil }
        return code
    }

    private static func written(_ marks: String, as shape: String) -> String? {
        var rest = marks[...]
        var code = ""
        for place in shape {
            guard "9A*".contains(place) else {
                code.append(place)
                continue
            }
            guard let mark = rest.popFirst(), let byte = mark.asciiValue else { return nil }
            let isDigit = (48...57).contains(byte)
            let isLetter = (65...90).contains(byte)
            guard (place == "9" && isDigit) || (place == "A" && isLetter) || (place == "*" && (isDigit || isLetter))
            else {
                return nil
            }
            code.append(mark)
        }
        return rest.isEmpty ? code : nil
    }
}
