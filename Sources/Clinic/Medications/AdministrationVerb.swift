/// What is done with a medicine: the verb of its instruction.
package enum AdministrationVerb: String, CaseIterable, Hashable, Sendable, Codable {
    case take
    /// Drops, sprays and what else has no verb of its own.
    case use
    /// Creams and what else is spread.
    case apply
    /// Patches.
    case stick
    case inhale
    /// By the patient: under the skin.
    case inject
    /// Suppositories and what else goes into the body but not through the mouth.
    case insert
    /// By somebody else: an infusion, an injection into a vein or a muscle.
    case receive
    /// Lozenges.
    case suck
    /// A practice, which has no dose.
    case exercise

    /// The verb for one dose of a medicine. The unit decides where it names the way ("1 patch"), else the route, else the
    /// form. Both are understood in the words of the FDA's NDC directory and in the plain words of our list of medicines,
    /// English and German, in any case.
    /// - Parameters:
    ///   - form: "tablet, film coated", "Filmtablette"; empty for not known.
    ///   - route: "respiratory (inhalation)", "breathed in", "zum Einatmen". Of several, parted by semicolons, the first
    ///     counts. Empty for not known.
    ///   - unit: nil when no amount is given.
    package init(form: String, route: String, unit: DoseUnit?) {
        let route = route.lowercased().split(separator: ";").first.map(String.init) ?? ""
        let verb = Self.verb(route: route, form: form.lowercased())
        self =
            switch unit {
            case .patch: .stick
            case .infusion: .receive
            case .suppository: .insert
            case .lozenge: .suck
            case .puff: verb == .use ? .use : .inhale
            case .injection: verb == .inject ? .inject : .receive
            case .application: verb == .insert ? .insert : .apply
            case .drop, .spray: route.isEmpty && verb == .take ? .use : verb
            default: verb
            }
    }

    private static func verb(route: String, form: String) -> AdministrationVerb {
        if let verb = verb(in: route, byRoutePart) {
            return verb == .apply && form.contains("patch") ? .stick : verb
        }
        return verb(in: form, byFormPart) ?? (route.isEmpty ? .take : .use)
    }

    private static func verb(in words: String, _ parts: [Part]) -> AdministrationVerb? {
        parts.first { $0.isIn(words) }?.verb
    }

    /// Words of which each says the same.
    private struct Part {
        let words: [String]
        let verb: AdministrationVerb

        /// - Parameter words: parted by bars.
        init(_ words: String, _ verb: AdministrationVerb) {
            self.words = words.split(separator: "|").map(String.init)
            self.verb = verb
        }

        /// By bytes, several times as fast as by characters: a page says dozens of sentences.
        func isIn(_ text: String) -> Bool { words.contains { text.utf8.contains($0.utf8) } }
    }

    // The first that is found counts: "parenteral" has "enteral" in it, and "subcutaneous" "cutaneous".
    private static let byRoutePart = [
        Part("buccal|cheek|wange", .take),
        Part("parenteral|injected|injection|injektion", .receive),
        Part("subcutaneous|under the skin|unter die haut", .inject),
        Part("inhalation|bronchial|breathed|einatmen", .inhale),
        Part("rectal|rectum|vagina|enddarm|scheide", .insert),
        Part("ophthalmic|otic|nasal|the eye|the ear|the nose|ins auge|ins ohr|die nase", .use),
        Part("transdermal|topical|cutaneous|occlusive|on the skin|through the skin|auf die haut|über die haut", .apply),
        Part("dental|periodontal|dentist|gums|zahnfleisch|zahnarzt|zahnärztin", .receive),
        Part("oral|sublingual|enteral|mucosal|mouth|tongue|tube|einnehmen|zunge|sonde|schleimhaut", .take),
        Part("intra|epidural|infiltration|neural|tissue|into a|into the spinal|in eine|in ein |rückenmark", .receive),
    ]
    private static let byFormPart = [
        Part("patch|pflaster", .stick), Part("injection|injektion|implant", .receive),
        Part("suppository|zäpfchen", .insert),
        Part("lozenge|lutschtablette", .suck), Part("inhal|dosieraerosol", .inhale),
        Part("cream|creme|ointment|salbe|lotion|paste|shampoo|foam|schaum|skin spray|hautspray", .apply),
        Part("drops|tropfen|spray", .use),
    ]
}
