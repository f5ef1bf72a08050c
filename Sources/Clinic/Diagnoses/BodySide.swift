/// The side of the body that a code's title names.
package enum BodySide: String, Sendable, CaseIterable {
    case right, left, both
    /// The title says that the side is not stated although the list has codes for right and left.
    case unspecified

    /// Reads the side from an English long title of ICD-9-CM or ICD-10-CM; nil when the title names none.
    /// "Right" and "left" that belong to a part's own name ("left ventricle", "right bundle branch") or to something left
    /// behind ("foreign body left in") are no side of the body.
    package init?(title: String) {
        let words = Self.words(of: title)
        let right = Self.names("right", in: words)
        let left = Self.names("left", in: words)
        switch (right, left) {
        case (true, true): self = .both
        case (true, false): self = .right
        case (false, true): self = .left
        case (false, false) where words.contains("bilateral"): self = .both
        case (false, false):
            guard Self.leavesSideOpen(words) else { return nil }
            self = .unspecified
        }
    }

    private static func words(of title: String) -> [Substring] {
        title.lowercased().split { !$0.isLetter && $0 != "[" }
    }

    private static func names(_ side: Substring, in words: [Substring]) -> Bool {
        words.indices.contains { index in
            guard words[index] == side else { return false }
            let next = index + 1 < words.count ? words[index + 1] : ""
            return !partsNamedBySide.contains(next)
        }
    }

    private static func leavesSideOpen(_ words: [Substring]) -> Bool {
        words.indices.contains { index in
            guard words[index] == "unspecified", index + 1 < words.count else { return false }
            let next = words[index + 1]
            if pairedParts.contains(next) { return true }
            return pairQualifiers.contains(next) && index + 2 < words.count && pairedParts.contains(words[index + 2])
        }
    }

    /// Words after "left" or "right" that make it something else than a side of the body.
    private static let partsNamedBySide: Set<Substring> = [
        "heart", "ventricle", "ventricular", "bundle", "main", "aortic", "fascicular", "posterior", "anterior",
        "coronary", "in", "during", "behind", "without", "against",
    ]

    /// Parts of the body that come in pairs, as the long titles name them after "unspecified".
    private static let pairedParts: Set<Substring> = [
        "acetabulum", "ankle", "ankles", "arm", "axilla", "breast", "buttock", "calcaneus", "calf", "carpus", "cheek",
        "clavicle", "ear", "elbow", "eye", "eyelid", "femur", "fibula", "finger", "fingers", "flank", "foot",
        "forearm", "hand", "hands", "heel", "hip", "humerus", "ilium", "ischium", "kidney", "knee", "leg", "limb",
        "lung", "midfoot", "orbit", "ovary", "palm", "patella", "pubis", "radius", "scapula", "shoulder", "side",
        "talus", "testis", "thigh", "thumb", "tibia", "toe", "toes", "ulna", "ureter", "wrist", "extremity",
        "acromioclavicular", "sternoclavicular", "ulnohumeral", "scapular",
    ]

    /// Words that may stand between "unspecified" and the part: "unspecified lower leg", "unspecified great toe".
    private static let pairQualifiers: Set<Substring> = [
        "lower", "upper", "great", "lesser", "index", "middle", "ring", "little", "front", "external", "dominant",
        "nondominant", "male", "female",
    ]
}
