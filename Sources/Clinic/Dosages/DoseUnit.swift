/// What doses are counted or measured in. The list is closed, so that every one of them has its words with plurals in
/// every language; an order with another unit is kept as the prescriber wrote it.
package enum DoseUnit: String, CaseIterable, Hashable, Sendable, Codable {
    // Counted.
    case tablet
    case capsule
    case lozenge
    case sachet
    case suppository
    case patch
    case drop
    /// One actuation of an inhaler.
    case puff
    case spray
    /// Of a cream, ointment or gel.
    case application
    case injection
    case infusion
    case ampoule
    /// What one measure of a device gives, where the prescription does not count puffs or tablets.
    case dose
    /// German "Stück": one of whatever is in the pack.
    case piece

    // Measured.
    case millilitre
    case litre
    case gram
    case milligram
    case microgram
    case nanogram
    case millimole
    case milliequivalent
    /// International unit, always spelled out: a hand-written "U" is read as a zero.
    case unit
    case centimetre

    /// Whether one counts whole things, of which a half or a third is written as a fraction, not as a decimal.
    package var isCounted: Bool {
        switch self {
        case .millilitre, .litre, .gram, .milligram, .microgram, .nanogram, .millimole, .milliequivalent, .unit,
            .centimetre:
            false
        default: true
        }
    }
}
