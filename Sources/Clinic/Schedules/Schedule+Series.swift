import Foundation

extension Schedule {
    /// The doses of a series of prescriptions: every version for as long as it was in force.
    ///
    /// - Parameter series: All versions, in any order; nil for none.
    package init?(
        series: [MedicationPrescription], rhythm: DayRhythm = DayRhythm(), zone: TimeZone
    ) {
        let versions = series.sorted { $0.signed.signedAt < $1.signed.signedAt }.map { prescription in
            Version(
                prescription.order.dosages,
                Course(
                    prescription.order, signed: prescription.signed.signedAt, pauses: prescription.pauses,
                    lastDay: prescription.discontinuation?.lastDay, in: zone))
        }
        guard let first = versions.first else { return nil }
        self.init(first: first, changed: Array(versions.dropFirst()), rhythm: rhythm, zone: zone)
    }
}
