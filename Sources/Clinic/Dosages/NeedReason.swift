/// Common reasons for which a medicine is taken when needed. An order keeps the reason as it was typed; one of these,
/// recognised in it, is said in the reader's language and in a clause of its own.
package enum NeedReason: String, CaseIterable, Hashable, Sendable {
    case pain
    case headache
    case migraine
    case fever
    case nausea
    case vomiting
    case insomnia
    case anxiety
    case cough
    case wheeze
    case breathlessness
    case chestPain = "chest-pain"
    case heartburn
    case constipation
    case diarrhea
    case itching
    case allergy
    case spasm
    case dizziness

    /// The reason that typed text names, in English or German, whatever the case; nil for any other text, which is then
    /// shown as it is.
    package init?(typed text: String) {
        let typed = SearchText.words(text).joined(separator: " ")
        guard let found = Self.allCases.first(where: { $0.spellings.contains(typed) }) else { return nil }
        self = found
    }

    /// The reasons that typed text names one after another, parted by commas, "and" or "or"; nil when any of them is
    /// none of these.
    package static func reasons(typed text: String) -> [NeedReason]? {
        let parts = text.split { ",;/+&".contains($0) }.flatMap { part in
            part.split(whereSeparator: \.isWhitespace).split { joins.contains($0.lowercased()) }
        }
        let reasons = parts.map { NeedReason(typed: $0.joined(separator: " ")) }
        guard !reasons.isEmpty, Set(reasons).count == reasons.count else { return nil }
        let known = reasons.compactMap { $0 }
        return known.count == reasons.count ? known : nil
    }

    private static let joins: Set<String> = ["and", "or", "und", "oder"]

    /// In the folded form of ``SearchText``.
    private var spellings: [String] {
        switch self {
        case .pain: ["pain", "pains", "schmerz", "schmerzen"]
        case .headache: ["headache", "headaches", "kopfschmerz", "kopfschmerzen"]
        case .migraine: ["migraine", "migraines", "migrane"]
        case .fever: ["fever", "fieber"]
        case .nausea: ["nausea", "ubelkeit"]
        case .vomiting: ["vomiting", "erbrechen"]
        case .insomnia: ["insomnia", "sleeplessness", "schlaflosigkeit", "schlafstorung", "schlafstorungen"]
        case .anxiety: ["anxiety", "angst", "angstzustande"]
        case .cough: ["cough", "husten"]
        case .wheeze: ["wheeze", "wheezing", "giemen", "pfeifende atmung"]
        case .breathlessness:
            ["breathlessness", "shortness of breath", "dyspnea", "dyspnoea", "sob", "atemnot", "luftnot"]
        case .chestPain: ["chest pain", "angina", "brustschmerz", "brustschmerzen"]
        case .heartburn: ["heartburn", "sodbrennen"]
        case .constipation: ["constipation", "verstopfung"]
        case .diarrhea: ["diarrhea", "diarrhoea", "durchfall"]
        case .itching: ["itch", "itching", "pruritus", "juckreiz"]
        case .allergy: ["allergy", "allergies", "allergy symptoms", "allergie", "allergische beschwerden"]
        case .spasm: ["spasm", "spasms", "muscle spasm", "muscle spasms", "krampf", "krampfe", "muskelkrampfe"]
        case .dizziness: ["dizziness", "vertigo", "schwindel"]
        }
    }
}
