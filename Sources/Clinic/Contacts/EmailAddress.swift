import Foundation

/// An e-mail address that can stand in a message header as it is: one mailbox, no display name, nothing quoted.
package struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address with its domain in lower case; the part before the `@` as typed, since its case is the owner's.
    package let text: String

    /// Longest address that mail servers carry (RFC 5321, section 4.5.3.1.3, less the angle brackets).
    package static let longest = 254

    /// Reads what was typed, nil for an empty field.
    /// - Throws: `problems.email`.
    package static func read(_ typed: String, field: String = "email") throws(Problem) -> EmailAddress? {
        let trimmed = typed.trimmingCharacters(in: .whitespaces)
        if trimmed.isEmpty { return nil }
        guard let address = EmailAddress(trimmed) else { throw Problem(field, "problems.email") }
        return address
    }

    /// Nil unless the whole text is one address. A line end or any other control character anywhere makes it nil.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.precomposedStringWithCanonicalMapping.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isMailbox(parts[0]), Self.isDomain(parts[1]) else { return nil }
        self.text = "\(parts[0])@\(parts[1].lowercased())"
    }

    package var description: String { text }

    /// RFC 5322 dot-atom: no quotes, comments, spaces or escapes.
    private static func isMailbox(_ part: Substring) -> Bool {
        (1...64).contains(part.utf8.count)
            && part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty && atom.utf8.allSatisfy { isLetterOrDigit($0) || atomMarks.contains($0) }
            }
    }

    private static let atomMarks = Set("!#$%&'*+-/=?^_`{|}~".utf8)

    /// At least two labels, letters of any script (internationalised domains), digits and inner hyphens; the last one is
    /// no number, so an address of a machine is none.
    private static func isDomain(_ part: Substring) -> Bool {
        let labels = part.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last, last.count >= 2, last.contains(where: \.isLetter) else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.unicodeScalars.allSatisfy {
                    $0 == "-" || $0.properties.isAlphabetic || $0.properties.numericType == .decimal
                        || $0.properties.generalCategory == .nonspacingMark
                }
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
}
