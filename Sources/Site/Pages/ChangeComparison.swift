import Clinic

/// What `_changes.mustache` gets: a form and the record that somebody else changed meanwhile, field by field.
struct ChangeComparison: Sendable {
    /// One field that differs.
    struct Line: Sendable {
        let label: String
        /// As it is kept now; empty for nothing.
        let kept: String
        /// As it was typed.
        let typed: String
    }

    let lines: [Line]

    /// The fields that differ, with their labels.
    init(_ fields: [(label: String, kept: String, typed: String)]) {
        lines = fields.filter { $0.kept != $0.typed }.map { Line(label: $0.label, kept: $0.kept, typed: $0.typed) }
    }
}
