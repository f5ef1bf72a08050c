import Clinic
import Rendering

/// Records or versions side by side.
struct PatientComparison: Sendable {
    /// One text in a column.
    struct Cell: Sendable {
        /// The column's heading, for narrow screens.
        let column: String
        /// Empty where nothing is recorded.
        let lines: [String]
    }

    /// One field; what it says in each column.
    struct Row: Sendable {
        let label: String
        let cells: [Cell]
        /// A word about how the columns relate, such as "Different"; nil for none.
        let remark: String?
    }

    /// The named fields in several records.
    static func rows(
        _ fields: [PatientField], _ columns: [(heading: String, draft: PatientDraft)], words: PatientWords,
        remark: (PatientField) -> String? = { _ in nil }
    ) -> [Row] {
        fields.map { field in
            Row(
                label: words.label(field),
                cells: columns.map { Cell(column: $0.heading, lines: words.lines(field, $0.draft)) },
                remark: remark(field))
        }
    }

    /// The fields of a record that say anything.
    static func filled(_ draft: PatientDraft, words: PatientWords) -> [PatientField] {
        PatientField.allCases.filter { !words.lines($0, draft).isEmpty }
    }
}
