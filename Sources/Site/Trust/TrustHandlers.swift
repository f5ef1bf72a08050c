import Clinic
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering

/// How a device comes to trust the clinic's own certificate authority. The same at the port without TLS: one has to be
/// able to read it before trusting.
struct TrustRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        for (path, handler) in TrustHandlers(site: site).pages { routes.visitor.get(path, use: handler) }
    }
}

/// The page, the sheet to print and the authority's certificate.
struct TrustHandlers {
    typealias Handler = @Sendable (Request, VisitorContext) async throws -> Response

    let site: Site

    /// By path.
    var pages: [(path: String, handler: Handler)] {
        [
            ("/trust", show), ("/trust/sheet", sheet), ("/trust/theralog-authority.crt", pem),
            ("/trust/theralog-authority.cer", der),
        ]
    }

    /// Whether a path is one of these, or looks like it.
    static func isTheirs(_ path: String) -> Bool { path == "/trust" || path.hasPrefix("/trust/") }

    @Sendable func show(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let context = chosen(request, context)
        let page = TrustPage(
            authority: try view(request, context), hasNetwork: site.settings.network != nil,
            isProxied: !site.settings.trustedProxies.isEmpty, language: context.language)
        return try site.response(page, context)
    }

    @Sendable func sheet(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let context = chosen(request, context)
        guard let view = try view(request, context) else { throw HTTPError(.notFound) }
        let title = site.words(context)("trust.sheet.code", ["address": view.pageAddress])
        let page = TrustSheetPage(
            authority: view, language: context.language.rawValue, code: try QRCode(view.pageAddress).svg(title: title))
        return try site.response(page, context)
    }

    /// For Windows, macOS, Android and Linux; iOS takes either.
    @Sendable func pem(_ request: Request, _ context: VisitorContext) async throws -> Response {
        guard let authority = site.settings.network?.keeper.authority else { throw HTTPError(.notFound) }
        return certificate(ByteBuffer(string: try authority.pem()))
    }

    /// The same in binary: the SHA-256 of this file is the fingerprint.
    @Sendable func der(_ request: Request, _ context: VisitorContext) async throws -> Response {
        guard let authority = site.settings.network?.keeper.authority else { throw HTTPError(.notFound) }
        return certificate(ByteBuffer(bytes: try authority.der()))
    }

    /// The type by which iOS, Android and Firefox offer to install it.
    private func certificate(_ bytes: ByteBuffer) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/x-x509-ca-cert"], body: ResponseBody(byteBuffer: bytes))
    }

    /// The language asked for by address: no cookie is set at the port without TLS.
    private func chosen(_ request: Request, _ context: VisitorContext) -> VisitorContext {
        var context = context
        if let language = Language(rawValue: request.query("language")) { context.visit.language = language }
        return context
    }

    private func view(_ request: Request, _ context: VisitorContext) throws -> TrustView? {
        guard let network = site.settings.network, let authority = network.keeper.authority else { return nil }
        let names = network.keeper.names
        let asked = RequestHost(request.head.authority).flatMap { host in
            host.isOnlyHere || !names.contains(host.name) ? nil : host.name
        }
        let host = asked ?? names.reachable.first ?? "localhost"
        let address = network.secureURL(host)
        return TrustView(
            name: authority.name, fingerprint: try authority.fingerprint(),
            until: Dates(context.language).date(LocalDate(authority.notAfter, in: site.settings.timeZone)),
            address: address, pageAddress: "\(network.plainURL(host) ?? address)/trust",
            language: context.language.rawValue)
    }
}

/// What a device gets to know about the authority.
struct TrustView: Sendable {
    /// What devices list it as.
    let name: String
    /// SHA-256, in groups.
    let fingerprint: String
    let until: String
    /// Where the site is, with TLS.
    let address: String
    /// Where the page about trusting is.
    let pageAddress: String
    /// "en": for links that keep it.
    let language: String
}

/// How to trust the authority, device by device.
struct TrustPage: Page {
    static let template = "trust/show"
    /// Nil when there is none to trust.
    let authority: TrustView?
    /// Without authority: the certificate is another's and browsers know its authority.
    let isForeign: Bool
    /// Without authority: a proxy speaks TLS.
    let isProxied: Bool
    /// Without authority: only this machine reaches the site.
    let isOnlyHere: Bool
    let others: [Other]

    /// The page in another language.
    struct Other: Sendable {
        let code: String
        let name: String
    }

    init(authority: TrustView?, hasNetwork: Bool, isProxied: Bool, language: Language) {
        self.authority = authority
        isForeign = authority == nil && hasNetwork
        self.isProxied = !hasNetwork && isProxied
        isOnlyHere = !hasNetwork && !isProxied
        others = Language.allCases.filter { $0 != language }.map { Other(code: $0.rawValue, name: $0.ownName) }
    }
}

/// The same on paper, with the way to the page as a QR code.
struct TrustSheetPage: Page {
    static let template = "trust/sheet"
    let authority: TrustView
    let language: String
    /// SVG.
    let code: String
}
