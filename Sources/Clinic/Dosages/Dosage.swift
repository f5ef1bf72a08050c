/// One instruction how to take a medicine. FHIR R4 `Dosage`. An order has one or more: together, as half a tablet on
/// Tuesdays beside a whole one on Mondays, or one after another, as the steps of a taper.
package struct Dosage: Hashable, Sendable, Codable {
    /// The step: dosages with the same number go together, a higher number follows when the lower ones have ended. From 1.
    package var step: Int
    /// Nil when nothing is said but "as needed" or the prescriber's own text.
    package var timing: Timing?
    /// Nil for a dose that is due; else taken only when there is need of it.
    package var asNeeded: AsNeeded?
    /// Nil where no amount is given, as for an exercise.
    package var dose: Dose?
    package var limits: Limits
    /// What the patient is told besides, as typed: "with plenty of water". Empty for nothing.
    package var instruction: String
    /// The prescriber's own words, shown in place of a composed sentence when the structure above does not say it all;
    /// nil when it does.
    package var asWritten: String?

    package init(
        step: Int = 1, _ dose: Dose?, _ timing: Timing?, asNeeded: AsNeeded? = nil, limits: Limits = Limits(),
        instruction: String = "", asWritten: String? = nil
    ) {
        self.step = step
        self.timing = timing
        self.asNeeded = asNeeded
        self.dose = dose
        self.limits = limits
        self.instruction = instruction
        self.asWritten = asWritten
    }

    /// Taken when needed.
    package struct AsNeeded: Hashable, Sendable, Codable {
        /// What it is needed for, as typed: "pain"; empty when not said.
        package var reason: String

        package init(reason: String = "") {
            self.reason = reason
        }
    }

    /// What must not be exceeded.
    package struct Limits: Hashable, Sendable, Codable {
        package var perPeriod: [DoseLimit]
        package var perAdministration: Dose?
        package var perLifetime: Dose?

        package init(perPeriod: [DoseLimit] = [], perAdministration: Dose? = nil, perLifetime: Dose? = nil) {
            self.perPeriod = perPeriod
            self.perAdministration = perAdministration
            self.perLifetime = perLifetime
        }
    }
}
