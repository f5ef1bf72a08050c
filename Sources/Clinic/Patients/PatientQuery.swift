/// What was typed into the patient search box: terms that must all be met. Words are beginnings of names in any order,
/// a date in any spelling is a birth date, digits are part of a phone number, a patient number or a year of birth.
package struct PatientQuery: Hashable, Sendable {
    /// One way to meet a term: a token that begins with the text, or is it.
    package struct Match: Hashable, Sendable {
        package let token: PatientToken
        package let isPrefix: Bool
    }

    /// All must be met; each by any of its matches. At most ``mostTerms``.
    package let terms: [[Match]]

    package static let mostTerms = 8
    /// Longer text is cut.
    package static let longest = 200

    /// Nil when there is nothing to search for.
    /// - Parameter order: not a restriction, only which of two readings of a date comes first.
    package init?(_ text: String, order: DateOrder) {
        var terms: [[Match]] = []
        var pieces = text.prefix(Self.longest).split(whereSeparator: \.isWhitespace)[...]
        while !pieces.isEmpty {
            let (length, found) = Self.leadingTerms(of: pieces, order: order)
            terms += found
            pieces = pieces.dropFirst(length)
        }
        guard !terms.isEmpty else { return nil }
        self.terms = Array(terms.prefix(Self.mostTerms))
    }

    /// The terms at the beginning and how many pieces they take.
    private static func leadingTerms(of pieces: ArraySlice<Substring>, order: DateOrder) -> (Int, [[Match]]) {
        for length in stride(from: min(3, pieces.count), through: 1, by: -1) {
            let text = pieces.prefix(length).joined(separator: " ")
            let dates = dates(text, order: order)
            if !dates.isEmpty { return (length, [dates + numbers(text)]) }
        }
        guard let first = pieces.first else { return (1, []) }
        if first.contains("@") {
            return (1, [[Match(token: .init(.email, SearchText.folded(String(first))), isPrefix: true)]])
        }
        let run = pieces.prefix(while: isNumeric)
        if !run.isEmpty {
            let matches = numbers(run.joined(separator: " "))
            return (run.count, matches.isEmpty ? [] : [matches])
        }
        return (1, words(String(first)))
    }

    private static func words(_ text: String) -> [[Match]] {
        SearchText.words(in: text).enumerated().map { index, word in
            let spelled = SearchText.words(in: SearchText.withUmlautsSpelledOut(text))
            let spellings = spelled.indices.contains(index) && spelled[index] != word ? [word, spelled[index]] : [word]
            return spellings.map { Match(token: .init(.name, $0), isPrefix: true) }
        }
    }

    private static func dates(_ text: String, order: DateOrder) -> [Match] {
        let readings = [order, order.opposite].compactMap { DateReading(text, order: $0).date }
        return Array(Set(readings)).sorted { $0 == readings.first && $1 != readings.first }
            .map { Match(token: .init(.born, $0.description), isPrefix: false) }
    }

    /// Whether a piece is part of a number as people write phone numbers.
    private static func isNumeric(_ piece: Substring) -> Bool {
        piece.contains { $0.decimalDigit != nil }
            && piece.allSatisfy { $0.decimalDigit != nil || "+-–()./".contains($0) }
    }

    private static func numbers(_ text: String) -> [Match] {
        guard !text.contains(where: \.isLetter) else { return [] }
        // "+49 (0)30 …": the trunk zero in brackets is not dialled.
        let digits = text.replacing("(0)", with: "").compactMap(\.decimalDigit).map(String.init).joined()
        guard !digits.isEmpty else { return [] }
        var matches = [Match(token: .init(.number, digits), isPrefix: true)]
        // At home a number is dialled with zeros in front that its international form does not have.
        let parts = Set([digits, String(digits.drop { $0 == "0" })]).filter {
            $0.count >= PatientToken.shortestPhonePart
        }
        matches += parts.sorted().map { Match(token: .init(.phone, $0), isPrefix: true) }
        if digits.count == 4, let year = Int(digits), (TypedDay.earliestYear...2200).contains(year) {
            matches.append(Match(token: .init(.born, digits + "-"), isPrefix: true))
        }
        return matches
    }
}
