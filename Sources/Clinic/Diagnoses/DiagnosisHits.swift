/// One find of a diagnosis search.
package struct DiagnosisHit: Hashable, Sendable {
    package let diagnosis: Diagnosis
    package let reason: Reason
    /// How often the asker put it on a prescription.
    package let uses: Int

    package init(diagnosis: Diagnosis, reason: Reason, uses: Int) {
        self.diagnosis = diagnosis
        self.reason = reason
        self.uses = uses
    }

    /// What the query was found in.
    package enum Reason: Hashable, Sendable {
        case code, title
        /// A phrase that people say, which means this code.
        case synonym(String)
        /// A term that the list includes under the code.
        case term(String)
    }
}

/// The answer to a diagnosis search.
package struct DiagnosisHits: Hashable, Sendable {
    /// The release that was searched; nil when none of that list has been imported.
    package let release: CatalogRelease?
    /// Best first, at most as many as asked for.
    package let hits: [DiagnosisHit]
    /// Whether there were more than asked for.
    package let hasMore: Bool
    /// Whether only the other list has something. False when this one has.
    package let isOnlyInOtherSystem: Bool

    package init(
        release: CatalogRelease?, hits: [DiagnosisHit], hasMore: Bool = false, isOnlyInOtherSystem: Bool = false
    ) {
        self.release = release
        self.hits = hits
        self.hasMore = hasMore
        self.isOnlyInOtherSystem = isOnlyInOtherSystem
    }
}

/// A diagnosis a clinician uses or keeps, as the current release has it.
package struct FamiliarDiagnosis: Hashable, Sendable {
    /// Worded as last seen when the current release has it no more.
    package let diagnosis: Diagnosis
    /// The current release has the code no more, or only as a heading: it cannot be chosen.
    package let isRetired: Bool

    package init(diagnosis: Diagnosis, isRetired: Bool) {
        self.diagnosis = diagnosis
        self.isRetired = isRetired
    }
}
