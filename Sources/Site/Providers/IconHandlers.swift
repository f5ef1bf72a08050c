import Clinic
import Foundation
import Hummingbird
import Store

/// The icon of a clinician's practice.
struct IconHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let provider = try await site.database.provider(of: context.account.id)?.provider
        let path = LocalPath.optional(request.uri.queryParameters["return"].map(String.init) ?? "")
        let page = IconPage(provider?.icon, returnPath: path, problems: [], words: site.words(context))
        return try site.response(page, context)
    }

    func update(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let path = LocalPath.optional(form.text("return"))
        do {
            if form.text("icon") != "keep" || form.pictureFile != nil {
                let picture = try await chosen(form)
                try await site.database.updateIcon(of: context.account.id, to: picture, by: context.actor)
            }
            return Responses.redirect(to: path.isEmpty ? "/provider" : path, flash: "flash.icon-saved")
        } catch let problem as Problem {
            let icon = try await site.database.provider(of: context.account.id)?.provider.icon
            let page = IconPage(
                icon, chosen: form.text("icon"), returnPath: path, problems: [problem], words: site.words(context))
            return try site.response(page, context, status: .unprocessableContent)
        }
    }

    func image(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard let hash = try await site.database.provider(of: context.account.id)?.provider.icon else {
            throw StoreError.notFound
        }
        return Responses.picture(try await site.database.picture(hash), hash: hash, to: request)
    }

    /// A file goes before a picture of ours: who chose one meant it. Nil takes the icon away.
    private func chosen(_ form: Form) async throws -> Picture? {
        if let (field, file) = form.pictureFile { return try await site.picture(in: file.bytes, field: field) }
        if form.text("icon") == "none" { return nil }
        guard let icon = ShippedIcon(rawValue: form.text("icon")) else {
            throw Problem("icon", "providers.problem.icon")
        }
        return try await site.picture(of: icon)
    }
}

extension Form {
    /// The picture that was taken or chosen, with its field; nil for neither.
    fileprivate var pictureFile: (field: String, file: File)? {
        ["photo", "file"].lazy.compactMap { name in self.file(name).map { (name, $0) } }.first
    }
}

extension Site {
    /// An icon that comes with Theralog, as a provider's own picture.
    /// - Throws: ``Problem`` at the field `icon` when it cannot be read.
    package func picture(of icon: ShippedIcon) async throws -> Picture {
        guard let file = assets[icon.path] else { throw Problem("icon", "providers.problem.icon") }
        return try await picture(in: Data(file.body.readableBytesView), field: "icon")
    }
}

/// The icons that come with Theralog.
package enum ShippedIcon: String, CaseIterable, Sendable, Codable {
    case spine, joint, walking, hands, leaf, pulse

    /// Its address on this site.
    var path: String { "/static/provider-icons/\(rawValue).png" }
}
