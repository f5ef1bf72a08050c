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
