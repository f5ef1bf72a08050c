import Foundation

/// An address to which mail can be sent, its parts in the shape that its country writes them.
package struct PostalAddress: Hashable, Sendable, Codable {
    /// Street and number, or what stands in their place.
    package var street = ""
    package var city = ""
    /// State, province or county: the postal code of it where the country has a list, else text. Empty for none.
    package var state = ""
    package var postcode = ""
    /// Nil only for an address of which nothing is known.
    package var country: Country?

    package init() {}

    package init(street: String, city: String, state: String = "", postcode: String = "", country: Country?) {
        self.street = street
        self.city = city
        self.state = state
        self.postcode = postcode
        self.country = country
    }

    /// Whether nothing but perhaps the country is known.
    package var isBlank: Bool { street.isEmpty && city.isEmpty && state.isEmpty && postcode.isEmpty }

    package subscript(part: AddressPart) -> String {
        switch part {
        case .street: street
        case .city: city
        case .region: state
        case .postcode: postcode
        }
    }

    /// What mail to this address still lacks; empty when it would arrive.
    package var missingParts: Set<AddressPart> {
        guard let country else { return [.street, .city] }
        return country.rules.neededParts.filter { self[$0].isEmpty }
    }

    /// The address as it stands on an envelope, from top to bottom, as its country writes it.
    /// - Parameters:
    ///   - home: the country in which it is read, nil to name the country always.
    ///   - countryName: the address' country in the reader's words.
    package func lines(in home: Country?, countryName: (Country) -> String) -> [String] {
        let layout = country?.rules.layout ?? CountryRules.general("").layout
        var lines = layout.map(line).filter { !$0.isEmpty }
        if let country, country != home { lines.append(countryName(country)) }
        return lines
    }

    private func line(_ parts: [AddressPart]) -> String {
        let filled = parts.filter { !self[$0].isEmpty }
        return filled.enumerated().map { place, part in
            // "Springfield, IL 62704": a comma only where a region follows the town.
            let isBeforeRegion = part == .city && place + 1 < filled.count && filled[place + 1] == .region
            return self[part] + (isBeforeRegion ? "," : "")
        }.joined(separator: " ")
    }
}

/// An address as it was typed into a form.
package struct TypedAddress: Hashable, Sendable {
    package var street: String
    package var city: String
    package var state: String
    package var postcode: String
    /// The country's code.
    package var country: String

    package init(
        street: String = "", city: String = "", state: String = "", postcode: String = "", country: String = ""
    ) {
        self.street = street
        self.city = city
        self.state = state
        self.postcode = postcode
        self.country = country
    }
}
