/// What is wrong with one field, as a key of the message catalogue with its values. Words come from the catalogue.
package struct Problem: Error, Hashable, Sendable {
    /// The form field's name, so that the summary can link to it; empty for the form as a whole.
    package let field: String
    /// A key of the message catalogue, such as `problems.required`.
    package let message: String
    /// Values for the placeholders of the message.
    package let values: [String: String]

    package init(_ field: String, _ message: String, _ values: [String: String] = [:]) {
        self.field = field
        self.message = message
        self.values = values
    }
}

/// Typed input that breaks a rule. Shown as 422 beside the fields, with everything typed kept.
package struct ValidationFailure: Error, Hashable, Sendable {
    package let problems: [Problem]

    package init(_ problems: [Problem]) { self.problems = problems }
}

/// Checks the fields of a form one after another and keeps what is wrong with each, so that all of it is said at once.
package struct FieldChecks: Sendable {
    package private(set) var problems: [Problem] = []

    package init() {}

    /// The checked value, nil when the check found a problem; the problem is kept.
    package mutating func value<Value>(_ check: @autoclosure () throws(Problem) -> Value) -> Value? {
        do {
            return try check()
        } catch {
            problems.append(error)
            return nil
        }
    }

    /// Keeps a problem found elsewhere.
    package mutating func note(_ problem: Problem) { problems.append(problem) }
}
