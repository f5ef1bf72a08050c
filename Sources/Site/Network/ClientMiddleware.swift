import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Finds out who is at the other end and whether that way is encrypted. What a request says about that is believed from a
/// proxy that the settings name, and from nobody else.
struct ClientMiddleware: RouterMiddleware {
    let settings: SiteSettings

    func handle(
        _ request: Request, context: VisitorContext, next: (Request, VisitorContext) async throws -> Response
    ) async throws -> Response {
        var (request, context) = (request, context)
        context.visit.isSecure = settings.network != nil
        if let peer = NetworkAddress(context.visit.address) {
            context.visit.address = peer.description
            if isProxy(peer) {
                let said = Forwarded(request.headers)
                context.visit.address = said.client(via: isProxy)?.description ?? peer.description
                if said.isSecure { context.visit.isSecure = true }
                if let host = said.host { request = request.with(authority: host) }
            } else if settings.network == nil, !settings.trustedProxies.isEmpty, !peer.isLoopback {
                // Past the proxy, and past its encryption.
                return Response(
                    status: .forbidden, headers: [.contentType: "text/plain; charset=utf-8"],
                    body: .init(byteBuffer: ByteBuffer(string: "Open the clinic's own address.\n")))
            }
        }
        return try await next(request, context)
    }

    private func isProxy(_ address: NetworkAddress) -> Bool {
        settings.trustedProxies.contains { $0.contains(address) }
    }
}

/// What a proxy says about the request that it passes on.
struct Forwarded {
    private let addresses: [String]
    /// Whether the proxy next to us was asked over TLS.
    let isSecure: Bool
    /// The host that its client asked for; nil when it does not say, or something that is no host.
    let host: String?

    init(_ headers: HTTPFields) {
        func values(_ name: String) -> [String] {
            guard let name = HTTPField.Name(name) else { return [] }
            return headers[values: name].flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        addresses = values("X-Forwarded-For")
        // The last value is that of the proxy that we know; those before are what it was told itself.
        isSecure = values("X-Forwarded-Proto").last?.lowercased() == "https"
        host = values("X-Forwarded-Host").last.flatMap { RequestHost($0) == nil ? nil : $0 }
    }

    /// The address next to the outermost known proxy. Each proxy appends whom it was asked by: what stands before a
    /// stranger's address is the stranger's word.
    func client(via isProxy: (NetworkAddress) -> Bool) -> NetworkAddress? {
        var client: NetworkAddress?
        for text in addresses.reversed() {
            guard let address = NetworkAddress(text) ?? Self.withPort(text) else { return client }
            client = address
            if !isProxy(address) { break }
        }
        return client
    }

    /// "192.0.2.1:4711" and "[2001:db8::1]:4711", as some proxies write it.
    private static func withPort(_ text: String) -> NetworkAddress? {
        guard let colon = text.lastIndex(of: ":"), text.hasPrefix("[") || text.firstIndex(of: ":") == colon else {
            return nil
        }
        return NetworkAddress(String(text[..<colon]))
    }
}

extension Request {
    /// The same request at another host.
    func with(authority: String) -> Request {
        var head = head
        head.authority = authority
        return Request(head: head, body: body)
    }

    /// The same request with other cookies.
    func with(headers: HTTPFields) -> Request {
        var head = head
        head.headerFields = headers
        return Request(head: head, body: body)
    }
}
