import Foundation
import HTTPTypes
import Hummingbird

/// Over TLS every cookie is sent over TLS only and is called `__Host-…`: no other host, and nobody who answers for this
/// one without TLS, can then put one into the browser. The rest of the site knows the names without that.
struct SecureCookiesMiddleware: RouterMiddleware {
    private static let prefix = "__Host-"
    private static let ours = "theralog_"

    func handle(
        _ request: Request, context: VisitorContext, next: (Request, VisitorContext) async throws -> Response
    ) async throws -> Response {
        guard context.visit.isSecure else { return try await next(request, context) }
        var response = try await next(request.with(headers: Self.received(request.headers)), context)
        let cookies = response.headers[values: .setCookie]
        if !cookies.isEmpty {
            response.headers[values: .setCookie] = cookies.map { "\(Self.prefix)\($0); Secure" }
        }
        return response
    }

    /// The headers with our cookies under their plain names; those that came without the prefix are left out.
    private static func received(_ headers: HTTPFields) -> HTTPFields {
        var headers = headers
        let cookies = headers[values: .cookie].flatMap { $0.split(separator: ";") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.hasPrefix(ours) }
            .map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
        headers[.cookie] = cookies.isEmpty ? nil : cookies.joined(separator: "; ")
        return headers
    }
}
