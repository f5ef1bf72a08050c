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
    /// form.
    /// - Parameters:
    ///   - form: the dose form in the words of the FDA's NDC directory: "tablet, film coated". In any case; empty for
    ///     not known.
    ///   - route: the route in the same directory's words: "respiratory (inhalation)". Of several, parted by semicolons,
    ///     the first counts. Empty for not known.
    ///   - unit: nil when no amount is given.
    package init(form: String, route: String, unit: DoseUnit?) {
        let form = form.lowercased()
        let route = route.lowercased().split(separator: ";").first.map(String.init) ?? ""
        let byRoute = Self.verb(route: route, form: form)
        self =
            switch unit {
            case .patch: .stick
            case .puff: byRoute == .use ? .use : .inhale
            case .injection: byRoute == .inject ? .inject : .receive
            case .infusion: .receive
            case .suppository: .insert
            case .lozenge: .suck
            case .application: byRoute == .insert ? .insert : .apply
            case .drop, .spray: byRoute == .take && !route.isEmpty ? .take : byRoute == .inhale ? .inhale : .use
            default: byRoute
            }
    }

    private static func verb(route: String, form: String) -> AdministrationVerb {
        for (part, verb) in byRoutePart where route.contains(part) { return verb }
        for (part, verb) in byFormPart where form.contains(part) { return verb }
        return route.isEmpty || throughTheMouth.contains(where: route.contains) ? .take : .receive
    }

    private static let byRoutePart: [(String, AdministrationVerb)] = [
        ("inhalation", .inhale), ("bronchial", .inhale), ("transdermal", .stick), ("subcutaneous", .inject),
        ("rectal", .insert), ("vaginal", .insert), ("ophthalmic", .use), ("otic", .use), ("nasal", .use),
        ("dental", .use), ("periodontal", .use), ("topical", .apply), ("cutaneous", .apply), ("occlusive", .apply),
    ]
    private static let byFormPart: [(String, AdministrationVerb)] = [
        ("patch", .stick), ("injection", .receive), ("implant", .receive), ("suppository", .insert),
        ("lozenge", .suck), ("inhalant", .inhale), ("cream", .apply), ("ointment", .apply), ("gel,", .apply),
        ("lotion", .apply), ("shampoo", .apply), ("paste", .apply), ("foam", .apply),
    ]
    private static let throughTheMouth = ["oral", "sublingual", "buccal", "enteral", "transmucosal"]
}
