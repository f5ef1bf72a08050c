import Clinic
import Foundation

/// The shipped lists of therapies, read once at start from `data/therapies`.
package struct TherapyTemplates: Sendable {
    /// What the folder lacks or has too much of.
    package struct Missing: Error, Hashable, CustomStringConvertible {
        package let template: String

        package var description: String { "the list of therapies “\(template)” is missing" }
    }

    /// The one a new prescription starts with.
    package let standard: TherapyTemplate
    /// All of them, in the order they are offered in: the spine's first, then as `common.json` has it.
    package let all: [TherapyTemplate]
    private let templates: [String: TherapyTemplate]

    /// - Throws: ``TherapyTemplate/Malformed`` for a file that breaks the format's rules, ``Missing`` for one that
    ///   `common.json` names and the folder lacks.
    package init(folder: URL) throws {
        let shared = try TherapyFile.Shared(json: Data(contentsOf: folder.appendingPathComponent("common.json")))
        var templates: [TherapyTemplate] = []
        for id in shared.order {
            let file = folder.appendingPathComponent("\(id).json")
            guard let json = FileManager.default.contents(atPath: file.path) else { throw Missing(template: id) }
            let template = try TherapyFile.template(json, named: id, shared: shared)
            guard template.id == id else {
                throw TherapyTemplate.Malformed(template: id, faults: ["its id is \(template.id)"])
            }
            templates.append(template)
        }
        guard let spine = templates.first(where: { $0.id == "spine" }) else { throw Missing(template: "spine") }
        standard = spine
        all = templates
        self.templates = Dictionary(uniqueKeysWithValues: templates.map { ($0.id, $0) })
    }

    /// The template a choice was made from; the standard one for none and for one that is no longer shipped.
    package func template(of choice: TherapyChoice?) -> TherapyTemplate {
        choice.flatMap { templates[$0.template] } ?? standard
    }

    /// The template with an id; nil for one that is not shipped.
    package func template(id: String) -> TherapyTemplate? { templates[id] }
}
