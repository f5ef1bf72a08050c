extension DoseUnit {
    /// What doses of a form are usually counted in, to begin with; nil where nothing is usual, as for injections, which
    /// are dosed in milligrams, milliliters or units.
    /// - Parameters:
    ///   - form: in the words of the FDA's NDC directory: "tablet, film coated". In any case.
    ///   - route: in the same directory's words; of several the first counts; empty for not known.
    package init?(form: String, route: String) {
        let form = form.lowercased()
        let route = route.lowercased().split(separator: ";").first.map(String.init) ?? ""
        guard !form.contains("injection"), let usual = Self.usual.first(where: { form.contains($0.part) })?.unit else {
            return nil
        }
        let isSwallowed = route.isEmpty || route == "oral" || route == "enteral"
        let isBreathed = route.contains("inhalation") || route.contains("bronchial")
        switch usual {
        case .drop where isSwallowed && !route.isEmpty: self = .millilitre
        case .spray where isBreathed: self = .puff
        case .millilitre where route == "ophthalmic" || route.contains("otic"): self = .drop
        case .millilitre where !isSwallowed && !isBreathed: return nil
        default: self = usual
        }
    }

    /// By a part of the form's words, the more special ones first.
    private static let usual: [(part: String, unit: DoseUnit)] = [
        ("tablet", .tablet), ("capsule", .capsule), ("lozenge", .lozenge), ("suppository", .suppository),
        ("patch", .patch), ("film", .piece), ("drops", .drop), ("foam", .application), ("spray", .spray),
        ("aerosol", .spray), ("cream", .application), ("ointment", .application), ("gel", .application),
        ("lotion", .application), ("paste", .application), ("shampoo", .application), ("syrup", .millilitre),
        ("elixir", .millilitre), ("liquid", .millilitre), ("emulsion", .millilitre), ("solution", .millilitre),
        ("suspension", .millilitre),
    ]
}
