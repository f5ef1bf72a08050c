/// One published state of the list of medicines.
package struct MedicationRelease: Hashable, Sendable {
    /// A short name, such as `2026.1`.
    package let name: String
    package let title: String
    /// The day on which what it says was written down.
    package let asOf: LocalDate
    /// Whether a clinician has reviewed it. Where none has, that is said wherever it is shown.
    package let isReviewed: Bool
    package let source: String
    package let licence: String

    package init(
        name: String, title: String, asOf: LocalDate, isReviewed: Bool, source: String = "", licence: String = ""
    ) {
        self.name = name
        self.title = title
        self.asOf = asOf
        self.isReviewed = isReviewed
        self.source = source
        self.licence = licence
    }
}

/// A whole list of medicines as read from a file, in any order.
package struct MedicationList: Sendable {
    package let release: MedicationRelease
    package let medications: [Medication]

    package init(release: MedicationRelease, medications: [Medication]) {
        self.release = release
        self.medications = medications
    }

    /// The medicines in the order in which equally good finds are shown: what is on the market before what was
    /// withdrawn, one substance before several, then by name.
    package var inOrderOfFinds: [Medication] {
        medications.map { ($0, SearchText.folded($0.name)) }.sorted { left, right in
            let (a, b) = (Self.weight(left.0), Self.weight(right.0))
            return (a, left.1) < (b, right.1)
        }.map(\.0)
    }

    private static func weight(_ medication: Medication) -> Int {
        (medication.isWithdrawn ? 100 : 0) + medication.name.count { $0 == "/" }
    }
}
