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
    package enum Reason: Error, Hashable, Sendable, Codable {
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
        /// In another encoding than the lines before: two files were put together, or one was damaged.
        case mixedEncoding
        /// A quotation mark opens a field that nothing closes.
        case unclosedQuote
        /// No JSON object where one should be.
        case notJSON
        /// Nested deeper than the limit.
        case tooDeep(limit: Int)
        /// A number where a code should be, too short for one: a spreadsheet took its leading zeros away.
        case lostZeros(String)
        /// Deletes or rewords a code that the list does not have.
        case unknownCode(String)
        /// Adds a code that the list has.
        case presentCode(String)
        /// Says of a code before its revision something else than the list does.
        case differentBefore(String)
        /// Says the new state of a code without the old one, or the old one without the new.
        case lonelyRevision(String)

        /// What it is called whatever the wording: in message keys, and for programs that read what a check found.
        package var name: String {
            switch self {
            case .notText: "not-text"
            case .binary: "binary"
            case .tooLong: "too-long"
            case .wrongColumnCount: "columns"
            case .malformed: "malformed"
            case .unknownParent: "unknown-parent"
            case .duplicate: "duplicate"
            case .mixedEncoding: "mixed-encoding"
            case .unclosedQuote: "unclosed-quote"
            case .notJSON: "not-json"
            case .tooDeep: "too-deep"
            case .lostZeros: "lost-zeros"
            case .unknownCode: "unknown-code"
            case .presentCode: "present-code"
            case .differentBefore: "different-before"
            case .lonelyRevision: "lonely-revision"
            }
        }
    }
}
