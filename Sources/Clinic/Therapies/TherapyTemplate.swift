import Foundation

/// A list of therapies a clinician may choose from, such as the one for the spine. It is data, read from
/// `data/therapies/*.json` or made by a clinic: another specialty is another list.
package struct TherapyTemplate: Sendable, Hashable, Codable {
    /// How many visits may be authorised.
    package struct Visits: Sendable, Hashable, Codable {
        package var title: Wording
        package var min: Int
        package var max: Int
        /// What a new prescription starts with.
        package var `default`: Int

        package init(title: Wording, min: Int, max: Int, default usual: Int) {
            self.title = title
            self.min = min
            self.max = max
            self.default = usual
        }
    }

    /// The id of the item that asks the therapist for a report. Every template has it, and the sheet says yes or no.
    package static let returnReport = "return-report"

    package var id: String
    /// Counts up with each change; a signed prescription names the one it was written with.
    package var version: Int
    /// What a clinic calls a template of its own, 1–80 characters; nil for a shipped one, which goes by its title.
    package var name: String?
    /// The specialty, which the sheet prints.
    package var title: Wording
    /// Where its content is from, in English; nil when nobody wrote it down.
    package var source: String?
    /// What no clinician had confirmed when it was shipped, in English. While it stands, and no clinician of the clinic has
    /// approved this version, the form says that the template was not clinically reviewed.
    package var review: String?
    package var visits: Visits
    package var sections: [Section]
    package var weightBearing: [Item]
    package var precautions: [Item]
    /// Nil for none.
    package var rules: [Rule]?
    package var signs: [Sign]?

    /// Reads and checks a template file.
    /// - Throws: ``Malformed`` naming every rule it breaks; `DecodingError` when it is not such a file at all.
    package init(json: Data) throws {
        self = try JSONDecoder().decode(TherapyTemplate.self, from: json)
        let faults = self.faults
        guard faults.isEmpty else { throw Malformed(template: id, faults: faults) }
    }

    /// A template that breaks the rules of its format: a mistake in the data, not of a person who types.
    package struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        package let template: String
        package let faults: [String]

        package init(template: String, faults: [String]) {
            self.template = template
            self.faults = faults
        }

        package var description: String {
            "the list of therapies “\(template)” breaks rules: \(faults.joined(separator: "; "))"
        }
    }

    /// What lists call it: its name, else its specialty.
    package func label(in language: Language) -> String { name ?? title[language] }

    /// The file of the template: what ``init(json:)`` reads, always the same text for the same template.
    package var file: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
            return try encoder.encode(self) + Data("\n".utf8)
        }
    }

    /// Every item below a heading, in order.
    package var items: [Item] { sections.flatMap(\.items) }

    /// The heading that holds the number of visits and the report: "Evaluate and Treat".
    package var evaluation: Section? {
        sections.first { $0.items.contains { $0.id == Self.returnReport } }
    }

    /// The item below a heading with an id, nil when the template has none such.
    package func item(_ id: String) -> Item? { items.first { $0.id == id } }

    /// Whatever has fields that may be filled in: items, precautions and levels of weight bearing.
    package var fillable: [Item] { (items + weightBearing + precautions).filter { $0.fields != nil } }
}
