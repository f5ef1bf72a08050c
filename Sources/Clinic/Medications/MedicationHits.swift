/// What a list shows of a medicine, in the language it was asked for.
package struct MedicationSummary: Hashable, Sendable {
    /// What stands between the parts of a text that is a list: "High blood pressure · Heart failure".
    package static let separator = " · "

    package let id: MedicationID
    package let name: String
    /// The name with capitals where it differs from one that looks alike; equal to ``name`` for most.
    package let tallName: String
    /// Nil where it is the same as the name.
    package let internationalName: String?
    /// Joined by ``separator``; empty for none.
    package let brands: String
    /// Joined by ``separator``.
    package let classes: String
    /// Joined by ``separator``.
    package let purposes: String
    /// Nil for a medicine that is not controlled.
    package let schedule: ControlledSchedule?
    package let isWithdrawn: Bool

    package init(
        id: MedicationID, name: String, tallName: String, internationalName: String?, brands: String,
        classes: String, purposes: String, schedule: ControlledSchedule?, isWithdrawn: Bool
    ) {
        self.id = id
        self.name = name
        self.tallName = tallName
        self.internationalName = internationalName
        self.brands = brands
        self.classes = classes
        self.purposes = purposes
        self.schedule = schedule
        self.isWithdrawn = isWithdrawn
    }

    package var brandList: [String] { Self.parts(of: brands) }

    /// The parts of a text that is a list.
    package static func parts(of text: String) -> [String] {
        text.isEmpty ? [] : text.split(separator: separator).map(String.init)
    }
}

/// One find of a medicine search.
package struct MedicationHit: Hashable, Sendable {
    package let medication: MedicationSummary
    package let reason: Reason

    package init(medication: MedicationSummary, reason: Reason) {
        self.medication = medication
        self.reason = reason
    }

    /// What the query was found in.
    package enum Reason: Hashable, Sendable {
        case name
        /// The international name, or another that people use.
        case otherName(String)
        case brand(String)
        case `class`
        case purpose
        /// Nothing has what was typed; this is one letter off. Never to be chosen for anybody.
        case guess
    }
}

/// The answer to a medicine search.
package struct MedicationHits: Hashable, Sendable {
    /// The release that was searched; nil when none is there.
    package let release: MedicationRelease?
    /// Best first, at most as many as asked for. Either none is a guess or all are.
    package let hits: [MedicationHit]
    /// Whether there were more than asked for.
    package let hasMore: Bool

    package init(release: MedicationRelease?, hits: [MedicationHit], hasMore: Bool = false) {
        self.release = release
        self.hits = hits
        self.hasMore = hasMore
    }

    /// Whether nothing has what was typed, and the finds are what may have been meant: to be asked, not assumed.
    package var areGuesses: Bool { hits.first?.reason == .guess }
}
