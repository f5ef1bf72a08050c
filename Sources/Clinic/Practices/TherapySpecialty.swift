/// A kind of therapist or practice of therapy: the code of the NUCC's provider taxonomy, its name there, and the words by
/// which typed text names it.
package enum TherapySpecialty: String, Hashable, Sendable, CaseIterable {
    case physicalTherapist = "225100000X"
    case orthopedic = "2251X0800X"
    case sports = "2251S0007X"
    case hand = "2251H1200X"
    case neurology = "2251N0400X"
    case geriatrics = "2251G0304X"
    case pediatrics = "2251P0200X"
    case cardiopulmonary = "2251C2600X"
    case ergonomics = "2251E1200X"
    case electrophysiology = "2251E1300X"
    case humanFactors = "2251H1300X"
    case assistant = "225200000X"
    case occupationalTherapist = "225X00000X"
    case speechTherapist = "235Z00000X"
    case physicalTherapyClinic = "261QP2000X"
    case rehabilitationClinic = "261QR0400X"
    case comprehensiveRehabilitation = "261QR0401X"

    /// As the NUCC writes it.
    package var name: String {
        switch self {
        case .physicalTherapist: "Physical Therapist"
        case .orthopedic: "Physical Therapist, Orthopedic"
        case .sports: "Physical Therapist, Sports"
        case .hand: "Physical Therapist, Hand"
        case .neurology: "Physical Therapist, Neurology"
        case .geriatrics: "Physical Therapist, Geriatrics"
        case .pediatrics: "Physical Therapist, Pediatrics"
        case .cardiopulmonary: "Physical Therapist, Cardiopulmonary"
        case .ergonomics: "Physical Therapist, Ergonomics"
        case .electrophysiology: "Physical Therapist, Electrophysiology, Clinical"
        case .humanFactors: "Physical Therapist, Human Factors"
        case .assistant: "Physical Therapy Assistant"
        case .occupationalTherapist: "Occupational Therapist"
        case .speechTherapist: "Speech-Language Pathologist"
        case .physicalTherapyClinic: "Clinic/Center, Physical Therapy"
        case .rehabilitationClinic: "Clinic/Center, Rehabilitation"
        case .comprehensiveRehabilitation:
            "Clinic/Center, Rehabilitation, Comprehensive Outpatient Rehabilitation Facility (CORF)"
        }
    }

    /// Beginnings of folded words that name it in typed text, English and German.
    private var stems: [String] {
        switch self {
        case .physicalTherapist: ["physical therap", "physiotherap", "krankengymnast"]
        case .orthopedic: ["orthop", "spine", "spinal", "joint", "wirbelsaule"]
        case .sports: ["sport", "athlet"]
        case .hand: ["hand", "upper limb"]
        case .neurology: ["neuro", "stroke", "vestibular", "schlaganfall"]
        case .geriatrics: ["geriatr", "older"]
        case .pediatrics: ["pediatr", "paediatr", "child", "kinder", "padiatr"]
        case .cardiopulmonary: ["cardio", "pulmon", "kardio"]
        case .ergonomics: ["ergonom"]
        case .electrophysiology: ["electrophysio", "elektrophysio"]
        case .humanFactors: ["human factors"]
        case .assistant: ["assistant"]
        case .occupationalTherapist: ["occupational", "ergotherap"]
        case .speechTherapist: ["speech", "language path", "logopad", "sprachtherap"]
        case .physicalTherapyClinic: []
        case .rehabilitationClinic: ["rehab", "work hardening"]
        case .comprehensiveRehabilitation: ["corf"]
        }
    }

    private static let stems = allCases.map { (code: $0.rawValue, stems: $0.stems) }

    /// The codes that typed words name, such as "Spine, hands, pool"; empty for none.
    package static func codes(named text: String) -> [String] {
        let words = SearchText.words(text)
        // What is left of the text from each word on.
        let rests = words.indices.map { words[$0...].joined(separator: " ") }
        return stems.filter { $0.stems.contains { stem in rests.contains { $0.hasPrefix(stem) } } }.map(\.code)
    }
}
