/// One text that search finds a patient's record by, as it stands in the index.
package struct PatientToken: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// A folded word of the name.
        case name
        /// The birth date as `yyyy-mm-dd`.
        case born
        /// The end of the phone number's digits, at least ``shortestPhonePart`` long.
        case phone
        /// The folded address.
        case email
        /// The patient number without its hyphen.
        case number
    }

    /// Fewer digits of a phone number find too many people.
    package static let shortestPhonePart = 4

    package let kind: Kind
    package let text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Everything that finds a record.
    package static func all(of draft: PatientDraft, number: PatientNumber) -> Set<PatientToken> {
        var tokens = names(of: draft.name)
        tokens.insert(PatientToken(.born, draft.birthDate.description))
        tokens.insert(PatientToken(.number, number.digits))
        if let email = draft.email { tokens.insert(PatientToken(.email, SearchText.folded(email.text))) }
        if let phone = draft.phone { tokens.formUnion(ends(of: phone)) }
        return tokens
    }

    /// The whole number's token: the longest of its ends.
    package static func whole(_ phone: PhoneNumber) -> PatientToken {
        PatientToken(.phone, String(phone.e164.filter { $0.decimalDigit != nil }))
    }

    private static func ends(of phone: PhoneNumber) -> Set<PatientToken> {
        let digits = whole(phone).text
        let longest = max(0, digits.count - shortestPhonePart)
        return Set((0...longest).map { PatientToken(.phone, String(digits.dropFirst($0))) })
    }

    /// The words; words parted by a hyphen or apostrophe also as one ("obrien"); umlauts also in two letters
    /// ("mueller"); names in scripts without spaces also from each later character ("小明" of "王小明").
    private static func names(of name: PersonName) -> Set<PatientToken> {
        var words: Set<String> = []
        for part in (name.given + " " + name.family).split(whereSeparator: \.isWhitespace).map(String.init) {
            for spelling in Set([part, SearchText.withUmlautsSpelledOut(part)]) {
                let pieces = SearchText.words(in: spelling)
                words.formUnion(pieces)
                if pieces.count > 1 { words.insert(pieces.joined()) }
            }
        }
        let inner = words.filter { $0.unicodeScalars.allSatisfy(\.properties.isIdeographic) }.flatMap { word in
            word.indices.dropFirst().map { String(word[$0...]) }
        }
        return Set((words.union(inner)).map { PatientToken(.name, $0) })
    }
}
