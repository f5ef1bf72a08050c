/// A code that the current release of its list does not let anybody bill any more, and what may stand in its place.
package struct RetiredCode: Hashable, Sendable {
    package let code: DiagnosisCode
    /// The title in the last release that had it; nil when no release here has.
    package let title: String?
    /// It is a heading now: more exact codes stand below it.
    package let isHeading: Bool
    /// The likeliest first, at most ``mostSuccessors``.
    package let successors: [Successor]

    package static let mostSuccessors = 20

    package init(code: DiagnosisCode, title: String?, isHeading: Bool, successors: [Successor]) {
        self.code = code
        self.title = title
        self.isHeading = isHeading
        self.successors = successors
    }

    /// A billable code of a current release that may stand in the place of another.
    package struct Successor: Hashable, Sendable {
        package let diagnosis: Diagnosis
        package let basis: Basis

        package init(diagnosis: Diagnosis, basis: Basis) {
            self.diagnosis = diagnosis
            self.basis = basis
        }
    }

    /// Why a code is suggested.
    package enum Basis: Hashable, Sendable {
        /// It says the same in the same words.
        case sameTitle
        /// It stands below the code, which became a heading.
        case below
        /// It stands below the heading that the code stood below.
        case beside
        /// The equivalence maps of CMS name it.
        case equivalence(isApproximate: Bool, isCombination: Bool)
    }
}

/// What the equivalence maps say of one code.
package struct EquivalentCode: Hashable, Sendable {
    /// Nil when the other list has nothing (`NoDx`).
    package let diagnosis: Diagnosis?
    /// The target as the map names it, in the other list; nil for `NoDx`.
    package let code: DiagnosisCode?
    package let isApproximate: Bool
    package let isCombination: Bool
    package let scenario: Int
    package let choiceList: Int

    package init(_ row: CodeEquivalence, diagnosis: Diagnosis?) {
        self.diagnosis = diagnosis
        code = row.target.map { DiagnosisCode(system: row.source.other, text: $0) }
        isApproximate = row.isApproximate
        isCombination = row.isCombination
        scenario = row.scenario
        choiceList = row.choiceList
    }
}
