import Foundation

/// The identity of one record: UUID text, typed by what it names so that a patient's id is never taken for a
/// prescription's. New ones are UUIDv7 (RFC 9562), so they sort by creation; the same text is the FHIR id.
package struct Identifier<Entity>: Hashable, Sendable, Codable, CustomStringConvertible {
    package let text: String

    /// Wraps text that is already known to name a record, such as a column's value.
    package init(_ text: String) { self.text = text }

    /// Reads text from outside: 36 characters of lower- or upper-case UUID, nil for anything else.
    package init?(untrusted text: String) {
        guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else { return nil }
        self.text = uuid.uuidString.lowercased()
    }

    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package var description: String { text }
}
