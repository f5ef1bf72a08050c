/// A practice of an imported directory.
package struct ListedPractice: Hashable, Sendable {
    /// What tells it apart in its directory: the NPI, else its name and address folded; 1 to 500 characters.
    package let key: String
    package let practice: Practice
    /// NUCC taxonomy codes, the primary one first: `261QP2000X`.
    package let taxonomies: [String]
    /// In degrees where the file has them; nil: taken from the postal code.
    package let location: Coordinates?

    package init(key: String, practice: Practice, taxonomies: [String] = [], location: Coordinates? = nil) {
        self.key = key
        self.practice = practice
        self.taxonomies = taxonomies
        self.location = location
    }
}

/// A point on the earth, WGS 84, in degrees.
package struct Coordinates: Hashable, Sendable {
    /// −90 to 90, north positive.
    package let latitude: Double
    /// −180 to 180, east positive.
    package let longitude: Double

    /// - Returns: nil outside the earth.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

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
