import Clinic

/// What patterns of the message catalogue cannot say: how a language puts doses, days and times together. Another
/// language brings its messages and one of these.
protocol DosageGrammar: Sendable {
    init(_ words: DosageWords)

    /// Dose, rhythm, days and times of a clause.
    func core(_ clause: DosageClause) -> DosageCore

    /// The steps of a taper: doses with their dates, of one year and one unit.
    func taper(_ steps: [(dose: Dose, from: LocalDate, through: LocalDate)]) -> String

    /// Whether the verb is said there, or understood.
    func namesVerb(_ verb: AdministrationVerb, in construction: DosageConstruction) -> Bool
}

/// A construction that has no place for the verb in every language.
enum DosageConstruction {
    /// So many days on, so many off.
    case cycle
    /// One dose one day, another the next.
    case alternation
}

/// The middle of a clause, without verb.
struct DosageCore {
    /// What stands before the verb: "every day"; nil for nothing.
    var lead: String?
    var text: String
}

extension Language {
    /// The grammar of the language's dosages.
    func dosageGrammar(_ words: DosageWords) -> any DosageGrammar {
        switch self {
        case .english: EnglishDosageGrammar(words)
        case .german: GermanDosageGrammar(words)
        }
    }
}
