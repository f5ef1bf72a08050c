/// The number of a licence to practise. Every authority has its own shape, so only what no authority uses is refused.
package enum LicenceNumber {
    package static let longest = 40

    /// The number as typed, capitals and single spaces; empty for none.
    /// - Throws: `problems.licence`, and what ``TypedText/line(_:field:longest:required:)`` throws.
    package static func read(_ typed: String, field: String = "licence") throws(Problem) -> String {
        let text = try TypedText.line(typed, field: field, longest: longest).uppercased()
        guard text.allSatisfy({ $0.isLetter || $0.isNumber || " -./".contains($0) }) else {
            throw Problem(field, "problems.licence")
        }
        guard text.isEmpty || text.contains(where: { $0.isNumber || $0.isLetter }) else {
            throw Problem(field, "problems.licence")
        }
        return text
    }
}
