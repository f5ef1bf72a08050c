/// A diagnosis as a prescription carries it: copied from its list, so that a later release never rewords a prescription.
package struct PrescribedDiagnosis: Hashable, Sendable {
    package let code: DiagnosisCode
    /// The long title on the day it was chosen.
    package let title: String
    /// The name of the release it was chosen from, such as `FY2026`.
    package let release: String
    /// The last day on which that release was to be used; nil when its publisher set no end.
    package let releaseUntil: LocalDate?

    package init(code: DiagnosisCode, title: String, release: String, releaseUntil: LocalDate?) {
        self.code = code
        self.title = title
        self.release = release
        self.releaseUntil = releaseUntil
    }

    /// Copies a row of a list as that list's release words it.
    package init(_ diagnosis: Diagnosis, releaseUntil: LocalDate?) {
        self.init(
            code: diagnosis.code, title: diagnosis.title, release: diagnosis.release, releaseUntil: releaseUntil)
    }

    package var system: CodeSystem { code.system }

    /// The side of the body the title names; nil when it names none.
    package var side: BodySide? { BodySide(title: title) }
}

/// A diagnosis' place on a prescription.
package enum DiagnosisRank: Int, CaseIterable, Sendable {
    case primary, secondary, tertiary
}

/// The diagnoses of one prescription in their order: at most three, no code twice. Codes of both lists may stand
/// together.
package struct DiagnosisList: Hashable, Sendable {
    /// How many diagnoses a prescription has room for.
    package static let limit = DiagnosisRank.allCases.count

    /// Primary first.
    package private(set) var diagnoses: [PrescribedDiagnosis]

    /// An empty list.
    package init() { diagnoses = [] }

    /// A list as it was stored, which may have been written by hand in a form.
    /// - Throws: ``ValidationFailure`` when it is too long or has a code twice.
    package init(_ diagnoses: [PrescribedDiagnosis]) throws {
        self.init()
        for diagnosis in diagnoses { try append(diagnosis) }
    }

    package var isEmpty: Bool { diagnoses.isEmpty }
    package var isFull: Bool { diagnoses.count >= Self.limit }

    /// Those whose title says that the side is not stated although the list has codes for right and left.
    package var leavingSideOpen: [PrescribedDiagnosis] { diagnoses.filter { $0.side == .unspecified } }

    /// The diagnoses with their places.
    package var ranked: [(rank: DiagnosisRank, diagnosis: PrescribedDiagnosis)] {
        zip(DiagnosisRank.allCases, diagnoses).map { ($0, $1) }
    }

    /// The place of a code, nil when it is not in the list.
    package func rank(of code: DiagnosisCode) -> DiagnosisRank? {
        diagnoses.firstIndex { $0.code == code }.flatMap(DiagnosisRank.init)
    }

    /// Puts a row of a code list at the end.
    /// - Parameter releaseUntil: the last day of the release the row is from.
    /// - Throws: ``ValidationFailure`` on the field `diagnoses`: `diagnoses.problem.not-billable` for a heading,
    ///   `diagnoses.problem.duplicate` (value `code`), `diagnoses.problem.too-many` (value `limit`). The list stays.
    package mutating func add(_ diagnosis: Diagnosis, releaseUntil: LocalDate?) throws {
        guard diagnosis.isBillable else {
            throw Self.failure("diagnoses.problem.not-billable", ["code": diagnosis.code.display])
        }
        try append(PrescribedDiagnosis(diagnosis, releaseUntil: releaseUntil))
    }

    /// Puts a row of a code list into the place of a code; at the end where that is not there.
    /// - Throws: as ``add(_:releaseUntil:)``. The list stays.
    package mutating func replace(_ code: DiagnosisCode, by diagnosis: Diagnosis, releaseUntil: LocalDate?) throws {
        var list = self
        let place = list.diagnoses.firstIndex { $0.code == code }
        list.remove(code)
        try list.add(diagnosis, releaseUntil: releaseUntil)
        if let place { list.diagnoses.insert(list.diagnoses.removeLast(), at: place) }
        self = list
    }

    /// Takes a code out; nothing happens when it is not there.
    package mutating func remove(_ code: DiagnosisCode) {
        diagnoses.removeAll { $0.code == code }
    }

    /// Moves a code one place towards primary; the first one stays.
    package mutating func moveUp(_ code: DiagnosisCode) {
        guard let index = diagnoses.firstIndex(where: { $0.code == code }), index > 0 else { return }
        diagnoses.swapAt(index, index - 1)
    }

    /// Moves a code one place away from primary; the last one stays.
    package mutating func moveDown(_ code: DiagnosisCode) {
        guard let index = diagnoses.firstIndex(where: { $0.code == code }), index + 1 < diagnoses.count else { return }
        diagnoses.swapAt(index, index + 1)
    }

    private mutating func append(_ diagnosis: PrescribedDiagnosis) throws {
        guard rank(of: diagnosis.code) == nil else {
            throw Self.failure("diagnoses.problem.duplicate", ["code": diagnosis.code.display])
        }
        guard !isFull else { throw Self.failure("diagnoses.problem.too-many", ["limit": String(Self.limit)]) }
        diagnoses.append(diagnosis)
    }

    private static func failure(_ key: String, _ values: [String: String]) -> ValidationFailure {
        ValidationFailure([Problem("diagnoses", key, values)])
    }
}
