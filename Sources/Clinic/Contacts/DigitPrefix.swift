/// The first digits of a phone number as numbering plans write them: `3[02]` stands for 30 and 32, `15[0-35]` for
/// 150–153 and 155. A value of the country rules, never something typed.
struct DigitPrefix: Sendable, ExpressibleByStringLiteral {
    private let places: [Set<Character>]

    init(stringLiteral pattern: String) {
        var places: [Set<Character>] = []
        var set: Set<Character>?
        var last: Character?
        var isRange = false
        for character in pattern {
            switch (character, set) {
            case ("[", _): set = []
            case ("]", let complete?):
                places.append(complete)
                set = nil
            case ("-", .some):
                isRange = true
                continue
            case (_, .some):
                let first = isRange ? last ?? character : character
                set?.formUnion("0123456789".filter { first <= $0 && $0 <= character })
                isRange = false
            default: places.append([character])
            }
            last = character
        }
        self.places = places
    }

    /// Whether a number begins this way.
    func matches(_ digits: some StringProtocol) -> Bool {
        digits.count >= places.count && zip(digits, places).allSatisfy { $1.contains($0) }
    }
}
