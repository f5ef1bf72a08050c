import Clinic
import Foundation

/// The shipped lists of therapies, read once at start from `data/therapies/*.json`.
package struct TherapyTemplates: Sendable {
    /// What the folder lacks.
    package struct Missing: Error, Hashable {
        package let template: String
    }

    /// The one a new prescription starts with.
    package let standard: TherapyTemplate
    private let templates: [String: TherapyTemplate]

    /// - Throws: ``TherapyTemplate/Malformed`` for a file that breaks the format's rules, ``Missing`` without the spine's.
    package init(folder: URL) throws {
        var templates: [String: TherapyTemplate] = [:]
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files where file.pathExtension == "json" {
            let template = try TherapyTemplate(json: Data(contentsOf: file))
            templates[template.id] = template
        }
        guard let spine = templates["spine"] else { throw Missing(template: "spine") }
        standard = spine
        self.templates = templates
    }

    /// The template a choice was made from; the standard one for none and for one that is no longer shipped.
    package func template(of choice: TherapyChoice?) -> TherapyTemplate {
        choice.flatMap { templates[$0.template] } ?? standard
    }
}
