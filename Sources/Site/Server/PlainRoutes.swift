import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering

/// What the port without TLS answers: how to trust the clinic's authority, because that has to be read before it is
/// trusted; for all else, the way to the same page with TLS. Nobody signs in here, and no form is taken.
struct PlainRoutes {
    let site: Site
    let network: SiteNetwork

    func router() -> Router<VisitorContext> {
        let router = Router(context: VisitorContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: HeadersMiddleware(isPlain: true))
        router.add(middleware: HostMiddleware())
        router.add(middleware: StaticAssetsMiddleware(assets: site.assets))
        router.add(middleware: RedirectMiddleware(network: network))
        let handlers = TrustHandlers(site: site)
        for (path, handler) in handlers.pages {
            router.get(RouterPath(path)) { request, context in
                var context = context
                context.visit.path = request.uri.path
                context.visit.isPlain = true
                context.visit.language =
                    AcceptLanguage.preferred(request.headers[.acceptLanguage] ?? "") ?? .english
                return try await handler(request, context)
            }
        }
        return router
    }
}

/// Leads to the same address with TLS. A host that is not this server's own is not repeated: whoever makes somebody open
/// such an address would choose where it leads.
private struct RedirectMiddleware: RouterMiddleware {
    let network: SiteNetwork

    func handle(
        _ request: Request, context: VisitorContext, next: (Request, VisitorContext) async throws -> Response
    ) async throws -> Response {
        if TrustHandlers.isTheirs(request.uri.path) { return try await next(request, context) }
        guard request.method == .get || request.method == .head else {
            return Self.text(.methodNotAllowed, "Open this address with https.", [.allow: "GET, HEAD"])
        }
        guard let host = RequestHost(request.head.authority), network.keeper.names.contains(host.name) else {
            return Self.text(.misdirectedRequest, "This server has another name. Open the clinic's own address.")
        }
        let path = request.head.path ?? "/"
        let isPath = path.hasPrefix("/") && path.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 0x5c }
        return Response(
            status: .permanentRedirect,
            headers: [.location: network.secureURL(host.name) + (isPath ? path : "/"), .contentLength: "0"])
    }

    private static func text(
        _ status: HTTPResponse.Status, _ text: String, _ headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = "text/plain; charset=utf-8"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text + "\n")))
    }
}
