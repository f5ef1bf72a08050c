/// One row of a code list: a code that may be written on a prescription, or a heading above such codes.
package struct Diagnosis: Hashable, Sendable {
    package let code: DiagnosisCode
    /// The long title, with accents, in English as the list has it.
    package let title: String
    /// False for a heading, which may be opened to its children but not chosen.
    package let isBillable: Bool
    /// The code of the heading above; nil for a category.
    package let parent: DiagnosisCode?
    /// The name of the release the row is from, such as `FY2026`.
    package let release: String

    package init(
        code: DiagnosisCode, title: String, isBillable: Bool, parent: DiagnosisCode?, release: String
    ) {
        self.code = code
        self.title = title
        self.isBillable = isBillable
        self.parent = parent
        self.release = release
    }

    package var system: CodeSystem { code.system }

    /// The side of the body the title names; nil when it names none.
    package var side: BodySide? { BodySide(title: title) }
}
