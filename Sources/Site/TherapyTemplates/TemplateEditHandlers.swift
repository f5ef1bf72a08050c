import Catalogs
import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// A template of one's own being changed: everything goes into a copy, until it is saved as the next version.
struct TemplateEditHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let own = try await site.ownTemplate(context)
        return try page(own, at: request.query("at"), open: request.query("open"), [], .ok, context)
    }

    private func page(
        _ own: ClinicTemplate, at: String = "", open: String = "", _ problems: [Problem],
        _ status: HTTPResponse.Status, _ context: ClinicianContext
    ) throws -> Response {
        let words = TemplateWords(words: site.words(context), zone: site.settings.timeZone)
        return try site.response(
            TemplateEditPage(own, at: at, open: open, problems: problems, words), context, status: status)
    }

    /// One step: something up, down or out, or all changes taken back. Works on what stands there now, whatever the page
    /// showed: what is gone already stays so.
    func change(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let own = try await site.ownTemplate(context)
        let path = "/therapy-templates/\(own.id)/edit"
        let pressed = form.text("change")
        if pressed == "discard" {
            try await site.database.discardChanges(of: own.id, by: context.actor)
            return Responses.redirect(to: path, flash: "flash.therapy-template-discarded")
        }
        guard let step = TemplateStep(pressed) else { throw FormError.malformed }
        do {
            try await site.database.changeClinicTemplate(own.id, editVersion: nil, by: context.actor) { template in
                try step.apply(to: &template)
            }
        } catch let problem as Problem {
            return try page(own, open: form.text("open"), [problem], .unprocessableContent, context)
        }
        // The same button has the focus again; it may have moved to another place.
        let query = step.isRemoval ? "" : "at=\(step.button.queryEscaped)&"
        let open = step.isRemoval || step.isOfSection ? form.text("open") : ""
        return Responses.redirect(to: "\(path)?\(query)open=\(open.queryEscaped)")
    }

    /// Makes what was changed the next version.
    func save(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let own = try await site.ownTemplate(context)
        do {
            let version = try await site.database.saveVersion(
                of: own.id, editVersion: Int(form.text("version")) ?? 0, by: context.actor)
            let flash =
                version == own.content.version
                ? "flash.warning.therapy-template-unchanged" : "flash.therapy-template-saved"
            return Responses.redirect(to: "/therapy-templates/\(own.id)", flash: flash)
        } catch let failure as ValidationFailure {
            return try page(own, failure.problems, .unprocessableContent, context)
        } catch StoreError.stale {
            let problem = Problem("", "therapy-templates.problem.stale-version")
            return try page(try await site.ownTemplate(context), [problem], .conflict, context)
        }
    }
}

/// One button of the list of items, or an item that was dragged to another place.
struct TemplateStep: Sendable {
    enum Kind: String, Sendable {
        case itemUp = "item-up"
        case itemDown = "item-down"
        case itemRemoval = "item-removal"
        case itemPlace = "item-place"
        case sectionUp = "section-up"
        case sectionDown = "section-down"
        case sectionRemoval = "section-removal"
    }

    let kind: Kind
    let id: String
    /// The heading and the item in front of which a dragged one comes; nothing of a button, no item for the end.
    private let place: [String]

    /// - Parameter text: `item-up:core-stabilization`; `item-place:lso:education:back-school`, and without the last for the
    ///   end of the heading; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: ":").map(String.init)
        guard parts.count >= 2, let kind = Kind(rawValue: parts[0]) else { return nil }
        guard kind == .itemPlace ? (3...4).contains(parts.count) : parts.count == 2 else { return nil }
        (self.kind, id, place) = (kind, parts[1], Array(parts[2...]))
    }

    /// The button that has the focus afterwards.
    var button: String { "\((kind == .itemPlace ? .itemUp : kind).rawValue):\(id)" }
    var isRemoval: Bool { kind == .itemRemoval || kind == .sectionRemoval }
    var isOfSection: Bool { kind == .sectionUp || kind == .sectionDown || kind == .sectionRemoval }

    func apply(to template: inout TherapyTemplate) throws(Problem) {
        switch kind {
        case .itemUp: template.moveItem(id, .up)
        case .itemDown: template.moveItem(id, .down)
        case .itemRemoval: try template.removeItem(id)
        case .itemPlace:
            template.moveItem(id, toSection: place[0], before: place.count > 1 ? place[1] : nil)
        case .sectionUp: template.moveSection(id, .up)
        case .sectionDown: template.moveSection(id, .down)
        case .sectionRemoval: try template.removeSection(id)
        }
    }

    /// The same for an entry of a list. Nothing happens where a heading or another list is meant.
    func apply(to template: inout TherapyTemplate, _ list: TherapyTemplate.List) throws(Problem) {
        switch kind {
        case .itemUp: template.moveEntry(id, of: list, .up)
        case .itemDown: template.moveEntry(id, of: list, .down)
        case .itemRemoval: try template.removeEntry(id, of: list)
        case .itemPlace:
            guard place[0] == list.rawValue else { return }
            template.moveEntry(id, of: list, before: place.count > 1 ? place[1] : nil)
        case .sectionUp, .sectionDown, .sectionRemoval: break
        }
    }
}

extension Site {
    /// The reader's own template that the path names.
    /// - Throws: ``StoreError/notFound`` for everybody else's, published or not.
    func ownTemplate(_ context: ClinicianContext) async throws -> ClinicTemplate {
        let own = try await database.clinicTemplate(
            try context.identifier(of: ClinicTemplate.self), visibleTo: context.account.id)
        guard own.summary.owner == context.account.id else { throw StoreError.notFound }
        return own
    }
}
