/// The side of the body that a code's title names.
package enum BodySide: String, Sendable, CaseIterable {
    case right, left, both
    /// The title says that the side is not stated although the list has codes for right and left.
    case unspecified

    /// Reads the side from an English long title of ICD-9-CM or ICD-10-CM; nil when the title names none.
    /// "Right" and "left" that belong to a part's own name ("left ventricle", "right bundle branch") or to something left
    /// behind ("foreign body left in") are no side of the body.
    package init?(title: String) {
        guard Self.mayNameSide(title) else { return nil }
        let words = Self.words(of: title)
        let right = Self.names("right", in: words)
        let left = Self.names("left", in: words)
        switch (right, left) {
        case (true, true): self = .both
        case (true, false): self = .right
        case (false, true): self = .left
        case (false, false) where Self.leavesSideOpen(words): self = .unspecified
        case (false, false) where words.contains("bilateral"): self = .both
        case (false, false): return nil
        }
    }

    /// Whether one of the words that decide stands in a title, perhaps inside of another; most titles have none, and are
    /// shown by the hundred.
    private static func mayNameSide(_ title: String) -> Bool {
        let text = title.utf8
        return text.indices.contains { index in
            // The first letters of the words, small and capital.
            switch text[index] | 0x20 {
            case UInt8(ascii: "r"), UInt8(ascii: "l"), UInt8(ascii: "u"), UInt8(ascii: "b"):
                decisive.contains { text[index...].lazy.map { $0 | 0x20 }.starts(with: $0.utf8) }
            default: false
            }
        }
    }

    private static let decisive = ["right", "left", "unspecified", "bilateral"]

    /// Words in small letters, and commas, which end what a word before them says.
    private static func words(of title: String) -> [Substring] {
        let text = title.lowercased()
        var words: [Substring] = []
        var start: String.Index?
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if (0x61...0x7A).contains(byte) || byte >= 0x80 {
                start = start ?? index
                continue
            }
            if let begun = start { words.append(text[begun..<index]) }
            start = nil
            if byte == UInt8(ascii: ",") { words.append(",") }
        }
        if let begun = start { words.append(text[begun...]) }
        return words
    }

    private static func names(_ side: Substring, in words: [Substring]) -> Bool {
        words.indices.contains { index in
            guard words[index] == side else { return false }
            let following = words[(index + 1)...].prefix(2)
            return !partsNamedBySide.contains(following.first ?? "")
                && !vesselsNamedBySide.contains(following.last ?? "")
        }
    }

    /// The second word after "left" or "right" that does the same: "left main coronary", "left anterior fascicular".
    private static let vesselsNamedBySide: Set<Substring> = ["coronary", "fascicular"]

    /// Whether "unspecified" stands before a part that comes in pairs: "unspecified lower leg", but not "unspecified
    /// disorder of hip", whose list has no right and left.
    private static func leavesSideOpen(_ words: [Substring]) -> Bool {
        words.indices.contains { index in
            guard words[index] == "unspecified" else { return false }
            let following = words[(index + 1)...].prefix(4)
            return following.prefix { ![",", "of", "unspecified"].contains($0) }.contains(where: pairedParts.contains)
        }
    }

    /// Words after "left" or "right" that make it something else than a side of the body.
    private static let partsNamedBySide: Set<Substring> = [
        "heart", "ventricle", "ventricular", "bundle", "aortic", "fascicular", "coronary", "in", "during", "behind",
        "without", "against",
    ]

    /// Parts of the body that come in pairs, and words for their vessels and nerves, as ICD-10-CM names them after
    /// "unspecified". Held against all titles that have a twin for the other side.
    private static let pairedParts: Set<Substring> = [
        "acetabulum", "achilles", "acoustic", "acromioclavicular", "adrenal", "ankle", "ankles", "arm", "axilla",
        "axillary", "breast", "broad", "bronchus", "buttock", "calcaneus", "calf", "carotid", "carpal", "carpus",
        "cerebellar", "cerebral", "cheek", "choroid", "ciliary", "clavicle", "communicating", "conjunctiva",
        "coracohumeral", "cornea", "ear", "elbow", "epididymis", "eustachian", "extremity", "eye", "eyeball", "eyelid",
        "fallopian", "femoral", "femur", "fibula", "finger", "fingers", "flank", "foot", "forearm", "hand", "hands",
        "heel", "hip", "humerus", "iliac", "ilium", "innominate", "ischium", "jugular", "kidney", "knee", "lacrimal",
        "leg", "limb", "lung", "meniscus", "metatarsal", "midfoot", "nasolacrimal", "olfactory", "optic", "orbit",
        "ovarian", "ovary", "palm", "patella", "pelvic", "pelvis", "peroneal", "popliteal", "pubis", "pulmonary",
        "quadriceps", "radial", "radiocarpal", "radius", "renal", "retina", "rotator", "round", "scapula", "scapular",
        "shoulder", "side", "spermatic", "sternoclavicular", "subclavian", "talus", "temporomandibular", "testicle",
        "testis", "thigh", "thumb", "tibia", "tibial", "toe", "toes", "ulna", "ulnar", "ulnocarpal", "ulnohumeral",
        "ureter", "uterine", "vertebral", "wall", "wrist",
    ]
}
