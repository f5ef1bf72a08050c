/// In what distances are said.
package enum DistanceUnit: String, Hashable, Sendable, Codable, CaseIterable {
    case miles = "mi"
    case kilometres = "km"

    /// How it is called in message keys and in the diagnostics.
    package var name: String {
        switch self {
        case .miles: "miles"
        case .kilometres: "kilometres"
        }
    }

    /// Metres of one of it; the mile is the international one.
    package var metres: Double {
        switch self {
        case .miles: 1609.344
        case .kilometres: 1000
        }
    }

    /// Usual where a clinic has not chosen: miles in the United States and the United Kingdom.
    package static func usual(in country: Country) -> DistanceUnit {
        ["US", "GB"].contains(country.code) ? .miles : .kilometres
    }

    /// The radius to begin with, and those that a form proposes.
    package var usualRadius: SearchRadius { SearchRadius(tenths: self == .miles ? 100 : 150, unit: self) }
    package var largestRadius: SearchRadius { SearchRadius(tenths: self == .miles ? 2000 : 3200, unit: self) }
}

/// How far around a point is searched.
package struct SearchRadius: Hashable, Sendable {
    /// Tenths of the unit, from 1.
    package let tenths: Int
    package let unit: DistanceUnit

    package init(tenths: Int, unit: DistanceUnit) {
        self.tenths = tenths
        self.unit = unit
    }

    package var metres: Double { Double(tenths) / 10 * unit.metres }

    /// "25" or "2.5", as it stands in an address.
    package var text: String { tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)" }

    /// Reads a radius as typed: digits, with a point or comma and one decimal place if need be.
    /// - Throws: `practices.problem.radius` for anything else, and for less than a tenth or more than
    ///   ``DistanceUnit/largestRadius``.
    package static func read(
        _ typed: String, _ unit: DistanceUnit, field: String = "radius"
    ) throws(Problem) -> SearchRadius {
        let largest = unit.largestRadius
        let problem = Problem(field, "practices.problem.radius", ["max": largest.text, "unit": unit.rawValue])
        let text = typed.unicodeScalars.filter { $0 != " " }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }.map(String.init)
        let isNumber = parts.allSatisfy { part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard text.count <= 10, isNumber, (1...2).contains(parts.count), let whole = Int(parts[0]) else {
            throw problem
        }
        var tenths = 0
        if parts.count == 2 {
            guard parts[1].utf8.count == 1, let digit = Int(parts[1]) else { throw problem }
            tenths = digit
        }
        guard whole <= 10_000, (1...largest.tenths).contains(whole * 10 + tenths) else { throw problem }
        return SearchRadius(tenths: whole * 10 + tenths, unit: unit)
    }
}

/// How far two points lie apart, along the surface of the earth taken for a sphere: off by 0.5 % at most.
package struct Distance: Hashable, Sendable, Comparable {
    package let metres: Double

    package init(metres: Double) { self.metres = metres }

    package static func < (one: Distance, other: Distance) -> Bool { one.metres < other.metres }

    /// Rounded to a tenth below ten, to a whole from there: a centre of a postal code is not worth more.
    package func rounded(in unit: DistanceUnit) -> Double {
        let value = metres / unit.metres
        let tenths = (value * 10).rounded()
        return tenths < 100 ? tenths / 10 : value.rounded()
    }
}
