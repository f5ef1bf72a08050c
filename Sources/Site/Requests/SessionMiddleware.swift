import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// Finds out who asks: the session behind the cookie, the language, the message of the last action.
struct SessionMiddleware: RouterMiddleware {
    let site: Site

    func handle(
        _ request: Request, context: VisitorContext, next: (Request, VisitorContext) async throws -> Response
    ) async throws -> Response {
        let log = RequestLog()
        var context = context
        context.visit.path = request.uri.path
        let cookies = request.cookies
        let token = cookies[SessionCookie.name]?.value
        if let token { context.visit.session = try await site.session(token: token) }
        let clinic = site.clinic
        context.visit.language =
            clinic.offered(context.visit.session?.account.language)
            ?? clinic.offered(cookies[LanguageCookie.name].flatMap { Language(rawValue: $0.value) })
            ?? AcceptLanguage.preferred(request.headers[.acceptLanguage] ?? "", of: clinic.languages)
            ?? clinic.defaultLanguage
        let visitor = cookies[VisitorCookie.name]?.value
        let isNewVisitor = context.visit.session == nil && !VisitorCookie.isValid(visitor)
        let newVisitor = isNewVisitor ? SecretToken.make() : nil
        context.visit.secret = context.visit.session == nil ? newVisitor ?? visitor ?? "" : token ?? ""
        if context.visit.session == nil { context.visit.endedSecret = token }
        context.visit.flash = cookies[FlashCookie.name]?.value
        var response = try await respond(request, context, next)
        let isPage = response.headers[.contentType]?.hasPrefix("text/html") == true
        if isPage, let newVisitor {
            response.setCookie(VisitorCookie.cookie(newVisitor))
        }
        log.note(request, response, context)
        if response.status.code >= 500 {
            site.errors.note(
                ServerErrors.Entry(
                    at: site.now, status: response.status.code, route: context.endpointPath ?? "none",
                    request: context.visit.request))
        }
        if isPage, context.visit.flash != nil { response.setCookie(FlashCookie.cleared) }
        return response
    }

    /// Errors become pages here and not further out, because a page needs to know who asks.
    private func respond(
        _ request: Request, _ context: VisitorContext,
        _ next: (Request, VisitorContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            return try await ErrorResponse(site: site, request: request, context: context).response(to: error)
        }
    }
}

/// The language a browser asks for.
enum AcceptLanguage {
    /// The first of our languages by quality (RFC 9110, section 12.5.4), nil when none is asked for.
    static func preferred(_ header: String, of offered: [Language] = Language.allCases) -> Language? {
        let ranges = header.prefix(200).split(separator: ",").compactMap { range -> (Language, Double)? in
            let parts = range.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let tag = parts.first?.prefix(2).lowercased(), let language = Language(rawValue: tag),
                offered.contains(language)
            else {
                return nil
            }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return quality > 0 ? (language, quality) : nil
        }
        // The first of equals wins: max(by:) would give the last.
        return ranges.reduce(nil as (Language, Double)?) { best, next in
            next.1 > (best?.1 ?? 0) ? next : best
        }?.0
    }
}
