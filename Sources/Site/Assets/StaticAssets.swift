import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The files below `Static/`, read once at start: a few hundred kilobytes that then need no disk, and no path that a
/// request names is ever opened.
package struct StaticAssets: Sendable {
    struct Asset: Sendable {
        let body: ByteBuffer
        let contentType: String
        let tag: String
    }

    private let assets: [String: Asset]
    /// A short text that changes when any asset does; pages append it to addresses.
    package let version: String

    /// Reads a folder with its sub-folders. Files of unknown kinds are left out.
    package init(folder: URL) throws {
        var assets: [String: Asset] = [:]
        var all = SHA256()
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for path in paths.sorted() {
            guard let type = Self.contentTypes[(path as NSString).pathExtension] else { continue }
            let data = try Data(contentsOf: folder.appendingPathComponent(path))
            all.update(data: Data(path.utf8) + data)
            let tag = "\"\(Data(SHA256.hash(data: data).prefix(12)).base64URL)\""
            assets["/static/\(path)"] = Asset(body: ByteBuffer(bytes: data), contentType: type, tag: tag)
        }
        self.assets = assets
        version = Data(all.finalize().prefix(6)).base64URL
    }

    subscript(path: String) -> Asset? { assets[path] }

    private static let contentTypes = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "webmanifest": "application/manifest+json",
    ]
}

/// Answers for `/static/…` before anything else looks at the request. Ranges are not served: a whole file is small.
struct StaticAssetsMiddleware: RouterMiddleware {
    let assets: StaticAssets

    func handle(
        _ request: Request, context: VisitorContext, next: (Request, VisitorContext) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.hasPrefix("/static/"), request.method == .get || request.method == .head,
            let asset = assets[request.uri.path]
        else { return try await next(request, context) }
        var headers: HTTPFields = [.eTag: asset.tag, .contentType: asset.contentType]
        // With a version in the address the file may stay for good: another version is another address.
        headers[.cacheControl] =
            request.uri.query == "v=\(assets.version)" ? "public, max-age=31536000, immutable" : "public, max-age=300"
        if request.headers[.ifNoneMatch]?.contains(asset.tag) == true {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentLength] = "\(asset.body.readableBytes)"
        return Response(
            status: .ok, headers: headers, body: request.method == .head ? .init() : .init(byteBuffer: asset.body))
    }
}
