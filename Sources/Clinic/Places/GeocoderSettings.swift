/// A service that is asked where a street lies: its address, and where its answer has the place. Its secret is kept elsewhere.
package struct GeocoderSettings: Hashable, Sendable, Codable {
    /// `https://…`, or `http://…` only to this machine and private networks, with ``Placeholder``s for the address.
    package var address: String
    /// Where the answer's JSON has degrees north and east: names and places from 0 with dots between.
    package var latitudePath: String
    package var longitudePath: String
    /// The header that the secret is sent in; empty: none is.
    package var header: String

    /// What stands in ``address`` for a part of the street's address.
    package enum Placeholder: String, Sendable, CaseIterable {
        case street = "{street}"
        case city = "{city}"
        case state = "{state}"
        case zip = "{zip}"
        /// All of it on one line.
        case address = "{address}"
    }

    package init(address: String, latitudePath: String, longitudePath: String, header: String = "") {
        self.address = address
        self.latitudePath = latitudePath
        self.longitudePath = longitudePath
        self.header = header
    }

    /// A Nominatim on this machine.
    package static let nominatim = GeocoderSettings(
        address: """
            http://127.0.0.1:8080/search?format=jsonv2&limit=1&countrycodes=us\
            &street={street}&city={city}&state={state}&postalcode={zip}
            """, latitudePath: "0.lat", longitudePath: "0.lon")

    /// The geocoder of the United States Census Bureau: outside the clinic.
    package static let census = GeocoderSettings(
        address: """
            https://geocoding.geo.census.gov/geocoder/locations/address?benchmark=Public_AR_Current&format=json\
            &street={street}&city={city}&state={state}&zip={zip}
            """, latitudePath: "result.addressMatches.0.coordinates.y",
        longitudePath: "result.addressMatches.0.coordinates.x")

    /// Whether ``address`` can be asked: http or https with a host and no user, known placeholders behind the host alone, and
    /// among them the street.
    package var isAddressRight: Bool {
        guard address.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !address.contains(where: { "@#\\\"<>^`|".contains($0) }),
            let scheme, let host, !host.isEmpty, address.utf8.count > scheme.utf8.count + 3
        else { return false }
        let head = address.prefix { $0 != "{" }
        let behindHost = head.dropFirst(scheme.utf8.count + 3)
        let left = Placeholder.allCases.reduce(address) { $0.replacing($1.rawValue, with: "") }
        return behindHost.contains { "/?".contains($0) } && !left.contains { "{}".contains($0) }
            && (has(.address) || has(.street))
    }

    /// Whether ``address`` tells that part.
    package func has(_ placeholder: Placeholder) -> Bool { address.contains(placeholder.rawValue) }

    /// `https` or `http`; nil for an address that begins with neither.
    package var scheme: String? {
        ["https", "http"].first { address.lowercased().hasPrefix($0 + "://") }
    }

    /// The host without its port, an IPv6 address without its brackets; nil for an address without one.
    package var host: String? {
        guard let scheme else { return nil }
        let authority = address.dropFirst(scheme.utf8.count + 3).prefix { !"/?#{".contains($0) }
        let host =
            authority.hasPrefix("[")
            ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        return host.isEmpty ? nil : host.lowercased()
    }

    /// The address to ask for a street: every byte but letters, digits and `-._~` of what is put in is escaped, so that
    /// nothing that was typed can change where it goes.
    package func url(for street: StreetAddress) -> String {
        let parts: [Placeholder: String] = [
            .street: street.street, .city: street.city, .state: street.state, .zip: street.zip.digits,
            .address: street.line,
        ]
        // What is put in has no braces left, so the order does not matter.
        return parts.reduce(address) { $0.replacing($1.key.rawValue, with: Self.escaped($1.value)) }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}

/// What a geocoder knows of a street.
package enum StreetPoint: Hashable, Sendable {
    case found(Coordinates)
    /// It answered, and has no such street.
    case unknown
    /// It could not be asked, or said what cannot be read.
    case failed(GeocoderFailure)
}

/// Why a geocoder gave no answer.
package enum GeocoderFailure: String, Hashable, Sendable, CaseIterable {
    /// No connection.
    case unreachable
    case timeout
    /// The certificate is not trusted or is of another name.
    case certificate
    /// Nothing would be encrypted on the way to an address outside of private networks.
    case plain
    /// Any status but 200, redirects among them: they are not followed.
    case status
    /// No JSON, or no numbers where they should be.
    case unreadable
    /// Numbers that are no place on the earth.
    case range
    /// The secret that its header needs is missing.
    case secret
}
