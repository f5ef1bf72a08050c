import Foundation
import HTTPTypes
import Hummingbird

/// Refuses a request without exactly one Host (RFC 9112, section 3.2): two readers could take it for two places.
struct HostMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: VisitorContext, next: (Request, VisitorContext) async throws -> Response
    ) async throws -> Response {
        guard let host = request.head.authority, !host.isEmpty,
            HTTPField.Name("Host").map({ request.headers[values: $0].isEmpty }) ?? true
        else { return Response(status: .badRequest) }
        return try await next(request, context)
    }
}

/// Puts the security headers on every answer, and `no-store` on all that does not say otherwise.
struct HeadersMiddleware: RouterMiddleware {
    /// At an address whose pages browsers do not isolate in any case, because it is not encrypted.
    var isPlain = false

    func handle(
        _ request: Request, context: VisitorContext, next: (Request, VisitorContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.fields where !isPlain || name.canonicalName != "cross-origin-opener-policy" {
            // An answer may be stricter by itself: what strangers uploaded.
            if response.headers[name] == nil { response.headers[name] = value }
        }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        // Half a year: a clinic that gives up TLS is not locked out for longer.
        if context.visit.isSecure { response.headers[.strictTransportSecurity] = "max-age=15552000" }
        return response
    }

    private static let fields: [(HTTPField.Name, String)] = [
        (
            "Content-Security-Policy",
            """
            default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
            connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'
            """
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
