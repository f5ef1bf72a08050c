import Catalogs
import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// The forms for parts of a template: its name, a heading, an item.
struct TemplatePartHandlers {
    let site: Site

    func details(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let own = try await site.ownTemplate(context)
        return try page(own, TemplateDetailsForm(own.edited, version: own.editVersion), [], .ok, context)
    }

    func setDetails(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let own = try await site.ownTemplate(context)
        let typed = TemplateDetailsForm(form)
        return try await site.keep(own, version: typed.version, to: "edit", context) {
            try typed.apply(to: &$0)
        } refused: { problems, version, status in
            var again = typed
            again.version = version ?? typed.version
            return try page(own, again, problems, status, context)
        }
    }

    private func page(
        _ own: ClinicTemplate, _ form: TemplateDetailsForm, _ problems: [Problem], _ status: HTTPResponse.Status,
        _ context: ClinicianContext
    ) throws -> Response {
        try site.response(
            TemplateDetailsPage(own, form, problems: problems, site.words(context)), context, status: status)
    }

    func section(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let own = try await site.ownTemplate(context)
        let section = try named("section", own.edited.sections, \.id, context)
        let form = TemplateSectionForm(section, version: own.editVersion)
        return try page(own, section?.id, form, [], .ok, context)
    }

    func setSection(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let own = try await site.ownTemplate(context)
        let typed = TemplateSectionForm(form)
        let id = context.parameters.get("section")
        let isGone = id != nil && !own.edited.sections.contains { $0.id == id }
        let isThere = isGone ? nil : id
        guard !isGone else {
            var again = typed
            again.version = own.editVersion
            return try page(own, nil, again, [Problem("", "therapy-templates.problem.gone")], .conflict, context)
        }
        return try await site.keep(own, version: typed.version, to: edit(at: id ?? ""), context) {
            try typed.apply(to: &$0, isThere, of: own.content)
        } refused: { problems, version, status in
            var again = typed
            again.version = version ?? typed.version
            return try page(own, isThere, again, problems, status, context)
        }
    }

    private func page(
        _ own: ClinicTemplate, _ id: String?, _ form: TemplateSectionForm, _ problems: [Problem],
        _ status: HTTPResponse.Status, _ context: ClinicianContext
    ) throws -> Response {
        try site.response(
            TemplateSectionPage(own, id, form, problems: problems, site.words(context)), context, status: status)
    }

    func item(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let own = try await site.ownTemplate(context)
        let item = try named("item", own.edited.items, \.id, context)
        let section =
            own.edited.sections.first { section in section.items.contains { $0.id == item?.id } }?.id
            ?? request.query("section")
        let form = TemplateItemForm(item, section: section, version: own.editVersion)
        return try page(own, item?.id, form, [], .ok, context)
    }

    func setItem(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let own = try await site.ownTemplate(context)
        let typed = TemplateItemForm(form)
        let id = context.parameters.get("item")
        let earlier = id.flatMap { own.edited.item($0) }
        let refused: (String, HTTPResponse.Status) throws -> Response = { message, status in
            var again = typed
            again.version = own.editVersion
            return try page(own, earlier?.id, again, [Problem("", message)], status, context)
        }
        guard id == nil || earlier != nil else { return try refused("therapy-templates.problem.gone", .conflict) }
        guard own.edited.sections.contains(where: { $0.id == typed.section }) else {
            return try refused("therapy-templates.problem.no-section", .unprocessableContent)
        }
        return try await site.keep(own, version: typed.version, to: edit(at: typed.section), context) { template in
            let item = try typed.item(earlier)
            if earlier == nil {
                template.addItem(item, to: typed.section, of: own.content)
            } else {
                try template.replaceItem(item)
                template.moveItem(item.id, toSection: typed.section)
            }
        } refused: { problems, version, status in
            var again = typed
            again.version = version ?? typed.version
            return try page(own, earlier?.id, again, problems, status, context)
        }
    }

    private func page(
        _ own: ClinicTemplate, _ id: String?, _ form: TemplateItemForm, _ problems: [Problem],
        _ status: HTTPResponse.Status, _ context: ClinicianContext
    ) throws -> Response {
        try site.response(
            TemplateItemPage(own, id, form, problems: problems, site.words(context)), context, status: status)
    }

    /// The list of headings, opened at one of them.
    private func edit(at section: String) -> String { "edit?open=\(section.queryEscaped)#s-\(section)" }

    /// The part that the path names; nil where the path has no such parameter: a new one.
    /// - Throws: ``StoreError/notFound``.
    private func named<Part>(
        _ parameter: String, _ parts: [Part], _ id: KeyPath<Part, String>, _ context: ClinicianContext
    ) throws -> Part? {
        guard let wanted = context.parameters.get(parameter) else { return nil }
        guard let part = parts.first(where: { $0[keyPath: id] == wanted }) else { throw StoreError.notFound }
        return part
    }
}
