import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering

/// Answers that need nothing of the site.
enum Responses {
    /// 303: after a form was sent, ask for this page.
    static func redirect(to path: String, flash: String? = nil) -> Response {
        var response = Response(status: .seeOther, headers: [.location: path])
        if let flash { response.setCookie(FlashCookie.cookie(flash)) }
        return response
    }

    static func html(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: status, headers: [.contentType: "application/json; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
    }
}

/// A value of an answer in JSON whose key is there in any case, with `null` where there is none: Swift leaves the key out.
struct OrNull<Value: Encodable>: Encodable {
    let value: Value?

    init(_ value: Value?) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Site {
    /// A page in its layout, in the reader's language.
    func response(
        _ page: some Page, _ context: some SiteContext, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        Responses.html(try templates.html(page, frame: frame(context), language: context.language), status: status)
    }

    /// A part of a page for a script.
    func fragment(_ page: some Page, _ context: some SiteContext) throws -> Response {
        Responses.html(try templates.html(page, language: context.language))
    }

    /// The words in the reader's language.
    func words(_ context: some SiteContext) -> Words { templates.words(in: context.language) }

    private func frame(_ context: some SiteContext) -> Frame {
        let (visit, clinic) = (context.visit, clinic)
        return Frame(
            language: visit.language.rawValue, direction: "ltr",
            account: visit.session.map { session in
                let roles = session.account.roles
                return Frame.Person(
                    name: session.account.name, isAdmin: roles.contains(.admin),
                    isClinician: roles.contains(.clinician), isPatient: roles.contains(.patient))
            },
            csrf: seal.token(for: visit.secret), path: visit.path, isPlain: visit.isPlain, flash: flash(visit),
            version: assets.version, clinic: clinic.name.isEmpty ? "Theralog" : clinic.name,
            icon: clinic.icon.map { "/clinic/icon?v=\($0.hex.prefix(16))" },
            languages: clinic.languages.map {
                Frame.LanguageChoice(code: $0.rawValue, name: $0.ownName, current: $0 == visit.language)
            })
    }

    /// Only keys below `flash.` are shown: a cookie can hold anything.
    private func flash(_ visit: Visit) -> Frame.Flash? {
        guard let key = visit.flash, key.hasPrefix("flash."),
            let text = templates.words(in: visit.language).template(key)
        else { return nil }
        return Frame.Flash(text: text, kind: key.hasPrefix("flash.warning.") ? "warning" : "success")
    }
}
