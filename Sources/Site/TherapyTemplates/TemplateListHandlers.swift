import Catalogs
import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// The lists of a template beside its headings: precautions, and the levels of weight bearing.
struct TemplateListHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let list = try list(context)
        return try page(try await site.ownTemplate(context), list, at: request.query("at"), [], .ok, context)
    }

    /// One step: an entry up, down, to another place or out, all of them out, or what was there before back in. Works on what
    /// stands there now, whatever the page showed: what is gone already stays so.
    func change(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let list = try list(context)
        let own = try await site.ownTemplate(context)
        guard let step = TemplateListStep(form.text("change")) else { throw FormError.malformed }
        let source = site.earlier(list, of: own)
        do {
            try await site.database.changeClinicTemplate(own.id, editVersion: nil, by: context.actor) { template in
                try step.apply(to: &template, list, source: source)
                try template.checkFaults()
            }
        } catch let problem as Problem {
            return try page(own, list, [problem], .unprocessableContent, context)
        } catch let failure as ValidationFailure {
            return try page(own, list, failure.problems, .unprocessableContent, context)
        }
        // The same button has the focus again; it may have moved to another place.
        let query = step.button.map { "?at=\($0.queryEscaped)" } ?? ""
        return Responses.redirect(to: "\(address(of: list, own))\(query)")
    }

    private func page(
        _ own: ClinicTemplate, _ list: TherapyTemplate.List, at: String = "", _ problems: [Problem],
        _ status: HTTPResponse.Status, _ context: ClinicianContext
    ) throws -> Response {
        let words = TemplateWords(words: site.words(context), zone: site.settings.timeZone)
        let page = TemplateListPage(
            own, list, at: at, earlier: site.earlier(list, of: own), problems: problems, words)
        return try site.response(page, context, status: status)
    }

    func entry(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let list = try list(context)
        let own = try await site.ownTemplate(context)
        let id = context.parameters.get("item")
        let entry = own.edited[list].first { $0.id == id }
        guard id == nil || entry != nil else { throw StoreError.notFound }
        let form = TemplateItemForm(entry, section: "", version: own.editVersion)
        return try page(own, list, entry?.id, form, [], .ok, context)
    }

    func setEntry(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let list = try list(context)
        let own = try await site.ownTemplate(context)
        let typed = TemplateItemForm(form)
        let id = context.parameters.get("item")
        let earlier = own.edited[list].first { $0.id == id }
        guard id == nil || earlier != nil else {
            var again = typed
            again.version = own.editVersion
            return try page(own, list, nil, again, [Problem("", "therapy-templates.problem.gone")], .conflict, context)
        }
        let place = "edit/lists/\(list.rawValue)"
        return try await site.keep(own, version: typed.version, to: place, context) { template in
            let entry = try typed.item(earlier, in: list)
            if earlier == nil {
                template.addEntry(entry, to: list, of: own.content)
            } else {
                try template.replaceEntry(entry, of: list)
            }
        } refused: { problems, version, status in
            var again = typed
            again.version = version ?? typed.version
            return try page(own, list, earlier?.id, again, problems, status, context)
        }
    }

    private func page(
        _ own: ClinicTemplate, _ list: TherapyTemplate.List, _ id: String?, _ form: TemplateItemForm,
        _ problems: [Problem], _ status: HTTPResponse.Status, _ context: ClinicianContext
    ) throws -> Response {
        try site.response(
            TemplateItemPage(own, id, in: list, form, problems: problems, site.words(context)), context, status: status)
    }

    /// The list that the path names.
    /// - Throws: ``StoreError/notFound`` for any other word.
    private func list(_ context: ClinicianContext) throws -> TherapyTemplate.List {
        guard let list = TherapyTemplate.List(rawValue: context.parameters.get("list") ?? "") else {
            throw StoreError.notFound
        }
        return list
    }

    private func address(of list: TherapyTemplate.List, _ own: ClinicTemplate) -> String {
        "/therapy-templates/\(own.id)/edit/lists/\(list.rawValue)"
    }
}

/// One button of a list, or an entry that was dragged to another place.
enum TemplateListStep: Sendable {
    case entry(TemplateStep)
    /// Every entry out.
    case removal
    /// What was there before back in.
    case restoration

    /// - Parameter text: as ``TemplateStep/init(_:)``, of items only; `none`; `restore`. Nil for anything else.
    init?(_ text: String) {
        switch text {
        case "none": self = .removal
        case "restore": self = .restoration
        default:
            guard let step = TemplateStep(text), !step.isOfSection else { return nil }
            self = .entry(step)
        }
    }

    /// The button that has the focus afterwards; nil where it is gone.
    var button: String? {
        if case .entry(let step) = self, !step.isRemoval { step.button } else { nil }
    }

    /// - Parameter source: has what is put back; nil for nothing.
    func apply(
        to template: inout TherapyTemplate, _ list: TherapyTemplate.List, source: TherapyTemplate?
    ) throws(Problem) {
        switch self {
        case .entry(let step): try step.apply(to: &template, list)
        case .removal: try template.removeEntries(of: list)
        case .restoration: if let source { template.restore(list, from: source) }
        }
    }
}

extension Site {
    /// Where entries of a list are that can be put back: the version in force; where that has none either, the list that
    /// Theralog is shipped with. Nil for none.
    func earlier(_ list: TherapyTemplate.List, of own: ClinicTemplate) -> TherapyTemplate? {
        if !own.edited.missing(list, from: own.content).isEmpty { return own.content }
        guard own.edited[list].isEmpty, !own.edited.missing(list, from: therapies.standard).isEmpty else { return nil }
        return therapies.standard
    }
}
