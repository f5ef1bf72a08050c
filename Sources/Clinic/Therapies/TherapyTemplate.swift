import Foundation

/// A list of therapies a clinician may choose from, such as the one for the spine. It is data, read from
/// `data/therapies/*.json`: another specialty is another file.
package struct TherapyTemplate: Sendable, Hashable, Codable {
    /// How many visits may be authorised.
    package struct Visits: Sendable, Hashable, Codable {
        package let title: Wording
        package let min: Int
        package let max: Int
        /// What a new prescription starts with.
        package let `default`: Int
    }

    /// A narrower choice within an item, such as heat within the modalities.
    package struct Kind: Sendable, Hashable, Codable {
        package let id: String
        package let title: Wording
    }

    /// One thing that is chosen or not.
    package struct Item: Sendable, Hashable, Codable {
        package let id: String
        package let title: Wording
        /// What the item means, printed after its title in brackets; nil for none.
        package let detail: Wording?
        /// Named kinds the choice may be narrowed to; nil for none.
        package let kinds: [Kind]?
    }

    /// A heading with its items, in the order of the sheet.
    package struct Section: Sendable, Hashable, Codable {
        package let id: String
        package let title: Wording
        package let items: [Item]
    }

    /// The id of the item that asks the therapist for a report. Every template has it, and the sheet says yes or no.
    package static let returnReport = "return-report"

    package let id: String
    /// Counts up with each change; a signed prescription names the one it was written with.
    package let version: Int
    package let title: Wording
    package let visits: Visits
    package let sections: [Section]
    package let weightBearing: [Kind]
    package let precautions: [Kind]

    /// Reads and checks a template file.
    /// - Throws: ``Malformed`` naming every rule it breaks; `DecodingError` when it is not such a file at all.
    package init(json: Data) throws {
        self = try JSONDecoder().decode(TherapyTemplate.self, from: json)
        let faults = self.faults
        guard faults.isEmpty else { throw Malformed(template: id, faults: faults) }
    }

    /// A template file that breaks the rules of its format: a mistake in the shipped data, not of a person who types.
    package struct Malformed: Error, Hashable, Sendable {
        package let template: String
        package let faults: [String]
    }

    /// Every item, in order.
    package var items: [Item] { sections.flatMap(\.items) }

    /// The heading that holds the number of visits and the report: "Evaluate and Treat".
    package var evaluation: Section? {
        sections.first { $0.items.contains { $0.id == Self.returnReport } }
    }

    /// The item with an id, nil when the template has none such.
    package func item(_ id: String) -> Item? { items.first { $0.id == id } }

    private var faults: [String] {
        var faults: [String] = []
        if !Self.isID(id) { faults.append("id") }
        if version < 1 { faults.append("version") }
        if visits.min < 1 || visits.min > visits.default || visits.default > visits.max || visits.max > 100 {
            faults.append("visits")
        }
        if item(Self.returnReport) == nil { faults.append("no \(Self.returnReport)") }
        let lists = [sections.map(\.id), items.map(\.id), weightBearing.map(\.id), precautions.map(\.id)]
        for ids in lists + items.map({ ($0.kinds ?? []).map(\.id) }) {
            faults += ids.filter { !Self.isID($0) }.map { "id \($0)" }
            if Set(ids).count < ids.count { faults.append("repeated id among \(ids.joined(separator: " "))") }
        }
        let titles = [title, visits.title] + sections.map(\.title) + items.map(\.title) + items.compactMap(\.detail)
        let named = weightBearing + precautions + items.flatMap { $0.kinds ?? [] }
        if !(titles + named.map(\.title)).allSatisfy(\.isComplete) { faults.append("title without words") }
        return faults
    }

    private static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 60
            && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
}

/// A text of the shipped data in every language.
package struct Wording: Sendable, Hashable, Codable {
    private let texts: [String: String]

    package init(_ texts: [Language: String]) {
        self.texts = Dictionary(uniqueKeysWithValues: texts.map { ($0.key.rawValue, $0.value) })
    }

    package init(from decoder: any Decoder) throws {
        texts = try decoder.singleValueContainer().decode([String: String].self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(texts)
    }

    /// The text in a language. English stands in where a later language has none yet.
    package subscript(_ language: Language) -> String {
        texts[language.rawValue] ?? texts[Language.english.rawValue] ?? ""
    }

    /// Whether every language Theralog speaks has its words.
    package var isComplete: Bool {
        Language.allCases.allSatisfy { !(texts[$0.rawValue] ?? "").allSatisfy(\.isWhitespace) }
    }
}
