/// What addresses and phone numbers of one country look like. Data, not code: a country is added by adding a value to
/// ``CountryRules/table``; every other country has the ``general(_:)`` rules.
package struct CountryRules: Sendable {
    package let phone: PhoneRule
    package let postcode: PostcodeRule
    package let region: RegionRule
    /// The lines of an address from top to bottom, without the country's name; what is empty leaves no gap.
    package let layout: [[AddressPart]]

    init(
        phone: PhoneRule, postcode: PostcodeRule, region: RegionRule = .unused,
        layout: [[AddressPart]] = [[.street], [.postcode, .city], [.region]]
    ) {
        self.phone = phone
        self.postcode = postcode
        self.region = region
        self.layout = layout
    }

    /// The parts without which mail does not arrive.
    package var neededParts: Set<AddressPart> {
        var parts: Set<AddressPart> = [.street, .city]
        if postcode.isNeeded { parts.insert(.postcode) }
        if case .listed = region { parts.insert(.region) }
        return parts
    }
}

/// One part of an address.
package enum AddressPart: String, Sendable, CaseIterable {
    case street, city
    /// State, province or county.
    case region
    case postcode
}

/// Whether addresses name a state, province or county.
package enum RegionRule: Sendable {
    /// Never.
    case unused
    /// Any text, or none.
    case free
    /// One of these: code to the country's own name of it.
    case listed([String: String])
}

/// The shapes a postcode may have.
package struct PostcodeRule: Sendable {
    /// `9` stands for a digit, `A` for a letter, `*` for either; other characters are written as they stand. Empty: any
    /// text of up to twelve letters, digits, spaces and hyphens.
    package let shapes: [String]
    /// A real one, for messages.
    package let example: String
    package let isNeeded: Bool
    /// The letters that a postcode may begin with; nil for any.
    let firstLetters: String?
    /// The lowest one in use, of those that are digits only; nil when not checked.
    let lowest: String?

    init(
        _ shapes: String..., example: String, isNeeded: Bool = true, firstLetters: String? = nil, lowest: String? = nil
    ) {
        self.shapes = shapes
        self.example = example
        self.isNeeded = isNeeded
        self.firstLetters = firstLetters
        self.lowest = lowest
    }
}

/// How phone numbers of a country are dialled and written.
package struct PhoneRule: Sendable {
    /// Without the `+`.
    package let callingCode: String
    /// The digits of a number without calling code and trunk prefix.
    package let lengths: ClosedRange<Int>
    /// Dialled before a number inside the country and dropped from abroad, `0` in most; nil where there is none.
    package let trunk: String?
    /// How numbers begin that are dialled without the trunk prefix all the same.
    let untrunked: [DigitPrefix]
    /// Whether a number typed without the trunk prefix is refused: where lengths vary, it may be one without its town.
    let needsTrunk: Bool
    /// What is dialled to call abroad.
    let international: [String]
    /// How the digits are grouped, by how the number begins; the first that matches.
    let groupings: [Grouping]
    /// A real number as people write it, for messages.
    package let example: String

    struct Grouping: Sendable {
        let begins: [DigitPrefix]
        /// The digits of each group; what is left over forms the last one.
        let groups: [Int]

        init(_ groups: [Int], begins: [DigitPrefix] = []) {
            self.groups = groups
            self.begins = begins
        }
    }

    init(
        _ callingCode: String, _ lengths: ClosedRange<Int>, trunk: String? = "0", international: [String] = ["00"],
        untrunked: [DigitPrefix] = [], needsTrunk: Bool? = nil, groupings: [Grouping] = [], example: String
    ) {
        self.callingCode = callingCode
        self.lengths = lengths
        self.trunk = trunk
        self.untrunked = untrunked
        self.needsTrunk = needsTrunk ?? (lengths.count > 3)
        self.international = international
        self.groupings = groupings
        self.example = example
    }

    /// The North American plan: +1, ten digits, neither area nor exchange beginning with 0 or 1.
    package var isNorthAmerican: Bool { callingCode == "1" }
}

extension Country {
    /// What addresses and phone numbers of this country look like.
    package var rules: CountryRules { CountryRules.table[code] ?? .general(code) }
}
