/// What the clinic is called, where it is and how it reads and prints.
package struct ClinicSettings: Hashable, Sendable {
    /// Empty while nothing was entered.
    package var name = ""
    package var address = PostalAddress()
    package var phone: PhoneNumber?
    /// Nil for none.
    package var icon: PictureHash?
    /// Those that pages can be read in, in the program's order; never empty.
    package private(set) var languages = Language.allCases
    /// One of ``languages``: for whoever asks for none of them.
    package private(set) var defaultLanguage = Language.english
    /// Nil: the machine's.
    package var timeZone: TimeZoneName?
    /// How the times of doses are read until somebody chooses otherwise.
    package var clock = ClockStyle.hours24
    /// In which new weights and heights are typed; nil: as usual in the country.
    package var weightUnit: WeightUnit?
    package var heightUnit: HeightUnit?
    /// In which distances are said; nil: as usual in the country.
    package var distanceUnit: DistanceUnit?
    /// What is printed on; nil: as usual in the country of who prescribes.
    package var paper: Paper?
    /// Minutes after the password was last entered until a signature asks for it again; 0: each signature asks.
    package var signingMinutes = 30

    package static let signingMinutesRange = 0...720

    package init() {}

    /// Chooses the languages.
    /// - Throws: ``ValidationFailure`` for none, and for a default that is not among them.
    package mutating func offer(_ languages: Set<Language>, default usual: Language?) throws {
        guard !languages.isEmpty else { throw ValidationFailure([Problem("languages", "settings.problem.languages")]) }
        guard let usual, languages.contains(usual) else {
            throw ValidationFailure([Problem("default-language", "settings.problem.default-language")])
        }
        self.languages = Language.allCases.filter(languages.contains)
        defaultLanguage = usual
    }

    /// The same language where it is offered; nil where it is not.
    package func offered(_ language: Language?) -> Language? {
        language.flatMap { languages.contains($0) ? $0 : nil }
    }
}
