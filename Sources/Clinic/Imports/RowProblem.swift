/// A line of an imported file that was not taken, with the reason. Words come from the message catalogue.
package struct RowProblem: Error, Hashable, Sendable {
    /// Counted from 1, as editors do.
    package let line: Int
    package let reason: Reason

    package init(line: Int, reason: Reason) {
        self.line = line
        self.reason = reason
    }

    /// Why a line was not taken.
    package enum Reason: Hashable, Sendable {
        /// Bytes that are not UTF-8.
        case notText
        /// A NUL byte: the file is binary.
        case binary
        /// Longer than a line may be; holds the limit in bytes.
        case tooLong(limit: Int)
        case wrongColumnCount(expected: Int, found: Int)
        /// The value of a column is not of its form, or missing.
        case malformed(column: String)
        /// Stands below a code that the file has not named before.
        case unknownParent(String)
        /// Repeats a code that an earlier line has.
        case duplicate(String)
    }
}
