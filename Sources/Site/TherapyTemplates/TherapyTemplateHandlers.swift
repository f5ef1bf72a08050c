import Catalogs
import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering
import Store

/// Lists of therapies: seen, copied, brought as a file, published, approved.
struct TherapyTemplateHandlers {
    let site: Site

    func index(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        try await index([], .ok, context)
    }

    private func index(
        _ problems: [Problem], _ status: HTTPResponse.Status, _ context: ClinicianContext
    ) async throws -> Response {
        let account = context.account.id
        let page = TherapyTemplatesPage(
            own: try await site.database.clinicTemplates(visibleTo: account), shipped: site.therapies.all,
            approvals: try await site.database.therapyApprovals(),
            chosen: try await site.database.defaultTherapyTemplate(of: account), reader: account, problems: problems,
            words(context))
        return try site.response(page, context, status: status)
    }

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let version = request.query("version")
        return try await show(
            try await site.template(context, version: version.isEmpty ? nil : Int(version) ?? 0), [], .ok, context)
    }

    private func show(
        _ shown: ShownTemplate, _ problems: [Problem], _ status: HTTPResponse.Status, _ context: ClinicianContext
    ) async throws -> Response {
        let own = shown.own?.summary
        var versions: [ClinicTemplateVersion] = []
        if let own { versions = try await site.database.versions(of: own.id) }
        let page = TherapyTemplatePage(
            shown, versions: versions,
            approvals: try await site.database.therapyApprovals(),
            chosen: try await site.database.defaultTherapyTemplate(of: context.account.id), reader: context.account,
            problems: problems, words(context))
        return try site.response(page, context, status: status)
    }

    /// The template as a file that this or another clinic can bring in again.
    func file(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let version = request.query("version")
        let shown = try await site.template(context, version: version.isEmpty ? nil : Int(version) ?? 0)
        let name = TherapyTemplate.freshID(for: shown.template.label(in: .english), taken: [])
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json; charset=utf-8",
                .contentDisposition: "attachment; filename=\"\(name).json\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: try shown.template.file)))
    }

    func copy(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        var copy = try await site.template(context, version: nil).template
        let name = site.words(context)("therapy-templates.copy-of", ["name": copy.label(in: context.language)])
        copy.name = TherapyTemplate.shortened(name)
        do {
            let id = try await site.database.insertClinicTemplate(copy, by: context.actor)
            return Responses.redirect(to: "/therapy-templates/\(id)/edit", flash: "flash.therapy-template-copied")
        } catch let failure as ValidationFailure {
            return try await index(failure.problems, .unprocessableContent, context)
        }
    }

    /// A template from a file.
    func bring(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        do {
            guard let file = form.file("file") else {
                throw ValidationFailure([Problem("file", "therapy-templates.problem.no-file")])
            }
            var template = try TherapyTemplateFile.template(file.bytes, field: "file")
            if template.name == nil { template.name = TherapyTemplate.shortened(template.title[context.language]) }
            let id = try await site.database.insertClinicTemplate(template, by: context.actor)
            return Responses.redirect(to: "/therapy-templates/\(id)", flash: "flash.therapy-template-imported")
        } catch let failure as ValidationFailure {
            return try await index(failure.problems, .unprocessableContent, context)
        }
    }

    /// What the clinician's new prescriptions begin with; empty for no choice.
    func setDefault(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = form.text("template")
        if !id.isEmpty {
            guard let template = try await site.usableTemplate(id, by: context.account.id) else {
                throw StoreError.notFound
            }
            try await site.database.setDefaultTherapyTemplate(template.id, by: context.actor)
        } else {
            try await site.database.setDefaultTherapyTemplate(nil, by: context.actor)
        }
        let path = LocalPath.optional(form.text("return"))
        return Responses.redirect(
            to: path.isEmpty ? "/therapy-templates" : path, flash: "flash.therapy-template-default")
    }

    func publish(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: ClinicTemplate.self)
        let isPublished = form.text("published") == "yes"
        try await site.database.setPublished(
            isPublished, id, isAdmin: context.account.roles.contains(.admin), by: context.actor)
        return await after(
            id, isPublished ? "flash.therapy-template-published" : "flash.therapy-template-unpublished", context)
    }

    func archive(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let id = try context.identifier(of: ClinicTemplate.self)
        let isArchived = form.text("archived") == "yes"
        try await site.database.setArchived(
            isArchived, id, isAdmin: context.account.roles.contains(.admin), by: context.actor)
        return await after(
            id, isArchived ? "flash.therapy-template-archived" : "flash.therapy-template-unarchived", context)
    }

    /// To the template, or to the list when it is not the reader's to see any more.
    private func after(
        _ id: Identifier<ClinicTemplate>, _ flash: String, _ context: ClinicianContext
    ) async -> Response {
        let isSeen: Bool
        do {
            isSeen = try await site.database.clinicTemplate(id, visibleTo: context.account.id).id == id
        } catch {
            isSeen = false
        }
        return Responses.redirect(to: isSeen ? "/therapy-templates/\(id)" : "/therapy-templates", flash: flash)
    }

    /// "I have reviewed this version": of the version that was shown, and only while it is the one in force.
    func approve(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let shown = try await site.template(context, version: nil)
        guard form.text("version") == "\(shown.template.version)" else {
            let problem = Problem("", "therapy-templates.problem.newer-version")
            return try await show(shown, [problem], .conflict, context)
        }
        guard form.text("reviewed") == "yes" else {
            let problem = Problem("reviewed", "therapy-templates.problem.not-ticked")
            return try await show(shown, [problem], .unprocessableContent, context)
        }
        try await site.database.approve(shown.template.id, version: shown.template.version, by: context.actor)
        return Responses.redirect(
            to: "/therapy-templates/\(shown.template.id)", flash: "flash.therapy-template-approved")
    }

    func revoke(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let shown = try await site.template(context, version: Int(form.text("version")) ?? 0)
        try await site.database.revokeApproval(
            of: shown.template.id, version: shown.template.version, by: context.actor)
        return Responses.redirect(
            to: "/therapy-templates/\(shown.template.id)", flash: "flash.therapy-template-approval-revoked")
    }

    private func words(_ context: ClinicianContext) -> TemplateWords {
        TemplateWords(words: site.words(context), zone: site.settings.timeZone)
    }
}

/// The template that a path names, as far as the reader may see it.
struct ShownTemplate: Sendable {
    /// The version that is shown.
    let template: TherapyTemplate
    /// The version in force.
    let latest: Int
    /// Nil for a shipped one.
    let own: ClinicTemplate?
}

extension Site {
    /// The template that the path's `id` names.
    /// - Parameter version: nil for the one in force.
    /// - Throws: ``StoreError/notFound`` also for somebody else's that is not published.
    func template(_ context: ClinicianContext, version: Int?) async throws -> ShownTemplate {
        let id = context.parameters.get("id") ?? ""
        if let shipped = therapies.template(id: id) {
            guard version == nil || version == shipped.version else { throw StoreError.notFound }
            return ShownTemplate(template: shipped, latest: shipped.version, own: nil)
        }
        let own = try await database.clinicTemplate(
            try context.identifier(of: ClinicTemplate.self), visibleTo: context.account.id)
        var template = own.content
        if let version, version != template.version {
            guard let earlier = try await database.clinicTemplate(own.id.text, version: version) else {
                throw StoreError.notFound
            }
            template = earlier
        }
        return ShownTemplate(template: template, latest: own.content.version, own: own)
    }
}
