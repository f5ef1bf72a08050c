/// How much is taken at once: a value or a range of values, and what of. FHIR `Dosage.doseAndRate.dose[x]`.
package struct Dose: Hashable, Sendable, Codable {
    package let low: DoseValue
    /// Equal to ``low`` for a single value.
    package let high: DoseValue
    package let unit: DoseUnit

    package init(_ value: DoseValue, _ unit: DoseUnit) {
        low = value
        high = value
        self.unit = unit
    }

    /// Nil when the low value is above the high one.
    package init?(from low: DoseValue, to high: DoseValue, _ unit: DoseUnit) {
        guard low <= high else { return nil }
        self.low = low
        self.high = high
        self.unit = unit
    }

    package var isRange: Bool { low != high }
}

/// At most so much in a time. FHIR `Dosage.maxDosePerPeriod`: 24 hours are a window that moves with the clock, a day is a
/// calendar day.
package struct DoseLimit: Hashable, Sendable, Codable {
    package let most: DoseValue
    package let unit: DoseUnit
    package let period: TimeSpan

    package init(_ most: DoseValue, _ unit: DoseUnit, per period: TimeSpan) {
        self.most = most
        self.unit = unit
        self.period = period
    }
}
