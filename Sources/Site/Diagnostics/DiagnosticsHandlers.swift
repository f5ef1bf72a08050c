import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering
import Store

/// The text for a request for help, as a page to copy from and as a file.
struct DiagnosticsHandlers {
    let site: Site

    func show(_ request: Request, _ context: AdminContext) async throws -> Response {
        let isChecked = request.query("check") == "yes"
        let page = DiagnosticsPage(
            text: try await site.diagnostics(isServing: true, checking: isChecked), isChecked: isChecked,
            fileURL: isChecked ? "/diagnostics.txt?check=yes" : "/diagnostics.txt")
        return try site.response(page, context)
    }

    func file(_ request: Request, _ context: AdminContext) async throws -> Response {
        let text = try await site.diagnostics(isServing: true, checking: request.query("check") == "yes")
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/plain; charset=utf-8",
                .contentDisposition: "attachment; filename=\"theralog-diagnostics-\(site.today).txt\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// The text in one block.
struct DiagnosticsPage: Page {
    static let template = "diagnostics/show"
    let text: String
    /// Whether the database was looked through.
    let isChecked: Bool
    let fileURL: String
}

struct DiagnosticsRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let handlers = DiagnosticsHandlers(site: site)
        routes.admin.get("/diagnostics") { try await handlers.show($0, $1) }
        routes.admin.get("/diagnostics.txt") { try await handlers.file($0, $1) }
    }
}
